//! The arguments of `carom view`.

use clap::Args;
use std::path::PathBuf;

/// Write a page that shows a cooked mesh, field, solid or world in a browser, where it can be turned and asked
///
/// The page is one file that needs nothing else: it holds the cooked bytes, carom itself as WebAssembly, and a renderer,
/// and it asks no host for anything. A click casts a ray, and tells the hit and the boxes of the tree that the ray enters
/// on its way. Boxes can be shown depth by depth, and what rays cost as colours. Of a field, its zero surface is shown,
/// with slices through its distances; of solids, the faces of their brushes, and a click asks the BSP tree; of a saved
/// world, the volumes of its objects, spheres by 256 triangles, and a click tells the object.
///
/// What is not the file's comes from an empty page, which `cargo xtask view` makes.
#[derive(Args)]
#[command(after_help = "Examples:
  carom view level.carom -o level.html
  carom view skull.sdf -o skull.html --page view.html")]
pub(crate) struct ViewArgs {
    /// The cooked mesh, field or solids, or the saved world; - is standard input
    pub(crate) file: PathBuf,
    /// The page to write; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// The empty page; unless given, share/carom/view.html or view.html beside this program
    #[arg(long, value_name = "FILE")]
    pub(crate) page: Option<PathBuf>,
    /// Print nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
