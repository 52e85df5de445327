//! Convex hulls: their building against all planes through three points in integers, what they touch against linear
//! programs in integers, and their blobs.

mod blob;
mod build;
mod exact;
mod overlap;
mod pose;
mod program;
mod touching;

use carom::geometry::Vec3;
use carom::hull::Hull;

/// The hull of points with these coordinates.
fn hull(points: &[[f32; 3]]) -> Hull<'static> {
    Hull::build(&points.iter().map(|&point| Vec3::from(point)).collect::<Vec<_>>()).unwrap()
}

/// The corners of a box.
fn corners(low: [f32; 3], high: [f32; 3]) -> Vec<[f32; 3]> {
    (0..8).map(|k| [0, 1, 2].map(|axis| if k >> axis & 1 == 0 { low[axis] } else { high[axis] })).collect()
}
