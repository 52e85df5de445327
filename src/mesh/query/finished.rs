//! Finished searches, whose answers are computed one by one or sixteen at a time.

use super::search::Query;
use super::{Batch, Output};
use crate::mesh::tree::Tree;
use crate::simd::LANES;
use arrayvec::ArrayVec;

/// Finished searches without their answers.
pub(super) struct Finished<A: Query> {
    /// Whether there are enough queries for that.
    together: bool,
    wanted: A::Wanted,
    places: ArrayVec<usize, LANES>,
    found: ArrayVec<A::Found, LANES>,
}

impl<A: Query> Finished<A> {
    #[inline(always)]
    pub(super) fn new(queries: usize, wanted: A::Wanted) -> Finished<A> {
        let together = queries >= LANES;
        Finished { together, wanted, places: ArrayVec::new(), found: ArrayVec::new() }
    }

    /// Adds a search; answers it, or all when there are sixteen.
    #[inline(always)]
    pub(super) fn push<L: Tree>(
        &mut self,
        tree: L,
        queries: &(impl Batch<A::Input> + ?Sized),
        place: usize,
        found: A::Found,
        out: &mut (impl Output<A::Answer> + ?Sized),
    ) {
        if !A::ANSWERS_TOGETHER || !self.together {
            out.write(place, A::answer(tree, &queries.query(place), &found, self.wanted));
            return;
        }
        self.places.push(place);
        self.found.push(found);
        if let (Some(places), Some(found)) = (self.places.first_chunk(), self.found.first_chunk()) {
            A::answers(tree, queries, places, found, self.wanted, out);
            self.places.clear();
            self.found.clear();
        }
    }

    /// Answers the rest.
    #[inline(always)]
    pub(super) fn answer_rest<L: Tree>(
        self,
        tree: L,
        queries: &(impl Batch<A::Input> + ?Sized),
        out: &mut (impl Output<A::Answer> + ?Sized),
    ) {
        if !A::ANSWERS_TOGETHER {
            return;
        }
        for (&place, found) in self.places.iter().zip(&self.found) {
            out.write(place, A::answer(tree, &queries.query(place), found, self.wanted));
        }
    }
}
