//! Moving objects, and which of them may touch: coarse collision.
//!
//! A [`World`] holds boxes, spheres and compounds of them, each with an id, and answers which pairs of them touch, what has
//! changed of that, and queries. How it finds them is one of several structures (Millington, *Game Physics Engine
//! Development*, second edition, 2010, chapter 12); what it finds is the same for each: that of a loop over all objects
//! with the arithmetic of `volume.rs` and `goal.rs`.

mod all_pairs;
mod changes;
mod compound;
mod goal;
mod id;
mod objects;
mod options;
mod packed;
mod pair_buffer;
mod pair_list;
mod query;
mod state;
mod structure;
mod volume;
#[expect(clippy::module_inception, reason = "the world itself")]
mod world;

pub use goal::{BoxSweep, Frustum, Plane, PointQuery};
pub use id::{ObjectId, Pair};
pub use objects::{GroupFilter, Object};
pub use options::{HierarchyBuild, Placement, StructureKind, WorldOptions};
pub use query::{Hit, Neighbor};
pub use structure::NodeBox;
pub use volume::Volume;
pub use world::World;
