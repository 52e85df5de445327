//! Moving shapes against a triangle: when they first touch, where, and the normal there.
//!
//! Shapes move without turning. A direction along which a shape and a triangle are apart tells a time before which
//! they do not touch: when the planes that bound them along it meet (Gottschalk, Lin and Manocha, "OBBTree", 1996;
//! van den Bergen, "Ray Casting against General Convex Objects", 2004). So the time that is returned is never late,
//! however the direction was found. It is never early by more than rounding either, because only such a time is
//! returned at which the closest points have been seen to touch.
//!
//! A shape that touches or overlaps at the start is stopped only by triangles that it moves into: so a mover that
//! was stopped can slide on, or leave, without a skin around it. The distance to a triangle is convex along a line:
//! if it does not decrease at the start, it never does.

mod capsule;
mod moving_box;
mod moving_hull;
mod outcome;
mod path;
mod sphere;
#[cfg(test)]
mod sphere_tests;
mod start;
mod surface;

pub use capsule::{CapsuleCast, CapsuleCastBounds};
pub use moving_box::{BoxCast, BoxCastBounds};
pub use moving_hull::{HullCast, HullCastBounds};
pub use outcome::{CastOutcome, EdgeRule, TriangleHit, rises_above};
pub(crate) use path::Path;
pub use sphere::SphereCast;
pub(crate) use start::Motion;
