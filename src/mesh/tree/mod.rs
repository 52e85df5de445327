//! The interface of trees, for every layout and every query.
//!
//! A layout implements [`Tree`]: nodes with the boxes of their children, and leaves that are blocks of triangles
//! ([`Block`]). A query is a [`BoxTest`], an order of visits ([`traverse`]) and a [`Visitor`], which is shown the
//! triangles that are left. So layouts and queries know this module, and not each other.
//!
//! A query is compiled for each layout and instruction set. A traversal of two trees is not compiled for each pair of layouts,
//! too: see [`pairs`].

mod block;
mod box_test;
mod lane_tree;
mod leaf;
mod packet;
pub(crate) mod pairs;
mod query;
mod stream;
mod traverse;
#[expect(clippy::module_inception, reason = "what a tree is")]
mod tree;
mod vertices;
mod visitor;

pub(crate) use block::{AllLanes, Block, BlockLanes, BlockPart, FirstEight, Triangles};
pub(crate) use box_test::{AabbTest, BoxTest, HullTest, OrientedBoxTest, PointTest, RayTest, SphereTest};
pub(crate) use lane_tree::LaneTree;
pub(crate) use leaf::{LeafPlace, LeafTriangle};
pub(crate) use packet::{PacketBounds, PacketCost, PacketTree, PacketVisitor, RayLanes, RayLines};
pub(crate) use query::TreeQuery;
pub(crate) use stream::{Kinds, STREAM, StreamTree};
pub(crate) use traverse::{AnyOrder, NearestFirst, Order, traverse, traverse_late};
pub(crate) use tree::{TestedBy, Tree, TreePart};
pub(crate) use vertices::VertexLanes;
pub(crate) use visitor::Visitor;
