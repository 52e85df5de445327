//! What all batches have in common: the inputs are checked, then each query is answered by the layout and
//! on the instruction set that were chosen once for all.

use super::{Batch, Filter, ListOutput, Lists, Output, check_length};
use crate::Result;
use crate::batch::{Found, ListWriter, check_offsets};
use crate::geometry::Aabb;
use crate::mesh::cooked::{EveryLayoutTest, Mesh};
use crate::mesh::tree::{Order, TestedBy, Tree, TreeQuery, Visitor, step, traverse};
use crate::simd::LANES;
use crate::stack::Stack;
use arrayvec::ArrayVec;
use std::cmp::Ordering;
use std::marker::PhantomData;
use std::ops::Range;

/// A query with one answer.
pub(super) trait Query {
    /// What is asked.
    type Input;
    /// What is answered.
    type Answer;

    /// Checks query `i`.
    fn check(query: &Self::Input, i: usize) -> Result<()>;

    /// The answer of a mesh without triangles.
    fn nothing(query: &Self::Input) -> Self::Answer;

    /// Whether several queries at once gain even where nothing waits for memory: they do where each is little work
    /// and ends early.
    const INTERLEAVES_SMALL: bool = false;

    /// In which order subtrees are visited.
    type Order: Order;
    /// The query as a test of nodes.
    type Test: EveryLayoutTest;
    /// The query as a test of triangles.
    type Visitor<'a>: Visitor;

    /// Begins the search in a tree within `whole`.
    fn begin<'a>(whole: &Aabb, query: &Self::Input, filter: &'a Filter) -> (Self::Test, Self::Visitor<'a>);

    /// What a search comes to; the answer is made of it.
    type Found: Copy;

    /// What the visitor has come to.
    fn found(visitor: &Self::Visitor<'_>) -> Self::Found;

    /// The answer.
    fn answer<L: Tree>(tree: L, query: &Self::Input, found: &Self::Found) -> Self::Answer;

    /// Whether sixteen answers at once are less work than one after another.
    const ANSWERS_TOGETHER: bool = false;

    /// Answers sixteen queries, whose places in the batch are given.
    #[inline(always)]
    fn answers<L: Tree>(
        tree: L,
        queries: &(impl Batch<Self::Input> + ?Sized),
        places: &[usize; LANES],
        found: &[Self::Found; LANES],
        out: &mut (impl Output<Self::Answer> + ?Sized),
    ) {
        for (&i, found) in places.iter().zip(found) {
            out.write(i, Self::answer(tree, &queries.query(i), found));
        }
    }
}

/// A query with a list for an answer.
pub(super) trait ListQuery {
    /// What is asked.
    type Input;
    /// What is listed.
    type Item: Copy;

    /// Checks query `i`.
    fn check(query: &Self::Input, i: usize) -> Result<()>;

    /// The order of the list, total and strict.
    fn order(a: &Self::Item, b: &Self::Item) -> Ordering;

    /// Sorts a list by that.
    fn sort(list: &mut [Self::Item]) {
        list.sort_unstable_by(Self::order);
    }

    /// The query as a test of boxes.
    type Test: EveryLayoutTest;

    /// Hands out all items for a tree within `whole`; returns whether they come in order.
    fn list<L: TestedBy<Self::Test>>(
        tree: L,
        whole: &Aabb,
        query: &Self::Input,
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

impl<A: Query, B: Batch<A::Input> + ?Sized, O: Output<A::Answer> + ?Sized> TreeQuery
    for &mut Answers<'_, A, B, O>
{
    type Test = A::Test;
    type Output = ();

    #[inline(always)]
    fn run<L: TestedBy<A::Test>>(self, tree: L) {
        let range = self.range.clone();
        if !A::ANSWERS_TOGETHER || range.len() < LANES {
            for i in range {
                let found = self.search(tree, i);
                self.out.write(i, A::answer(tree, &self.queries.query(i), &found));
            }
            return;
        }
        let mut over = Over::<A>::new();
        for i in range {
            let found = self.search(tree, i);
            over.push(tree, self.queries, i, found, self.out);
        }
        over.answer_rest(tree, self.queries, self.out);
    }
}

impl<A: Query, B: Batch<A::Input> + ?Sized, O: Output<A::Answer> + ?Sized> Answers<'_, A, B, O> {
    #[inline(always)]
    fn search<L: TestedBy<A::Test>>(&self, tree: L, query: usize) -> A::Found {
        let (test, mut visitor) = A::begin(self.whole, &self.queries.query(query), self.filter);
        traverse::<A::Order, L, A::Test>(tree, &test, self.filter, &mut visitor);
        A::found(&visitor)
    }
}

/// Searches that are over and wait to be answered together.
struct Over<A: Query> {
    places: ArrayVec<usize, LANES>,
    found: ArrayVec<A::Found, LANES>,
}

impl<A: Query> Over<A> {
    #[inline(always)]
    fn new() -> Over<A> {
        Over { places: ArrayVec::new(), found: ArrayVec::new() }
    }

    /// Answers a query when there are enough of them.
    #[inline(always)]
    fn push<L: Tree>(
        &mut self,
        tree: L,
        queries: &(impl Batch<A::Input> + ?Sized),
        place: usize,
        found: A::Found,
        out: &mut (impl Output<A::Answer> + ?Sized),
    ) {
        self.places.push(place);
        self.found.push(found);
        if let (Some(places), Some(found)) = (self.places.first_chunk(), self.found.first_chunk()) {
            A::answers(tree, queries, places, found, out);
            self.places.clear();
            self.found.clear();
        }
    }

    /// Answers those that still wait.
    #[inline(always)]
    fn answer_rest<L: Tree>(
        self,
        tree: L,
        queries: &(impl Batch<A::Input> + ?Sized),
        out: &mut (impl Output<A::Answer> + ?Sized),
    ) {
        for (&place, found) in self.places.iter().zip(&self.found) {
            out.write(place, A::answer(tree, &queries.query(place), found));
        }
    }
}

/// The same, several at once. A kernel of its own, because it takes much more of the machine's stack.
struct InterleavedAnswers<'q, 'a, A, B: ?Sized, O: ?Sized>(&'q mut Answers<'a, A, B, O>);

impl<A: Query, B: Batch<A::Input> + ?Sized, O: Output<A::Answer> + ?Sized> TreeQuery
    for InterleavedAnswers<'_, '_, A, B, O>
{
    type Test = A::Test;
    type Output = ();

    #[inline(always)]
    fn run<L: TestedBy<A::Test>>(self, tree: L) {
        let Answers { queries, ref range, filter, whole, ref mut out, .. } = *self.0;
        let range = range.clone();
        let over = Over::new();
        Interleaved::<A, L, B, O> { tree, queries, range, filter, whole, out, over }.run();
    }
}

/// How many queries are under way at once.
const INTERLEAVED: usize = 16;

/// A query under way.
struct Running<'a, A: Query, L: TestedBy<A::Test>> {
    visitor: A::Visitor<'a>,
    test: L::Prepared,
    current: L::NodeRef,
    query: usize,
}

/// Several queries of a batch at once, a step each in turn: while one waits for memory or for its last result,
/// the others go on.
struct Interleaved<'a, A: Query, L, B: ?Sized, O: ?Sized> {
    tree: L,
    queries: &'a B,
    /// Those that are not under way yet.
    range: Range<usize>,
    filter: &'a Filter,
    whole: &'a Aabb,
    out: &'a mut O,
    over: Over<A>,
}

impl<'a, A: Query, L: TestedBy<A::Test>, B: Batch<A::Input> + ?Sized, O: Output<A::Answer> + ?Sized>
    Interleaved<'a, A, L, B, O>
{
    #[inline(always)]
    fn run(mut self) {
        let tree = self.tree;
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
        self.over.answer_rest(tree, self.queries, self.out);
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
        let found = A::found(visitor);
        if A::ANSWERS_TOGETHER {
            self.over.push(self.tree, self.queries, query, found, self.out);
        } else {
            self.out.write(query, A::answer(self.tree, &self.queries.query(query), &found));
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

impl<A, B, F, O> TreeQuery for AllLists<'_, A, B, F, O>
where
    A: ListQuery,
    B: Batch<A::Input> + ?Sized,
    F: Output<u64> + ?Sized,
    O: ListOutput<A::Item> + ?Sized,
{
    type Test = A::Test;
    type Output = Lists;

    #[inline(always)]
    fn run<L: TestedBy<A::Test>>(self, tree: L) -> Lists {
        let AllLists { queries, filter, whole, offsets, out, .. } = self;
        let mut writer = ListWriter::new(out, A::order, A::sort);
        // Nobody need ask for the offsets.
        let wanted = offsets.capacity() > 0;
        if wanted {
            offsets.write(0, 0);
        }
        for i in 0..queries.count() {
            let in_order = match filter {
                Some(filter) => A::list(tree, whole, &queries.query(i), filter, &mut writer),
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
    pub(super) fn check<A: Query>(
        &self,
        queries: &(impl Batch<A::Input> + ?Sized),
        out: &(impl Output<A::Answer> + ?Sized),
    ) -> Result<()> {
        let count = queries.count();
        check_length(count, out.capacity())?;
        (0..count).try_for_each(|i| A::check(&queries.query(i), i))
    }

    #[inline(always)]
    pub(super) fn answer<A: Query>(
        &self,
        queries: &(impl Batch<A::Input> + ?Sized),
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
    pub(super) fn answer_range<A: Query>(
        &self,
        queries: &(impl Batch<A::Input> + ?Sized),
        range: Range<usize>,
        filter: &Filter,
        out: &mut (impl Output<A::Answer> + ?Sized),
    ) {
        let count = range.len();
        let mut answers =
            Answers::<A, _, _> { queries, range, filter, whole: self.whole(), out, question: PhantomData };
        if count >= 2 * INTERLEAVED && self.interleaves(A::INTERLEAVES_SMALL) {
            self.ask(InterleavedAnswers(&mut answers));
        } else {
            self.ask(&mut answers);
        }
    }

    pub(super) fn list<A: ListQuery>(
        &self,
        queries: &(impl Batch<A::Input> + ?Sized),
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
