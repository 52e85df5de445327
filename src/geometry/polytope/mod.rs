//! Convex hulls: how their parts are stored, posed ones, and the test against a triangle.
//!
//! A posed hull is *defined* in real numbers: each vertex `v` is at `R v + t`, with the f32 numbers of the pose's
//! matrix and of the vertex taken as they are, and nothing rounded. So faces stay flat, and all parts keep their
//! places; whether a triangle touches is decided by exact signs.

mod contact;
mod contains;
mod exact;
mod flat;
mod hull_triangle;
mod parts;
mod posed;
mod solid;

pub use contact::{HullTouch, HullWays};
pub(crate) use contains::BoxPlace;
pub use hull_triangle::hull_triangle;
pub use parts::{ConvexHull, HullEdge, HullPlane, NO_FACE};
pub use posed::{HullPose, Polytope, PosedHull};
