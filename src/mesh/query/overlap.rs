//! Shapes that touch the surface, and the triangles that they touch: the shape's box test × any or all × its
//! triangle test.

use super::engine::{OneByOne, Query, answer_batch};
use super::list::{ListQuery, list_batch};
use super::shape::Shape;
use super::{Batch, Filter, ListOutput, Lists, Output};
use crate::Result;
use crate::batch::{Found, Gathered, sort_distinct};
use crate::geometry::{Aabb, Capsule, HullPose, OrientedBox, Sphere};
use crate::mesh::tree::{AnyOrder, Block, BoxTest, LeafTriangle, TestedBy, Tree, Visitor, traverse};
use crate::mesh::{Mesh, MeshTree};
use crate::simd::{LANES, Simd};
use std::cmp::Ordering;
use std::marker::PhantomData;
use std::ops::ControlFlow;

struct FirstTouched<T: Shape> {
    shape: T::Prepared,
    limit: f32,
    found: bool,
}

impl<T: Shape> Visitor for FirstTouched<T> {
    const TAKES_WHOLE_BLOCKS: bool = T::Test::CONTAINS;

    #[inline(always)]
    fn whole_block<S: Simd>(&mut self, _: S, _: impl Block, _: u32) -> ControlFlow<()> {
        self.found = true;
        ControlFlow::Break(())
    }

    #[inline(always)]
    fn settle(&mut self, filter: &Filter) -> ControlFlow<()> {
        self.found = filter.accepts_all();
        if self.found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        self.found = T::touches(&self.shape, &leaf.triangle);
        if self.found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        self.found = T::touches_any(&self.shape, simd, block, seen);
        if self.found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The query for any contact of a shape.
struct Overlaps<T>(PhantomData<T>);

impl<T: Shape> Query for Overlaps<T> {
    type Input = T;
    type Answer = u8;

    #[inline]
    fn check(shape: &T, i: usize) -> Result<()> {
        shape.check(i)
    }

    fn nothing(_: &T) -> u8 {
        0
    }

    const STREAMS_SMALL: bool = true;

    type Order = AnyOrder;
    type Test = T::Test;
    type Visitor<'a> = FirstTouched<T>;

    #[inline(always)]
    fn begin(whole: &Aabb, shape: &T, _: &Filter) -> (T::Test, FirstTouched<T>) {
        let (shape, test, limit) = shape.prepare(whole);
        (test, FirstTouched { shape, limit, found: false })
    }

    type Setup = OneByOne;

    type Leaves = OneByOne;

    type Found = bool;

    #[inline(always)]
    fn found(visitor: &FirstTouched<T>) -> bool {
        visitor.found
    }

    type Wanted = ();

    #[inline(always)]
    fn answer<L: Tree>(_: L, _: &T, &found: &bool, (): ()) -> u8 {
        found.into()
    }
}

struct EachTouched<'a, T: Shape, F> {
    shape: T::Prepared,
    limit: f32,
    gathered: Gathered<'a, F>,
}

impl<T: Shape, F: Found<u32>> Visitor for EachTouched<'_, T, F> {
    const TAKES_WHOLE_BLOCKS: bool = T::Test::CONTAINS;

    #[inline(always)]
    fn whole_block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        self.gathered.add(&simd.compress(seen, block.ids(simd)), seen.count_ones() as usize);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        if T::touches(&self.shape, &leaf.triangle) {
            self.gathered.add(&[leaf.index; LANES], 1);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        let mask = T::touches_lanes(&self.shape, simd, block, seen);
        self.whole_block(simd, block, mask)
    }
}

/// The triangles that a shape touches.
struct Touched<T>(PhantomData<T>);

impl<T: Shape> ListQuery for Touched<T> {
    type Input = T;
    type Item = u32;

    #[inline]
    fn check(shape: &T, i: usize) -> Result<()> {
        shape.check(i)
    }

    fn order(a: &u32, b: &u32) -> Ordering {
        a.cmp(b)
    }

    fn sort(list: &mut [u32]) {
        sort_distinct(list);
    }

    type Test = T::Test;

    #[inline(always)]
    fn list<L: TestedBy<T::Test>>(
        tree: L,
        whole: &Aabb,
        shape: &T,
        filter: &Filter,
        found: &mut impl Found<u32>,
    ) -> bool {
        let (shape, test, limit) = shape.prepare(whole);
        let mut visitor = EachTouched::<T, _> { shape, limit, gathered: Gathered::new(found) };
        traverse::<AnyOrder, L, T::Test>(tree, &test, filter, &mut visitor);
        visitor.gathered.finish()
    }
}

impl Mesh<'_> {
    /// Returns true if each sphere touches the surface: 1 or 0. Touching counts: a triangle at exactly the radius
    /// is touched.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a shape, before anything
    /// is written.
    pub fn overlap_sphere(
        &self,
        spheres: &(impl Batch<Sphere> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<u8> + ?Sized),
    ) -> Result<()> {
        answer_batch!(Overlaps<Sphere>: self.tree(), spheres, filter, (), answers)
    }

    /// Returns true if each capsule touches the surface: 1 or 0.
    ///
    /// # Errors
    /// As for [`Mesh::overlap_sphere`].
    pub fn overlap_capsule(
        &self,
        capsules: &(impl Batch<Capsule> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<u8> + ?Sized),
    ) -> Result<()> {
        answer_batch!(Overlaps<Capsule>: self.tree(), capsules, filter, (), answers)
    }

    /// Returns true if each rotated box touches the surface: 1 or 0. The box is solid.
    ///
    /// # Errors
    /// As for [`Mesh::overlap_sphere`].
    pub fn overlap_box(
        &self,
        boxes: &(impl Batch<OrientedBox> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<u8> + ?Sized),
    ) -> Result<()> {
        answer_batch!(Overlaps<OrientedBox>: self.tree(), boxes, filter, (), answers)
    }

    /// Returns true if each posed hull touches the surface: 1 or 0. The hull is solid. Exact, in real numbers.
    ///
    /// # Errors
    /// As for [`crate::geometry::HullPose::check`], before anything is written.
    pub fn overlap_hull<'h>(
        &self,
        hulls: &(impl Batch<HullPose<'h>> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<u8> + ?Sized),
    ) -> Result<()> {
        answer_batch!(Overlaps<HullPose<'_>>: self.tree(), hulls, filter, (), answers)
    }

    /// The triangles whose bounding boxes touch each box, sorted: the candidates of a narrow phase.
    /// List `i` is `triangles[offsets[i]..offsets[i + 1]]`; `offsets` may be `()`.
    ///
    /// # Errors
    /// As for [`Mesh::overlap_sphere`]. Too little room is no error: see [`Lists`].
    pub fn candidates_aabb(
        &self,
        boxes: &(impl Batch<Aabb> + ?Sized),
        filter: &Filter,
        offsets: &mut (impl Output<u64> + ?Sized),
        triangles: &mut (impl ListOutput<u32> + ?Sized),
    ) -> Result<Lists> {
        list_batch!(Touched<Aabb>: self.tree(), boxes, filter, offsets, triangles)
    }

    /// The triangles that touch each sphere, sorted: exact, not only their boxes. Lists as for
    /// [`Mesh::candidates_aabb`].
    ///
    /// # Errors
    /// As for [`Mesh::candidates_aabb`].
    pub fn overlap_sphere_all(
        &self,
        spheres: &(impl Batch<Sphere> + ?Sized),
        filter: &Filter,
        offsets: &mut (impl Output<u64> + ?Sized),
        triangles: &mut (impl ListOutput<u32> + ?Sized),
    ) -> Result<Lists> {
        list_batch!(Touched<Sphere>: self.tree(), spheres, filter, offsets, triangles)
    }

    /// The triangles that touch each capsule, sorted: those for which [`Mesh::overlap_capsule`] is 1 on their own.
    /// Lists as for [`Mesh::candidates_aabb`].
    ///
    /// # Errors
    /// As for [`Mesh::candidates_aabb`].
    pub fn overlap_capsule_all(
        &self,
        capsules: &(impl Batch<Capsule> + ?Sized),
        filter: &Filter,
        offsets: &mut (impl Output<u64> + ?Sized),
        triangles: &mut (impl ListOutput<u32> + ?Sized),
    ) -> Result<Lists> {
        list_batch!(Touched<Capsule>: self.tree(), capsules, filter, offsets, triangles)
    }

    /// The triangles that touch each rotated box, sorted: those for which [`Mesh::overlap_box`] is 1 on their own.
    /// Lists as for [`Mesh::candidates_aabb`].
    ///
    /// # Errors
    /// As for [`Mesh::candidates_aabb`].
    pub fn overlap_box_all(
        &self,
        boxes: &(impl Batch<OrientedBox> + ?Sized),
        filter: &Filter,
        offsets: &mut (impl Output<u64> + ?Sized),
        triangles: &mut (impl ListOutput<u32> + ?Sized),
    ) -> Result<Lists> {
        list_batch!(Touched<OrientedBox>: self.tree(), boxes, filter, offsets, triangles)
    }

    /// The triangles that touch each posed hull, sorted: those for which [`Mesh::overlap_hull`] is 1 on their own.
    /// Lists as for [`Mesh::candidates_aabb`].
    ///
    /// # Errors
    /// As for [`Mesh::overlap_hull`]. Too little room is no error: see [`Lists`].
    pub fn overlap_hull_all<'h>(
        &self,
        hulls: &(impl Batch<HullPose<'h>> + ?Sized),
        filter: &Filter,
        offsets: &mut (impl Output<u64> + ?Sized),
        triangles: &mut (impl ListOutput<u32> + ?Sized),
    ) -> Result<Lists> {
        list_batch!(Touched<HullPose<'_>>: self.tree(), hulls, filter, offsets, triangles)
    }
}

impl MeshTree<'_> {
    /// [`Mesh::overlap_sphere`], whatever the triangles' attributes.
    pub(crate) fn touch_spheres(self, spheres: &[Sphere], answers: &mut [u8]) -> Result<()> {
        answer_batch!(Overlaps<Sphere>: self, spheres, &Filter::default(), (), answers)
    }
}
