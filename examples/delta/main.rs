//! The published experiment of the 21-byte tree: bytes by its memory function, and the time of all
//! intersecting pairs of triangles of two meshes, in four storages that differ in the published changes.
//! `docs/delta.md` has the results. Run by `cargo xtask experiment delta`.
//!
//! It fails if the storages find different numbers of pairs, or a plain loop over all pairs does.

#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../common/cost.rs"]
mod cost;
mod library;
mod measure;
mod overlap;
mod poses;
mod report;
mod scenes;
mod storage;
mod traverse;

use anyhow::Result;
use clap::Parser;
use cost::Effort;
use std::path::PathBuf;
use std::process::ExitCode;

/// Bytes and time of the 21-byte tree beside those of the tree that it was made from.
#[derive(Parser)]
struct Arguments {
    /// Seconds: fewer and smaller meshes, fewer poses
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
    let (poses, effort) = match quick {
        true => (2, Effort { rounds: 3, turn: 0.001 }),
        false => (5, Effort { rounds: 15, turn: 0.02 }),
    };
    let results = report::Results { quick, poses, meshes: measure::all(quick, poses, effort)? };
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
