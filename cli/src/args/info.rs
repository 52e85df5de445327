//! The arguments of `carom info`.

use clap::Args;
use std::path::PathBuf;

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
