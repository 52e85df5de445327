//! The library of this machine, built and installed by CMake and stripped, and the shared libraries of other platforms.

use super::work::version;
use crate::Project;
use anyhow::Result;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// A build tree that installs below a prefix, such as `/usr`: where libraries lie depends on that.
pub(super) fn build(project: &Project, out: &Path, prefix: &str) -> Result<PathBuf> {
    let Project { sh, root, target } = project;
    let build = out.join("work").join(format!("build{}", prefix.replace('/', "-")));
    cmd!(sh, "cmake -G Ninja -S {root} -B {build} -DCMAKE_BUILD_TYPE=Release -DCAROM_BUILD_TESTS=OFF")
        .arg(format!("-DCMAKE_INSTALL_PREFIX={prefix}"))
        .arg(format!("-DCAROM_CARGO_TARGET_DIR={}", target.display()))
        .run()?;
    cmd!(sh, "cmake --build {build}").run()?;
    Ok(build)
}

/// Installs into a folder that stands for the root of a system, and strips what is for debuggers.
pub(super) fn install(project: &Project, build: &Path, root: &Path, library_folder: &str) -> Result<()> {
    let sh = &project.sh;
    cmd!(sh, "cmake --install {build}").env("DESTDIR", root).ignore_stdout().run()?;
    let folder = root.join(library_folder);
    let shared = folder.join(format!("libcarom.so.{}", version()));
    cmd!(sh, "strip --strip-unneeded {shared}").run()?;
    // Its symbols are what programs are linked by.
    let archive = folder.join("libcarom.a");
    Ok(cmd!(sh, "strip --strip-debug {archive}").run()?)
}

/// Other platforms: what .NET calls them, what Rust calls them, and what the library is called there.
const OTHERS: &[(&str, &str, &str)] = &[
    ("linux-arm64", "aarch64-unknown-linux-gnu", "libcarom.so"),
    ("linux-musl-x64", "x86_64-unknown-linux-musl", "libcarom.so"),
    ("linux-musl-arm64", "aarch64-unknown-linux-musl", "libcarom.so"),
    ("win-x64", "x86_64-pc-windows-gnu", "carom.dll"),
    ("osx-arm64", "aarch64-apple-darwin", "libcarom.dylib"),
    ("osx-x64", "x86_64-apple-darwin", "libcarom.dylib"),
];

/// Puts the shared library of this machine, and those of other platforms that are built, into the folders that `folder` gives
/// for what .NET calls a platform, if it gives one.
pub(super) fn collect(project: &Project, out: &Path, folder: impl Fn(&str) -> Option<PathBuf>) -> Result<()> {
    let Project { sh, target, .. } = project;
    if let Some(here) = folder("linux-x64") {
        let shared = build(project, out, "/usr")?.join(format!("lib/libcarom.so.{}", version()));
        sh.create_dir(&here)?;
        let stripped = here.join("libcarom.so");
        cmd!(sh, "strip --strip-unneeded -o {stripped} {shared}").run()?;
    }
    for (name, triple, file) in OTHERS {
        let Some(folder) = folder(name) else { continue };
        let built = target.join(triple).join("release").join(file);
        if !built.exists() {
            eprintln!("without {name}: cargo xtask platforms has not built {triple}");
            continue;
        }
        sh.create_dir(&folder)?;
        sh.copy_file(built, folder)?;
    }
    Ok(())
}
