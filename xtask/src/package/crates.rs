//! The crates, as `cargo publish` would upload them. Cargo itself compiles what it has packed; the first program of the book is
//! compiled with the unpacked library and run.

use super::users;
use super::work::{LICENCES, empty, version};
use crate::Project;
use anyhow::Result;
use std::path::Path;
use xshell::cmd;

const CRATES: [&str; 2] = ["carom", "carom-capi"];

pub(super) fn make(project: &Project, out: &Path) -> Result<()> {
    let Project { sh, target, .. } = project;
    let work = empty(project, out, "crates")?;
    let packages = CRATES.iter().flat_map(|name| ["--package", name]);
    // Whether they compile needs no optimisation, and nothing for debuggers.
    cmd!(sh, "cargo package --locked")
        .args(packages)
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "none")
        .env("CARGO_INCREMENTAL", "0")
        .run()?;
    for name in CRATES {
        let file = format!("{name}-{}.crate", version());
        sh.copy_file(target.join("package").join(&file), out)?;
        let file = out.join(file);
        cmd!(sh, "tar --extract --file {file} --directory {work}").run()?;
        for licence in LICENCES {
            sh.read_file(work.join(format!("{name}-{}", version())).join(licence))?;
        }
    }
    users::with_cargo(project, &work.join(format!("carom-{}", version())), &work.join("program"))
}
