//! Batches of queries with a list each: the inputs are checked, then each query is answered by the layout and on the
//! instruction set that were chosen once for all.

use super::{Batch, Filter, ListOutput, Lists, Output};
use crate::Result;
use crate::batch::{Found, ListWriter, Offsets, check_offsets};
use crate::geometry::Aabb;
use crate::mesh::mesh_tree::MeshTree;
use crate::mesh::stored::EveryLayoutTest;
use crate::mesh::tree::{TestedBy, TreeQuery};
use std::cmp::Ordering;
use std::marker::PhantomData;

/// Answers a batch with lists by code that is compiled with this library, once; see
/// [`answer_batch`](super::engine::answer_batch).
macro_rules! list_batch {
    ($query:ty: $tree:expr, $queries:expr, $filter:expr, $offsets:expr, $out:expr) => {{
        use $crate::batch::{Batch, Filter, ListOutput, Lists, Output};
        use $crate::mesh::query::list::ListQuery;
        fn list(
            tree: $crate::mesh::MeshTree,
            queries: &dyn Batch<<$query as ListQuery>::Input>,
            filter: &Filter,
            offsets: &mut dyn Output<u64>,
            out: &mut dyn ListOutput<<$query as ListQuery>::Item>,
        ) -> $crate::Result<Lists> {
            tree.list::<$query>(queries, filter, offsets, out)
        }
        list($tree, &$queries, $filter, &mut &mut *$offsets, &mut &mut *$out)
    }};
}

pub(super) use list_batch;

/// A query with a list for an answer.
pub(super) trait ListQuery {
    /// A query of the batch.
    type Input;
    /// An item of its list.
    type Item: Copy;

    /// Checks query `i`.
    fn check(query: &Self::Input, i: usize) -> Result<()>;

    /// The order of the list, total and strict.
    fn order(a: &Self::Item, b: &Self::Item) -> Ordering;

    /// Sorts a list by that.
    fn sort(list: &mut [Self::Item]) {
        list.sort_unstable_by(Self::order);
    }

    /// The box test of the query.
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

struct AllLists<'a, A, B: ?Sized, F: ?Sized, O: ?Sized> {
    queries: &'a B,
    /// None if nothing can pass it.
    filter: Option<&'a Filter>,
    whole: &'a Aabb,
    offsets: &'a mut F,
    out: &'a mut O,
    query: PhantomData<A>,
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
        let mut offsets = Offsets::new(offsets);
        for i in 0..queries.count() {
            let in_order = match filter {
                Some(filter) => A::list(tree, whole, &queries.query(i), filter, &mut writer),
                None => true,
            };
            offsets.end_list(i, writer.finish_list(in_order));
        }
        writer.finish()
    }
}

impl MeshTree<'_> {
    pub(super) fn list<A: ListQuery>(
        self,
        queries: &(impl Batch<A::Input> + ?Sized),
        filter: &Filter,
        offsets: &mut (impl Output<u64> + ?Sized),
        out: &mut (impl ListOutput<A::Item> + ?Sized),
    ) -> Result<Lists> {
        check_offsets(queries.count(), offsets)?;
        (0..queries.count()).try_for_each(|i| A::check(&queries.query(i), i))?;
        let filter = self.may_accept(filter).then_some(filter);
        let whole = self.whole();
        Ok(self.run(AllLists::<A, _, _, _> { queries, filter, whole, offsets, out, query: PhantomData }))
    }
}
