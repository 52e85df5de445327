//! Queries, a file each: a box test × a traversal × a triangle test, written once for all layouts.
//!
//! Each query checks all its inputs before it writes the first answer. It allocates nothing: its stack lies on the
//! thread's.

mod casts;
mod closest;
mod closest_exact;
mod contacts;
mod crossings;
mod distance_lanes;
mod engine;
mod hit_lanes;
mod lanes;
mod list;
mod nearest;
mod nearest_lanes;
mod occluded;
mod overlap;
mod pairs;
mod ray;
mod ray_columns;
mod ray_leaves;
mod ray_setup;
mod raycast;
mod raycast_all;
mod shape;
mod sight;
mod surface;

pub use casts::ShapeHit;
pub use closest::ClosestPoint;
pub(crate) use closest_exact::ExactPoint;
pub(crate) use contacts::write_contacts;
pub use contacts::{Contact, ContactEdges, ContactOptions};
pub use crossings::Crossing;
pub use pairs::{
    Interiors, MeshDistance, MeshInside, PairCounts, PairDistance, PairIntersection, PosePair, Share,
    TrianglePair,
};
pub use ray::RayHit;
pub use surface::SurfacePoint;

pub(crate) use crate::batch::Filter;
use crate::batch::{Batch, ListOutput, Lists, Output, check_coordinates, check_length, check_length_of};

/// The triangle of an answer that found none.
pub const NO_TRIANGLE: u32 = u32::MAX;
