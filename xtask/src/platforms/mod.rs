//! `cargo xtask platforms`: the library for every platform, built on one Debian machine, and what can run here run: the hash
//! program, whose hashes are the same everywhere, and the C and C++ tests.

mod ctest;
mod hashes;
mod list;
mod rust;
mod table;
mod wasm;
mod windows;
mod zig;

use crate::{Project, beside, names, tools};
use anyhow::{Result, bail};
use clap::Args;
use list::{PLATFORMS, Platform, Way};
use std::path::PathBuf;
use table::{Line, Row, Table};

pub(crate) use rust::foreign;

#[derive(Args)]
pub(crate) struct Options {
    /// The platforms; all of them if none is named
    names: Vec<String>,
}

pub(crate) fn run(project: &Project, options: &Options) -> Result<()> {
    let wanted = select(&options.names)?;
    // A sixth of a library's time, for a few percent of its speed.
    project.sh.set_var("CARGO_PROFILE_RELEASE_LTO", "off");
    // Emulated ones first: they take the longest.
    let mut order: Vec<_> = wanted.into_iter().enumerate().collect();
    order.sort_by_key(|(_, platform)| !platform.is_emulated());
    let work = |project: &Project, (place, platform)| (place, build_and_run(project, platform));
    let mut lines = beside::two_at_a_time(project, "platforms/beside", order, work);
    lines.sort_by_key(|&(place, _)| place);
    let table = Table(lines.into_iter().map(|(_, line)| line).collect());
    table.print();
    let failed = table.failed();
    if !failed.is_empty() {
        bail!("failed: {}", failed.join(", "));
    }
    Ok(())
}

/// A platform's line of the table.
fn build_and_run(project: &Project, platform: &Platform) -> Line {
    eprintln!("\n== {}", platform.name);
    let start = std::time::Instant::now();
    let mut row = Row::new(platform.name);
    let result = fill(project, platform, &mut row);
    if let Err(error) = &result {
        eprintln!("{}: {error:#}", platform.name);
    }
    Line { row, time: start.elapsed(), is_good: result.is_ok() }
}

/// Builds the module of WebAssembly, `carom.wasm`; returns the folder in which it is.
pub(crate) fn build_wasm(project: &Project) -> Result<PathBuf> {
    tools::ensure(&project.sh, tools::PLATFORM_WASM32)?;
    wasm::build(project, "wasm32-unknown-unknown")
}

/// Builds the libraries that are shipped for a platform; returns the folder in which they are.
pub(crate) fn build_shipped(project: &Project, name: &str) -> Result<PathBuf> {
    let platform = select(&[name.to_owned()])?[0];
    tools::ensure(&project.sh, platform.tools)?;
    match &platform.way {
        Way::Ctest(toolchain) => ctest::build_library(project, platform, toolchain)?,
        Way::Zig => return zig::build(project, platform.triple, "release"),
        Way::ZigStatic { .. } | Way::Node | Way::Check => bail!("{name} has no libraries that are shipped"),
    }
    Ok(project.target.join(platform.triple).join("release"))
}

fn select(names: &[String]) -> Result<Vec<&'static Platform>> {
    names::select(PLATFORMS, |platform| platform.name, "platform", names)
}

/// Does what is done about a platform, and notes what is known then.
fn fill(project: &Project, platform: &Platform, row: &mut Row) -> Result<()> {
    tools::ensure(&project.sh, platform.tools)?;
    match &platform.way {
        Way::Ctest(toolchain) => ctest::run(project, platform, toolchain, row),
        Way::Node => wasm::run(project, platform, row),
        Way::Zig => zig::link(project, platform, row),
        Way::ZigStatic { emulator } => zig::run(project, platform, *emulator, row),
        Way::Check => {
            rust::check(project, platform)?;
            row.built = "checked".into();
            Ok(())
        }
    }
}
