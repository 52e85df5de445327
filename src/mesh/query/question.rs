//! What all batches have in common: the inputs are checked, then each query is answered by the layout and
//! on the instruction set that were chosen once for all.

use super::traverse::{Goal, Order, step, traverse};
use super::{Batch, Filter, ListOutput, Lists, NodeTest, Output, check_length};
use crate::Result;
use crate::batch::{Found, ListWriter, check_offsets};
use crate::geometry::Aabb;
use crate::mesh::Mesh;
use crate::mesh::layout::{Layout, LayoutQuery};
use crate::simd::LANES;
use crate::stack::Stack;
use arrayvec::ArrayVec;
use std::cmp::Ordering;
use std::marker::PhantomData;
use std::ops::Range;

/// A query with one answer.
pub(super) trait Question {
    /// What is asked.
    type Query;
    /// What is answered.
    type Answer;

    /// Checks query `i`.
    fn check(query: &Self::Query, i: usize) -> Result<()>;

    /// The answer of a mesh without triangles.
    fn nothing(query: &Self::Query) -> Self::Answer;

    /// Whether several queries at once gain even where nothing waits for memory: they do where each is little work
    /// and ends early.
    const INTERLEAVES_SMALL: bool = false;

    /// In which order subtrees are visited.
    type Order: Order;
    /// The query as a test of nodes.
    type Test: NodeTest;
    /// The query as a test of triangles.
    type Goal<'a>: Goal;

    /// Begins the search in a tree within `whole`.
    fn begin<'a>(whole: &Aabb, query: &Self::Query, filter: &'a Filter) -> (Self::Test, Self::Goal<'a>);

    /// What a search comes to; the answer is made of it.
    type Found: Copy;

    /// What the goal has come to.
    fn found(goal: &Self::Goal<'_>) -> Self::Found;

    /// The answer.
    fn answer<L: Layout>(layout: L, query: &Self::Query, found: &Self::Found) -> Self::Answer;

    /// Whether sixteen answers at once are less work than one after another.
    const ANSWERS_TOGETHER: bool = false;

    /// Answers sixteen queries, whose places in the batch are given.
    #[inline(always)]
    fn answers<L: Layout>(
        layout: L,
        queries: &(impl Batch<Self::Query> + ?Sized),
        places: &[usize; LANES],
        found: &[Self::Found; LANES],
        out: &mut (impl Output<Self::Answer> + ?Sized),
    ) {
        for (&i, found) in places.iter().zip(found) {
            out.write(i, Self::answer(layout, &queries.query(i), found));
        }
    }
}

/// A query with a list for an answer.
pub(super) trait ListQuestion {
    /// What is asked.
    type Query;
    /// What is listed.
    type Item: Copy;

    /// Checks query `i`.
    fn check(query: &Self::Query, i: usize) -> Result<()>;

    /// The order of the list, total and strict.
    fn order(a: &Self::Item, b: &Self::Item) -> Ordering;

    /// Sorts a list by that.
    fn sort(list: &mut [Self::Item]) {
        list.sort_unstable_by(Self::order);
    }

    /// Hands out all items for a tree within `whole`; returns whether they come in order.
    fn list<L: Layout>(
        layout: L,
        whole: &Aabb,
        query: &Self::Query,
        filter: &Filter,
        found: &mut impl Found<Self::Item>,
    ) -> bool;
}

/// The queries `range` of a batch, one after another. It goes along by reference: a copy would be made of wider pieces
/// than it has just been written in, for which the processor waits longer than a small query takes.
struct Answers<'a, A, B: ?Sized, O: ?Sized> {
    queries: &'a B,
    range: Range<usize>,
    filter: &'a Filter,
    whole: &'a Aabb,
    out: &'a mut O,
    question: PhantomData<A>,
}

impl<A: Question, B: Batch<A::Query> + ?Sized, O: Output<A::Answer> + ?Sized> LayoutQuery
    for &mut Answers<'_, A, B, O>
{
    type Output = ();

    #[inline(always)]
    fn run<L: Layout>(self, layout: L) {
        let range = self.range.clone();
        if !A::ANSWERS_TOGETHER || range.len() < LANES {
            for i in range {
                let found = self.search(layout, i);
                self.out.write(i, A::answer(layout, &self.queries.query(i), &found));
            }
            return;
        }
        let mut over = Over::<A>::new();
        for i in range {
            let found = self.search(layout, i);
            over.push(layout, self.queries, i, found, self.out);
        }
        over.answer_rest(layout, self.queries, self.out);
    }
}

impl<A: Question, B: Batch<A::Query> + ?Sized, O: Output<A::Answer> + ?Sized> Answers<'_, A, B, O> {
    #[inline(always)]
    fn search<L: Layout>(&self, layout: L, query: usize) -> A::Found {
        let (test, mut goal) = A::begin(self.whole, &self.queries.query(query), self.filter);
        traverse::<A::Order, L, A::Test>(layout, &test, self.filter, &mut goal);
        A::found(&goal)
    }
}

/// Searches that are over and wait to be answered together.
struct Over<A: Question> {
    places: ArrayVec<usize, LANES>,
    found: ArrayVec<A::Found, LANES>,
}

impl<A: Question> Over<A> {
    #[inline(always)]
    fn new() -> Over<A> {
        Over { places: ArrayVec::new(), found: ArrayVec::new() }
    }

    /// Answers a query when there are enough of them.
    #[inline(always)]
    fn push<L: Layout>(
        &mut self,
        layout: L,
        queries: &(impl Batch<A::Query> + ?Sized),
        place: usize,
        found: A::Found,
        out: &mut (impl Output<A::Answer> + ?Sized),
    ) {
        self.places.push(place);
        self.found.push(found);
        if let (Some(places), Some(found)) = (self.places.first_chunk(), self.found.first_chunk()) {
            A::answers(layout, queries, places, found, out);
            self.places.clear();
            self.found.clear();
        }
    }

    /// Answers those that still wait.
    #[inline(always)]
    fn answer_rest<L: Layout>(
        self,
        layout: L,
        queries: &(impl Batch<A::Query> + ?Sized),
        out: &mut (impl Output<A::Answer> + ?Sized),
    ) {
        for (&place, found) in self.places.iter().zip(&self.found) {
            out.write(place, A::answer(layout, &queries.query(place), found));
        }
    }
}

/// The same, several at once. A kernel of its own, because it takes much more of the machine's stack.
struct AnswersInTurns<'q, 'a, A, B: ?Sized, O: ?Sized>(&'q mut Answers<'a, A, B, O>);

impl<A: Question, B: Batch<A::Query> + ?Sized, O: Output<A::Answer> + ?Sized> LayoutQuery
    for AnswersInTurns<'_, '_, A, B, O>
{
    type Output = ();

    #[inline(always)]
    fn run<L: Layout>(self, layout: L) {
        let Answers { queries, ref range, filter, whole, ref mut out, .. } = *self.0;
        let range = range.clone();
        let over = Over::new();
        Interleaved::<A, L, B, O> { layout, queries, range, filter, whole, out, over }.run();
    }
}

/// How many queries are under way at once.
const INTERLEAVED: usize = 16;

/// A query under way.
struct Running<'a, A: Question, L: Layout> {
    goal: A::Goal<'a>,
    test: L::Test<A::Test>,
    current: L::Subtree,
    query: usize,
}

/// Several queries of a batch at once, a step each in turn: while one waits for memory or for its last result,
/// the others go on.
struct Interleaved<'a, A: Question, L, B: ?Sized, O: ?Sized> {
    layout: L,
    queries: &'a B,
    /// Those that are not under way yet.
    range: Range<usize>,
    filter: &'a Filter,
    whole: &'a Aabb,
    out: &'a mut O,
    over: Over<A>,
}

impl<'a, A: Question, L: Layout, B: Batch<A::Query> + ?Sized, O: Output<A::Answer> + ?Sized>
    Interleaved<'a, A, L, B, O>
{
    #[inline(always)]
    fn run(mut self) {
        let layout = self.layout;
        let mut running = ArrayVec::<Running<A, L>, INTERLEAVED>::new();
        // One by one, because an array of them would be made elsewhere on the machine's stack first.
        let mut stacks = ArrayVec::<L::SmallStack<<A::Order as Order>::Entry<L>>, INTERLEAVED>::new();
        while !running.is_full()
            && let Some(first) = self.begin()
        {
            running.push(first);
            stacks.push(Default::default());
        }
        let mut tested = [L::UNTESTED; INTERLEAVED];
        while !running.is_empty() {
            // All tests of nodes first, without a branch between them; then what follows from them.
            for (running, tested) in running.iter().zip(&mut tested) {
                if layout.is_leaf(&running.current) {
                    layout.expect_visit(&running.current);
                } else {
                    *tested = layout.test::<A::Test>(&running.current, &running.test, running.goal.limit());
                }
            }
            let mut i = 0;
            while i < running.len() {
                let Running { goal, current, query, .. } = &mut running[i];
                let stack = &mut stacks[i];
                let known = (!layout.is_leaf(current)).then_some(&tested[i]);
                let next = step::<A::Order, L, A::Test>(layout, current, known, self.filter, goal, stack);
                if let Some(next) = next {
                    layout.expect(&next);
                    *current = next;
                    i += 1;
                    continue;
                }
                self.end(*query, goal);
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
        self.over.answer_rest(layout, self.queries, self.out);
    }

    /// Begins the next query that has anything to visit; answers those that have not.
    #[inline(always)]
    fn begin(&mut self) -> Option<Running<'a, A, L>> {
        while let Some(query) = self.range.next() {
            let (test, goal) = A::begin(self.whole, &self.queries.query(query), self.filter);
            if let Some(current) = self.layout.root(&test, goal.limit()) {
                return Some(Running { goal, test: self.layout.prepare(&test), current, query });
            }
            self.end(query, &goal);
        }
        None
    }

    #[inline(always)]
    fn end(&mut self, query: usize, goal: &A::Goal<'a>) {
        let found = A::found(goal);
        if A::ANSWERS_TOGETHER {
            self.over.push(self.layout, self.queries, query, found, self.out);
        } else {
            self.out.write(query, A::answer(self.layout, &self.queries.query(query), &found));
        }
    }
}

struct AllLists<'a, A, B: ?Sized, F: ?Sized, O: ?Sized> {
    queries: &'a B,
    /// None if nothing can pass it.
    filter: Option<&'a Filter>,
    whole: &'a Aabb,
    offsets: &'a mut F,
    out: &'a mut O,
    question: PhantomData<A>,
}

impl<A, B, F, O> LayoutQuery for AllLists<'_, A, B, F, O>
where
    A: ListQuestion,
    B: Batch<A::Query> + ?Sized,
    F: Output<u64> + ?Sized,
    O: ListOutput<A::Item> + ?Sized,
{
    type Output = Lists;

    #[inline(always)]
    fn run<L: Layout>(self, layout: L) -> Lists {
        let AllLists { queries, filter, whole, offsets, out, .. } = self;
        let mut writer = ListWriter::new(out, A::order, A::sort);
        // Nobody need ask for the offsets.
        let wanted = offsets.capacity() > 0;
        if wanted {
            offsets.write(0, 0);
        }
        for i in 0..queries.count() {
            let in_order = match filter {
                Some(filter) => A::list(layout, whole, &queries.query(i), filter, &mut writer),
                None => true,
            };
            let end = writer.finish_list(in_order);
            if wanted {
                offsets.write(i + 1, end as u64);
            }
        }
        writer.finish()
    }
}

impl Mesh<'_> {
    /// Checks all queries, and that every answer has a place.
    #[inline(always)]
    pub(super) fn check<A: Question>(
        &self,
        queries: &(impl Batch<A::Query> + ?Sized),
        out: &(impl Output<A::Answer> + ?Sized),
    ) -> Result<()> {
        let count = queries.count();
        check_length(count, out.capacity())?;
        (0..count).try_for_each(|i| A::check(&queries.query(i), i))
    }

    #[inline(always)]
    pub(super) fn answer<A: Question>(
        &self,
        queries: &(impl Batch<A::Query> + ?Sized),
        filter: &Filter,
        out: &mut (impl Output<A::Answer> + ?Sized),
    ) -> Result<()> {
        self.check::<A>(queries, out)?;
        let range = 0..queries.count();
        if self.may_accept(filter) {
            self.answer_range::<A>(queries, range, filter, out);
        } else {
            range.for_each(|i| out.write(i, A::nothing(&queries.query(i))));
        }
        Ok(())
    }

    /// Answers the queries `range` of a batch, which has been checked.
    #[inline(always)]
    pub(super) fn answer_range<A: Question>(
        &self,
        queries: &(impl Batch<A::Query> + ?Sized),
        range: Range<usize>,
        filter: &Filter,
        out: &mut (impl Output<A::Answer> + ?Sized),
    ) {
        let count = range.len();
        let mut answers =
            Answers::<A, _, _> { queries, range, filter, whole: self.whole(), out, question: PhantomData };
        if count >= 2 * INTERLEAVED && self.takes_turns(A::INTERLEAVES_SMALL) {
            self.ask(AnswersInTurns(&mut answers));
        } else {
            self.ask(&mut answers);
        }
    }

    pub(super) fn list<A: ListQuestion>(
        &self,
        queries: &(impl Batch<A::Query> + ?Sized),
        filter: &Filter,
        offsets: &mut (impl Output<u64> + ?Sized),
        out: &mut (impl ListOutput<A::Item> + ?Sized),
    ) -> Result<Lists> {
        check_offsets(queries.count(), offsets)?;
        (0..queries.count()).try_for_each(|i| A::check(&queries.query(i), i))?;
        let filter = self.may_accept(filter).then_some(filter);
        let whole = self.whole();
        Ok(self.ask(AllLists::<A, _, _, _> { queries, filter, whole, offsets, out, question: PhantomData }))
    }
}
