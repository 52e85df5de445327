//! The first contact: rays against boxes that grow by the shape's own × nearest first × the moving shape's test.

use super::hit::ShapeHit;
use super::shape::{CastShape, MovingShape, StartingShape};
use super::smooth::Smooth;
use crate::Result;
use crate::batch::{Batch, Filter, Output, ask_one};
use crate::bits::bits;
use crate::geometry::{Aabb, BoxCast, CapsuleCast, HullCast, SphereCast, TriangleHit};
use crate::mesh::query::NO_TRIANGLE;
use crate::mesh::query::contacts::ContactEdges;
use crate::mesh::query::engine::{OneByOne, Query, answer_batch};
use crate::mesh::query::lanes::swept_lanes;
use crate::mesh::tree::{
    Block, LeafPlace, LeafTriangle, NearestFirst, RayTest, TestedBy, TreePart, Visitor, traverse,
};
use crate::mesh::{Mesh, MeshTree};
use crate::simd::Simd;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The first contact so far: the earliest; of those at the start the deepest; of equal ones the lowest triangle's.
#[derive(Clone, Copy)]
pub(super) struct First {
    t: f32,
    depth: f32,
    index: u32,
    place: LeafPlace,
    /// True if the shape touches anything at the start, give or take rounding.
    pub(super) is_near: bool,
}

impl First {
    pub(super) const NONE: First =
        First { t: 1.0, depth: -1.0, index: NO_TRIANGLE, place: LeafPlace::NONE, is_near: false };

    #[inline(always)]
    pub(super) fn limit(&self) -> f32 {
        self.t
    }

    /// Returns true if a contact comes before it.
    #[inline(always)]
    pub(super) fn is_after(&self, hit: &TriangleHit, index: u32) -> bool {
        let deeper = hit.depth > self.depth || (hit.depth == self.depth && index < self.index);
        hit.t < self.t || (hit.t == self.t && deeper)
    }

    #[inline(always)]
    pub(super) fn take(&mut self, hit: &TriangleHit, leaf: &LeafTriangle) {
        let (t, depth) = (hit.t, hit.depth);
        *self = First { t, depth, index: leaf.index, place: leaf.place, is_near: self.is_near };
    }

    /// The contact in full, by a cast against its triangle.
    #[inline(always)]
    fn answer<L: TestedBy<RayTest>>(
        &self,
        tree: L,
        cast: impl FnOnce(&LeafTriangle) -> Option<TriangleHit>,
    ) -> ShapeHit {
        let First { index, place, .. } = *self;
        if index == NO_TRIANGLE {
            return ShapeHit::MISS;
        }
        let (triangle, attributes) = (tree.triangle_at(place), tree.attributes_at(place));
        let hit = cast(&LeafTriangle { index, attributes, triangle, place });
        hit.map_or(ShapeHit::MISS, |hit| ShapeHit::new(&hit, index, attributes))
    }
}

/// The search for it, for triangles by themselves.
pub(super) struct FirstContact<S> {
    shape: S,
    pub(super) first: First,
}

impl<S: MovingShape> FirstContact<S> {
    pub(super) fn new(shape: S) -> FirstContact<S> {
        FirstContact { shape, first: First::NONE }
    }
}

impl<P: MovingShape> Visitor for FirstContact<P> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.first.limit()
    }

    #[inline(always)]
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        let found = self.shape.seek(&leaf.triangle, self.first.limit());
        self.first.is_near |= found.is_near;
        if let Some(hit) = found.hit
            && self.first.is_after(&hit, leaf.index)
        {
            self.first.take(&hit, leaf);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        let line = &self.shape.path().line;
        for lane in bits(swept_lanes(simd, line, block, seen, self.first.limit())) {
            let _ = self.triangle(&block.triangle(lane as usize));
        }
        ControlFlow::Continue(())
    }
}

/// What a cast asks for besides.
#[derive(Clone, Copy)]
struct Question<'a> {
    mesh: MeshTree<'a>,
    filter: Filter,
    edges: ContactEdges,
}

/// The same search by the rule for edges. One for all shapes: what takes time are their tests.
struct SmoothSearch<'a> {
    start: &'a dyn StartingShape,
    shape: &'a dyn MovingShape,
    question: &'a Question<'a>,
}

impl<L: TestedBy<RayTest>> TreePart<L> for SmoothSearch<'_> {
    type Output = ShapeHit;

    #[inline(always)]
    fn run(self, tree: L) -> ShapeHit {
        let SmoothSearch { start, shape, question: &Question { mesh, ref filter, .. } } = self;
        let test = RayTest::of_path(shape.path(), mesh.whole());
        let smooth = Smooth::new(tree, mesh, filter);
        let mut visitor = SmoothContact { start, shape, smooth, first: First::NONE };
        traverse::<NearestFirst, L, RayTest>(tree, &test, filter, &mut visitor);
        let SmoothContact { smooth, first, .. } = visitor;
        first
            .answer(tree, |leaf| smooth.cast(start, shape, leaf, shape.seek(&leaf.triangle, first.t).is_near))
    }
}

struct SmoothContact<'a, L> {
    start: &'a dyn StartingShape,
    shape: &'a dyn MovingShape,
    smooth: Smooth<'a, L>,
    first: First,
}

impl<L: TestedBy<RayTest>> SmoothContact<'_, L> {
    fn look_at(&mut self, leaf: &LeafTriangle) {
        let alone = self.shape.seek(&leaf.triangle, self.first.limit());
        // After the start, only what comes first by itself can come first by the rule.
        let may_count = alone.is_near || alone.hit.is_some_and(|hit| self.first.is_after(&hit, leaf.index));
        if may_count
            && let Some(hit) = self.smooth.cast(self.start, self.shape, leaf, alone.is_near)
            && self.first.is_after(&hit, leaf.index)
        {
            self.first.take(&hit, leaf);
        }
    }
}

impl<L: TestedBy<RayTest>> Visitor for SmoothContact<'_, L> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.first.limit()
    }

    #[inline(always)]
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        self.look_at(leaf);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn block<T: Simd>(&mut self, simd: T, block: impl Block, seen: u32) -> ControlFlow<()> {
        let line = &self.shape.path().line;
        for lane in bits(swept_lanes(simd, line, block, seen, self.first.limit())) {
            let _ = self.triangle(&block.triangle(lane as usize));
        }
        ControlFlow::Continue(())
    }
}

/// The query for the first contact.
struct FirstTouch<'m, C>(PhantomData<(&'m (), C)>);

impl<'m, C: CastShape> Query for FirstTouch<'m, C> {
    type Input = C;
    type Answer = ShapeHit;

    fn check(cast: &C, i: usize) -> Result<()> {
        cast.check(i)
    }

    fn nothing(_: &C) -> ShapeHit {
        ShapeHit::MISS
    }

    type Order = NearestFirst;
    type Test = RayTest;
    type Visitor<'a> = FirstContact<C::Prepared>;

    #[inline(always)]
    fn begin(whole: &Aabb, cast: &C, _: &Filter) -> (RayTest, FirstContact<C::Prepared>) {
        let shape = cast.prepare();
        let test = RayTest::of_path(shape.path(), whole);
        (test, FirstContact::new(shape))
    }

    type Setup = OneByOne;

    type Leaves = OneByOne;

    type Found = First;

    #[inline(always)]
    fn found(visitor: &FirstContact<C::Prepared>) -> First {
        visitor.first
    }

    type Wanted = Question<'m>;

    #[inline(always)]
    fn answer<L: TestedBy<RayTest>>(tree: L, cast: &C, first: &First, question: Question<'m>) -> ShapeHit {
        let shape = cast.prepare();
        // From a clear start, the rule changes nothing.
        if first.is_near && question.edges == ContactEdges::Smooth {
            return tree.apart(SmoothSearch { start: cast, shape: &shape, question: &question });
        }
        first.answer(tree, |leaf| shape.cast(&leaf.triangle, None).hit)
    }
}

impl Mesh<'_> {
    /// The first contact of each moving sphere with the surface. Contact at exactly `t == 1` counts. Triangles are hit
    /// from both sides. Among equally early contacts the lowest triangle index wins; of those at the start the
    /// deepest.
    ///
    /// `t` is never late: before it, nothing is touched, but for what follows. At `t` the gap is no more than 4 units in
    /// the last place of the largest coordinate.
    ///
    /// Contact at the start: let `n` be the unit vector to the sphere's centre from the closest point of a triangle that
    /// the sphere touches or overlaps at `t == 0`; if the centre is on the triangle, `n` is the triangle's normal. If
    /// `dot(n, displacement) < 0`, the sphere moves into the triangle, and hits it at `t == 0`, with the depth of the
    /// overlap. Otherwise it slides along the triangle or leaves it, and never hits it. Motion within the rounding of f32
    /// coordinates counts as sliding. A displacement of zero makes the cast an overlap test: `t == 0` for what touches.
    ///
    /// With [`ContactEdges::Smooth`], a sphere that touches anything at the start is not stopped by an edge or a corner
    /// if another triangle that shares it rises above it, unless the triangle's face is in the way as well: then `n` is
    /// the face's normal. So what stands on a floor, or a little in it, slides over it. From a clear start the rule
    /// changes nothing.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a cast, before anything
    /// is written.
    pub fn cast_sphere(
        &self,
        casts: &(impl Batch<SphereCast> + ?Sized),
        filter: &Filter,
        edges: ContactEdges,
        hits: &mut (impl Output<ShapeHit> + ?Sized),
    ) -> Result<()> {
        let tree = self.tree();
        let question = Question { mesh: tree, filter: *filter, edges };
        answer_batch!(FirstTouch<'_, SphereCast>: tree, casts, filter, question, hits)
    }

    /// [`Mesh::cast_sphere`] for capsules. Where a capsule's segment crosses a triangle at the start, `n` is the
    /// direction of the shortest way out. With [`ContactEdges::Smooth`], `n`, the depth and the point are then those of
    /// the deepest contact of [`Mesh::contacts_capsule`] with that triangle, and a triangle without one is passed.
    ///
    /// # Errors
    /// As for [`Mesh::cast_sphere`].
    pub fn cast_capsule(
        &self,
        casts: &(impl Batch<CapsuleCast> + ?Sized),
        filter: &Filter,
        edges: ContactEdges,
        hits: &mut (impl Output<ShapeHit> + ?Sized),
    ) -> Result<()> {
        let tree = self.tree();
        let question = Question { mesh: tree, filter: *filter, edges };
        answer_batch!(FirstTouch<'_, CapsuleCast>: tree, casts, filter, question, hits)
    }

    /// [`Mesh::cast_sphere`] for boxes. Where a box overlaps a triangle at the start, `n` is the direction of the shortest
    /// way out, and the depth that of the deepest point. With [`ContactEdges::Smooth`], `n`, the depth and the point are
    /// then those of the deepest contact of [`Mesh::contacts_box`] with that triangle, in the middle of those that are as
    /// deep; a triangle without one is passed: another tells better how deep the box is.
    ///
    /// # Errors
    /// As for [`Mesh::cast_sphere`]. Axes that are not those of a box are an error that names the axis.
    pub fn cast_box(
        &self,
        casts: &(impl Batch<BoxCast> + ?Sized),
        filter: &Filter,
        edges: ContactEdges,
        hits: &mut (impl Output<ShapeHit> + ?Sized),
    ) -> Result<()> {
        let tree = self.tree();
        let question = Question { mesh: tree, filter: *filter, edges };
        answer_batch!(FirstTouch<'_, BoxCast>: tree, casts, filter, question, hits)
    }

    /// [`Mesh::cast_box`] for convex hulls in poses. Whether one touches at the start is exact: as for
    /// [`Mesh::overlap_hull`].
    ///
    /// # Errors
    /// As for [`crate::geometry::HullPose::check`] and [`Mesh::cast_sphere`], before anything is written.
    pub fn cast_hull<'h>(
        &self,
        casts: &(impl Batch<HullCast<'h>> + ?Sized),
        filter: &Filter,
        edges: ContactEdges,
        hits: &mut (impl Output<ShapeHit> + ?Sized),
    ) -> Result<()> {
        let tree = self.tree();
        let question = Question { mesh: tree, filter: *filter, edges };
        answer_batch!(FirstTouch<'_, HullCast<'_>>: tree, casts, filter, question, hits)
    }
}

impl MeshTree<'_> {
    /// [`Mesh::cast_sphere`] of one sphere, by itself.
    pub(crate) fn cast_one(self, cast: &SphereCast) -> Result<ShapeHit> {
        let filter = Filter::default();
        let question = Question { mesh: self, filter, edges: ContactEdges::Smooth };
        ask_one(
            *cast,
            |casts, hits| answer_batch!(FirstTouch<'_, SphereCast>: self, casts, &filter, question, hits),
        )
    }
}
