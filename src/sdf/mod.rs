//! Signed distance fields: the distance to a mesh at the nodes of a regular grid, negative inside.

mod grid;

pub use grid::{Grid, MAX_NODES};
