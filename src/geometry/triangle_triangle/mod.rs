//! Triangle against triangle: tests for a shared point, intersections, and distances.
//!
//! Corners are f32 numbers taken as real numbers. Triangles are closed, so touching counts; degenerate ones
//! are the segments and points that they are. Results do not depend on the order of the two or of their
//! corners.

mod contacts;
mod decide;
mod distance;
mod expansion;
mod filter;
mod intersection;
mod polygon;
mod predicates;
mod solid;
#[cfg(test)]
mod tests;

pub use decide::{triangles_intersect, triangles_intersect_exactly};
pub(crate) use distance::distance_apart;
pub use distance::{ClosestOnTriangles, distance_triangle_triangle};
pub(super) use expansion::Expansion;
pub use filter::triangles_intersect_filter;
pub(crate) use filter::{ORIENTATION_FLOOR, ORIENTATION_ROUNDING};
pub use intersection::{Intersection, intersection};
pub(crate) use predicates::{is_on_line, projection, side, turn};
pub(crate) use solid::{Around, EdgeContact, SolidContact, sectors, solid_contact};
