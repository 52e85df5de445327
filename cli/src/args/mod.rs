//! The arguments of the command line, a file a command.

mod attributes;
mod cook;
mod drawing;
mod info;
mod pairs;
mod query;
mod render;
mod sdf;

pub(crate) use cook::CookArgs;
pub(crate) use info::InfoArgs;
pub(crate) use pairs::PairsArgs;
pub(crate) use query::{PinsArgs, QueryArgs};
pub(crate) use render::RenderArgs;
pub(crate) use sdf::SdfArgs;

use clap::{Parser, Subcommand};

/// Cooks triangle meshes and levels for carom, inspects and queries the result, and draws it.
#[derive(Parser)]
#[command(name = "carom", version, propagate_version = true, arg_required_else_help = true)]
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
