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

use crate::{Project, names, tools};
use anyhow::{Result, bail};
use clap::Args;
use list::{PLATFORMS, Platform, Way};
use std::path::PathBuf;
use std::sync::Mutex;
use table::{Row, Table};

pub(crate) use rust::foreign;

#[derive(Args)]
pub(crate) struct Options {
    /// The platforms; all of them if none is named
    names: Vec<String>,
}

pub(crate) fn run(project: &Project, options: &Options) -> Result<()> {
    let wanted = select(&options.names)?;
    // Not side by side: Debian's tool installs for one at a time.
    for platform in &wanted {
        tools::ensure(&project.sh, platform.tools)?;
    }
    // Emulated ones first: they take the longest.
    let mut order: Vec<_> = wanted.iter().copied().enumerate().collect();
    order.sort_by_key(|(_, platform)| !platform.is_emulated());
    let rest = &Mutex::new(order.into_iter());
    // Side by side: linking the library occupies one core for minutes. Cargo builds in two folders, or one would wait for
    // the other.
    let beside = Project::building_in("platforms/beside")?;
    for project in [project, &beside] {
        // A sixth of a library's time, for a few percent of its speed.
        project.sh.set_var("CARGO_PROFILE_RELEASE_LTO", "off");
    }
    let table = std::thread::scope(|scope| {
        let others = scope.spawn(move || build_and_run_all(&beside, rest));
        let table = build_and_run_all(project, rest);
        table.with(others.join().expect("a thread does not panic"))
    });
    table.print();
    let failed = table.failed();
    if !failed.is_empty() {
        bail!("failed: {}", failed.join(", "));
    }
    Ok(())
}

/// Takes platforms until there are no more.
fn build_and_run_all(
    project: &Project,
    rest: &Mutex<impl Iterator<Item = (usize, &'static Platform)>>,
) -> Table {
    let mut table = Table::default();
    let next = || rest.lock().expect("a thread does not panic").next();
    while let Some((place, platform)) = next() {
        eprintln!("\n== {}", platform.name);
        let start = std::time::Instant::now();
        let mut row = Row::new(platform.name);
        let result = build_and_run(project, platform, &mut row);
        if let Err(error) = &result {
            eprintln!("{}: {error:#}", platform.name);
        }
        table.add(place, row, start.elapsed(), result.is_ok());
    }
    table
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

fn build_and_run(project: &Project, platform: &Platform, row: &mut Row) -> Result<()> {
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
