//! Queries: a node test × a traversal × a triangle test, each written once for all layouts.
//!
//! Each query checks all its inputs before it writes the first answer; it allocates nothing and keeps
//! its stack on the machine's.

mod answer;
mod box_test;
mod cast;
mod closest;
mod closest_exact;
mod distance_lanes;
mod lanes;
mod nearest;
mod nearest_hit;
mod overlap;
mod packet;
mod raycast;
mod shape;
mod surface;
mod traverse;

pub(crate) use box_test::BoxTest;
pub use cast::CastHit;
pub use closest::{ClosestPoint, PointQuery};
pub(crate) use closest_exact::ExactPoint;
pub use raycast::RayHit;
pub use surface::SurfacePoint;
pub(crate) use traverse::Visitor;

pub(crate) use crate::batch::Filter;
use crate::batch::{Batch, ListOutput, Lists, Output, check_coordinates, check_length, check_length_of};

/// The triangle of an answer that found none.
pub const NO_TRIANGLE: u32 = u32::MAX;
