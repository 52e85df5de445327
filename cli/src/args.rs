//! What the command line says.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Cooks triangle meshes for carom, inspects and queries the result, and draws it.
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
    Render(RenderArgs),
}

/// Cook a mesh file into a blob that programs open in place
///
/// Reads OBJ, STL (text and binary), PLY (text and binary) and glTF 2.0 (.gltf and .glb: all meshes of
/// the default scene, with their nodes' transforms). Polygons become fans of triangles. Prints what is
/// irregular about the mesh and how many bytes it takes; nothing irregular keeps a mesh from being
/// cooked. The output file appears complete or not at all.
#[derive(Args)]
pub(crate) struct CookArgs {
    /// The mesh: .obj, .stl, .ply, .gltf or .glb
    pub(crate) input: PathBuf,
    /// The cooked file to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// How the tree is stored
    #[arg(long, value_enum, default_value_t)]
    pub(crate) layout: LayoutArg,
    /// What layout wide is made for
    #[arg(long, value_enum, default_value_t)]
    pub(crate) preset: PresetArg,
    /// How much work to spend on the tree; answers never depend on it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) quality: QualityArg,
    /// How the triangles of a node are divided
    #[arg(long, value_enum, default_value_t)]
    pub(crate) split: SplitArg,
    /// Threads to build with; without it, one a core. The bytes do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Leave out the map to the input's triangle order, 4 bytes a triangle: answers then name triangles
    /// in cooked order. Only with --layout compact
    #[arg(long)]
    pub(crate) cooked_order: bool,
    /// Where to write that map instead: for each cooked triangle its index in the input, as unsigned
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

/// Tell what is in a cooked file, or what is irregular about a mesh file
#[derive(Args)]
pub(crate) struct InfoArgs {
    /// A cooked file, or a mesh: .obj, .stl, .ply, .gltf or .glb
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
/// with # are left out.
#[derive(Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "Examples:
  carom query level.carom ray 0 10 0  0 -1 0
  carom query level.carom closest 1 2 3 --json
  carom query level.carom box 0 1 0  0.5 1 0.5  0 0.7071068 0 0.7071068
  echo '0 0 0  1  5 0 0' | carom query level.carom cast --file -"
)]
pub(crate) struct QueryArgs {
    /// The cooked file
    pub(crate) file: PathBuf,
    /// What to ask
    #[arg(value_enum)]
    pub(crate) kind: QueryKind,
    /// The numbers of one query
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    pub(crate) numbers: Vec<String>,
    /// A query a line, numbers apart by white space; - is standard input
    #[arg(long = "file", value_name = "FILE", id = "batch")]
    pub(crate) batch: Option<PathBuf>,
    /// Print a JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
    /// Which sides rays hit
    #[arg(long, value_enum, default_value_t)]
    pub(crate) backfaces: BackfacesArg,
    /// Only triangles that have all these attribute bits, such as 3 or 0x3
    #[arg(long, value_name = "BITS", value_parser = bits, default_value = "0")]
    pub(crate) require: u16,
    /// Only triangles that have none of these attribute bits
    #[arg(long, value_name = "BITS", value_parser = bits, default_value = "0")]
    pub(crate) exclude: u16,
}

/// Draw a cooked file: a PNG, ray-cast through the cooked tree
///
/// Colours are the normals' directions: red to the right, green up, blue towards the viewer. Surfaces seen
/// from behind are grey.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct RenderArgs {
    /// The cooked file
    pub(crate) file: PathBuf,
    /// The picture to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", value_parser = size, default_value = "960x720")]
    pub(crate) size: (u32, u32),
    /// Where the camera is; without it, where the whole mesh is in view
    #[arg(long, value_name = "X,Y,Z", value_parser = vector, allow_hyphen_values = true)]
    pub(crate) eye: Option<[f64; 3]>,
    /// What it looks at; without it, the middle of the mesh
    #[arg(long, value_name = "X,Y,Z", value_parser = vector, allow_hyphen_values = true)]
    pub(crate) target: Option<[f64; 3]>,
    /// Which way is up
    #[arg(long, value_name = "X,Y,Z", value_parser = vector, allow_hyphen_values = true, default_value = "0,0,1")]
    pub(crate) up: [f64; 3],
    /// Vertical field of view in degrees
    #[arg(long, value_name = "DEGREES", value_parser = field_of_view, default_value = "30")]
    pub(crate) fov: f64,
    /// Threads to draw with; without it, one a core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Print nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum LayoutArg {
    /// 8 bytes a node and 8 a triangle, plus positions
    Compact,
    /// Eight children a node, lossless clusters tested in lanes: the fastest
    #[default]
    Wide,
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum PresetArg {
    /// Little memory and high speed
    #[default]
    Default,
    /// The least memory
    Small,
    /// The most speed
    Fast,
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum QualityArg {
    /// Cooks about 1.1 times as fast as medium
    Fast,
    /// A good tree in reasonable time
    #[default]
    Medium,
    /// Takes about twice as long as medium; queries visit less of uneven meshes
    High,
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum SplitArg {
    /// By least expected cost
    #[default]
    SurfaceArea,
    /// By the middle of the longest axis, for comparison
    Median,
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum BackfacesArg {
    /// Both sides
    #[default]
    Hit,
    /// Only the front
    Cull,
    /// Only the back
    Only,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum QueryKind {
    /// The nearest hit: origin, direction [, t_min, t_max]
    Ray,
    /// All hits in order: origin, direction [, t_min, t_max]
    RayAll,
    /// Whether anything is hit: origin, direction [, t_min, t_max]
    Occluded,
    /// The closest point of the surface: point [, max_distance]
    Closest,
    /// The triangles that touch a ball: center, radius
    Sphere,
    /// Whether a capsule touches the surface: a, radius, b
    Capsule,
    /// Whether a rotated box touches the surface: center, half extents [, unit quaternion x y z w]
    Box,
    /// The triangles whose bounding boxes touch a box: min, max
    Aabb,
    /// The first contact of a moving ball: origin, radius, displacement
    Cast,
}

fn bits(text: &str) -> Result<u16, String> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let value = match digits {
        Some(digits) => u16::from_str_radix(digits, 16),
        None => text.parse(),
    };
    value.map_err(|_| "expected 16 bits, such as 3 or 0x3".into())
}

fn size(text: &str) -> Result<(u32, u32), String> {
    const MAX: u32 = 16_384;
    let sides = text.split_once(['x', 'X']).and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    match sides {
        Some((w, h)) if (1..=MAX).contains(&w) && (1..=MAX).contains(&h) => Ok((w, h)),
        _ => Err(format!("expected WIDTHxHEIGHT, each from 1 to {MAX}")),
    }
}

fn vector(text: &str) -> Result<[f64; 3], String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[x, y, z]) if [x, y, z].iter().all(|value| value.is_finite()) => Ok([x, y, z]),
        _ => Err("expected three finite numbers, such as 1,-2.5,3".into()),
    }
}

fn field_of_view(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(degrees) if (1.0..=170.0).contains(&degrees) => Ok(degrees),
        _ => Err("expected degrees from 1 to 170".into()),
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

    #[test]
    fn values_are_checked() {
        assert_eq!(size("640x480"), Ok((640, 480)));
        assert_eq!(vector("1,-2.5, 3"), Ok([1.0, -2.5, 3.0]));
        assert_eq!((bits("0x8001"), bits("7")), (Ok(0x8001), Ok(7)));
        for bad in ["", "x", "0x5", "5x0", "99999x2", "-3x4", "4"] {
            assert!(size(bad).is_err());
        }
        for bad in ["", "1,2", "1,2,3,4", "1,nan,3", "1,inf,3", "a,b,c"] {
            assert!(vector(bad).is_err());
        }
        assert!(bits("65536").is_err() && bits("-1").is_err() && bits("0x").is_err());
        assert!(field_of_view("nan").is_err() && field_of_view("180").is_err());
    }
}
