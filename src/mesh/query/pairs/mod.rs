//! Two posed meshes: which triangles touch or are near, what they share, and how far the meshes are apart.

mod axis;
mod decide;
mod distance;
mod first_bound;
mod inside;
mod intersections;
mod list;
mod lists;
mod lowest;
mod near;
mod near_lanes;
mod packed;
mod pair;
mod poses;
mod run;
mod solids;
mod touching;
mod within;

pub use distance::MeshDistance;
pub use inside::{Interiors, MeshInside, Share};
pub use intersections::PairIntersection;
pub use pair::TrianglePair;
pub use poses::PosePair;
pub use touching::PairCounts;
pub use within::PairDistance;
