//! Triangle tests on sixteen triangles at once. Edge functions are those of the reference in `geometry/`, operation by
//! operation, so they decide as it does; what it computes in f64 is bounded here in f32.

mod boxes;
mod crossing;
mod edges;
mod rays;

pub(super) use boxes::{own_bounds, swept_lanes, touching_boxes};
pub(super) use crossing::crossing_lanes;
pub(super) use edges::{EdgeLanes, edge_lanes};
pub(super) use rays::{RayLook, RayRange, RaysInLanes, ray_lanes, rays_on_triangle};
