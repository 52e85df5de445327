//! Rays of a stream at leaves: a first look at all of them, then hits where it has found anything.
//!
//! Whether a ray meets anything at a leaf can't be predicted. Where the look is all that there is to it, nothing depends on
//! that: the leaves overlap, and what is taken afterwards is a list without gaps.

use super::engine::{OneByOne, Query, Searches, VisitLeaves};
use super::lanes::{RayLook, edge_lanes};
use super::nearest::KeyBounds;
use super::ray::Target;
use crate::batch::Filter;
use crate::bits::bits;
use crate::mesh::tree::{AllLanes, Block, BlockLanes, BlockPart, FirstEight, LaneTree, Visitor};
use crate::simd::{ALL_LANES8, LANES8, Lanes32, LowerLanes, Simd};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The number of leaves that are looked at before hits are taken: what they find stays in the first-level cache.
const LOOKS: usize = 8;

/// The triangle test of a ray.
pub(super) trait RayVisitor: Visitor {
    /// The ray, and the hits that count.
    fn target(&self) -> &Target<'_>;

    /// Takes hits in lanes, of which `first` is the first one's triangle.
    fn take<S: Lanes32>(
        &mut self,
        simd: S,
        block: impl Block,
        first: usize,
        hits: KeyBounds<S>,
    ) -> ControlFlow<()>;

    /// Takes the hits among the triangles of a block whose bit is set in `seen`.
    #[inline(always)]
    fn visit<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        if S::LowerLanes::IS_NARROWER {
            return self.visit_halves(simd, block, seen);
        }
        let hits = self.target().hits(simd, block, seen, self.limit());
        self.take(simd, block, 0, hits)
    }

    /// The same where lanes are two registers. Seldom are triangles of both halves met.
    #[inline(always)]
    fn visit_halves<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        let target = self.target().in_memory();
        let triangles = block.triangles(simd, target.ray.axes());
        let (edges, met) = edge_lanes::<S, AllLanes>(simd, &target.ray, &triangles);
        let mut met = met & seen;
        while met != 0 {
            let upper = met & ALL_LANES8 == 0;
            let first = if upper { LANES8 } else { 0 };
            let (half, edges) = (triangles.half(simd, upper), edges.half(simd, upper));
            let (target, in_half) = (self.target().in_memory(), met >> first & ALL_LANES8);
            let hits = target.bounds::<S, FirstEight>(simd, block, &half, (edges, in_half), self.limit());
            self.take(S::LowerLanes::of(simd), block, first, hits)?;
            met &= !(ALL_LANES8 << first);
        }
        ControlFlow::Continue(())
    }
}

/// A first look at a leaf.
struct Look<'v, V, B> {
    visitor: &'v V,
    lanes: PhantomData<B>,
}

impl<S: Simd, V: RayVisitor, B: BlockLanes<S>> BlockPart<S> for Look<'_, V, B> {
    type Output = RayLook<B::Lanes>;

    #[inline(always)]
    fn run(self, simd: S, block: impl Block, seen: u32) -> RayLook<B::Lanes> {
        self.visitor.target().look::<S, B>(simd, block, seen, self.visitor.limit())
    }
}

/// The hits among what it has found.
struct Hits<'v, V, S: Lanes32> {
    lanes: S,
    visitor: &'v V,
    look: &'v RayLook<S>,
}

impl<S: Simd, V: RayVisitor, B: Lanes32> BlockPart<S> for Hits<'_, V, B> {
    type Output = KeyBounds<B>;

    #[inline(always)]
    fn run(self, _: S, block: impl Block, _: u32) -> KeyBounds<B> {
        self.visitor.target().hits_of(self.lanes, block, self.look, self.visitor.limit())
    }
}

/// Takes hits.
struct TakeHits<'v, V, S: Lanes32> {
    lanes: S,
    visitor: &'v mut V,
    hits: KeyBounds<S>,
}

impl<S: Simd, V: RayVisitor, B: Lanes32> BlockPart<S> for TakeHits<'_, V, B> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self, _: S, block: impl Block, _: u32) -> ControlFlow<()> {
        self.visitor.take(self.lanes, block, 0, self.hits)
    }
}

/// Looks at all leaves where some rays are, at those with few triangles in fewer lanes. Where the lanes are more than a
/// register, what a look finds would take more time to write down than the branch does.
pub(super) struct RayLeaves;

impl RayLeaves {
    /// Looks at leaves, all in the same lanes.
    #[inline(always)]
    fn look_at<'a, A: Query, S: Simd, L: LaneTree<S>, B: BlockLanes<S>>(
        tree: L,
        filter: &Filter,
        searches: &mut (impl Searches<'a, A, L> + ?Sized),
        at_leaves: u32,
    ) where
        A::Visitor<'a>: RayVisitor,
    {
        let lanes = B::lanes(tree.simd());
        let mut looks = [(0, RayLook::none(lanes)); LOOKS];
        let mut all_hits = [(0, KeyBounds::none(lanes)); LOOKS];
        let mut rest = at_leaves;
        while rest != 0 {
            let mut count = 0;
            for i in bits(rest).take(LOOKS) {
                let (leaf, visitor) = searches.leaf(i);
                let look = tree.on_block(leaf, filter, Look { visitor: &*visitor, lanes: PhantomData::<B> });
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
                let hits = tree.on_block(leaf, filter, Hits { lanes, visitor: &*visitor, look });
                all_hits[count % LOOKS] = (*i, hits);
                count += usize::from(hits.mask != 0);
            }
            for &(i, hits) in &all_hits[..count.min(LOOKS)] {
                let (leaf, visitor) = searches.leaf(i);
                if tree.on_block(leaf, filter, TakeHits { lanes, visitor, hits }).is_break() {
                    searches.end(i);
                }
            }
        }
    }
}

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
        let mut small = 0;
        if S::LowerLanes::IS_NARROWER && L::HAS_ONE_BLOCK && L::HAS_PLAIN_VERTICES {
            for i in bits(at_leaves) {
                small |= u32::from(tree.is_small(searches.leaf(i).0)) << i;
            }
            RayLeaves::look_at::<A, S, L, FirstEight>(tree, filter, searches, small);
        }
        let others = at_leaves & !small;
        if S::IS_ONE_REGISTER && L::HAS_ONE_BLOCK {
            RayLeaves::look_at::<A, S, L, AllLanes>(tree, filter, searches, others);
        } else {
            <OneByOne as VisitLeaves<A>>::visit(tree, filter, searches, others);
        }
    }
}
