//! The arguments of `carom diff` and `carom bench`.

use clap::Args;
use std::path::PathBuf;

/// Tell what differs between two cooked files
///
/// Prints the values of carom info that differ, the first triangle that does, and the first byte; nothing if the files
/// are the same. Exit codes are those of diff: 0 if they are the same, 1 if they differ, 2 for trouble.
#[derive(Args)]
pub(crate) struct DiffArgs {
    /// The first cooked file; - is standard input
    pub(crate) a: PathBuf,
    /// The second cooked file
    pub(crate) b: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Print nothing: the exit code tells
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) quiet: bool,
}

/// Tell how many queries a cooked file answers in a second, in one thread
///
/// Rays, spheres, and closest points of random places, the same each time; of BSP trees, points inside for closest
/// points. Times depend on the machine and on what else it does.
#[derive(Args)]
pub(crate) struct BenchArgs {
    /// The cooked file; - is standard input
    pub(crate) file: PathBuf,
    /// Queries of each kind
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub(crate) queries: u32,
    /// Runs, of which the median counts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) runs: u16,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
