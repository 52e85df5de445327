//! The check of stored positions.

use crate::geometry::Vec3;
use crate::{Error, Result};

/// Makes sure that stored positions are finite.
pub(super) fn check_positions(positions: &[[f32; 3]]) -> Result<()> {
    match positions.iter().position(|&p| !Vec3::from_array(p).is_finite()) {
        Some(i) => Err(Error::invalid_blob(text!("positions[{i}]: {:?} is not finite", positions[i]))),
        None => Ok(()),
    }
}
