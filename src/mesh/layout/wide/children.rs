//! Where the children of a node lie, and references to them.

use super::arena::{CLUSTER, LINE, field};
use crate::simd::ChildRefs;

/// The children of a node, as its last word says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Children {
    /// The line where their block begins.
    pub(super) block: u32,
    /// How many of them are nodes; these come first.
    pub(super) inner: u32,
    /// How many there are.
    pub(super) count: u32,
}

impl Children {
    /// The children of the node in a line.
    #[inline(always)]
    pub(super) fn of(arena: &[u8], line: u32) -> Children {
        Children::from_word(u32::from_le_bytes(*field(arena, line as usize * LINE + 60)))
    }

    #[inline(always)]
    pub(super) fn from_word(word: u32) -> Children {
        let inner = if word & CLUSTER != 0 { 8 } else { word >> 25 & 7 };
        Children { block: word & 0x1ff_ffff, inner, count: (word >> 28 & 7) + 1 }
    }

    pub(super) fn to_word(self) -> u32 {
        let inner = if self.inner == 8 { CLUSTER } else { self.inner << 25 };
        self.block | inner | (self.count - 1) << 28
    }

    /// References to them.
    #[inline(always)]
    pub(super) fn names(&self) -> ChildRefs {
        // The lines of the nodes; the line where the clusters' headers begin, in eighths, and a cluster's number.
        let clusters = (CLUSTER | (self.block + self.inner) << 3).wrapping_sub(self.inner);
        ChildRefs { inner: self.inner, nodes: self.block, clusters }
    }

    /// A reference to child `i`.
    #[inline(always)]
    pub(super) fn reference(&self, i: u32) -> u32 {
        self.names().of(i)
    }
}
