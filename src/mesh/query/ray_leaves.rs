//! Rays of a stream at leaves: a first look at all of them, then hits where it has found anything.
//!
//! Whether a ray meets anything at a leaf can't be predicted. Where the look is all that there is to it, nothing depends on
//! that: the leaves overlap, and what is taken afterwards is a list without gaps.

use super::engine::{OneByOne, Query, Searches, VisitLeaves};
use super::lanes::RayLook;
use super::nearest::KeyBounds;
use super::ray::Target;
use crate::batch::Filter;
use crate::bits::bits;
use crate::mesh::tree::{Block, BlockPart, LaneTree, Visitor};
use crate::simd::Simd;
use std::ops::ControlFlow;

/// The number of leaves that are looked at before hits are taken: what they find stays in the first-level cache.
const LOOKS: usize = 8;

/// The triangle test of a ray.
pub(super) trait RayVisitor: Visitor {
    /// The ray, and the hits that count.
    fn target(&self) -> &Target<'_>;

    /// Takes hits in lanes.
    fn take<S: Simd>(&mut self, simd: S, block: impl Block, hits: KeyBounds<S>) -> ControlFlow<()>;

    /// Takes the hits among the triangles of a block whose bit is set in `seen`.
    #[inline(always)]
    fn visit<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        let hits = self.target().hits(simd, block, seen, self.limit());
        self.take(simd, block, hits)
    }
}

/// A first look at a leaf.
struct Look<'v, V> {
    visitor: &'v V,
}

impl<S: Simd, V: RayVisitor> BlockPart<S> for Look<'_, V> {
    type Output = RayLook<S>;

    #[inline(always)]
    fn run(self, simd: S, block: impl Block, seen: u32) -> RayLook<S> {
        self.visitor.target().look(simd, block, seen, self.visitor.limit())
    }
}

/// The hits among what it has found.
struct Hits<'v, V, S: Simd> {
    visitor: &'v V,
    look: &'v RayLook<S>,
}

impl<S: Simd, V: RayVisitor> BlockPart<S> for Hits<'_, V, S> {
    type Output = KeyBounds<S>;

    #[inline(always)]
    fn run(self, simd: S, block: impl Block, _: u32) -> KeyBounds<S> {
        self.visitor.target().hits_of(simd, block, self.look, self.visitor.limit())
    }
}

/// Takes hits.
struct TakeHits<'v, V, S: Simd> {
    visitor: &'v mut V,
    hits: KeyBounds<S>,
}

impl<S: Simd, V: RayVisitor> BlockPart<S> for TakeHits<'_, V, S> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self, simd: S, block: impl Block, _: u32) -> ControlFlow<()> {
        self.visitor.take(simd, block, self.hits)
    }
}

/// Looks at all leaves where some rays are. Where sixteen lanes are more than a register, what a look finds would take more
/// time to write down than the branch does.
pub(super) struct RayLeaves;

impl<A: Query> VisitLeaves<A> for RayLeaves
where
    for<'a> A::Visitor<'a>: RayVisitor,
{
    #[inline(always)]
    fn visit<'a, S: Simd, L: LaneTree<S>>(
        tree: L,
        filter: &Filter,
        searches: &mut (impl Searches<'a, A, L> + ?Sized),
        at_leaves: u32,
    ) {
        if !S::IS_ONE_REGISTER || !L::HAS_ONE_BLOCK {
            return <OneByOne as VisitLeaves<A>>::visit(tree, filter, searches, at_leaves);
        }
        let simd = tree.simd();
        let mut looks = [(0, RayLook::none(simd)); LOOKS];
        let mut all_hits = [(0, KeyBounds::none(simd)); LOOKS];
        let mut rest = at_leaves;
        while rest != 0 {
            let mut count = 0;
            for i in bits(rest).take(LOOKS) {
                let (leaf, visitor) = searches.leaf(i);
                let look = tree.on_block(leaf, filter, Look { visitor: &*visitor });
                looks[count % LOOKS] = (i, look);
                count += usize::from(look.met != 0);
                rest &= rest - 1;
            }
            // The filter has been asked.
            let filter = &Filter::ALL;
            let looks = &looks[..count.min(LOOKS)];
            let mut count = 0;
            for (i, look) in looks {
                let (leaf, visitor) = searches.leaf(*i);
                let hits = tree.on_block(leaf, filter, Hits { visitor: &*visitor, look });
                all_hits[count % LOOKS] = (*i, hits);
                count += usize::from(hits.mask != 0);
            }
            for &(i, hits) in &all_hits[..count.min(LOOKS)] {
                let (leaf, visitor) = searches.leaf(i);
                if tree.on_block(leaf, filter, TakeHits { visitor, hits }).is_break() {
                    searches.end(i);
                }
            }
        }
    }
}
