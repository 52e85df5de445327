//! The crates, as `cargo publish` would upload them. Cargo itself compiles what it has packed; the first program of the book is
//! compiled with the unpacked library and run.

use super::work::{empty, version};
use crate::Project;
use anyhow::Result;
use std::path::Path;
use xshell::cmd;

const CRATES: [&str; 2] = ["carom", "carom-capi"];

pub(super) fn make(project: &Project, out: &Path) -> Result<()> {
    let Project { sh, root, target } = project;
    let work = empty(project, out, "crates")?;
    let packages = CRATES.iter().flat_map(|name| ["--package", name]);
    cmd!(sh, "cargo package --locked").args(packages).run()?;
    for name in CRATES {
        let file = format!("{name}-{}.crate", version());
        sh.copy_file(target.join("package").join(&file), out)?;
        let file = out.join(file);
        cmd!(sh, "tar --extract --file {file} --directory {work}").run()?;
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            sh.read_file(work.join(format!("{name}-{}", version())).join(licence))?;
        }
    }
    let library = work.join(format!("carom-{}", version()));

    let program = work.join("program");
    let manifest = format!(
        "[package]\nname = \"start\"\nedition = \"2024\"\n[dependencies]\ncarom = {{ path = {:?} }}\n[workspace]\n",
        library.display().to_string()
    );
    sh.write_file(program.join("Cargo.toml"), manifest)?;
    sh.write_file(program.join("src/main.rs"), sh.read_file(root.join("examples/book/start/main.rs"))?)?;
    let _here = sh.push_dir(&program);
    Ok(cmd!(sh, "cargo run --quiet --target-dir {target}/packages/work/crates-target").run()?)
}
