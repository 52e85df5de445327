//! Two posed meshes: which triangles touch or are near, what they share, and how far the meshes are apart.

mod decide;
mod distance;
mod inside;
mod intersections;
mod list;
mod lists;
mod near;
mod near_lanes;
mod packed;
mod poses;
mod run;
mod touching;
mod within;

pub use distance::MeshDistance;
pub use inside::{MeshInside, Share};
pub use intersections::PairIntersection;
pub use lists::TrianglePair;
pub use poses::PosePair;
pub use touching::PairCounts;
pub use within::PairDistance;
