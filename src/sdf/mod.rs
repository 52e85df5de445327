//! Signed distance fields: the distance to a mesh at the nodes of a regular grid, negative inside.

mod cooked;
mod distances;
mod frame;
mod generate;
mod grid;
pub(crate) mod kd_tree;
mod nearest;
mod options;
mod query;
mod sections;
mod sign;
mod storage;
mod storage_options;

pub use cooked::{Sdf, SdfStats};
pub use distances::{Distances, SignReport};
pub use generate::{generate, generate_from_mesh};
pub use grid::{Grid, MAX_NODES};
pub use kd_tree::{KdFigures, KdNearest, KdSearch, KdStats, KdTree};
pub use options::{DistanceMethod, GenerateOptions, InsideRule, SignMethod};
pub use query::{Interpolation, SdfClosestPoint, SdfContact, SdfRayHit, SdfSample, SdfSlice};
pub(crate) use storage::check_grid;
pub use storage::{MAX_AXIS, MAX_DISTANCE, MIN_CELL};
pub use storage_options::{Storage, StorageOptions};
