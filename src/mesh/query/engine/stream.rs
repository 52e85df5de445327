//! Streams: many queries of a batch under way at once.

use super::finished::Finished;
use super::query::{Query, Searches, VisitLeaves};
use super::setup::{Beginning, Beginnings};
use crate::batch::{Batch, Filter, Output};
use crate::bits::bits;
use crate::geometry::Aabb;
use crate::mesh::tree::{BoxTest, LaneTree, Order, StreamTree, TestedBy, Tree, TreePart, Visitor, traverse};
use crate::simd::Simd;
use arrayvec::ArrayVec;
use std::marker::PhantomData;
use std::ops::Range;

/// The number of queries under way at once: a bit each.
pub(super) const STREAM: usize = 32;
/// Where one takes more bytes of the thread's stack, only half as many are.
const LARGEST: usize = 1152;

/// A query under way.
struct Running<'a, A: Query, L: StreamTree<A::Test>> {
    visitor: A::Visitor<'a>,
    test: L::Prepared,
    current: L::NodeRef,
    query: usize,
    pending: L::Pending,
}

impl<'a, A: Query, L: StreamTree<A::Test>> Searches<'a, A, L> for [Running<'a, A, L>] {
    #[inline(always)]
    fn leaf(&mut self, search: u32) -> (&L::NodeRef, &mut A::Visitor<'a>) {
        let Running { current, visitor, .. } = &mut self[search as usize];
        (current, visitor)
    }

    #[inline(always)]
    fn end(&mut self, search: u32) {
        L::clear(&mut self[search as usize].pending);
    }
}

/// A search by itself.
struct Alone<'s, 'a, A: Query> {
    test: &'s A::Test,
    filter: &'s Filter,
    visitor: &'s mut A::Visitor<'a>,
}

impl<A: Query, L: TestedBy<A::Test>> TreePart<L> for Alone<'_, '_, A> {
    type Output = ();

    #[inline(always)]
    fn run(self, tree: L) {
        traverse::<A::Order, L, A::Test>(tree, self.test, self.filter, self.visitor);
    }
}

/// What the queries under way do next, a bit each.
#[derive(Clone, Copy, Default)]
struct Next {
    nodes: u32,
    leaves: u32,
    ended: u32,
}

/// The queries of a batch, of which many are under way at once: that hides the cache misses of one, and the latency
/// of its arithmetic, behind the work of the others. All that are at nodes take a step together, then all that are
/// at leaves, so that few branches depend on a single query.
///
/// Only what all of them share: functions write to what changes, which is why that lies elsewhere. Then this can be
/// in registers.
pub(super) struct Streamed<'a, A, S, L: Tree, B: ?Sized> {
    pub(super) tree: L,
    /// Where all of them begin.
    pub(super) root: L::NodeRef,
    pub(super) simd: S,
    pub(super) queries: &'a B,
    pub(super) filter: &'a Filter,
    pub(super) whole: &'a Aabb,
    pub(super) query: PhantomData<A>,
}

impl<'a, A, S, L, B> Streamed<'a, A, S, L, B>
where
    A: Query,
    S: Simd,
    L: StreamTree<A::Test> + LaneTree<S>,
    B: Batch<A::Input> + ?Sized,
{
    /// Answers the queries `range`, of which there is one.
    #[inline(always)]
    pub(super) fn run(
        self,
        range: Range<usize>,
        wanted: A::Wanted,
        out: &mut (impl Output<A::Answer> + ?Sized),
    ) {
        match size_of::<Running<A, L>>() <= LARGEST {
            true => self.run_many::<STREAM>(range, wanted, out),
            false => self.run_many::<{ STREAM / 2 }>(range, wanted, out),
        }
    }

    /// So many at once.
    #[inline(always)]
    fn run_many<const MOST: usize>(
        self,
        range: Range<usize>,
        wanted: A::Wanted,
        out: &mut (impl Output<A::Answer> + ?Sized),
    ) {
        let Streamed { simd, queries, filter, whole, .. } = self;
        let mut finished = Finished::<A>::new(wanted);
        let mut beginnings = Beginnings::<A>::new(simd, whole, queries, range);
        let tree = self.tree;
        let mut running = ArrayVec::<Running<A, L>, MOST>::new();
        while !running.is_full()
            && let Some(Beginning { place: query, test, visitor }) =
                beginnings.next(simd, whole, queries, filter)
        {
            let (test, pending) = (tree.prepare(&test), L::Pending::default());
            running.push(Running { visitor, test, current: self.root, query, pending });
        }
        // As a slice: what `ArrayVec` finds an element with is not marked for inlining.
        let running = &mut running[..];
        let all = u32::MAX.checked_shr((STREAM - running.len()) as u32).unwrap_or(0);
        let begins_at_leaf = tree.is_leaf(&self.root);
        let mut next = Next::default();
        *(if begins_at_leaf { &mut next.leaves } else { &mut next.nodes }) = all;
        while next.nodes | next.leaves != 0 {
            let nodes = std::mem::take(&mut next.nodes);
            for i in bits(nodes) {
                self.test(&mut running[i as usize]);
            }
            for i in bits(nodes) {
                Self::go_on(tree, &mut running[i as usize], i, &mut next);
            }
            // Leaves wait until it is worth while.
            if next.leaves.count_ones() >= next.nodes.count_ones() {
                let leaves = std::mem::take(&mut next.leaves);
                for i in bits(leaves) {
                    tree.prefetch_leaf(&running[i as usize].current);
                }
                A::Leaves::visit(tree, self.filter, running, leaves);
                for i in bits(leaves) {
                    Self::go_on(tree, &mut running[i as usize], i, &mut next);
                }
            }
            for i in bits(std::mem::take(&mut next.ended)) {
                let running = &mut running[i as usize];
                finished.push(tree, queries, running.query, A::found(&running.visitor), out);
                let begun = self.replace(&mut beginnings, running);
                *(if begins_at_leaf { &mut next.leaves } else { &mut next.nodes }) |= u32::from(begun) << i;
            }
        }
        finished.answer_rest(tree, queries, out);
    }

    /// Tests the children of the node where a query is.
    #[inline(always)]
    fn test(&self, running: &mut Running<'a, A, L>) {
        if L::is_full(&running.pending) {
            return self.search_alone(running);
        }
        let Running { visitor, test, current, pending, .. } = running;
        let tested = self.tree.test(current, test, visitor.limit());
        if A::Test::CONTAINS && self.tree.has_inside(&tested) && visitor.settle(self.filter).is_break() {
            return L::clear(pending);
        }
        A::Order::push_pending::<L, A::Test>(self.tree, &tested, pending);
    }

    /// Searches anew for a query with more pending subtrees than there is room for.
    #[cold]
    fn search_alone(&self, running: &mut Running<'a, A, L>) {
        let Streamed { whole, queries, filter, .. } = *self;
        let (test, visitor) = A::begin(whole, &queries.query(running.query), filter);
        running.visitor = visitor;
        self.tree.apart(Alone::<A> { test: &test, filter, visitor: &mut running.visitor });
        L::clear(&mut running.pending);
    }

    /// Finds the next subtree of a query.
    #[inline(always)]
    fn go_on(tree: L, running: &mut Running<'a, A, L>, i: u32, next: &mut Next) {
        let limit = running.visitor.limit();
        let node = A::Order::pop_pending::<L, A::Test>(tree, &mut running.pending, limit);
        let (is_end, is_leaf) = (u32::from(L::is_end(&node)), u32::from(tree.is_leaf(&node)));
        tree.prefetch(&node);
        running.current = node;
        next.ended |= is_end << i;
        next.leaves |= (is_leaf & !is_end) << i;
        next.nodes |= (!(is_leaf | is_end) & 1) << i;
    }

    /// Begins another query in the place of one, if there is one.
    #[inline(always)]
    fn replace(
        &self,
        beginnings: &mut Beginnings<A>,
        Running { visitor, test, current, query, pending }: &mut Running<'a, A, L>,
    ) -> bool {
        let Some(next) = beginnings.next(self.simd, self.whole, self.queries, self.filter) else {
            return false;
        };
        // Part by part: a whole one would be built elsewhere on the thread's stack, and copied.
        (*query, *visitor, *current) = (next.place, next.visitor, self.root);
        *test = self.tree.prepare(&next.test);
        L::clear(pending);
        true
    }
}
