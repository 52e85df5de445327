//! Two posed trees at once: which of their leaves may touch, or be near.
//!
//! A layout implements [`PairTree`]: the children's boxes of a node in lanes, and the triangles of a leaf as
//! a [`PairBlock`], posed. What is written here and in the queries is then compiled for three kinds of pairs
//! and each instruction set, and not for each pair of layouts: two of layout WIDE as it is by default; two of
//! it with clusters of one table; and two of any layout.

mod block;
mod blocks;
mod frames;
mod memory;
mod nearest;
mod node;
mod one;
mod pair_tree;
mod posed;
mod traverse;

pub(crate) use block::{Corners, LeafLanes, PairBlock};
pub(crate) use blocks::BlockCache;
pub(crate) use frames::Frames;
pub(crate) use memory::PairMemory;
pub(crate) use nearest::{NearestVisitor, traverse_nearest};
pub(crate) use one::{NodeStack, OneVisitor, traverse_one};
pub(crate) use pair_tree::{Expanded, PairTree};
pub(crate) use posed::{OpenPosed, PosedNode, PosedTree};
pub(crate) use traverse::{PairVisitor, traverse_pairs};
