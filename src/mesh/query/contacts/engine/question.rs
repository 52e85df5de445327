//! A shape, and what it asks for: which triangles count as within reach, and what others say about their trials.

use crate::batch::Filter;
use crate::geometry::{Aabb, Triangle, Vec3, shares};
use crate::mesh::MeshTree;
use crate::mesh::query::contacts::around::Around;
use crate::mesh::query::contacts::heard::{Heard, Verdict};
use crate::mesh::query::contacts::trial::{ContactShape, Trial};
use crate::mesh::query::contacts::within::Within;
use crate::mesh::query::shape::Shape;
use crate::mesh::tree::{AabbTest, Block, LeafTriangle, Visitor};
use crate::simd::Simd;
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// Below all distances.
pub(super) const NOWHERE: f64 = f64::NEG_INFINITY;

/// A shape, and what it asks for.
pub(super) struct Question<'a, T: ContactShape> {
    shape: &'a T,
    tree: MeshTree<'a>,
    reach: <T::Reach as Shape>::Prepared,
    /// The distance up to which triangles count as within reach, too.
    farthest: f64,
    filter: &'a Filter,
    max_distance: f32,
    /// True if triangles are heard about each other's contacts.
    is_smooth: bool,
    /// True if triangles are looked at that may be out of reach.
    is_wider: bool,
}

impl<'a, T: ContactShape> Question<'a, T> {
    /// A question by a prepared reach, of which triangles alone are looked at that are within reach.
    #[inline]
    pub(super) fn new(
        shape: &'a T,
        tree: MeshTree<'a>,
        reach: <T::Reach as Shape>::Prepared,
        filter: &'a Filter,
        max_distance: f32,
        is_smooth: bool,
    ) -> Question<'a, T> {
        Question { shape, tree, reach, farthest: NOWHERE, filter, max_distance, is_smooth, is_wider: false }
    }

    /// The same, but if `is_wider`, triangles are looked at that may be out of reach.
    #[inline]
    pub(super) fn wider(self, is_wider: bool) -> Question<'a, T> {
        Question { is_wider, ..self }
    }

    /// Counts triangles as within reach, too, that are no farther than a distance.
    #[inline]
    pub(super) fn reach_out(&mut self, distance: f64) {
        self.farthest = self.farthest.max(distance);
    }

    #[inline]
    pub(super) fn shape(&self) -> &'a T {
        self.shape
    }

    #[inline]
    pub(super) fn reach(&self) -> &<T::Reach as Shape>::Prepared {
        &self.reach
    }

    #[inline]
    pub(super) fn is_smooth(&self) -> bool {
        self.is_smooth
    }

    /// True if a triangle that was looked at is within reach.
    #[inline]
    pub(super) fn reaches_found(&self, triangle: &Triangle) -> bool {
        !self.is_wider || self.reaches(triangle)
    }

    /// The triangles around one; `None` if there is no room for so many.
    #[inline]
    pub(super) fn around<'b>(&self, leaf: &LeafTriangle, around: &'b Around) -> Option<&'b [LeafTriangle]> {
        around.of(leaf, self.tree, self.filter)
    }

    /// True if a triangle is within reach.
    #[inline]
    pub(super) fn reaches(&self, triangle: &Triangle) -> bool {
        T::Reach::touches(&self.reach, triangle)
    }

    /// What is found of a triangle that may have a contact, if it is known whether it is within reach.
    #[inline]
    pub(super) fn touch(&self, triangle: &Triangle, touches: bool, own: &T::Own) -> Option<T::Touch> {
        if !touches && self.farthest < 0.0 {
            return None;
        }
        let touch = self.shape.touch(triangle, touches, own, self.filter, self.max_distance)?;
        (touches || T::distance(&touch).is_some_and(|[least, _]| least <= self.farthest)).then_some(touch)
    }

    /// The distance of a triangle within reach, at most; negative for one that overlaps or is not seen.
    #[inline]
    pub(super) fn distance(&self, triangle: &Triangle, own: &T::Own) -> f64 {
        let found = self.shape.touch(triangle, false, own, self.filter, self.max_distance);
        found.as_ref().and_then(T::distance).map_or(NOWHERE, |[_, most]| most)
    }

    /// Hears a triangle about another's trial, if it has the corners. Only those `before` a number are rivals.
    #[inline]
    pub(super) fn hear(
        &self,
        leaf: &LeafTriangle,
        trial: &mut Trial<T::Trial>,
        other: &LeafTriangle,
        touches: impl FnOnce() -> bool,
        before: u32,
        own: impl Fn() -> T::Own,
    ) -> Verdict {
        let triangle = &other.triangle;
        let is_heard =
            || trial.within.iter().any(|corner| has(triangle, corner)) || shares(triangle, &trial.corners);
        if !is_heard() {
            return Verdict::Stands;
        }
        let rival = || (other.index < before).then(|| self.touch(triangle, touches(), &own())).flatten();
        self.shape.hear(&leaf.triangle, trial, triangle, &own, rival)
    }

    /// Hears all that are to be heard about a trial: of the rivals, those `before` a number. The tree is asked, for
    /// many trials at once where that serves them.
    #[inline]
    pub(super) fn ask(
        &self,
        leaf: &LeafTriangle,
        trial: &mut Trial<T::Trial>,
        before: u32,
        around: &Around,
    ) -> Heard {
        let mut heard = Heard::NOBODY;
        if (!trial.within.is_empty() || around.are_known())
            && let Some(around) = self.around(leaf, around)
        {
            for other in around {
                if self.take(leaf, trial, other, before, &mut heard).is_break() {
                    break;
                }
            }
            return heard;
        }
        let places = places_of(trial);
        for at in places {
            let test = AabbTest(Aabb::new(at, at));
            let mut sharers = Sharers { question: self, leaf, trial: &mut *trial, before, heard };
            self.tree.run(Within { test, filter: self.filter, visitor: &mut sharers });
            heard = sharers.heard;
            if heard.is_decided(leaf.index, before) {
                break;
            }
        }
        heard
    }

    /// Hears a triangle, and notes what it says. Breaks if there is no need to hear others.
    fn take(
        &self,
        leaf: &LeafTriangle,
        trial: &mut Trial<T::Trial>,
        other: &LeafTriangle,
        before: u32,
        heard: &mut Heard,
    ) -> ControlFlow<()> {
        let own = || self.shape.own(&other.triangle);
        let touches = || self.reaches(&other.triangle);
        heard.note(self.hear(leaf, trial, other, touches, before, own), other.index);
        match heard.is_decided(leaf.index, before) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// The places at which a trial's sharers are looked for: inside an edge, where there are fewer than at a
/// corner, if they must have all corners; else at those of which one is enough.
fn places_of<T>(trial: &Trial<T>) -> ArrayVec<Vec3, 3> {
    match (&trial.within[..], &trial.corners[..]) {
        ([], [a, b, ..]) => ArrayVec::from_iter([(*a + *b) * 0.5]),
        ([], corners) | (corners, _) => corners.iter().copied().collect(),
    }
}

#[inline(always)]
fn has(triangle: &Triangle, corner: &Vec3) -> bool {
    triangle.a == *corner || triangle.b == *corner || triangle.c == *corner
}

/// Hears the triangles that share the part of a trial.
struct Sharers<'a, 'b, T: ContactShape> {
    question: &'a Question<'b, T>,
    leaf: &'a LeafTriangle,
    trial: &'a mut Trial<T::Trial>,
    before: u32,
    heard: Heard,
}

impl<T: ContactShape> Visitor for Sharers<'_, '_, T> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        0.0
    }

    fn triangle(&mut self, other: &LeafTriangle) -> ControlFlow<()> {
        self.question.take(self.leaf, self.trial, other, self.before, &mut self.heard)
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        block.each_until(simd, seen, |leaf| self.triangle(leaf))
    }
}
