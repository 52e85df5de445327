//! Queries: a node test × a traversal × a triangle test, each written once for all layouts.
//!
//! Each query checks all its inputs before it writes the first answer; it allocates nothing and keeps
//! its stack on the machine's.

mod cast;
mod closest;
mod distance_lanes;
mod filter;
mod lanes;
mod nearest_hit;
mod node_test;
mod output;
mod overlap;
mod packet;
mod question;
mod raycast;
mod shape;
mod sort;
mod traverse;

pub use cast::CastHit;
pub use closest::{ClosestPoint, PointQuery};
pub use filter::{Backfaces, Filter};
pub(crate) use node_test::NodeTest;
pub use output::{Batch, ListOutput, Lists, Output};
pub use raycast::RayHit;
pub(crate) use traverse::Goal;

use crate::geometry::Vec3;
use crate::mesh::input::not_finite_at;
use crate::{Error, Result};

/// The triangle of an answer that found none.
pub const NO_TRIANGLE: u32 = u32::MAX;

/// Checks that every answer has a place.
fn check_length(queries: usize, answers: usize) -> Result<()> {
    if queries == answers {
        return Ok(());
    }
    Err(Error::InvalidArgument(format!("answers: room for {answers}, but there are {queries} queries")))
}

/// Checks that a vector is finite; `name` is only called for the error text.
#[inline]
fn check_finite(vector: Vec3, name: impl FnOnce() -> String) -> Result<()> {
    if are_finite(vector, Vec3::ZERO) { Ok(()) } else { Err(not_finite_at(&name(), vector)) }
}

/// Whether two vectors are finite: zero times anything else is no number.
#[inline(always)]
fn are_finite(a: Vec3, b: Vec3) -> bool {
    let zeros = a * 0.0 + b * 0.0;
    (zeros.x + zeros.y) + zeros.z == 0.0
}

/// Checks that a radius or distance is a number and not negative; one may be infinite.
fn check_length_of(value: f32, may_be_infinite: bool, name: impl FnOnce() -> String) -> Result<()> {
    if value.is_nan() {
        return Err(Error::NotFinite(format!("{}: NaN is not a number", name())));
    }
    if value == f32::INFINITY && !may_be_infinite {
        return Err(Error::NotFinite(format!("{}: {value} is not finite", name())));
    }
    if value < 0.0 {
        return Err(Error::InvalidArgument(format!("{}: {value} is negative", name())));
    }
    Ok(())
}
