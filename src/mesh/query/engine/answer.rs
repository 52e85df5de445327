//! Queries with an answer each: the inputs are checked, then each query is answered; of many, by the layout and on the
//! instruction set that were chosen once for all.

use super::finished::Finished;
use super::query::Query;
use super::stream::Streamed;
use crate::Result;
use crate::batch::{Batch, Filter, Output, check_length};
use crate::geometry::Aabb;
use crate::mesh::mesh_tree::MeshTree;
use crate::mesh::tree::{PacketTree, STREAM, StreamTree, TestedBy, TreeQuery, traverse, traverse_late};
use crate::simd::Simd;
use std::marker::PhantomData;
use std::ops::Range;

/// The result of the search for one query; none if it ended at the root.
#[inline(always)]
fn search<A: Query, L: TestedBy<A::Test>>(
    tree: L,
    query: &A::Input,
    filter: &Filter,
    whole: &Aabb,
) -> Option<A::Found> {
    let (test, limit, make_visitor) = A::begin_late(whole, query, filter);
    if A::BEGINS_LATE {
        let visitor = traverse_late::<A::Order, L, A::Test, _>(tree, &test, filter, limit, make_visitor)?;
        return Some(A::found(&visitor));
    }
    let mut visitor = make_visitor();
    traverse::<A::Order, L, A::Test>(tree, &test, filter, &mut visitor);
    Some(A::found(&visitor))
}

/// One query. By reference, too.
struct OneAnswer<'a, A: Query> {
    /// With its number in the batch.
    query: (usize, &'a A::Input),
    filter: &'a Filter,
    whole: &'a Aabb,
    wanted: A::Wanted,
}

impl<A: Query> TreeQuery for &OneAnswer<'_, A> {
    type Test = A::Test;
    type Output = A::Answer;

    #[inline(always)]
    fn run<L: TestedBy<A::Test>>(self, tree: L) -> A::Answer {
        match search::<A, L>(tree, self.query.1, self.filter, self.whole) {
            Some(found) => A::whole_answer(tree, self.query, &found, self.wanted),
            None => A::nothing(self.query.1),
        }
    }
}

/// The queries `range` of a batch: as a stream, or one after another where the instruction set or the layout has none. Passed by
/// reference: a copy right after it was written, by loads wider than the stores, is a store-forwarding stall.
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
        let Answers { queries, ref range, filter, whole, ref mut out, wanted } = *self;
        let mut finished = Finished::<A>::new(wanted);
        for i in range.clone() {
            match search::<A, L>(tree, &queries.query(i), filter, whole) {
                Some(found) => finished.push(tree, queries, i, found, *out),
                None => out.write(i, A::nothing(&queries.query(i))),
            }
        }
        finished.answer_rest(tree, queries, *out);
    }

    #[inline(always)]
    fn run_in_lanes<S: Simd, L: StreamTree<A::Test> + PacketTree<S>>(self, tree: L) {
        if !S::STREAMS {
            return self.run(tree);
        }
        let Answers { queries, ref range, filter, whole, ref mut out, wanted } = *self;
        let Some(root) = tree.stream_root() else {
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
        Ok(self.answer_checked::<A>(query, filter, wanted))
    }

    /// The same of a query that has been checked.
    #[inline(always)]
    pub(in crate::mesh::query) fn answer_checked<A: Query>(
        self,
        query: &A::Input,
        filter: &Filter,
        wanted: A::Wanted,
    ) -> A::Answer {
        if self.may_accept(filter) { self.search::<A>((0, query), filter, wanted) } else { A::nothing(query) }
    }

    /// The same where the filter may accept something.
    #[inline(always)]
    fn search<A: Query>(self, query: (usize, &A::Input), filter: &Filter, wanted: A::Wanted) -> A::Answer {
        self.run(&OneAnswer::<A> { query, filter, whole: self.whole(), wanted })
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
        if range.len() >= STREAM && self.takes_batches(A::STREAMS_SMALL) {
            self.run(&mut Answers::<A, _, _> { queries, range, filter, whole: self.whole(), out, wanted });
        } else {
            range.for_each(|i| out.write(i, self.search::<A>((i, &queries.query(i)), filter, wanted)));
        }
    }
}
