//! The arguments of `carom export`.

use crate::choices::ExportArg;
use clap::Args;
use std::path::PathBuf;

/// Write the triangles of a cooked mesh or of solids, the surface or the nodes of a cooked field, or the boxes of a tree
///
/// A mesh's triangles come in the order of the input; in cooked order, if the mesh was cooked so. Of solids, all faces of
/// each brush are written, those inside other brushes too, or the surface that they were made of. A field's triangles
/// are its zero surface, by marching tetrahedra: closed, with outer sides that are fronts, each vertex within a cell
/// of the surface. Where the solid leaves the grid, the surface is closed just outside of it.
///
/// A field's nodes are 32-bit floats, x fastest, then y, then z: as a NumPy array of shape (z, y, x), or without any
/// header.
///
/// With --boxes, the boxes by which queries find what is in a mesh or in solids are written as lines of an .obj: those
/// at a depth of the tree, and leaves above it, so that together they are around everything.
#[derive(Args)]
#[command(after_help = "Examples:
  carom export level.carom -o level.ply
  carom export skull.sdf -o surface.glb
  carom export skull.sdf -o skull.npy
  carom export level.carom -o boxes.obj --boxes 4")]
pub(crate) struct ExportArgs {
    /// The cooked mesh, solids or field, or with --boxes mesh or solids; - is standard input
    pub(crate) file: PathBuf,
    /// The file to write: .obj, .ply, .stl or .glb; for nodes .npy or .f32; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// The format of the output, where its name does not tell it
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) format: Option<ExportArg>,
    /// Write the boxes of the tree at this depth, 0 for the one around everything, as lines: an .obj
    #[arg(long, value_name = "DEPTH")]
    pub(crate) boxes: Option<u32>,
    /// Print nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
