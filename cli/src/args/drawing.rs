//! The arguments of pictures of meshes: their size, and the camera.

use crate::camera::Wishes;
use crate::misuse::ensure_use;
use crate::values::{direction, field_of_view, size, vector};
use anyhow::Result;
use clap::Args;
use glam::DVec3;

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
    #[arg(long, value_name = "X,Y,Z", value_parser = direction, allow_hyphen_values = true)]
    pub(crate) up: Option<[f64; 3]>,
    /// Vertical field of view in degrees; without it, 30
    #[arg(long, value_name = "DEGREES", value_parser = field_of_view, allow_hyphen_values = true)]
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

    /// Refuses a camera that looks at itself.
    pub(crate) fn check(&self) -> Result<()> {
        ensure_use!(self.eye.is_none() || self.eye != self.target, "--target: is the place of --eye");
        Ok(())
    }

    /// Returns true if any of the options is given.
    pub(crate) fn is_given(&self) -> bool {
        self.eye.is_some() || self.target.is_some() || self.up.is_some() || self.fov.is_some()
    }
}
