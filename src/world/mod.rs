//! Moving objects, and which of them may touch: coarse collision.
//!
//! A [`World`] holds boxes, spheres and compounds of them, each with an id, and answers which pairs of them
//! touch, what has changed of that, and queries. It finds them with one of several structures: a packed tree,
//! or a published one, for comparison (`published/`). Its answers are the same with each: those of a loop
//! over all objects with the arithmetic of `objects/volume.rs` and `query/predicate.rs`.

mod any_structure;
mod objects;
mod options;
mod order;
mod packed;
mod pairs;
mod published;
mod query;
mod saved;
mod short;
mod state;
mod stats;
mod structure;
mod threads;
#[expect(clippy::module_inception, reason = "the world itself")]
mod world;

pub use crate::batch::{ListOutput, Lists};
pub use crate::geometry::PointQuery;
pub use objects::{GroupFilter, Object, ObjectId, Pair, Volume};
pub use options::{HierarchyBuild, Placement, StructureKind, WorldOptions, next_tag};
pub use query::{AabbCast, Frustum, Hit, Neighbor, Plane, QueryFilter};
pub use stats::WorldStats;
pub use structure::NodeBox;
pub use world::World;
