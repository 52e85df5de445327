//! The published experiment of the inverse BSP tree: the wrong reports of its rule for spheres, against the
//! formulas, and the costs of the cures. `docs/inverse-bsp.md` has the results. Run by
//! `cargo xtask experiment inverse-bsp`.
//!
//! It fails if a wedge departs from the formulas, if anything is missed, if the exact check gives a false
//! answer beyond rounding, or if the published rule and the mirrored walk differ.

mod angles;
#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../common/cost.rs"]
mod cost;
mod formula;
mod radii;
mod report;
mod rules;
mod scenes;
mod shapes;
mod wedge;

use anyhow::Result;
use clap::Parser;
use common::solid;
use cost::Effort;
use report::Results;
use std::path::PathBuf;
use std::process::ExitCode;
use wedge::Resolution;

/// False hits of the inverse BSP tree, and the costs of the cures.
#[derive(Parser)]
struct Arguments {
    /// Seconds: coarser, with fewer angles, brushes and spheres
    #[arg(long)]
    quick: bool,
    /// The file for the records
    #[arg(long)]
    json: Option<PathBuf>,
    /// The folder for the pictures
    #[arg(long)]
    plots: Option<PathBuf>,
}

fn main() -> ExitCode {
    run(Arguments::parse()).unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

fn run(Arguments { quick, json, plots }: Arguments) -> Result<ExitCode> {
    let (resolution, effort, step) = match quick {
        true => (Resolution { rays: 256, cells: 24 }, Effort { rounds: 3, turn: 0.001 }, 20),
        false => (Resolution { rays: 4096, cells: 100 }, Effort { rounds: 15, turn: 0.004 }, 10),
    };
    let (brushes, centers, builds) = if quick { (150, 5_000, 1) } else { (1000, 50_000, 5) };
    let wedges = angles::measure(step, resolution, effort)?;
    let scenes = scenes::measure(quick)?;
    let radii = radii::measure(brushes, centers, builds, effort)?;
    let rules = rules::measure(quick, if quick { 20_000 } else { 400_000 }, effort)?;
    let Resolution { rays, cells } = resolution;
    let results = Results { quick, rays, cells, wedges, scenes, radii, rules };
    report::print(&results);
    if let Some(path) = json {
        results.save(&path)?;
    }
    if let Some(folder) = plots {
        results.draw(&folder)?;
    }
    let failures = results.failures();
    for failure in &failures {
        eprintln!("departs: {failure}");
    }
    Ok(if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
