//! Triangles that the tree is asked for, one after the other.

use super::decide::decide;
use super::question::{NOWHERE, Question};
use crate::mesh::query::contacts::contact::Contact;
use crate::mesh::query::contacts::decided::DecidedParts;
use crate::mesh::query::contacts::trial::ContactShape;
use crate::mesh::query::shape::Shape;
use crate::mesh::tree::{Block, LeafTriangle, Visitor};
use crate::simd::Simd;
use std::ops::ControlFlow;

/// Finds the distance of the farthest triangle that touches the shape grown by the reach.
pub(super) struct Farthest<'a, 'b, T: ContactShape> {
    question: &'a Question<'b, T>,
    limit: f32,
    distance: f64,
}

impl<'a, 'b, T: ContactShape> Farthest<'a, 'b, T> {
    pub(super) fn new(question: &'a Question<'b, T>, limit: f32) -> Farthest<'a, 'b, T> {
        Farthest { question, limit, distance: NOWHERE }
    }

    /// That distance; below all others if there is none.
    pub(super) fn distance(&self) -> f64 {
        self.distance
    }
}

impl<T: ContactShape> Visitor for Farthest<'_, '_, T> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        let Farthest { question, .. } = *self;
        if question.reaches(&leaf.triangle) {
            let own = question.shape().own(&leaf.triangle);
            self.distance = self.distance.max(question.distance(&leaf.triangle, &own));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        block.each(simd, seen, |_, leaf| {
            let _ = self.triangle(&leaf);
        });
        ControlFlow::Continue(())
    }
}

/// Adds the contact of each triangle within reach.
pub(super) struct Each<'a, 'b, T: ContactShape> {
    question: &'a Question<'b, T>,
    /// The reach: triangles that it touches are looked at.
    within: &'a <T::Reach as Shape>::Prepared,
    limit: f32,
    /// What is known of parts; none if triangles count by themselves.
    decided: Option<DecidedParts>,
    found: &'a mut dyn FnMut(Contact),
}

impl<'a, 'b, T: ContactShape> Each<'a, 'b, T> {
    /// By the rule for edges.
    pub(super) fn smooth(
        question: &'a Question<'b, T>,
        within: &'a <T::Reach as Shape>::Prepared,
        limit: f32,
        found: &'a mut dyn FnMut(Contact),
    ) -> Each<'a, 'b, T> {
        Each { question, within, limit, decided: Some(DecidedParts::default()), found }
    }

    /// Each triangle by itself.
    pub(super) fn alone(
        question: &'a Question<'b, T>,
        limit: f32,
        found: &'a mut dyn FnMut(Contact),
    ) -> Each<'a, 'b, T> {
        Each { question, within: question.reach(), limit, decided: None, found }
    }
}

impl<T: ContactShape> Each<'_, '_, T> {
    /// Looks at a triangle, of which it is known whether it is within reach.
    fn look_at(&mut self, leaf: &LeafTriangle, touches: bool) {
        let Each { question, found, decided, .. } = self;
        let own = question.shape().own(&leaf.triangle);
        decide(question, leaf, touches, &own, *found, |trial, around| match decided {
            Some(parts) if trial.is_common => parts.decide(&trial.corners.clone(), leaf.index, |before| {
                question.ask(leaf, trial, before, around)
            }),
            Some(_) => question.ask(leaf, trial, leaf.index, around).verdict(leaf.index),
            // It is heard itself.
            None => question.hear(leaf, trial, leaf, || touches, leaf.index, || own.clone()),
        });
    }
}

impl<T: ContactShape> Visitor for Each<'_, '_, T> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        self.look_at(leaf, self.question.reaches(&leaf.triangle));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        let near = T::Reach::touches_lanes(self.within, simd, block, seen);
        block.each(simd, near, |_, leaf| {
            let touches = self.question.reaches_found(&leaf.triangle);
            self.look_at(&leaf, touches);
        });
        ControlFlow::Continue(())
    }
}
