//! The fast structure: packed trees of sixteen children a node, one for what moves, one for what rests.
//!
//! Objects are sorted along Hilbert's curve, and boxes fitted to them each frame; in the frame in which that
//! has made leaves large, they are sorted again. Objects that have not moved for a while go to a tree of
//! their own, whose leaves and pairs stay as they are: it costs nothing until they move again. If nearly all
//! have not moved, the moving tree becomes the resting one without being sorted. New ones, and those that
//! move again, lie in a third, small one between two lists of pairs, in the order in which they came but for
//! when these become many, so that adding an object does not sort all others. If edits come one by one, trees
//! are sorted in steps, see `rebuild.rs`.
//!
//! Sorting to build trees: Lauterbach et al., "Fast BVH construction on GPUs", Computer Graphics Forum 28(2),
//! 2009; the curve: see `order/hilbert.rs`. Packing: Kamel and Faloutsos, "On packing R-trees", CIKM 1993.

mod activity;
mod block;
mod boxes;
mod fit;
mod forest;
mod join;
mod names;
#[expect(clippy::module_inception, reason = "as a world asks it")]
mod packed;
mod quality;
mod rebuild;
mod resting;
mod search;
mod sight;
mod tree;
mod watch;

pub(super) use packed::Packed;
