//! Queries on fields. Each checks all its inputs before it writes the first answer, and allocates nothing.

mod batch;
mod cell_batch;
mod cell_box;
mod chunk;
mod closest;
mod collide;
mod contact;
mod cubic;
mod deepest;
mod deepest_segment;
mod deepest_triangle;
mod facets;
mod fields;
mod inside;
mod lowest;
mod march;
mod outside;
mod sample;
mod sampler;
mod shapes;
mod slice;
mod slices;
mod surface;
mod trilinear;
mod values;

pub use closest::SdfClosestPoint;
pub use contact::SdfContact;
pub use march::SdfRayHit;
pub use sample::{Interpolation, SdfSample};
pub use slice::SdfSlice;
