//! The arguments of `carom pairs`.

use super::drawing::DrawingArgs;
use crate::values::{distance, pose};
use carom::geometry::PoseMatrix;
use clap::Args;
use std::path::PathBuf;

/// Tell where two cooked meshes touch, how far they are apart, and whether one is inside of the other
///
/// Exact, on the triangles of both meshes as they are posed; a mesh may be given twice. The inside means
/// something for closed meshes only. A pose is numbers apart by commas:
///
///   x,y,z                       a translation
///   qx,qy,qz,qw,x,y,z           a unit quaternion, then a translation
///   qx,qy,qz,qw,x,y,z,s         with a scale before both
///   r,r,r,x,r,r,r,y,r,r,r,z     the rows of a matrix, a rotation times a positive scale, each with its part of the
///                               translation
#[derive(Args)]
#[command(
    allow_negative_numbers = true,
    verbatim_doc_comment,
    after_help = "Examples:
  carom pairs part.carom housing.carom --pose 0,0,12.5
  carom pairs part.carom housing.carom --pose 0,0,0.6,0.8,1,2,3 --within 0.5 --json
  carom pairs skull.carom skull.carom --pose 0.02,0,0 --obj curves.obj --png skulls.png"
)]
pub(crate) struct PairsArgs {
    /// The first mesh, cooked
    pub(crate) a: PathBuf,
    /// The second mesh, cooked
    pub(crate) b: PathBuf,
    /// The pose of the second mesh; without it, the mesh stays where it is
    #[arg(long, value_name = "NUMBERS", value_parser = pose, allow_hyphen_values = true)]
    pub(crate) pose: Option<PoseMatrix>,
    /// The pose of the first mesh; without it, the mesh stays where it is
    #[arg(long, value_name = "NUMBERS", value_parser = pose, allow_hyphen_values = true)]
    pub(crate) pose_a: Option<PoseMatrix>,
    /// Count the pairs of triangles that are no farther apart than this, too
    #[arg(long, value_name = "DISTANCE", value_parser = distance, allow_hyphen_values = true)]
    pub(crate) within: Option<f32>,
    /// Print each pair, the first mesh's triangle before the second's: those that touch or, with --within,
    /// those that are near, with their distance
    #[arg(long)]
    pub(crate) list: bool,
    /// The file to write the intersections of the meshes to, as OBJ: segments as lines, polygons of triangles
    /// in one plane as faces, single points as points
    #[arg(long, value_name = "FILE")]
    pub(crate) obj: Option<PathBuf>,
    /// The file to write a picture of both to, .png or .bmp, the triangles that touch in red
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) drawing: DrawingArgs,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
