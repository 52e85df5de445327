//! What all batches have in common: the inputs are checked, then each query is answered by the layout and
//! on the instruction set that were chosen once for all.

use super::output::{ListWriter, check_offsets};
use super::{Batch, Filter, ListOutput, Lists, Output, check_length};
use crate::Result;
use crate::geometry::Aabb;
use crate::mesh::Mesh;
use crate::mesh::layout::{Layout, LayoutQuery};
use std::cmp::Ordering;
use std::marker::PhantomData;

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

    /// The answer, for a tree within `whole`.
    fn answer<L: Layout>(layout: L, whole: &Aabb, query: &Self::Query, filter: &Filter) -> Self::Answer;
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

    /// Hands all items to `push`, in any order, for a tree within `whole`.
    fn list<L: Layout>(
        layout: L,
        whole: &Aabb,
        query: &Self::Query,
        filter: &Filter,
        push: &mut dyn FnMut(Self::Item),
    );
}

struct Answers<'a, A, B: ?Sized, O: ?Sized> {
    queries: &'a B,
    filter: &'a Filter,
    whole: Aabb,
    out: &'a mut O,
    question: PhantomData<A>,
}

impl<A: Question, B: Batch<A::Query> + ?Sized, O: Output<A::Answer> + ?Sized> LayoutQuery
    for Answers<'_, A, B, O>
{
    type Output = ();

    #[inline(always)]
    fn run<L: Layout>(self, layout: L) {
        for i in 0..self.queries.count() {
            let query = self.queries.query(i);
            self.out.write(i, A::answer(layout, &self.whole, &query, self.filter));
        }
    }
}

struct AllLists<'a, A, B: ?Sized, F: ?Sized, O: ?Sized> {
    queries: &'a B,
    filter: &'a Filter,
    whole: Aabb,
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
        let mut writer = ListWriter::new(self.offsets, self.out);
        // A loop and no closure around it, which would not be compiled for the instruction set.
        for i in 0..self.queries.count() {
            let query = self.queries.query(i);
            let mut push = |item| writer.push(item, |a, b| A::order(a, b).is_lt());
            A::list(layout, &self.whole, &query, self.filter, &mut push);
            writer.finish_list(A::order);
        }
        writer.finish()
    }
}

impl Mesh<'_> {
    pub(super) fn answer<A: Question>(
        &self,
        queries: &(impl Batch<A::Query> + ?Sized),
        filter: &Filter,
        out: &mut (impl Output<A::Answer> + ?Sized),
    ) -> Result<()> {
        let count = queries.count();
        check_length(count, out.capacity())?;
        (0..count).try_for_each(|i| A::check(&queries.query(i), i))?;
        if self.may_accept(filter) {
            self.ask(Answers::<A, _, _> {
                queries,
                filter,
                whole: self.bounds(),
                out,
                question: PhantomData,
            });
        } else {
            (0..count).for_each(|i| out.write(i, A::nothing(&queries.query(i))));
        }
        Ok(())
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
        if !self.may_accept(filter) {
            let mut writer = ListWriter::new(offsets, out);
            (0..queries.count()).for_each(|_| writer.finish_list(A::order));
            return Ok(writer.finish());
        }
        let whole = self.bounds();
        Ok(self.ask(AllLists::<A, _, _, _> { queries, filter, whole, offsets, out, question: PhantomData }))
    }
}
