//! The arguments of the command line, a file a command.

mod attributes;
mod compare;
mod cook;
mod drawing;
mod export;
mod info;
mod pairs;
mod place;
mod query;
mod render;
mod sdf;
mod shell;
mod view;
mod work;

pub(crate) use compare::{BenchArgs, DiffArgs};
pub(crate) use cook::CookArgs;
pub(crate) use export::ExportArgs;
pub(crate) use info::InfoArgs;
pub(crate) use pairs::PairsArgs;
pub(crate) use query::{PinsArgs, QueryArgs};
pub(crate) use render::RenderArgs;
pub(crate) use sdf::SdfArgs;
pub(crate) use shell::{CompletionsArgs, ManArgs};
pub(crate) use view::ViewArgs;

use clap::{Parser, Subcommand};
use std::path::Path;

/// What all commands have in common.
const CONVENTIONS: &str = "Files:
  - is standard input where a file is read, and standard output where one is
  written; what a command would print there goes to standard error then.
  --format names the format that a name does not tell.
  A file that is written appears complete or not at all.

Exit codes:
  0    done
  1    failed; standard error says why in a line, or in a line a file.
       Of carom diff: the files differ
  2    the command line is wrong: the words, or options that do not fit one
       another or what the file holds. Of carom diff: it failed
  130  interrupted
  A reader that closes standard output early, as head does, stops the
  printing; the rest is done, and the code says how. Of a file that is
  written there it has a part only: that is a failure.";

/// Cooks triangle meshes and levels for carom, inspects and queries the result, and draws it.
#[derive(Parser)]
#[command(name = "carom", version, propagate_version = true, arg_required_else_help = true, after_help = CONVENTIONS)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Cook(CookArgs),
    Info(InfoArgs),
    Query(QueryArgs),
    Pairs(PairsArgs),
    Render(RenderArgs),
    Sdf(SdfArgs),
    Export(ExportArgs),
    Diff(DiffArgs),
    Bench(BenchArgs),
    View(ViewArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

impl Command {
    /// The files that are written.
    pub(crate) fn outputs(&self) -> Vec<&Path> {
        let paths = match self {
            Command::Cook(args) => vec![Some(&args.output), args.order.as_ref()],
            Command::Info(_)
            | Command::Diff(_)
            | Command::Bench(_)
            | Command::Completions(_)
            | Command::Man(_) => Vec::new(),
            Command::Query(args) => vec![args.pins.png.as_ref()],
            Command::Pairs(args) => vec![args.obj.as_ref(), args.png.as_ref()],
            Command::Render(args) => vec![Some(&args.output)],
            Command::Export(args) => vec![Some(&args.output)],
            Command::View(args) => vec![Some(&args.output)],
            Command::Sdf(args) => {
                vec![
                    args.output.as_ref(),
                    args.slice.as_ref(),
                    args.inside_points.as_ref(),
                    args.mesh.as_ref(),
                ]
            }
        };
        paths.into_iter().flatten().map(|path| path.as_path()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
