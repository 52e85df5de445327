//! The arguments of commands that cook: how they work, and what they print.

use clap::Args;

#[derive(Args)]
pub(crate) struct WorkArgs {
    /// Threads to work with; without it, one a core. The bytes do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Print nothing but errors
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) quiet: bool,
}

impl WorkArgs {
    /// The number of threads; 0 for one a core.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or(0, usize::from)
    }
}
