//! Moving objects, and which of them may touch: coarse collision.
//!
//! A [`World`] holds boxes, spheres and compounds of them, each with an id, and answers which pairs of them touch, what has
//! changed of that, and queries. How it finds them is one of several structures (Millington, *Game Physics Engine
//! Development*, second edition, 2010, chapter 12); what it finds is the same for each: that of a loop over all objects
//! with the arithmetic of `volume.rs` and `predicate.rs`.

mod all_pairs;
mod along;
mod bounding;
mod box_tree;
mod cast;
mod cells;
mod changes;
mod compound;
mod crowd;
mod edits;
mod frustum;
mod grid;
mod hierarchy;
mod hierarchy_build;
mod hilbert;
mod hit;
mod id;
mod kept;
mod listing;
mod meta;
mod multi_grid;
mod nearest;
mod object;
mod object_bsp;
mod objects;
mod octree;
mod options;
mod order;
mod packed;
mod pair_buffer;
mod pair_list;
mod pair_sort;
mod partners;
mod places;
mod predicate;
mod published;
mod query;
mod query_filter;
mod region;
mod saved;
mod sights;
mod slot_set;
mod state;
mod stats;
mod structure;
mod threads;
mod touching;
mod unkept;
mod update;
mod visitor;
mod volume;
#[expect(clippy::module_inception, reason = "the world itself")]
mod world;

pub use crate::batch::{ListOutput, Lists};
pub use crate::geometry::PointQuery;
pub use cast::AabbCast;
pub use frustum::{Frustum, Plane};
pub use hit::Hit;
pub use id::{ObjectId, Pair};
pub use nearest::Neighbor;
pub use object::{GroupFilter, Object};
pub use options::{HierarchyBuild, Placement, StructureKind, WorldOptions, next_tag};
pub use query_filter::QueryFilter;
pub use stats::WorldStats;
pub use structure::NodeBox;
pub use volume::Volume;
pub use world::World;
