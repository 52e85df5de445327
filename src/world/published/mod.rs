//! Published structures, complete and for comparison: those of Millington, *Game Physics Engine Development*,
//! second edition, 2010, chapter 12, and the loop over all pairs that each of them is compared with.

mod all_pairs;
mod bounding;
mod box_tree;
mod cells;
mod crowd;
mod grid;
mod hierarchy;
mod hierarchy_build;
mod multi_grid;
mod object_bsp;
mod octree;
#[expect(clippy::module_inception, reason = "any of them")]
mod published;
mod region;

pub(super) use published::Published;
