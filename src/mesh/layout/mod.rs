//! How a tree is stored. Each layout answers the same few questions; queries are written once on top.

mod compact;
mod compact_check;
mod compact_encode;

pub(crate) use compact::{Compact, Leaf as CompactLeaf, Node as CompactNode, Page as CompactPage};
pub(crate) use compact_check::check as check_compact;
pub(crate) use compact_encode::encode as encode_compact;

use crate::geometry::{Aabb, Triangle};

/// The ways to store a tree. Numbers are append-only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum LayoutKind {
    /// 8-byte nodes with implicit children and derived boxes, 8-byte leaves: least memory that a simple
    /// tree can have ("Collision data compression", 2013; after Gomez, "Compressed Axis-Aligned
    /// Bounding Box Trees", Game Programming Gems 2, 2001).
    #[default]
    Compact = 1,
}

impl LayoutKind {
    /// The layout with this number.
    pub fn from_number(number: u32) -> Option<LayoutKind> {
        [LayoutKind::Compact].into_iter().find(|&kind| kind as u32 == number)
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            LayoutKind::Compact => "compact",
        }
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
}

/// What every layout offers.
pub(crate) trait Layout: Copy {
    /// A reference to a subtree, with whatever is known about it from its parents.
    type Subtree: Copy;

    /// The whole tree with its box; `None` if there are no triangles.
    fn root(self) -> Option<(Self::Subtree, Aabb)>;

    /// Whether the subtree is a leaf.
    fn is_leaf(self, subtree: &Self::Subtree) -> bool;

    /// The triangles of a leaf.
    fn triangles(self, leaf: &Self::Subtree) -> impl Iterator<Item = LeafTriangle>;

    /// How answers name the triangle at `place` in cooked order.
    fn index(self, place: u32) -> u32;

    /// The triangle at `place` in cooked order.
    fn triangle(self, place: u32) -> LeafTriangle;
}

/// A node test fused with a layout's own decoding.
pub(crate) trait Expand<T>: Layout {
    /// Calls `found` with the key of every child of `subtree` whose box passes `test` with a key of at
    /// most `limit`.
    fn expand(self, subtree: &Self::Subtree, test: &T, limit: f32, found: impl FnMut(f32, Self::Subtree));
}
