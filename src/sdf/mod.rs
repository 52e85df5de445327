//! Signed distance fields: the distance to a mesh at the nodes of a regular grid, negative inside.

mod distances;
mod generate;
mod grid;
pub mod kd_tree;
mod nearest;
mod options;
mod sign;

pub use distances::{Distances, SignReport};
pub use generate::{generate, generate_from_mesh};
pub use grid::{Grid, MAX_NODES};
pub use kd_tree::KdTree;
pub use options::{DistanceMethod, GenerateOptions, InsideRule, SignMethod};
