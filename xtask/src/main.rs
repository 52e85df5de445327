//! The project's own commands, one a file. Each first makes sure of the tools it needs, echoes what it
//! runs, and says which step failed.

mod demo;
mod levels;
mod peers;
mod steps;
mod test;
mod tools;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use xshell::Shell;

/// The project's own commands. What is missing on the machine is installed where apt-get may.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Cooks three real meshes, queries them from C++, compares with brute force and draws them
    Demo,
    /// Fetches the levels of OpenArena, cooks them and compares their answers with brute force
    Levels,
    /// Does the same work with carom and other libraries, side by side
    Peers(peers::Options),
    /// Checks everything: formatting, lints, Rust, C, C++ and C# tests
    Test {
        /// Leave out the C, C++ and C# tests
        #[arg(long)]
        quick: bool,
    },
}

/// A checkout of the project.
struct Project {
    sh: Shell,
    root: PathBuf,
    /// Where cargo builds: `CARGO_TARGET_DIR`, or `target` in the checkout.
    target: PathBuf,
}

impl Project {
    fn open() -> Result<Project> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask/ lies in the checkout")?;
        let sh = Shell::new()?;
        sh.change_dir(root);
        let target = match sh.var_os("CARGO_TARGET_DIR") {
            // Relative to where the user is, as for cargo; from here on absolute, for cargo and CMake alike.
            Some(directory) => std::path::absolute(directory)?,
            None => root.join("target"),
        };
        if sh.var_os("CARGO_TARGET_DIR").is_some() {
            sh.set_var("CARGO_TARGET_DIR", &target);
        }
        Ok(Project { sh, root: root.to_owned(), target })
    }
}

fn run() -> Result<()> {
    let arguments = Arguments::parse();
    let project = Project::open()?;
    match arguments.command {
        Command::Demo => demo::run(&project),
        Command::Levels => levels::run(&project),
        Command::Peers(options) => peers::run(&project, &options),
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
