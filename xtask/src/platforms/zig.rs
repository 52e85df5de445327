//! Platforms whose C library comes with Zig's compiler: linked here, and not run.

use super::list::Platform;
use super::rust;
use super::table::Row;
use crate::{Project, tools};
use anyhow::Result;
use xshell::cmd;

pub(super) fn link(project: &Project, platform: &Platform, row: &mut Row) -> Result<()> {
    let (sh, triple) = (&project.sh, platform.triple);
    let bin = tools::python_environment(sh, &project.target.join("platforms/zig"))?;
    if !bin.join("cargo-zigbuild").exists() {
        let pip = bin.join("pip");
        cmd!(sh, "{pip} install --quiet ziglang cargo-zigbuild").run()?;
    }
    let zigbuild = bin.join("cargo-zigbuild");
    let path = std::env::join_paths(
        std::iter::once(bin).chain(std::env::split_paths(&sh.var_os("PATH").unwrap_or_default())),
    )?;
    let command = cmd!(sh, "{zigbuild} zigbuild --locked --package carom-capi --release --target {triple}");
    rust::foreign(command, "std,panic_unwind")
        .env("PATH", path)
        // Debian's compiler has no tool to strip another system's libraries with.
        .env("CARGO_PROFILE_RELEASE_STRIP", "none")
        .run()?;
    row.built = "linked".into();
    row.ran = "not run".into();
    Ok(())
}
