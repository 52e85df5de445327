//! The arguments of `carom sdf`.

use super::place::PlaceArgs;
use super::work::WorkArgs;
use crate::choices::{AxisArg, FormatArg, InsideArg, SignArg, StorageArg};
use crate::values::{distance, finite, size};
use clap::Args;
use std::path::PathBuf;

/// Make the signed distance field of a mesh, and show it
///
/// The grid is laid around the mesh's box. From a cooked field, slices and points are made of what it holds.
/// Slices are orange outside, blue inside and black at the surface.
#[derive(Args)]
#[command(after_help = "Examples:
  carom sdf skull.stl -o skull.sdf --resolution 128 --storage bricks16
  carom sdf skull.sdf --slice skull.png --axis x
  carom sdf scan.ply --inside-points inside.ply --sign winding")]
pub(crate) struct SdfArgs {
    /// A mesh (.obj, .stl, .ply, .gltf, .glb, .off or .3mf), a cooked mesh, or a cooked field; - is standard input
    pub(crate) file: PathBuf,
    /// The cooked field to write; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The format of the input, where its name does not tell it: without it, a cooked file
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) format: Option<FormatArg>,
    /// Cells along the longest side of the mesh's box
    #[arg(long, value_name = "N", default_value_t = 64, allow_hyphen_values = true)]
    pub(crate) resolution: u32,
    /// The number of additional cells on every side
    #[arg(long, value_name = "N", default_value_t = 2, allow_hyphen_values = true)]
    pub(crate) padding: u32,
    /// The storage of values
    #[arg(long, value_enum, default_value_t)]
    pub(crate) storage: StorageArg,
    /// The method that tells the inside from the outside
    #[arg(long, value_enum, default_value_t)]
    pub(crate) sign: SignArg,
    /// The winding numbers that count as inside, if they decide
    #[arg(long, value_enum, default_value_t)]
    pub(crate) inside: InsideArg,
    /// For sheets: points nearer than this are inside
    #[arg(long, value_name = "D", value_parser = distance, allow_hyphen_values = true, conflicts_with = "sign")]
    pub(crate) thickness: Option<f32>,
    /// Find distances up to this one only; farther nodes get it
    #[arg(long, value_name = "D", value_parser = distance, allow_hyphen_values = true)]
    pub(crate) max_distance: Option<f32>,
    /// Keep the nearest triangle of each node
    #[arg(long)]
    pub(crate) keep_triangles: bool,
    /// A slice to draw, as .png or .bmp; - is standard output, as PNG
    #[arg(long, value_name = "FILE")]
    pub(crate) slice: Option<PathBuf>,
    /// The axis that the slice is across; without it, z
    #[arg(long, value_enum, requires = "slice")]
    pub(crate) axis: Option<AxisArg>,
    /// The coordinate on the axis; without it, the middle
    #[arg(long, value_name = "N", value_parser = finite, allow_hyphen_values = true, requires = "slice")]
    pub(crate) at: Option<f32>,
    /// Pixels of the slice; without it, 768 along the longer side
    #[arg(long, value_name = "WxH", value_parser = size, requires = "slice")]
    pub(crate) size: Option<(u32, u32)>,
    /// The grid's nodes inside to write, as PLY
    #[arg(long, value_name = "FILE")]
    pub(crate) inside_points: Option<PathBuf>,
    /// The zero surface to write as a triangle mesh, closed: .obj, .ply, .stl or .glb
    #[arg(long, value_name = "FILE")]
    pub(crate) mesh: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
}
