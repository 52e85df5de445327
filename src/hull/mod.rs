//! Convex hulls: points in, a small blob out.
//!
//! A hull is that of the f32 points in real numbers: all decisions are exact signs. So no point is outside of it by any
//! amount, and its bytes depend on the set of points alone. Queries on meshes take a [`Hull`] in a pose
//! ([`Hull::at`]); how it is compared with triangles stands in [`crate::geometry`].

mod build;
mod cooked;

pub use build::MAX_VERTICES;
pub use cooked::{Hull, HullStats};
