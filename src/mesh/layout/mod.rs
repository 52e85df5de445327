//! How a tree is stored. Each layout answers the same few questions; queries are written once on top.

mod compact;
mod compact_check;
mod compact_encode;
mod table;
mod wide;

pub(crate) use compact::{Compact, Leaf as CompactLeaf, Node as CompactNode, Page as CompactPage};
pub(crate) use compact_check::check as check_compact;
pub(crate) use compact_encode::{CompactParts, encode as encode_compact};

pub(crate) use table::{TriangleTable, check_compact_table, compact_table, find_compact};
pub(crate) use wide::{
    Census, Cluster, Coherence, Grid, LINE, PacketVisitor, Triangles, Wide, WideFrame, WideParts,
    census as wide_census, check as check_wide, encode as encode_wide, look_up, look_up3,
};

use crate::geometry::Triangle;
use crate::mesh::query::{BoxTest, Filter, Visitor};
use crate::stack::{Stack, StackEntry};
use crate::{Error, Result};
use std::ops::ControlFlow;

/// The ways to store a tree. Numbers are append-only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum LayoutKind {
    /// 8-byte nodes with implicit children and derived boxes, 8-byte leaves: least memory that a simple
    /// tree can have ("Collision data compression", 2013; after Gomez, "Compressed Axis-Aligned
    /// Bounding Box Trees", Game Programming Gems 2, 2001).
    Compact = 1,
    /// Eight children a node, boxes of 8-bit sides, self-contained clusters of up to sixteen triangles,
    /// tested in lanes: the fastest, and the default. Its nodes and clusters take 2 GiB at most, which are about 130
    /// million triangles of a closed mesh.
    #[default]
    Wide = 3,
}

impl LayoutKind {
    /// The layout with this number.
    pub fn from_number(number: u32) -> Option<LayoutKind> {
        [LayoutKind::Compact, LayoutKind::Wide].into_iter().find(|&kind| kind as u32 == number)
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            LayoutKind::Compact => "compact",
            LayoutKind::Wide => "wide",
        }
    }
}

/// What clusters of layout WIDE are made for. Answers never depend on it. Numbers are append-only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum WidePreset {
    /// Little memory and high speed: clusters of up to sixteen triangles, positions packed.
    #[default]
    Default = 0,
    /// The least memory: clusters of up to thirty-two triangles.
    Small = 1,
    /// The most speed: positions as plain numbers, which need no unpacking.
    Fast = 2,
}

impl WidePreset {
    /// All of them.
    pub const ALL: [WidePreset; 3] = [WidePreset::Default, WidePreset::Small, WidePreset::Fast];

    /// The preset with this number.
    pub fn from_number(number: u32) -> Option<WidePreset> {
        WidePreset::ALL.into_iter().find(|&preset| preset as u32 == number)
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            WidePreset::Default => "default",
            WidePreset::Small => "small",
            WidePreset::Fast => "fast",
        }
    }
}

/// Makes sure that stored triangle ids name every triangle once: callers rely on it when they collect
/// triangles by id.
pub(crate) struct IdCheck {
    seen: Vec<u64>,
    count: u32,
}

impl IdCheck {
    /// For a mesh of `count` triangles.
    pub(crate) fn new(count: u32) -> Result<IdCheck> {
        let words = (count as usize).div_ceil(64);
        let mut seen = crate::error::reserve(words, "blob")?;
        seen.resize(words, 0);
        Ok(IdCheck { seen, count })
    }

    /// Notes an id.
    pub(crate) fn note(&mut self, id: u32) -> Result<()> {
        let invalid = |what: &str| Err(Error::InvalidBlob(format!("blob: triangle id {id} {what}")));
        if id >= self.count {
            return invalid("is out of range");
        }
        let (word, bit) = (&mut self.seen[id as usize / 64], 1 << (id % 64));
        if *word & bit != 0 {
            return invalid("appears twice");
        }
        *word |= bit;
        Ok(())
    }
}

/// A triangle as a layout hands it out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeafTriangle {
    /// As answers name it: the user's index, or the place in cooked order.
    pub(crate) index: u32,
    /// Filter bits.
    pub(crate) attributes: u16,
    /// The corners, bit for bit as they came.
    pub(crate) triangle: Triangle,
    /// Where it lies.
    pub(crate) place: LeafPlace,
}

/// Where a layout keeps a triangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LeafPlace {
    /// The reference to its leaf.
    pub(crate) leaf: u32,
    /// Which of the leaf's triangles it is.
    pub(crate) lane: u32,
}

impl LeafPlace {
    /// The place of no triangle.
    pub(crate) const NONE: LeafPlace = LeafPlace { leaf: u32::MAX, lane: 0 };
}

/// What every layout offers.
pub(crate) trait Tree: Copy {
    /// A reference to a subtree, with whatever is known about it from its parents.
    type NodeRef: Copy;

    /// The whole tree; `None` if there are no triangles, and perhaps if its box fails the test.
    fn root<T: BoxTest>(self, test: &T, limit: f32) -> Option<Self::NodeRef>;

    /// Whether the subtree is a leaf.
    fn is_leaf(self, subtree: &Self::NodeRef) -> bool;

    /// Hints that a subtree will be looked at soon.
    fn prefetch(self, subtree: &Self::NodeRef);

    /// Hints that one of the children of an inner subtree will be looked at next.
    fn prefetch_children(self, subtree: &Self::NodeRef);

    /// Hints that a leaf of which [`Tree::prefetch`] was told earlier will be visited soon.
    fn prefetch_leaf(self, leaf: &Self::NodeRef);

    /// Shows a leaf's triangles that pass the filter to the visitor, until it has enough.
    fn visit<G: Visitor>(self, leaf: &Self::NodeRef, filter: &Filter, visitor: &mut G) -> ControlFlow<()>;

    /// The triangle at a place.
    fn triangle_at(self, place: LeafPlace) -> Triangle;

    /// Its attribute bits.
    fn attributes_at(self, place: LeafPlace) -> u16;

    /// Shows all triangles in cooked order.
    fn for_each(self, visit: impl FnMut(LeafTriangle) -> ControlFlow<()>);

    /// A node test as this layout needs it.
    type Test<T: BoxTest>;

    /// A traversal's stack, with room for the deepest tree of this layout.
    type Stack<T: Copy>: Stack<T>;

    /// A stack for when several queries are under way at once; large enough for trees that are shallow.
    type SmallStack<T: Copy>: Stack<T>;

    /// The children of an inner subtree after a test.
    type Tested: Copy;

    /// A value to begin with.
    const UNTESTED: Self::Tested;

    /// Prepares a test.
    fn prepare<T: BoxTest>(self, test: &T) -> Self::Test<T>;

    /// Tests the children of an inner `subtree`: those pass whose box passes `test` with a key of at most
    /// `limit`. Without a branch, so that several can be under way at once.
    fn test<T: BoxTest>(self, subtree: &Self::NodeRef, test: &Self::Test<T>, limit: f32) -> Self::Tested;

    /// Whether any child is wholly inside what is asked for, as far as the test can tell.
    fn has_inside(self, tested: &Self::Tested) -> bool;

    /// Of the children that pass, returns the one with the smallest key, and puts the others on the stack
    /// with their keys, the largest first.
    fn nearest_first(
        self,
        tested: &Self::Tested,
        stack: &mut impl Stack<StackEntry<Self::NodeRef>>,
    ) -> Option<Self::NodeRef>;

    /// Of the children that pass, returns the most promising one and puts the others on the stack.
    fn any_order<T: BoxTest>(
        self,
        tested: &Self::Tested,
        stack: &mut impl Stack<Self::NodeRef>,
    ) -> Option<Self::NodeRef>;
}

/// Something to be done with a tree, whatever its layout. `run` must be `#[inline(always)]`, and so must
/// whatever it does with lanes.
pub(crate) trait TreeQuery {
    /// What it comes to.
    type Output;
    /// Does it.
    fn run<L: Tree>(self, layout: L) -> Self::Output;
}
