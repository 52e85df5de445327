//! Streams: many queries of a batch under way at once.

use super::finished::Finished;
use super::query::{Query, Searches, VisitLeaves};
use super::setup::{Beginning, Beginnings};
use crate::batch::{Batch, Filter, Output};
use crate::bits::bits;
use crate::geometry::Aabb;
use crate::mesh::tree::{
    BoxTest, Kinds, LaneTree, Order, STREAM, StreamTree, TestedBy, Tree, TreePart, Visitor, traverse,
};
use crate::simd::Simd;
use arrayvec::ArrayVec;
use std::marker::PhantomData;
use std::ops::Range;

/// Where one takes more bytes of the thread's stack, only half as many are.
const LARGEST: usize = 1216;

/// The number of other queries whose nodes are tested before one goes on: what its own test has written takes a while until it
/// can be read.
const BEHIND: usize = 4;

/// A query under way. Begins with a line of the cache; what each step reads lies together.
#[repr(C, align(64))]
struct Running<'a, A: Query, L: StreamTree<A::Test>> {
    visitor: A::Visitor<'a>,
    test: L::Prepared,
    query: usize,
    pending: L::Pending,
}

/// Queries under way at leaves.
struct AtLeaves<'r, 'a, A: Query, L: StreamTree<A::Test>, const MOST: usize> {
    running: &'r mut [Running<'a, A, L>; MOST],
    current: &'r [L::NodeRef; STREAM],
}

impl<'a, A: Query, L: StreamTree<A::Test>, const MOST: usize> Searches<'a, A, L>
    for AtLeaves<'_, 'a, A, L, MOST>
{
    #[inline(always)]
    fn leaf(&mut self, search: u32) -> (&L::NodeRef, &mut A::Visitor<'a>) {
        (&self.current[search as usize % STREAM], &mut self.running[search as usize % MOST].visitor)
    }

    #[inline(always)]
    fn end(&mut self, search: u32) {
        L::clear(&mut self.running[search as usize % MOST].pending);
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

impl Next {
    /// Adds what some of them do at the subtrees where they are.
    #[inline(always)]
    fn add<T: BoxTest, L: StreamTree<T>>(&mut self, tree: L, current: &[L::NodeRef; STREAM], some: u32) {
        let Kinds { leaves, ends } = tree.kinds(current);
        self.leaves |= leaves & some;
        self.ended |= ends & some;
        self.nodes |= some & !(leaves | ends);
    }
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
    /// Answers the queries `range`, of which there are [`STREAM`] or more.
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
            running.push(Running { visitor, test, query, pending });
        }
        // As a slice: what `ArrayVec` finds an element with is not marked for inlining.
        let running = running.first_chunk_mut::<MOST>().expect("there are as many queries");
        let all = u32::MAX >> (STREAM - MOST);
        let mut current = [self.root; STREAM];
        let mut next = Next::default();
        next.add(tree, &current, all);
        let waits = tree.waits_for_memory();
        let mut ready = 0u32;
        while next.nodes | next.leaves | ready != 0 {
            let nodes = std::mem::take(&mut next.nodes);
            // The leaves of a large tree are prefetched a round before they are visited.
            let coming = if waits { std::mem::take(&mut next.leaves) } else { 0 };
            self.step(running, &mut current, nodes, coming);
            next.add(tree, &current, nodes);
            if !waits {
                let found = std::mem::take(&mut next.leaves);
                self.prefetch(&current, bits(found));
                ready |= found;
            }
            // Leaves wait until it is worth while.
            if ready.count_ones() >= next.nodes.count_ones() {
                let leaves = std::mem::take(&mut ready);
                A::Leaves::visit(tree, self.filter, &mut AtLeaves { running, current: &current }, leaves);
                self.go_on(running, &mut current, bits(leaves));
                next.add(tree, &current, leaves);
            }
            ready |= coming;
            let mut begun = 0;
            for i in bits(std::mem::take(&mut next.ended)) {
                let running = &mut running[i as usize % MOST];
                finished.push(tree, queries, running.query, A::found(&running.visitor), out);
                current[i as usize % STREAM] = self.root;
                begun |= u32::from(self.replace(&mut beginnings, running)) << i;
            }
            next.add(tree, &current, begun);
        }
        finished.answer_rest(tree, queries, out);
    }

    /// Takes a step with all queries that are at nodes, and prefetches meanwhile the leaves where others are: many prefetches in
    /// a row wait for each other.
    #[inline(always)]
    fn step<const MOST: usize>(
        &self,
        running: &mut [Running<'a, A, L>; MOST],
        current: &mut [L::NodeRef; STREAM],
        nodes: u32,
        leaves: u32,
    ) {
        let (mut known, mut leaves) = (bits(nodes), bits(leaves));
        let mut last = None;
        for (count, i) in bits(nodes).enumerate() {
            let Running { test, visitor, .. } = &running[i as usize % MOST];
            let tested = self.tree.test_now(&current[i as usize % STREAM], test, visitor.limit());
            let this = Some((i, tested));
            // Sorting waits for itself; the next test is done meanwhile.
            let sorts = A::Order::SORTS || A::Test::NEAREST;
            if let Some((i, tested)) = if sorts { std::mem::replace(&mut last, this) } else { this } {
                self.push(&mut running[i as usize % MOST], &tested);
            }
            self.prefetch(current, leaves.next());
            if count >= BEHIND {
                self.go_on(running, current, known.next());
            }
        }
        if let Some((i, tested)) = last {
            self.push(&mut running[i as usize % MOST], &tested);
        }
        self.go_on(running, current, known);
        self.prefetch(current, leaves);
    }

    /// Prefetches the leaves where some queries are.
    #[inline(always)]
    fn prefetch(&self, current: &[L::NodeRef; STREAM], leaves: impl IntoIterator<Item = u32>) {
        for i in leaves {
            self.tree.prefetch_leaf(&current[i as usize % STREAM]);
        }
    }

    /// Adds the children that have passed a query's test to what it has still to visit.
    #[inline(always)]
    fn push(&self, running: &mut Running<'a, A, L>, tested: &L::Tested) {
        let Running { visitor, pending, .. } = running;
        if L::is_full(pending) {
            return self.search_alone(running);
        }
        if A::Test::CONTAINS && self.tree.has_inside(tested) && visitor.settle(self.filter).is_break() {
            return L::clear(pending);
        }
        A::Order::push_pending::<L, A::Test>(self.tree, tested, pending);
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

    /// Finds the next subtrees of some queries.
    #[inline(always)]
    fn go_on<const MOST: usize>(
        &self,
        running: &mut [Running<'a, A, L>; MOST],
        current: &mut [L::NodeRef; STREAM],
        some: impl IntoIterator<Item = u32>,
    ) {
        for i in some {
            let Running { visitor, pending, .. } = &mut running[i as usize % MOST];
            let next = A::Order::pop_pending::<L, A::Test>(self.tree, pending, visitor.limit());
            self.tree.prefetch(&next);
            current[i as usize % STREAM] = next;
        }
    }

    /// Begins another query in the place of one, if there is one.
    #[inline(always)]
    fn replace(
        &self,
        beginnings: &mut Beginnings<A>,
        Running { visitor, test, query, pending }: &mut Running<'a, A, L>,
    ) -> bool {
        let Some(next) = beginnings.next(self.simd, self.whole, self.queries, self.filter) else {
            return false;
        };
        // Part by part: a whole one would be built elsewhere on the thread's stack, and copied.
        (*query, *visitor) = (next.place, next.visitor);
        *test = self.tree.prepare(&next.test);
        L::clear(pending);
        true
    }
}
