//! Queries: a traversal of the tree × what is done at a leaf.
//!
//! Each query checks all its inputs before it writes the first answer; it allocates nothing and keeps its stack on
//! the machine's. Which leaves are visited is decided in f32, padded so that none is missed; what is found in a leaf
//! is decided in f64.

mod cast;
mod collide;
mod point;
mod raycast;
mod reach;
mod sphere;
mod start;
mod surface;
mod traverse;
mod way_out;

pub use cast::BspCastHit;
pub use collide::BspContact;
pub use point::PointContent;
pub use sphere::SphereMode;

use super::Bsp;
use super::convex::Convex;
use super::tree::{NodeRef, PlaneRef, Tree};
use crate::Result;
use crate::batch::{Batch, Filter, Output, check_coordinates, check_length, check_length_of};
use crate::geometry::Sphere;
use std::ops::ControlFlow;

/// The brush of an answer that found none.
pub const NO_BRUSH: u32 = u32::MAX;

/// A query with one answer.
trait Question {
    /// What is asked.
    type Query;
    /// What is answered.
    type Answer;

    /// Checks query `i`.
    fn check(query: &Self::Query, i: usize) -> Result<()>;

    /// The answer.
    fn answer(&self, tree: &Tree, query: &Self::Query, filter: &Filter) -> Self::Answer;
}

impl Bsp<'_> {
    /// Checks all queries, and that every answer has a place.
    fn check<Q: Question>(
        &self,
        queries: &(impl Batch<Q::Query> + ?Sized),
        answers: &(impl Output<Q::Answer> + ?Sized),
    ) -> Result<()> {
        check_length(queries.count(), answers.capacity())?;
        (0..queries.count()).try_for_each(|i| Q::check(&queries.query(i), i))
    }

    /// Checks all queries, then answers all.
    fn ask<Q: Question>(
        &self,
        question: &Q,
        queries: &(impl Batch<Q::Query> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<Q::Answer> + ?Sized),
    ) -> Result<()> {
        self.check::<Q>(queries, answers)?;
        let tree = self.tree();
        for i in 0..queries.count() {
            answers.write(i, question.answer(&tree, &queries.query(i), filter));
        }
        Ok(())
    }
}

fn check_sphere(sphere: &Sphere, i: usize) -> Result<()> {
    check_coordinates(sphere.center, || format!("spheres[{i}].center"))?;
    check_length_of(sphere.radius, false, || format!("spheres[{i}].radius"))
}

/// The solids of a leaf that a filter accepts, one after the other: brushes that have not just been met, or the cell
/// itself.
struct LeafSolids {
    /// Brushes that were met last. Brushes lie in many leaves, and neighbours follow one another.
    seen: [u32; 8],
    next: usize,
}

impl LeafSolids {
    fn new() -> LeafSolids {
        LeafSolids { seen: [NO_BRUSH; 8], next: 0 }
    }

    #[inline(always)]
    fn each(
        &mut self,
        tree: &Tree,
        leaf: NodeRef,
        cell: &[PlaneRef],
        filter: &Filter,
        mut found: impl FnMut(u32, Convex) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let planes = tree.planes;
        if tree.solids.are_cells() {
            return match tree.brush_at(leaf, filter) {
                Some(brush) => found(brush, Convex::new(planes, cell)),
                None => ControlFlow::Continue(()),
            };
        }
        let Some(content) = leaf.content() else { return ControlFlow::Continue(()) };
        for brush in tree.solids.accepted(content, filter) {
            if !self.seen.contains(&brush) {
                self.seen[self.next % 8] = brush;
                self.next += 1;
                found(brush, Convex::new(planes, tree.solids.brush(brush)))?;
            }
        }
        ControlFlow::Continue(())
    }
}
