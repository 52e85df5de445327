//! Options of contact queries.

use crate::geometry::Brief;
use crate::{Error, Result};

/// The contacts at edges and corners that are reported. Numbers are append-only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum ContactEdges {
    /// Those of the surface: where no triangle that shares the edge or corner comes nearer, one for all that
    /// share it. A shape on a floor has the floor's normal, whatever its triangles.
    #[default]
    Smooth = 0,
    /// Those of each triangle by itself.
    All = 1,
}

/// Options of contact queries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactOptions {
    /// Gaps up to this are reported, too, with a negative depth. Not negative, and finite.
    pub max_distance: f32,
    /// The contacts at edges and corners that are reported.
    pub edges: ContactEdges,
    /// The most contacts of a manifold: 1 to 4, or 0 for all.
    pub max_points: u32,
    /// The cosine of the angle up to which a normal belongs to the manifold of a deeper contact: -1 to 1.
    pub merge_cos: f32,
}

impl Default for ContactOptions {
    fn default() -> ContactOptions {
        ContactOptions { max_distance: 0.0, edges: ContactEdges::Smooth, max_points: 0, merge_cos: 0.999 }
    }
}

impl ContactOptions {
    /// Checks all of them.
    pub(super) fn check(&self) -> Result<()> {
        crate::batch::check_length_of(self.max_distance, false, || text!("options.max_distance"))?;
        if self.max_points > 4 {
            let count = self.max_points;
            return Err(Error::invalid_argument(text!("{count} exceeds 4")).of("options", "max_points"));
        }
        if !(-1.0..=1.0).contains(&self.merge_cos) {
            let cos = Brief(self.merge_cos);
            return Err(Error::invalid_argument(text!("{cos} is not in -1..=1")).of("options", "merge_cos"));
        }
        Ok(())
    }
}
