//! Interleaving: several queries of a batch in flight at once.

use super::finished::Finished;
use super::query::Query;
use crate::batch::{Batch, Filter, Output};
use crate::geometry::Aabb;
use crate::mesh::tree::{Order, TestedBy, Visitor, step};
use crate::stack::Stack;
use arrayvec::ArrayVec;
use std::ops::Range;

/// The number of queries in flight at once.
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
            && let Some(first) = self.next(None)
        {
            running.push(first);
            stacks.push(Default::default());
        }
        // As slices: what `ArrayVec` finds an element with is not marked for inlining.
        let (running, stacks) = (&mut running[..], &mut stacks[..]);
        let mut count = running.len();
        let mut tested = [L::UNTESTED; INTERLEAVED];
        while count > 0 {
            // All box tests first, without a branch between them; then what follows from them.
            for (i, running) in running[..count].iter().enumerate() {
                if tree.is_leaf(&running.current) {
                    tree.prefetch_leaf(&running.current);
                } else {
                    tested[i % INTERLEAVED] =
                        tree.test(&running.current, &running.test, running.visitor.limit());
                }
            }
            let mut i = 0;
            while i < count {
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
                let ended = (*query, A::found(visitor));
                stack.clear();
                if let Some(another) = self.next(Some(ended)) {
                    running[i] = another;
                    i += 1;
                } else {
                    // Its place in `tested` holds the last one's result, its stack the last one's stack.
                    count -= 1;
                    stacks.swap(i, count);
                    tested[i] = tested[count];
                    running.swap(i, count);
                }
            }
        }
        self.finished.answer_rest(tree, self.queries, self.out);
    }

    /// Answers a query that has ended, and begins the next one that has anything to visit; answers those that have not. All
    /// in one place, or kernels would have the code of answers several times.
    #[inline(always)]
    fn next(&mut self, mut ended: Option<(usize, A::Found)>) -> Option<Running<'a, A, L>> {
        loop {
            if let Some((query, found)) = ended {
                self.finished.push(self.tree, self.queries, query, found, self.out);
            }
            let query = self.range.next()?;
            let (test, visitor) = A::begin(self.whole, &self.queries.query(query), self.filter);
            if let Some(current) = self.tree.root(&test, visitor.limit()) {
                return Some(Running { visitor, test: self.tree.prepare(&test), current, query });
            }
            ended = Some((query, A::found(&visitor)));
        }
    }
}
