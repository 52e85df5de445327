//! The description of a query: its check, its search of a tree, and its answer from the findings.

use crate::Result;
use crate::arrays::zip_each;
use crate::batch::{Batch, Filter, Output};
use crate::bits::bits;
use crate::geometry::Aabb;
use crate::mesh::stored::EveryLayoutTest;
use crate::mesh::tree::{LaneTree, Order, TestedBy, Tree, Visitor};
use crate::simd::{LANES, Simd};
use std::ops::Range;

/// A query with one answer.
pub(in crate::mesh::query) trait Query: Sized {
    /// A query of the batch.
    type Input;
    /// Its answer.
    type Answer;

    /// Checks query `i`.
    fn check(query: &Self::Input, i: usize) -> Result<()>;

    /// The answer where nothing is found.
    fn nothing(query: &Self::Input) -> Self::Answer;

    /// True if a stream gains even without cache misses: it does for all that take little work a node, as it overlaps their
    /// latencies.
    const STREAMS_SMALL: bool = false;

    /// In which order subtrees are visited.
    type Order: Order;
    /// The box test of the query.
    type Test: EveryLayoutTest;
    /// The triangle test of the query.
    type Visitor<'a>: Visitor;

    /// Begins the search in a tree within `whole`.
    fn begin<'a>(whole: &Aabb, query: &Self::Input, filter: &'a Filter) -> (Self::Test, Self::Visitor<'a>);

    /// True if its visitor takes time to set up, and so is made late.
    const BEGINS_LATE: bool = false;

    /// The same with the first limit, and a function that makes the visitor.
    #[inline(always)]
    fn begin_late<'a>(
        whole: &Aabb,
        query: &Self::Input,
        filter: &'a Filter,
    ) -> (Self::Test, f32, impl FnOnce() -> Self::Visitor<'a>) {
        let (test, visitor) = Self::begin(whole, query, filter);
        (test, visitor.limit(), || visitor)
    }

    /// The setup of such searches in a stream.
    type Setup: Setup<Self>;

    /// The way in which they visit their leaves.
    type Leaves: VisitLeaves<Self>;

    /// The result of the search, from which the answer is computed.
    type Found: Copy;

    /// The result of a finished visitor.
    fn found(visitor: &Self::Visitor<'_>) -> Self::Found;

    /// The parts that a caller may want besides answers, with their output. A value and no type parameter: there is one search for all.
    type Wanted: Copy;

    /// The same for the queries from `first` on.
    #[inline(always)]
    fn wanted_from(wanted: Self::Wanted, _first: usize) -> Self::Wanted {
        wanted
    }

    /// Writes what is wanted besides the answer of query `i`.
    #[inline(always)]
    fn write_besides<L: TestedBy<Self::Test>>(
        _tree: L,
        _i: usize,
        _found: &Self::Found,
        _answer: &Self::Answer,
        _wanted: Self::Wanted,
    ) {
    }

    /// The answer.
    fn answer<L: TestedBy<Self::Test>>(
        tree: L,
        query: &Self::Input,
        found: &Self::Found,
        wanted: Self::Wanted,
    ) -> Self::Answer;

    /// The answer of query `i`; what is wanted besides is written.
    #[inline(always)]
    fn whole_answer<L: TestedBy<Self::Test>>(
        tree: L,
        (i, query): (usize, &Self::Input),
        found: &Self::Found,
        wanted: Self::Wanted,
    ) -> Self::Answer {
        let answer = Self::answer(tree, query, found, wanted);
        Self::write_besides(tree, i, found, &answer, wanted);
        answer
    }

    /// True if sixteen answers are faster computed at once than one after another.
    const ANSWERS_TOGETHER: bool = false;

    /// Answers sixteen queries, whose places in the batch are given.
    #[inline(always)]
    fn answers<L: TestedBy<Self::Test>>(
        tree: L,
        queries: &(impl Batch<Self::Input> + ?Sized),
        places: &[usize; LANES],
        found: &[Self::Found; LANES],
        wanted: Self::Wanted,
        out: &mut (impl Output<Self::Answer> + ?Sized),
    ) {
        for (&i, found) in zip_each(places, found) {
            out.write(i, Self::whole_answer(tree, (i, &queries.query(i)), found, wanted));
        }
    }
}

/// The searches of a stream, by their numbers.
pub(in crate::mesh::query) trait Searches<'a, A: Query, L: Tree> {
    /// The leaf where one is, and its visitor.
    fn leaf(&mut self, search: u32) -> (&L::NodeRef, &mut A::Visitor<'a>);

    /// Ends one.
    fn end(&mut self, search: u32);
}

/// A way to visit the leaves where some searches of a stream are.
pub(in crate::mesh::query) trait VisitLeaves<A: Query> {
    /// Visits them, each its own.
    fn visit<'a, S: Simd, L: LaneTree<S>>(
        tree: L,
        filter: &Filter,
        searches: &mut (impl Searches<'a, A, L> + ?Sized),
        at_leaves: u32,
    );
}

/// The common part of the setup of up to sixteen queries.
pub(in crate::mesh::query) trait Setup<A: Query> {
    /// Sets queries up that lie together in a batch: sixteen at most, and one at least.
    fn new<S: Simd>(
        simd: S,
        whole: &Aabb,
        queries: &(impl Batch<A::Input> + ?Sized),
        range: Range<usize>,
    ) -> Self;

    /// Begins the search for one of these: equal to [`Query::begin`].
    fn begin<'a>(
        &self,
        lane: usize,
        whole: &Aabb,
        query: &A::Input,
        filter: &'a Filter,
    ) -> (A::Test, A::Visitor<'a>);
}

/// Queries that have nothing in common.
pub(in crate::mesh::query) struct OneByOne;

impl<A: Query> Setup<A> for OneByOne {
    #[inline(always)]
    fn new<S: Simd>(_: S, _: &Aabb, _: &(impl Batch<A::Input> + ?Sized), _: Range<usize>) -> OneByOne {
        OneByOne
    }

    #[inline(always)]
    fn begin<'a>(
        &self,
        _: usize,
        whole: &Aabb,
        query: &A::Input,
        filter: &'a Filter,
    ) -> (A::Test, A::Visitor<'a>) {
        A::begin(whole, query, filter)
    }
}

impl<A: Query> VisitLeaves<A> for OneByOne {
    #[inline(always)]
    fn visit<'a, S: Simd, L: LaneTree<S>>(
        tree: L,
        filter: &Filter,
        searches: &mut (impl Searches<'a, A, L> + ?Sized),
        at_leaves: u32,
    ) {
        for i in bits(at_leaves) {
            let (leaf, visitor) = searches.leaf(i);
            if tree.visit(leaf, filter, visitor).is_break() {
                searches.end(i);
            }
        }
    }
}
