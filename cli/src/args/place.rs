//! The arguments for where a mesh is put.

use crate::choices::UpArg;
use crate::read::{Place, Up};
use crate::values::positive;
use clap::Args;

#[derive(Args)]
#[command(next_help_heading = "For mesh files")]
pub(crate) struct PlaceArgs {
    /// The axis of the file that points up: the mesh is turned so that it becomes y. z turns a file of a
    /// program with z up, (x, y, z) becoming (x, z, -y); y and the lack of this turn nothing
    #[arg(long, value_name = "AXIS", value_enum)]
    pub(crate) up: Option<UpArg>,
    /// The factor of all coordinates, such as 0.001 to make metres of millimetres. Without it, numbers stay as
    /// they are, whatever unit the file names
    #[arg(long, value_name = "F", value_parser = positive, allow_hyphen_values = true)]
    pub(crate) scale: Option<f32>,
}

impl PlaceArgs {
    pub(crate) fn place(&self) -> Place {
        let up = self.up.map(|up| match up {
            UpArg::X => Up::X,
            UpArg::Y => Up::Y,
            UpArg::Z => Up::Z,
        });
        Place { up, scale: self.scale }
    }
}
