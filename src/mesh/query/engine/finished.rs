//! Finished searches, whose answers are computed one by one or sixteen at a time.

use super::query::Query;
use crate::arrays::zip_each;
use crate::batch::{Batch, Output};
use crate::mesh::tree::{TestedBy, TreePart};
use crate::simd::LANES;
use crate::stack::{FixedStack, Stack};

/// Sixteen searches to be answered at once.
struct Sixteen<'a, A: Query, B: ?Sized, O: ?Sized> {
    queries: &'a B,
    places: &'a [usize; LANES],
    found: &'a [A::Found; LANES],
    wanted: A::Wanted,
    out: &'a mut O,
}

impl<A, L, B, O> TreePart<L> for Sixteen<'_, A, B, O>
where
    A: Query,
    L: TestedBy<A::Test>,
    B: Batch<A::Input> + ?Sized,
    O: Output<A::Answer> + ?Sized,
{
    type Output = ();

    #[inline(always)]
    fn run(self, tree: L) {
        A::answers(tree, self.queries, self.places, self.found, self.wanted, self.out);
    }
}

/// Answers sixteen queries, whose places in the batch are given. If there is much to it, apart from the kernels that do.
#[inline(always)]
pub(super) fn answer_sixteen<A: Query, L: TestedBy<A::Test>>(
    tree: L,
    queries: &(impl Batch<A::Input> + ?Sized),
    places: &[usize; LANES],
    found: &[A::Found; LANES],
    wanted: A::Wanted,
    out: &mut (impl Output<A::Answer> + ?Sized),
) {
    if A::ANSWERS_TOGETHER {
        tree.apart(Sixteen::<A, _, _> { queries, places, found, wanted, out });
    } else {
        A::answers(tree, queries, places, found, wanted, out);
    }
}

/// Finished searches without their answers.
pub(super) struct Finished<A: Query> {
    wanted: A::Wanted,
    places: FixedStack<usize, LANES>,
    found: FixedStack<A::Found, LANES>,
}

impl<A: Query> Finished<A> {
    #[inline(always)]
    pub(super) fn new(wanted: A::Wanted) -> Finished<A> {
        Finished { wanted, places: FixedStack::default(), found: FixedStack::default() }
    }

    /// Adds a search; answers it, or all when there are sixteen.
    #[inline(always)]
    pub(super) fn push<L: TestedBy<A::Test>>(
        &mut self,
        tree: L,
        queries: &(impl Batch<A::Input> + ?Sized),
        place: usize,
        found: A::Found,
        out: &mut (impl Output<A::Answer> + ?Sized),
    ) {
        if !A::ANSWERS_TOGETHER {
            out.write(place, A::whole_answer(tree, (place, &queries.query(place)), &found, self.wanted));
            return;
        }
        self.places.push(place);
        self.found.push(found);
        if let (Some(places), Some(found)) = (self.places.first_chunk(), self.found.first_chunk()) {
            answer_sixteen::<A, L>(tree, queries, places, found, self.wanted, out);
            self.places.clear();
            self.found.clear();
        }
    }

    /// Answers the rest.
    #[inline(always)]
    pub(super) fn answer_rest<L: TestedBy<A::Test>>(
        &self,
        tree: L,
        queries: &(impl Batch<A::Input> + ?Sized),
        out: &mut (impl Output<A::Answer> + ?Sized),
    ) {
        if !A::ANSWERS_TOGETHER {
            return;
        }
        for (&place, found) in zip_each(&*self.places, &*self.found) {
            out.write(place, A::whole_answer(tree, (place, &queries.query(place)), found, self.wanted));
        }
    }
}
