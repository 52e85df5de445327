//! Platforms whose C library comes with Zig's compiler: linked here, and not run.

use super::list::Platform;
use super::rust;
use super::table::Row;
use crate::{Project, tools};
use anyhow::Result;
use std::path::PathBuf;
use xshell::cmd;

/// Links everything once, without optimisation.
pub(super) fn link(project: &Project, platform: &Platform, row: &mut Row) -> Result<()> {
    build(project, platform.triple, "linked")?;
    row.built = "linked".into();
    row.ran = "not run".into();
    Ok(())
}

/// Builds the libraries by a profile; returns the folder in which they are.
pub(super) fn build(project: &Project, triple: &str, profile: &str) -> Result<PathBuf> {
    let sh = &project.sh;
    let bin = tools::python_environment(sh, &project.target.join("platforms/zig"))?;
    if !bin.join("cargo-zigbuild").exists() {
        let pip = bin.join("pip");
        cmd!(sh, "{pip} install --quiet ziglang cargo-zigbuild").run()?;
    }
    let zigbuild = bin.join("cargo-zigbuild");
    let command =
        cmd!(sh, "{zigbuild} zigbuild --locked --package carom-capi --profile {profile} --target {triple}");
    rust::foreign(command, "std,panic_unwind").env("PATH", tools::path_with(sh, &bin)?).run()?;
    Ok(project.target.join(triple).join(profile))
}
