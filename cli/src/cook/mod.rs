//! `carom cook`: mesh or level files in, blobs out.

mod many;
mod mesh;
mod one;

use crate::args::CookArgs;
use crate::job::Job;
use crate::text;
use anyhow::{Context, Result};
use std::io::Write;

/// Runs the command.
pub(crate) fn run(args: &CookArgs, out: &mut impl Write) -> Result<()> {
    if args.inputs.len() > 1 || many::is_folder(&args.output) {
        return many::run(args, out);
    }
    let input = args.inputs.first().context("there is no input")?;
    let (hidden, threads) = (args.work.quiet, args.work.threads());
    let job = Job { args, input, output: &args.output, hidden, threads };
    let notes = one::run(&job, out)?;
    if !args.work.quiet {
        notes.iter().for_each(|note| eprintln!("note: {}: {}", job.name(), text::one_line(note)));
    }
    Ok(())
}
