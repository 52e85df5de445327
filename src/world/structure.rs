//! What every structure does: it is told which objects have changed, hands out pairs of boxes that touch, and leads
//! visitors to objects. Boxes decide what it hands out, and never what is an answer: that is for the caller to test.

use super::objects::Objects;
use super::pair_buffer::PairBuffer;
use super::visitor::Visitor;
use crate::Result;
use crate::geometry::Aabb;

/// Bytes, levels and what they have cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct StructureStats {
    pub(super) bytes: usize,
    pub(super) depth: usize,
    /// How often it was built anew.
    pub(super) builds: u64,
    /// How often its boxes were fitted to objects that had moved.
    pub(super) refits: u64,
}

/// A box of a structure, for drawing and for measuring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeBox {
    /// What it covers.
    pub bounds: Aabb,
    /// 0 at the root; of several grids, which of them, the finest first.
    pub depth: u32,
    /// How many objects lie directly in it; 0 for an inner node.
    pub objects: u32,
}

/// One way to find which objects may touch.
pub(super) trait Structure: Send + Sync {
    /// Takes in what has changed: the slots, each once, of objects that are new, have moved, or are gone. After an error
    /// the next call is told that everything has.
    fn refresh(&mut self, objects: &Objects, changed: &[u32]) -> Result<()>;

    /// Adds every pair of objects whose boxes touch, each once, in any order.
    fn pairs(&mut self, objects: &Objects, pairs: &mut PairBuffer) -> Result<()>;

    /// Leads a visitor to every object that may be an answer; to each once, if the visitor is strict.
    fn visit(&self, objects: &Objects, visitor: &mut dyn Visitor);

    /// Its figures.
    fn stats(&self) -> StructureStats;

    /// Hands out its boxes, in an order of its own.
    fn boxes(&self, objects: &Objects, found: &mut dyn FnMut(NodeBox));
}
