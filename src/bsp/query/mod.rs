//! Queries: a traversal of the tree × the work at a leaf.
//!
//! Each query checks all its inputs before it writes the first answer. It allocates nothing: its stack lies
//! on the thread's. The leaves to visit are decided in f32, padded so that none is missed; the contents of a
//! leaf are decided in f64.

mod batch;
mod cast;
mod collide;
mod hit;
mod leaf;
mod penetration;
mod point;
mod raycast;
mod reach;
mod sphere;
mod start;
mod surface;
mod surface_cast;
mod sweep;
mod traverse;

pub use hit::{BspCastHit, BspContact, NO_BRUSH};
pub use point::PointContent;
pub use sphere::SphereMode;
