//! `carom completions` and `carom man`: what shells and `man` want to know about the command line.

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::misuse::misuse;
use anyhow::Result;
use clap::CommandFactory;
use std::io::Write;

/// Prints the script that completes words in a shell.
pub(crate) fn completions(args: &CompletionsArgs, out: &mut impl Write) -> Result<()> {
    // The crate panics where it cannot write, as on a full disk.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "carom", &mut script);
    Ok(out.write_all(&script)?)
}

/// Prints the manual page of the command, or of one of its commands.
pub(crate) fn man(args: &ManArgs, out: &mut impl Write) -> Result<()> {
    let mut root = Cli::command();
    root.build();
    let page = match &args.command {
        None => root,
        Some(name) => match root.find_subcommand(name) {
            Some(command) => command.clone(),
            None => misuse!("{name}: there is no such command"),
        },
    };
    Ok(clap_mangen::Man::new(page).render(out)?)
}
