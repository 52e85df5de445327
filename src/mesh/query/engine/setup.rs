//! The setup of searches in a stream: one by one, or sixteen at a time in lanes.

use super::query::{Query, Setup};
use crate::batch::{Batch, Filter};
use crate::geometry::Aabb;
use crate::simd::{LANES, Part, Simd};
use std::marker::PhantomData;
use std::ops::Range;

/// The work of the next setup.
struct Next<'a, A, B: ?Sized> {
    whole: &'a Aabb,
    queries: &'a B,
    range: Range<usize>,
    query: PhantomData<A>,
}

impl<S: Simd, A: Query, B: Batch<A::Input> + ?Sized> Part<S> for Next<'_, A, B> {
    type Output = A::Setup;

    #[inline(always)]
    fn run(self, simd: S) -> A::Setup {
        A::Setup::new(simd, self.whole, self.queries, self.range)
    }
}

/// A search that begins.
pub(super) struct Beginning<'a, A: Query> {
    /// The query's place in the batch.
    pub(super) place: usize,
    pub(super) test: A::Test,
    pub(super) visitor: A::Visitor<'a>,
}

/// The queries of a batch, in their order, as searches. Apart from what a stream keeps besides: that can be in
/// registers, as no function writes to it.
pub(super) struct Beginnings<A: Query> {
    /// Those that have not begun yet.
    range: Range<usize>,
    setup: A::Setup,
    /// The first one of the setup.
    first: usize,
}

impl<A: Query> Beginnings<A> {
    /// The queries `range`, of which there is one.
    #[inline(always)]
    pub(super) fn new<S: Simd>(
        simd: S,
        whole: &Aabb,
        queries: &(impl Batch<A::Input> + ?Sized),
        range: Range<usize>,
    ) -> Self {
        let (first, setup) = (range.start, set_up::<A, S>(simd, whole, queries, &range));
        Beginnings { range, setup, first }
    }

    /// Begins the next search.
    #[inline(always)]
    pub(super) fn next<'a, S: Simd>(
        &mut self,
        simd: S,
        whole: &Aabb,
        queries: &(impl Batch<A::Input> + ?Sized),
        filter: &'a Filter,
    ) -> Option<Beginning<'a, A>> {
        if self.range.start - self.first == LANES && !self.range.is_empty() {
            self.first = self.range.start;
            self.setup = set_up::<A, S>(simd, whole, queries, &self.range);
        }
        let place = self.range.next()?;
        let (test, visitor) = self.setup.begin(place - self.first, whole, &queries.query(place), filter);
        Some(Beginning { place, test, visitor })
    }
}

/// The setup of the first ones of a range.
#[inline(always)]
fn set_up<A: Query, S: Simd>(
    simd: S,
    whole: &Aabb,
    queries: &(impl Batch<A::Input> + ?Sized),
    range: &Range<usize>,
) -> A::Setup {
    let range = range.start..range.end.min(range.start + LANES);
    simd.apart(Next::<A, _> { whole, queries, range, query: PhantomData })
}
