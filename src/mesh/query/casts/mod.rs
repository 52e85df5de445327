//! Moving shapes: their first contact with the surface, or all of them.

mod all;
mod first;
mod hit;
mod shape;
mod smooth;

pub use hit::ShapeHit;
