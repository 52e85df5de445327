//! Interleaving: several queries of a batch in flight at once.

use super::finished::Finished;
use super::search::Query;
use super::{Batch, Filter, Output};
use crate::geometry::Aabb;
use crate::mesh::tree::{Order, TestedBy, Visitor, step};
use crate::stack::Stack;
use arrayvec::ArrayVec;
use std::ops::Range;

/// How many queries are in flight at once.
pub(super) const INTERLEAVED: usize = 16;

/// A query in flight.
struct Running<'a, A: Query, L: TestedBy<A::Test>> {
    visitor: A::Visitor<'a>,
    test: L::Prepared,
    current: L::NodeRef,
    query: usize,
}

/// Several queries of a batch, a step of each in turn: that hides the cache misses of one, and the latency of its
/// arithmetic, behind the work of the others.
pub(super) struct Interleaved<'a, A: Query, L, B: ?Sized, O: ?Sized> {
    pub(super) tree: L,
    pub(super) queries: &'a B,
    /// Those that have not begun yet.
    pub(super) range: Range<usize>,
    pub(super) filter: &'a Filter,
    pub(super) whole: &'a Aabb,
    pub(super) out: &'a mut O,
    pub(super) finished: Finished<A>,
}

impl<'a, A: Query, L: TestedBy<A::Test>, B: Batch<A::Input> + ?Sized, O: Output<A::Answer> + ?Sized>
    Interleaved<'a, A, L, B, O>
{
    #[inline(always)]
    pub(super) fn run(mut self) {
        let tree = self.tree;
        let mut running = ArrayVec::<Running<A, L>, INTERLEAVED>::new();
        // One by one: an array of them would be built elsewhere on the thread's stack, and copied.
        let mut stacks = ArrayVec::<L::SmallStack<<A::Order as Order>::Entry<L>>, INTERLEAVED>::new();
        while !running.is_full()
            && let Some(first) = self.begin()
        {
            running.push(first);
            stacks.push(Default::default());
        }
        let mut tested = [L::UNTESTED; INTERLEAVED];
        while !running.is_empty() {
            // All box tests first, without a branch between them; then what follows from them.
            for (running, tested) in running.iter().zip(&mut tested) {
                if tree.is_leaf(&running.current) {
                    tree.prefetch_leaf(&running.current);
                } else {
                    *tested = tree.test(&running.current, &running.test, running.visitor.limit());
                }
            }
            let mut i = 0;
            while i < running.len() {
                let Running { visitor, current, query, .. } = &mut running[i];
                let stack = &mut stacks[i];
                let known = (!tree.is_leaf(current)).then_some(&tested[i]);
                let next = step::<A::Order, L, A::Test>(tree, current, known, self.filter, visitor, stack);
                if let Some(next) = next {
                    tree.prefetch(&next);
                    *current = next;
                    i += 1;
                    continue;
                }
                self.end(*query, visitor);
                stack.clear();
                if let Some(another) = self.begin() {
                    running[i] = another;
                    i += 1;
                } else {
                    // Its place in `tested` holds the last one's result, its stack the last one's stack.
                    let last = running.len() - 1;
                    stacks.swap_remove(i);
                    tested[i] = tested[last];
                    running.swap_remove(i);
                }
            }
        }
        self.finished.answer_rest(tree, self.queries, self.out);
    }

    /// Begins the next query that has anything to visit; answers those that have not.
    #[inline(always)]
    fn begin(&mut self) -> Option<Running<'a, A, L>> {
        while let Some(query) = self.range.next() {
            let (test, visitor) = A::begin(self.whole, &self.queries.query(query), self.filter);
            if let Some(current) = self.tree.root(&test, visitor.limit()) {
                return Some(Running { visitor, test: self.tree.prepare(&test), current, query });
            }
            self.end(query, &visitor);
        }
        None
    }

    #[inline(always)]
    fn end(&mut self, query: usize, visitor: &A::Visitor<'a>) {
        self.finished.push(self.tree, self.queries, query, A::found(visitor), self.out);
    }
}
