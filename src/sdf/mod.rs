//! Signed distance fields: the distance to a mesh at the nodes of a regular grid, negative inside.

mod cooked;
mod distances;
mod frame;
mod generate;
mod grid;
mod nearest;
mod options;
mod published;
mod query;
mod sections;
mod short;
mod sign;
mod storage;
mod storage_options;

pub use cooked::{Sdf, SdfStats};
pub use distances::{Distances, SignReport};
pub use generate::{generate, generate_from_mesh};
pub use grid::{Grid, MAX_NODES};
pub use options::{DistanceMethod, GenerateOptions, InsideRule, SignMethod};
pub(crate) use published::kd_tree;
pub use published::kd_tree::{KdFigures, KdNearest, KdSearch, KdStats, KdTree};
pub use query::{Interpolation, SdfClosestPoint, SdfContact, SdfRayHit, SdfSample, SdfSlice};
pub(crate) use storage::check_grid;
pub use storage::{MAX_AXIS, MAX_DISTANCE, MIN_CELL};
pub use storage_options::{Storage, StorageOptions};
