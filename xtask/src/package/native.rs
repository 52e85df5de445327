//! The library of this machine, built and installed by CMake and stripped, and the shared libraries of other platforms.

use super::work::version;
use crate::{Project, platforms};
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

/// Other platforms: what .NET calls them, what `cargo xtask platforms` calls them, and what the library is called there.
const OTHERS: &[(&str, &str, &str)] = &[
    ("linux-arm64", "linux-arm64-gnu", "libcarom.so"),
    ("win-x64", "windows-x64-gnu", "carom.dll"),
    ("osx-arm64", "macos-arm64", "libcarom.dylib"),
];

/// Builds the shared libraries of this machine and of other platforms, and puts them into the folders that `folder` gives for
/// what .NET calls a platform, if it gives one.
pub(super) fn collect(project: &Project, out: &Path, folder: impl Fn(&str) -> Option<PathBuf>) -> Result<()> {
    let sh = &project.sh;
    if let Some(here) = folder("linux-x64") {
        let shared = build(project, out, "/usr")?.join(format!("lib/libcarom.so.{}", version()));
        sh.create_dir(&here)?;
        let stripped = here.join("libcarom.so");
        cmd!(sh, "strip --strip-unneeded -o {stripped} {shared}").run()?;
    }
    for (name, platform, file) in OTHERS {
        let Some(folder) = folder(name) else { continue };
        sh.create_dir(&folder)?;
        sh.copy_file(platforms::build_shipped(project, platform)?.join(file), folder)?;
    }
    Ok(())
}
