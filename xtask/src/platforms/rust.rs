//! Rust for platforms whose standard library the toolchain at hand does not bring: Debian's compiler builds it from source.

use super::list::Platform;
use crate::Project;
use crate::tools::DEBIAN_RUSTC;
use anyhow::Result;
use xshell::{Cmd, cmd};

/// The command with that compiler, which builds these parts of the standard library too.
pub(crate) fn foreign<'a>(command: Cmd<'a>, parts: &str) -> Cmd<'a> {
    // Building the standard library is not yet stable: the compiler takes it from nobody without this.
    command
        .env("RUSTC", DEBIAN_RUSTC)
        .env("RUSTC_WRAPPER", concat!(env!("CARGO_MANIFEST_DIR"), "/src/platforms/with_jemalloc.sh"))
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_UNSTABLE_BUILD_STD", parts)
        .env_remove("RUSTFLAGS")
        // Debian's compiler has no tool to strip another system's libraries with.
        .env("CARGO_PROFILE_RELEASE_STRIP", "none")
}

/// Checks that the libraries compile.
pub(super) fn check(project: &Project, platform: &Platform) -> Result<()> {
    let triple = platform.triple;
    let command = cmd!(project.sh, "cargo check --locked --package carom-capi --target {triple}");
    // The standard library is compiled, and need not be fast.
    let command = command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "none");
    Ok(foreign(command, "std,panic_unwind").run()?)
}
