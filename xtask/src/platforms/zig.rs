//! Platforms whose C library comes with Zig's compiler: linked here. Programs run that need nothing besides themselves.

use super::list::Platform;
use super::table::Row;
use super::{hashes, rust};
use crate::{Project, tools};
use anyhow::{Context, Result};
use std::path::PathBuf;
use xshell::cmd;

/// Links everything once, without optimisation.
pub(super) fn link(project: &Project, platform: &Platform, row: &mut Row) -> Result<()> {
    build(project, platform.triple, "linked")?;
    row.built = "linked".into();
    row.ran = "not run".into();
    Ok(())
}

/// Builds the static library, and runs the hash program with it.
pub(super) fn run(
    project: &Project,
    platform: &Platform,
    emulator: Option<&str>,
    row: &mut Row,
) -> Result<()> {
    let Project { sh, root, target } = project;
    let library = build(project, platform.triple, "release")?.join("libcarom.a");
    let python = environment(project)?.join("python");
    let out = target.join("platforms").join(platform.name);
    sh.create_dir(&out)?;
    let (include, program) = (root.join("include"), out.join("hashes"));
    // As Zig calls it, which leaves out who made it and has one name for all 32-bit processors of the family.
    let triple = platform.triple.replace("-unknown-", "-").replace("i686-", "x86-");
    cmd!(sh, "{python} -m ziglang cc -target {triple} -static -std=c99 -O2 -I {include}")
        .args(hashes::sources(project)?)
        .arg(library)
        .args(["-lunwind", "-o"])
        .arg(&program)
        .run()?;
    row.built = "yes".into();
    let expected = root.join("cpp_tests/hashes/expected.txt");
    let command = match emulator {
        Some(emulator) => cmd!(sh, "{emulator} {program}"),
        None => cmd!(sh, "{program}"),
    };
    let output = command.arg(expected).ignore_status().read().context("the hash program")?;
    hashes::note(&output, row)
}

/// Zig's compiler; returns the folder in which its commands are.
fn environment(project: &Project) -> Result<PathBuf> {
    let sh = &project.sh;
    let bin = tools::python_environment(sh, &project.target.join("platforms/zig"))?;
    if !bin.join("cargo-zigbuild").exists() {
        let pip = bin.join("pip");
        cmd!(sh, "{pip} install --quiet ziglang cargo-zigbuild").run()?;
    }
    Ok(bin)
}

/// Builds the libraries by a profile; returns the folder in which they are.
pub(super) fn build(project: &Project, triple: &str, profile: &str) -> Result<PathBuf> {
    let sh = &project.sh;
    let bin = environment(project)?;
    let zigbuild = bin.join("cargo-zigbuild");
    let command =
        cmd!(sh, "{zigbuild} zigbuild --locked --package carom-capi --profile {profile} --target {triple}");
    rust::foreign(command, "std,panic_unwind").env("PATH", tools::path_with(sh, &bin)?).run()?;
    Ok(project.target.join(triple).join(profile))
}
