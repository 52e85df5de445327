//! The arguments of `carom info`.

use crate::choices::FormatArg;
use clap::Args;
use std::path::PathBuf;

/// Tell the content of a cooked file or a level, or the irregularities of a mesh file
#[derive(Args)]
pub(crate) struct InfoArgs {
    /// A cooked file, a mesh (.obj, .stl, .ply, .gltf, .glb, .off or .3mf) or a level (.map or .bsp); - is standard
    /// input
    pub(crate) file: PathBuf,
    /// The format of the file, where its name does not tell it: without it, a cooked file
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) format: Option<FormatArg>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// For a mesh: keep vertices at equal positions apart, as the file has them
    #[arg(long)]
    pub(crate) no_weld: bool,
}
