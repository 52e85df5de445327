//! `cargo xtask experiment`: the published measurements of a system, repeated (a page each in `docs/`).

use crate::Project;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use xshell::cmd;

#[derive(Args)]
pub(crate) struct Options {
    /// The experiment to repeat
    #[arg(value_enum)]
    name: Name,
    /// Seconds instead of minutes: coarser, and pictures go beside the records
    #[arg(long)]
    quick: bool,
}

/// The experiments. Each is a package in `examples/`.
#[derive(Clone, Copy, ValueEnum)]
enum Name {
    /// Savings and costs of the 21-byte tree for pairs of meshes
    Delta,
    /// Wrong reports of the sphere rule of the inverse BSP tree, and the costs of the cures
    InverseBsp,
}

impl Name {
    /// The folder in `examples/`, and the package, whose pictures have a folder of that name in `docs/`.
    fn places(self) -> (&'static str, &'static str) {
        match self {
            Name::Delta => ("delta", "delta"),
            Name::InverseBsp => ("inverse_bsp", "inverse-bsp"),
        }
    }
}

pub(crate) fn run(project: &Project, options: &Options) -> Result<()> {
    let Project { sh, root, target } = project;
    let (example, package) = options.name.places();
    let records = target.join("experiments");
    sh.create_dir(&records)?;
    let json = records.join(format!("{example}.json"));
    let plots = if options.quick { records.join(package) } else { root.join("docs").join(package) };
    let quick = options.quick.then_some("--quick");
    cmd!(sh, "cargo run --release --locked --package {package} -- --json {json} --plots {plots} {quick...}")
        .run()
        .with_context(|| format!("the experiment {example}"))?;
    println!("\nRecords: {}\nPictures: {}", json.display(), plots.display());
    Ok(())
}
