//! The arguments of `carom render`.

use super::attributes::{ATTRIBUTES, FilterArgs};
use super::drawing::CameraArgs;
use crate::choices::{AxisArg, PictureArg};
use crate::picture::Work;
use crate::values::{area, finite, size};
use clap::Args;
use std::path::PathBuf;

/// Draw a cooked file: a mesh as a camera sees it, a BSP tree cut by a plane
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
    /// The picture to write, .png or .bmp; - is standard output, as PNG without --format
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// The format of the picture, where its name does not tell it
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) format: Option<PictureArg>,
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
    #[arg(long, value_name = "R", value_parser = finite, allow_hyphen_values = true)]
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
