//! The `carom` command: cooks meshes and levels, tells the content of the result, asks it, draws it.
//!
//! Each command has its file, and another in `bsp` for solids; `read` holds the mesh formats. Errors are one
//! line on standard error, `error: FILE: message`. The exit codes are in the help.

mod args;
mod bench;
mod bsp;
mod camera;
mod choices;
mod cook;
mod cooked;
mod diff;
mod drawing;
mod export;
mod hull;
mod info;
mod input;
mod job;
mod memory;
mod misuse;
mod output;
mod pairs;
mod picture;
mod pins;
mod printer;
mod progress;
mod query;
mod query_number;
mod read;
mod reading;
mod render;
mod report;
mod sdf;
mod shapes;
mod shell;
mod slices;
mod text;
mod values;
mod view;

use args::{Cli, Command};
use clap::Parser;
use misuse::Misuse;
use report::Report;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(told) => return tell(&told),
    };
    let mut out = Report::new(cli.command.outputs().iter().any(|path| input::is_standard(path)));
    let is_diff = matches!(cli.command, Command::Diff(_));
    // Anything but an error is a success, and only `diff` has two of them.
    let mut code = ExitCode::SUCCESS;
    let result = match &cli.command {
        Command::Cook(args) => cook::run(args, &mut out),
        Command::Info(args) => info::run(args, &mut out),
        Command::Query(args) => query::run(args, &mut out),
        Command::Pairs(args) => pairs::run(args, &mut out),
        Command::Render(args) => render::run(args, &mut out),
        Command::Sdf(args) => sdf::run(args, &mut out),
        Command::Export(args) => export::run(args, &mut out),
        Command::Diff(args) => {
            diff::run(args, &mut out).map(|same| code = if same { code } else { ExitCode::FAILURE })
        }
        Command::Bench(args) => bench::run(args, &mut out),
        Command::View(args) => view::run(args, &mut out),
        Command::Completions(args) => shell::completions(args, &mut out),
        Command::Man(args) => shell::man(args, &mut out),
    };
    match result.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => code,
        Err(error) => {
            // Answers found before the error are printed before it.
            let _ = out.flush();
            eprintln!("error: {}", text::one_line(&format!("{error:#}")));
            if is_diff || error.is::<Misuse>() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}

/// Prints what the parser of the command line has to tell: help, the version, or a mistake.
fn tell(told: &clap::Error) -> ExitCode {
    match told.print().and_then(|()| std::io::stdout().flush()) {
        Err(error) if !told.use_stderr() && error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("error: standard output: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::from(u8::try_from(told.exit_code()).unwrap_or(2)),
    }
}
