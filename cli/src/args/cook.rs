//! The arguments of `carom cook`.

use super::attributes::ATTRIBUTES;
use super::place::PlaceArgs;
use super::work::WorkArgs;
use crate::choices::{AttributesArg, FormatArg, KindArg, LayoutArg, PresetArg, QualityArg, SplitArg};
use crate::read::{LabelBy, Treatment};
use clap::Args;
use std::path::PathBuf;

/// Cook a mesh or level file into a blob that programs open in place
///
/// Reads OBJ, STL (text and binary), PLY (text and binary), glTF 2.0 (.gltf and .glb: all meshes of the
/// default scene, with their nodes' transforms), OFF, and 3MF (all build items, with their components'
/// transforms). Numbers stay as they are, whatever unit a file names. Polygons become fans
/// of triangles. Prints the irregularities of the mesh and its size in bytes; nothing irregular keeps a mesh from being cooked. The output file
/// appears complete or not at all.
///
/// Levels, as Quake .map text (plain, Valve 220, brushDef) or compiled for Quake 3 (.bsp), become a BSP
/// tree of their brushes; curved patches and moving parts are left out. A closed mesh becomes a BSP tree
/// with --as bsp; one that leaks is an error that names the place.
#[derive(Args)]
#[command(after_help = ATTRIBUTES)]
pub(crate) struct CookArgs {
    /// The mesh: .obj, .stl, .ply, .gltf, .glb, .off or .3mf; or the level: .map or .bsp; - is standard input.
    /// Several of them are cooked into a folder
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    /// The cooked file to write; - is standard output. With a / at its end, or for several inputs, the folder to write
    /// each NAME.carom to, several at a time: each appears when it is complete, whatever becomes of the others
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// The format of the input, where its name does not tell it
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) format: Option<FormatArg>,
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
    /// Give triangles 16 attribute bits: the number of the name that the file gives them, in order of first use. The
    /// table of numbers is printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) attributes: AttributesArg,
    /// Keep vertices at equal positions apart, as the file has them
    #[arg(long)]
    pub(crate) no_weld: bool,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
}

impl CookArgs {
    /// What is made of the vertices of a mesh.
    pub(crate) fn treatment(&self) -> Treatment {
        let labels = match self.attributes {
            AttributesArg::Materials => Some(LabelBy::Materials),
            AttributesArg::Groups => Some(LabelBy::Groups),
            AttributesArg::None => None,
        };
        Treatment { place: self.place.place(), weld: !self.no_weld, labels }
    }
}
