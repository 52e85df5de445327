//! The arguments of `carom export`.

use crate::choices::ExportArg;
use clap::Args;
use std::path::PathBuf;

/// Write the triangles of a cooked mesh, or the surface or the nodes of a cooked field
///
/// A mesh's triangles come in the order of the input; in cooked order, if the mesh was cooked so. A field's triangles
/// are its zero surface, by marching tetrahedra: closed, with outer sides that are fronts, each vertex within a cell
/// of the surface. Where the solid leaves the grid, the surface is closed just outside of it.
///
/// A field's nodes are 32-bit floats, x fastest, then y, then z: as a NumPy array of shape (z, y, x), or without any
/// header.
#[derive(Args)]
#[command(after_help = "Examples:
  carom export level.carom -o level.ply
  carom export skull.sdf -o surface.glb
  carom export skull.sdf -o skull.npy")]
pub(crate) struct ExportArgs {
    /// The cooked mesh or field; - is standard input
    pub(crate) file: PathBuf,
    /// The file to write: .obj, .ply, .stl or .glb; for nodes .npy or .f32; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// The format of the output, where its name does not tell it
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) format: Option<ExportArg>,
    /// Print nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
