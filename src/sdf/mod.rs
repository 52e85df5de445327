//! Signed distance fields: the distance to a mesh at the nodes of a regular grid, negative inside.

mod cooked;
mod frame;
mod grid;
mod options;
mod query;
mod storage;
mod stored;

pub use cooked::{Sdf, SdfStats};
pub use grid::{Grid, MAX_NODES};
pub use options::{Storage, StorageOptions};
pub use query::{Interpolation, SdfClosestPoint, SdfContact, SdfRayHit, SdfSample, SdfSlice};
pub use storage::{MAX_AXIS, MAX_DISTANCE, MIN_CELL};
