//! WebAssembly: a module without imports as the product, and the hash program linked to the static library, run by Node.

use super::list::Platform;
use super::table::Row;
use super::{hashes, rust};
use crate::Project;
use anyhow::Result;
use std::path::PathBuf;
use xshell::cmd;

/// What node.mjs provides.
const IMPORTS: &str = "hashes_report\nhashes_fail\n";

/// Builds the module without imports and the static library; returns the folder in which they are.
pub(super) fn build(project: &Project, triple: &str) -> Result<PathBuf> {
    let command = cmd!(project.sh, "cargo build --locked --package carom-capi --release --target {triple}");
    rust::foreign(command, "std,panic_abort")
        .env("CARGO_PROFILE_RELEASE_PANIC", "abort")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", "-C target-feature=+simd128")
        .run()?;
    Ok(project.target.join(triple).join("release"))
}

pub(super) fn run(project: &Project, platform: &Platform, row: &mut Row) -> Result<()> {
    let Project { sh, root, target } = project;
    let out = target.join("platforms").join(platform.name);
    sh.create_dir(&out)?;
    let folder = build(project, platform.triple)?;
    row.built = "yes".into();
    let library = folder.join("libcarom.a");

    let folder = root.join("cpp_tests/hashes");
    let mut objects = Vec::new();
    for source in hashes::sources(project)? {
        // What these do, Node does here.
        let Some(stem) = source.file_stem().filter(|stem| *stem != "main" && *stem != "report") else {
            continue;
        };
        let object = out.join(stem).with_extension("o");
        let include = root.join("include");
        cmd!(sh, "clang --target=wasm32 -std=c99 -O2 -ffreestanding -I {include} -c {source} -o {object}")
            .run()?;
        objects.push(object);
    }
    let (imports, module) = (out.join("imports.txt"), out.join("hashes.wasm"));
    sh.write_file(&imports, IMPORTS)?;
    // The default stack of 64 KiB is too small. First in memory, its overflow is an error and nothing worse.
    cmd!(sh, "wasm-ld --no-entry --export=hash_everything --allow-undefined-file={imports}")
        .args(["-z", "stack-size=1048576", "--stack-first", "-o"])
        .arg(&module)
        .args(&objects)
        .arg(&library)
        .run()?;
    let (script, expected) = (folder.join("node.mjs"), folder.join("expected.txt"));
    let output = cmd!(sh, "node {script} {module} {expected}").ignore_status().read()?;
    hashes::note(&output, row)
}
