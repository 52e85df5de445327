//! The arguments of the command line.

use crate::camera::Wishes;
use crate::choices::{AxisArg, BackfacesArg, KindArg, LayoutArg, PresetArg, QualityArg, QueryKind, SplitArg};
use crate::picture::Work;
use crate::sdf_args::SdfArgs;
use crate::values::{area, bits, distance, field_of_view, finite, pose, size, vector};
use carom::geometry::PoseMatrix;
use carom::mesh::Filter;
use clap::{Args, Parser, Subcommand};
use glam::DVec3;
use std::path::PathBuf;

/// The meaning of the attribute bits of a level's brushes.
macro_rules! attributes {
    () => {
        "Attribute bits of a level's brushes:
  0x0001 solid    0x0010 fog           0x0100 detail     0x1000 ladder
  0x0002 lava     0x0020 player clip   0x0200 sky        0x2000 no impact
  0x0004 slime    0x0040 monster clip  0x0400 slick      0x4000 no drop
  0x0008 water    0x0080 translucent   0x0800 no damage  0x8000 metal"
    };
}

const ATTRIBUTES: &str = attributes!();

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

/// Cook a mesh or level file into a blob that programs open in place
///
/// Reads OBJ, STL (text and binary), PLY (text and binary) and glTF 2.0 (.gltf and .glb: all meshes of the
/// default scene, with their nodes' transforms). Polygons become fans of triangles. Prints the irregularities
/// of the mesh and its size in bytes; nothing irregular keeps a mesh from being cooked. The output file
/// appears complete or not at all.
///
/// Levels, as Quake .map text (plain, Valve 220, brushDef) or compiled for Quake 3 (.bsp), become a BSP
/// tree of their brushes; curved patches and moving parts are left out. A closed mesh becomes a BSP tree
/// with --as bsp; one that leaks is an error that names the place.
#[derive(Args)]
#[command(after_help = ATTRIBUTES)]
pub(crate) struct CookArgs {
    /// The mesh: .obj, .stl, .ply, .gltf or .glb; or the level: .map or .bsp
    pub(crate) input: PathBuf,
    /// The cooked file to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// The kind of file to make: without this, a mesh's surface, or a level's solids
    #[arg(long = "as", value_name = "KIND", value_enum)]
    pub(crate) kind: Option<KindArg>,
    /// With --as bsp: cook a surface that leaks, too. The tree then decides about the solid parts
    #[arg(long)]
    pub(crate) ignore_leaks: bool,
    /// The layout of the tree
    #[arg(long, value_enum, default_value_t)]
    pub(crate) layout: LayoutArg,
    /// The aim of layout wide
    #[arg(long, value_enum, default_value_t)]
    pub(crate) preset: PresetArg,
    /// The work to spend on the tree; answers never depend on it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) quality: QualityArg,
    /// The method by which the triangles of a node are divided
    #[arg(long, value_enum, default_value_t)]
    pub(crate) split: SplitArg,
    /// Threads to build with; without it, one a core. The bytes do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Leave out the map to the input's triangle order, 4 bytes a triangle: answers then name triangles
    /// in cooked order. Only with --layout compact
    #[arg(long)]
    pub(crate) cooked_order: bool,
    /// Keep a table of where each triangle is stored, at most 2.5 bytes a triangle: looking one up takes no
    /// search then
    #[arg(long)]
    pub(crate) triangle_table: bool,
    /// The file to write that map to instead: for each cooked triangle its index in the input, as unsigned
    /// 32-bit little-endian numbers
    #[arg(long, value_name = "FILE", requires = "cooked_order")]
    pub(crate) order: Option<PathBuf>,
    /// Keep vertices at equal positions apart, as the file has them
    #[arg(long)]
    pub(crate) no_weld: bool,
    /// Print the report as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Print nothing but errors
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) quiet: bool,
}

/// Tell the content of a cooked file or a level, or the irregularities of a mesh file
#[derive(Args)]
pub(crate) struct InfoArgs {
    /// A cooked file, a mesh (.obj, .stl, .ply, .gltf or .glb) or a level (.map or .bsp)
    pub(crate) file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// For a mesh: keep vertices at equal positions apart, as the file has them
    #[arg(long)]
    pub(crate) no_weld: bool,
}

/// Ask a cooked file
///
/// One query from the numbers given, or one from each line of a file. Blank lines and lines that begin
/// with # are left out. Kinds are called as the library's functions are. Meshes answer all but
/// contains-point and collide-sphere; BSP trees answer raycast, overlap-sphere, cast-sphere, contains-point
/// and collide-sphere.
#[derive(Args)]
#[command(
    allow_negative_numbers = true,
    after_help = concat!("Examples:
  carom query level.carom raycast 0 10 0  0 -1 0
  carom query level.carom closest-point 1 2 3 --json
  carom query level.carom overlap-box 0 1 0  0.5 1 0.5  0 0.7071068 0 0.7071068
  carom query level.carom contacts-capsule 0 1 0  0.5  0 2 0  0.1 --png contacts.png
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
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[command(flatten)]
    pub(crate) pins: PinsArgs,
}

/// How a picture is drawn that --png asks for.
#[derive(Args)]
pub(crate) struct DrawingArgs {
    /// The picture's width and height in pixels
    #[arg(long, value_name = "WxH", value_parser = size, default_value = "960x720", requires = "png")]
    pub(crate) size: (u32, u32),
    /// Threads to draw with; without it, one a core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), requires = "png")]
    pub(crate) threads: Option<u16>,
}

/// The picture of contacts.
#[derive(Args)]
#[command(next_help_heading = "Pictures of contacts with a mesh")]
pub(crate) struct PinsArgs {
    /// The file to write a picture to: the mesh, and a pin at each contact of all queries, along its normal
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) drawing: DrawingArgs,
    #[command(flatten)]
    pub(crate) camera: CameraArgs,
}

/// The triangles or brushes that answers are about.
#[derive(Args)]
pub(crate) struct FilterArgs {
    /// Only triangles or brushes that have all these attribute bits, such as 3 or 0x3
    #[arg(long, value_name = "BITS", value_parser = bits, default_value = "0")]
    pub(crate) require: u16,
    /// Only triangles or brushes that have none of these attribute bits
    #[arg(long, value_name = "BITS", value_parser = bits, default_value = "0")]
    pub(crate) exclude: u16,
    /// Only triangles or brushes that have at least one of these attribute bits; 0 for no such condition
    #[arg(long, value_name = "BITS", value_parser = bits, default_value = "0")]
    pub(crate) any_of: u16,
}

impl FilterArgs {
    /// A filter with these bits.
    pub(crate) fn filter(&self) -> Filter {
        let FilterArgs { require, exclude, any_of } = *self;
        Filter { require, exclude, any_of, ..Filter::default() }
    }
}

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
    #[arg(long, value_name = "DISTANCE", value_parser = distance)]
    pub(crate) within: Option<f32>,
    /// Print each pair, the first mesh's triangle before the second's: those that touch or, with --within,
    /// those that are near, with their distance
    #[arg(long)]
    pub(crate) list: bool,
    /// The file to write the intersections of the meshes to, as OBJ: segments as lines, polygons of triangles
    /// in one plane as faces, single points as points
    #[arg(long, value_name = "FILE")]
    pub(crate) obj: Option<PathBuf>,
    /// The file to write a picture of both to, the triangles that touch in red
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) drawing: DrawingArgs,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Draw a cooked file as a PNG: a mesh as a camera sees it, a BSP tree cut by a plane
///
/// A mesh is ray-cast through the cooked tree. Colours are the normals' directions: red to the right,
/// green up, blue towards the viewer. Surfaces seen from behind are grey.
///
/// A BSP tree is cut by a plane across an axis. Every pixel is the centre of a sphere, and its colour tells
/// if the centre is solid or a solid is within the radius. The left picture also shows the spheres that the
/// published rule reports although the solid is farther; the right one shows the exact answer. The legend is
/// printed.
#[derive(Args)]
#[command(allow_negative_numbers = true, after_help = ATTRIBUTES)]
pub(crate) struct RenderArgs {
    /// The cooked file
    pub(crate) file: PathBuf,
    /// The picture to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Width and height in pixels; without it, 960x720 for a mesh, and for a cut 1280 and the height that
    /// shows it all
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub(crate) size: Option<(u32, u32)>,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    /// Threads to draw with; without it, one a core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Print nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) camera: CameraArgs,
    #[command(flatten)]
    pub(crate) cut: CutArgs,
}

impl RenderArgs {
    /// The way the picture is drawn.
    pub(crate) fn work(&self) -> Work<'_> {
        Work { file: &self.file, threads: self.threads, quiet: self.quiet }
    }
}

/// The view of a mesh.
#[derive(Args)]
#[group(id = "camera", multiple = true)]
#[command(next_help_heading = "For meshes")]
pub(crate) struct CameraArgs {
    /// The position of the camera; without it, one that has the whole mesh in view
    #[arg(long, value_name = "X,Y,Z", value_parser = vector, allow_hyphen_values = true)]
    pub(crate) eye: Option<[f64; 3]>,
    /// The point that it looks at; without it, the middle of the mesh
    #[arg(long, value_name = "X,Y,Z", value_parser = vector, allow_hyphen_values = true)]
    pub(crate) target: Option<[f64; 3]>,
    /// The direction that is up; without it, 0,0,1
    #[arg(long, value_name = "X,Y,Z", value_parser = vector, allow_hyphen_values = true)]
    pub(crate) up: Option<[f64; 3]>,
    /// Vertical field of view in degrees; without it, 30
    #[arg(long, value_name = "DEGREES", value_parser = field_of_view)]
    pub(crate) fov: Option<f64>,
}

impl CameraArgs {
    /// The camera that is wished for.
    pub(crate) fn wishes(&self, size: (u32, u32)) -> Wishes {
        Wishes {
            eye: self.eye.map(DVec3::from_array),
            target: self.target.map(DVec3::from_array),
            up: self.up.map_or(DVec3::Z, DVec3::from_array),
            field_of_view: self.fov.unwrap_or(30.0),
            size,
        }
    }

    /// Returns true if any of the options is given.
    pub(crate) fn is_given(&self) -> bool {
        self.eye.is_some() || self.target.is_some() || self.up.is_some() || self.fov.is_some()
    }
}

/// The cut through a BSP tree.
#[derive(Args)]
#[group(id = "plane", multiple = true, conflicts_with = "camera")]
#[command(next_help_heading = "For BSP trees")]
pub(crate) struct CutArgs {
    /// The axis that the cut is across; without it, z
    #[arg(long, value_enum)]
    pub(crate) axis: Option<AxisArg>,
    /// The coordinate on the axis; without it, the middle
    #[arg(long, value_name = "N", value_parser = finite, allow_hyphen_values = true)]
    pub(crate) at: Option<f32>,
    /// The radius of the spheres; without it, a fiftieth of the longest side of everything
    #[arg(long, value_name = "R", value_parser = finite)]
    pub(crate) radius: Option<f32>,
    /// The area to draw, as two opposite corners on the cut: x and y, or the one of them that the axis
    /// leaves, and z; without it, everything
    #[arg(long, value_name = "U,V,U,V", value_parser = area, allow_hyphen_values = true)]
    pub(crate) area: Option<[f64; 4]>,
}

impl CutArgs {
    /// Returns true if any of the options is given.
    pub(crate) fn is_given(&self) -> bool {
        self.axis.is_some() || self.at.is_some() || self.radius.is_some() || self.area.is_some()
    }
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
