//! The order of objects in a packed tree: by size, then along Hilbert's curve.
//!
//! Objects much larger than most come last, in classes of their own, so that no group of small ones is made
//! large by them. A radix sort (least significant digit first) of a 33-bit key; where many objects fall into
//! one cell of the curve, because they are clustered in a large world, they are ordered again by a curve
//! through their own box.

mod curve;
mod digits;
mod hilbert;
mod sort;
mod steps;

pub(super) use sort::Order;
pub(super) use steps::Steps;
