//! The storage of a field: every value, or bricks near the surface and corners of blocks elsewhere.

mod blocks;
mod bricks;
mod corners;
mod dense;
mod encode;
mod input;
mod lerp;
mod measure;
mod nodes;

pub(super) use blocks::{Blocks, CELLS, NODES, SIDE, nodes_between};
pub(super) use bricks::{Bricks, COARSE, Code, Code8, Code16, LARGEST_CODE, first, place};
pub(super) use corners::dims as corner_dims;
pub(super) use dense::Dense;
pub(super) use encode::{Encoded, encode};
pub(crate) use input::check_grid;
pub use input::{MAX_AXIS, MAX_DISTANCE, MIN_CELL};
pub(super) use input::{check_max_distance, check_options, check_triangles, check_values};
pub(super) use lerp::lerp;
pub(super) use measure::{Errors, dense_ranges, measure, slope};
pub(super) use nodes::{Lanes, Nodes};
