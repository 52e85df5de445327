//! The arguments of `carom query`.

use super::attributes::{FilterArgs, attributes};
use super::drawing::{CameraArgs, DrawingArgs};
use crate::choices::{BackfacesArg, QueryKind};
use clap::Args;
use std::path::PathBuf;

/// Ask a cooked file
///
/// One query from the numbers given, or one from each line of a file. Blank lines and lines that begin
/// with # are left out. Kinds are called as the library's functions are. Meshes answer all but
/// contains-point, collide-sphere and sample; BSP trees answer raycast, contains-point, collide-sphere, and
/// overlaps, contacts and casts of spheres, capsules and boxes; distance fields answer sample, closest-point,
/// raycast and collide-sphere.
#[derive(Args)]
#[command(
    allow_negative_numbers = true,
    after_help = concat!("Examples:
  carom query level.carom raycast 0 10 0  0 -1 0
  carom query level.carom closest-point 1 2 3 --json
  carom query level.carom overlap-box 0 1 0  0.5 1 0.5  0 0.7071068 0 0.7071068
  carom query level.carom contacts-capsule 0 1 0  0.5  0 2 0  0.1 --png contacts.png
  carom query skull.sdf sample 0.1 0.2 0.3
  echo '0 0 0  1  5 0 0' | carom query level.carom cast-sphere --file -
  carom query solids.carom overlap-sphere 0 0 24 16 --threshold --exclude 0x1e

", attributes!())
)]
pub(crate) struct QueryArgs {
    /// The cooked file
    pub(crate) file: PathBuf,
    /// The kind of query
    #[arg(value_enum)]
    pub(crate) kind: QueryKind,
    /// The numbers of one query; behind -- where they would be taken for options, as -inf and -.5 would
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    pub(crate) numbers: Vec<String>,
    /// A query a line, numbers apart by white space; - is standard input
    #[arg(long = "file", value_name = "FILE", id = "batch")]
    pub(crate) batch: Option<PathBuf>,
    /// Print a JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
    /// The sides that rays hit; only for meshes
    #[arg(long, value_enum, default_value_t)]
    pub(crate) backfaces: BackfacesArg,
    /// Spheres by the published rule, which reports some that are farther than their radius. Only for
    /// overlap-sphere and BSP trees
    #[arg(long)]
    pub(crate) threshold: bool,
    /// Take samples by tricubic interpolation, whose gradient is continuous. Only for sample
    #[arg(long)]
    pub(crate) cubic: bool,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[command(flatten)]
    pub(crate) pins: PinsArgs,
}

/// The picture of contacts.
#[derive(Args)]
#[command(next_help_heading = "Pictures of contacts with a mesh")]
pub(crate) struct PinsArgs {
    /// The file to write a picture to, .png or .bmp: the mesh, and a pin at each contact of all queries, along its normal
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) drawing: DrawingArgs,
    #[command(flatten)]
    pub(crate) camera: CameraArgs,
}
