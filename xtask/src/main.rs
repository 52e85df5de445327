//! The project's own commands, one a file. Each first makes sure of the tools it needs, echoes what it
//! runs, and says which step failed.

mod abi;
mod beside;
mod coreclr;
mod cpp;
mod demo;
mod experiment;
mod fuzz;
mod levels;
mod long;
mod modules;
mod names;
mod package;
mod peers;
mod platforms;
mod project;
mod python;
mod sanitize;
mod steps;
mod test;
mod tools;
mod view;

use anyhow::Result;
use clap::{Parser, Subcommand};
use project::Project;
use std::process::ExitCode;

/// The project's own commands. Tools that are missing on the machine are installed if apt-get may.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compares the C interface with its committed description
    Abi(abi::Options),
    /// Cooks three real meshes, queries them from C++, compares with brute force and draws them
    Demo,
    /// Repeats a published experiment: tables, records and pictures
    Experiment(experiment::Options),
    /// Searches for inputs that fail, by libFuzzer
    Fuzz(fuzz::Options),
    /// Fetches the levels of OpenArena, cooks them and compares their answers with brute force
    Levels,
    /// Tests at length: all parts of the library, or those that have changed
    Long(long::Options),
    /// Lists the files that use each other, and fails if any do that should not
    Modules,
    /// Makes packages of the library, installs each into an empty folder and uses it there
    Package(package::Options),
    /// Does the same work with carom and other libraries, side by side
    Peers(peers::Options),
    /// Builds the library for every platform, runs it where that is possible and compares hashes
    Platforms(platforms::Options),
    /// Builds the Python package and tests it
    Python(python::Options),
    /// Runs the tests under tools that watch memory and threads
    Sanitize(sanitize::Options),
    /// Makes the page that `carom view` fills, and tries it in Chromium
    View(view::Options),
    /// Checks everything: formatting, lints, Rust, C, C++ and C# tests
    Test {
        /// Leave out the C, C++ and C# tests
        #[arg(long)]
        quick: bool,
    },
}

fn run() -> Result<()> {
    let arguments = Arguments::parse();
    let project = Project::open()?;
    match arguments.command {
        Command::Abi(options) => abi::run(&project, &options),
        Command::Demo => demo::run(&project),
        Command::Experiment(options) => experiment::run(&project, &options),
        Command::Fuzz(options) => fuzz::run(&project, &options),
        Command::Levels => levels::run(&project),
        Command::Long(options) => long::run(&project, &options),
        Command::Modules => modules::run(&project),
        Command::Package(options) => package::run(&project, &options),
        Command::Peers(options) => peers::run(&project, &options),
        Command::Platforms(options) => platforms::run(&project, &options),
        Command::Python(options) => python::run(&project, &options),
        Command::Sanitize(options) => sanitize::run(&project, &options),
        Command::View(options) => view::run(&project, &options),
        Command::Test { quick } => test::run(&project, quick),
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}
