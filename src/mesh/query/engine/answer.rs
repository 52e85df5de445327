//! Batches of queries with an answer each: the inputs are checked, then each query is answered by the layout and on the
//! instruction set that were chosen once for all.

use super::finished::Finished;
use super::query::Query;
use super::stream::{STREAM, Streamed};
use crate::Result;
use crate::batch::{Batch, Filter, Output, check_length};
use crate::geometry::Aabb;
use crate::mesh::mesh_tree::MeshTree;
use crate::mesh::tree::{PacketTree, StreamTree, TestedBy, TreeQuery, traverse};
use crate::simd::Simd;
use std::marker::PhantomData;
use std::ops::Range;

/// The queries `range` of a batch, one after another. Passed by reference: a copy right after it was written, by loads
/// wider than the stores, is a store-forwarding stall, which takes longer than a small query.
struct Answers<'a, A: Query, B: ?Sized, O: ?Sized> {
    queries: &'a B,
    range: Range<usize>,
    filter: &'a Filter,
    whole: &'a Aabb,
    out: &'a mut O,
    wanted: A::Wanted,
}

impl<A: Query, B: Batch<A::Input> + ?Sized, O: Output<A::Answer> + ?Sized> TreeQuery
    for &mut Answers<'_, A, B, O>
{
    type Test = A::Test;
    type Output = ();

    #[inline(always)]
    fn run<L: TestedBy<A::Test>>(self, tree: L) {
        if L::STREAMS { self.one_by_one(tree) } else { self.one_by_one_apart(tree) }
    }
}

impl<A: Query, B: Batch<A::Input> + ?Sized, O: Output<A::Answer> + ?Sized> Answers<'_, A, B, O> {
    #[inline(always)]
    fn one_by_one<L: TestedBy<A::Test>>(&mut self, tree: L) {
        let range = self.range.clone();
        let mut finished = Finished::<A>::new(range.len(), self.wanted);
        for i in range {
            let found = search::<A, L>(tree, &self.queries.query(i), self.filter, self.whole);
            finished.push(tree, self.queries, i, found, self.out);
        }
        finished.answer_rest(tree, self.queries, self.out);
    }

    /// The same as a function that both kernels share, where there is nothing else that they could do.
    #[inline(never)]
    fn one_by_one_apart<L: TestedBy<A::Test>>(&mut self, tree: L) {
        self.one_by_one(tree);
    }
}

#[inline(always)]
fn search<A: Query, L: TestedBy<A::Test>>(
    tree: L,
    query: &A::Input,
    filter: &Filter,
    whole: &Aabb,
) -> A::Found {
    let (test, mut visitor) = A::begin(whole, query, filter);
    traverse::<A::Order, L, A::Test>(tree, &test, filter, &mut visitor);
    A::found(&visitor)
}

/// One query. By reference, too.
struct OneAnswer<'a, A: Query> {
    query: &'a A::Input,
    filter: &'a Filter,
    whole: &'a Aabb,
    wanted: A::Wanted,
}

impl<A: Query> TreeQuery for &OneAnswer<'_, A> {
    type Test = A::Test;
    type Output = A::Answer;

    #[inline(always)]
    fn run<L: TestedBy<A::Test>>(self, tree: L) -> A::Answer {
        let found = search::<A, L>(tree, self.query, self.filter, self.whole);
        A::answer(tree, self.query, &found, self.wanted)
    }
}

/// The same, as a stream. A kernel of its own, because it takes much more of the thread's stack.
struct StreamedAnswers<'q, 'a, A: Query, B: ?Sized, O: ?Sized>(&'q mut Answers<'a, A, B, O>);

impl<A: Query, B: Batch<A::Input> + ?Sized, O: Output<A::Answer> + ?Sized> TreeQuery
    for StreamedAnswers<'_, '_, A, B, O>
{
    type Test = A::Test;
    type Output = ();

    #[inline(always)]
    fn run<L: TestedBy<A::Test>>(self, tree: L) {
        self.0.one_by_one_apart(tree);
    }

    #[inline(always)]
    fn run_in_lanes<S: Simd, L: StreamTree<A::Test> + PacketTree<S>>(self, tree: L) {
        if !L::STREAMS {
            return self.run(tree);
        }
        let Answers { queries, ref range, filter, whole, ref mut out, wanted } = *self.0;
        let Some(root) = tree.whole() else {
            return range.clone().for_each(|i| out.write(i, A::nothing(&queries.query(i))));
        };
        let (simd, query) = (tree.simd(), PhantomData::<A>);
        Streamed { tree, root, simd, queries, filter, whole, query }.run(range.clone(), wanted, *out);
    }
}

impl MeshTree<'_> {
    /// Answers one query by itself.
    #[inline(always)]
    pub(in crate::mesh::query) fn answer_one<A: Query>(
        self,
        query: &A::Input,
        filter: &Filter,
        wanted: A::Wanted,
    ) -> Result<A::Answer> {
        A::check(query, 0)?;
        if !self.may_accept(filter) {
            return Ok(A::nothing(query));
        }
        Ok(self.run(&OneAnswer::<A> { query, filter, whole: self.whole(), wanted }))
    }

    /// Checks all queries, and that the output has room for every answer.
    #[inline(always)]
    pub(in crate::mesh::query) fn check<A: Query>(
        self,
        queries: &(impl Batch<A::Input> + ?Sized),
        out: &(impl Output<A::Answer> + ?Sized),
    ) -> Result<()> {
        let count = queries.count();
        check_length(count, out.capacity())?;
        (0..count).try_for_each(|i| A::check(&queries.query(i), i))
    }

    #[inline(always)]
    pub(in crate::mesh::query) fn answer<A: Query>(
        self,
        queries: &(impl Batch<A::Input> + ?Sized),
        filter: &Filter,
        wanted: A::Wanted,
        out: &mut (impl Output<A::Answer> + ?Sized),
    ) -> Result<()> {
        self.check::<A>(queries, out)?;
        let range = 0..queries.count();
        if self.may_accept(filter) {
            self.answer_range::<A>(queries, range, filter, wanted, out);
        } else {
            range.for_each(|i| out.write(i, A::nothing(&queries.query(i))));
        }
        Ok(())
    }

    /// Answers the queries `range` of a batch, which has been checked.
    #[inline(always)]
    pub(in crate::mesh::query) fn answer_range<A: Query>(
        self,
        queries: &(impl Batch<A::Input> + ?Sized),
        range: Range<usize>,
        filter: &Filter,
        wanted: A::Wanted,
        out: &mut (impl Output<A::Answer> + ?Sized),
    ) {
        let count = range.len();
        let mut answers = Answers::<A, _, _> { queries, range, filter, whole: self.whole(), out, wanted };
        if count >= STREAM && self.streams(A::STREAMS_SMALL) {
            self.run(StreamedAnswers(&mut answers));
        } else {
            self.run(&mut answers);
        }
    }
}
