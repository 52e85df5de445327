//! Signed distance fields: the distance to a mesh at the nodes of a regular grid, negative inside.

mod cooked;
mod frame;
mod grid;
mod query;
mod storage;
mod storage_options;
mod stored;

pub use cooked::{Sdf, SdfStats};
pub use grid::{Grid, MAX_NODES};
pub use query::{Interpolation, SdfClosestPoint, SdfContact, SdfRayHit, SdfSample, SdfSlice};
pub use storage::{MAX_AXIS, MAX_DISTANCE, MIN_CELL};
pub use storage_options::{Storage, StorageOptions};
