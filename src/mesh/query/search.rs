//! What a query is: how it is checked, how it searches a tree, and how its answer is made of what the search came to.

use super::{Batch, Filter, Output};
use crate::Result;
use crate::geometry::Aabb;
use crate::mesh::tree::{Order, Tree, Visitor};
use crate::mesh::view::EveryLayoutTest;
use crate::simd::LANES;

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
