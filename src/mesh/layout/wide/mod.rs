//! Layout WIDE: eight children a node, boxes of 8-bit sides, self-contained clusters of triangles.
//!
//! Everything lies in one arena of 64-byte lines; the root is first.
//!
//! **Node**, one line: for each axis the eight lower and eight upper sides of the children's boxes, a byte
//! each, then for each axis a word with the node's grid origin (23 bits) and the exponent of the unit of
//! its sides, then a word with the children: `block | inner << 25 | (count - 1) << 28`, where 8 inner
//! children are written as the top bit. The sides count in units of `2^exponent` grid steps from the
//! grid origin, rounded outward. (Quantised wide nodes: Ylitie, Karras, Laine, "Efficient Incoherent Ray
//! Traversal on GPUs Through Compressed Wide BVHs", HPG 2017.)
//!
//! **Direct node**, two lines, in the preset for most speed: sides of 16 bits that are grid coordinates themselves, on a
//! coarser grid, then eight references. Nothing has to be decoded before it is tested.
//!
//! **Block**: a node's children lie together, first the inner nodes, a line or two each, then the headers of the
//! clusters, one after another, then their fields. So a reference to a child can be made without looking
//! at it, and a cluster's header be read without looking for it.
//!
//! **Cluster**: see [`cluster`].

mod arena;
mod box_node;
mod box_tests;
mod boxes;
mod check;
mod children;
mod cluster;
mod cluster_triangles;
mod collapse;
mod either;
mod encode;
mod grid;
mod lane_tree;
mod node;
mod node_boxes;
#[cfg(test)]
mod node_tests;
mod packet;
mod packet_node;
mod pair_tree;
mod pending;
mod point_node;
mod ray_node;
mod run;
mod sections;
mod sides;
mod table;
#[cfg(test)]
mod tests;
mod traversal;
mod tree;
mod write;

pub(crate) use box_tests::WideTest;
pub(crate) use either::EitherWide;
pub(crate) use sections::WideSections;
pub(crate) use tree::{DirectWideTree, LargeWideTree, WideTree};
