//! The library of this machine, built and installed by CMake and stripped.

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
