//! All contacts of a moving shape, each triangle's first.

use super::first::FirstContact;
use super::hit::ShapeHit;
use super::shape::{CastShape, MovingShape, StartingShape};
use super::smooth::Smooth;
use crate::Result;
use crate::batch::{Batch, Filter, Found, ListOutput, Lists, Output};
use crate::bits::bits;
use crate::geometry::{Aabb, BoxCast, CapsuleCast, HullCast, SphereCast};
use crate::mesh::query::contacts::ContactEdges;
use crate::mesh::query::lanes::swept_lanes;
use crate::mesh::query::list::{ListQuery, list_batch};
use crate::mesh::tree::{
    AnyOrder, Block, LeafTriangle, NearestFirst, RayTest, TestedBy, TreePart, Visitor, traverse,
};
use crate::mesh::{Mesh, MeshTree};
use crate::simd::Simd;
use std::cmp::Ordering;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The search for all contacts of a cast. One for all shapes: what takes time are their tests.
struct EveryContact<'a> {
    start: &'a dyn StartingShape,
    shape: &'a dyn MovingShape,
    edges: ContactEdges,
    mesh: MeshTree<'a>,
    filter: &'a Filter,
    found: &'a mut dyn Found<ShapeHit>,
}

impl<L: TestedBy<RayTest>> TreePart<L> for EveryContact<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, tree: L) {
        let EveryContact { start, shape, edges, mesh, filter, found } = self;
        let test = RayTest::of_path(shape.path(), mesh.whole());
        let mut smooth = None;
        // By the rule for edges, triangles ask those around; unless none is near, as most often.
        if edges == ContactEdges::Smooth {
            let mut first = FirstContact::new(shape);
            traverse::<NearestFirst, L, RayTest>(tree, &test, filter, &mut first);
            smooth = first.first.is_near.then(|| Smooth::new(tree, mesh, filter));
        }
        let mut visitor = Contacts { start, shape, smooth, found };
        traverse::<AnyOrder, L, RayTest>(tree, &test, filter, &mut visitor);
    }
}

struct Contacts<'a, L> {
    start: &'a dyn StartingShape,
    shape: &'a dyn MovingShape,
    /// None for triangles by themselves.
    smooth: Option<Smooth<'a, L>>,
    found: &'a mut dyn Found<ShapeHit>,
}

impl<L: TestedBy<RayTest>> Visitor for Contacts<'_, L> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        1.0
    }

    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        let alone = self.shape.cast(&leaf.triangle, None);
        let hit = match &self.smooth {
            Some(smooth) => smooth.cast(self.start, self.shape, leaf, alone.is_near),
            None => alone.hit,
        };
        if let Some(hit) = hit {
            self.found.push(ShapeHit::new(&hit, leaf.index, leaf.attributes));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn block<T: Simd>(&mut self, simd: T, block: impl Block, seen: u32) -> ControlFlow<()> {
        for lane in bits(swept_lanes(simd, &self.shape.path().line, block, seen, 1.0)) {
            let _ = self.triangle(&block.triangle(lane as usize));
        }
        ControlFlow::Continue(())
    }
}

/// The query for all contacts.
struct EveryTouch<'m, C>(PhantomData<(&'m (), C)>);

impl<'m, C: CastShape> ListQuery for EveryTouch<'m, C> {
    type Input = (C, ContactEdges, MeshTree<'m>);
    type Item = ShapeHit;

    fn check((cast, ..): &Self::Input, i: usize) -> Result<()> {
        cast.check(i)
    }

    fn order(a: &ShapeHit, b: &ShapeHit) -> Ordering {
        ShapeHit::order(a, b)
    }

    type Test = RayTest;

    #[inline(always)]
    fn list<L: TestedBy<RayTest>>(
        tree: L,
        _: &Aabb,
        &(ref start, edges, mesh): &Self::Input,
        filter: &Filter,
        found: &mut impl Found<ShapeHit>,
    ) -> bool {
        tree.apart(EveryContact { start, shape: &start.prepare(), edges, mesh, filter, found });
        false
    }
}

/// Casts that all treat edges alike.
struct Alike<'a, B: ?Sized> {
    casts: &'a B,
    edges: ContactEdges,
    mesh: MeshTree<'a>,
}

impl<'a, C, B: Batch<C> + ?Sized> Batch<(C, ContactEdges, MeshTree<'a>)> for Alike<'a, B> {
    fn count(&self) -> usize {
        self.casts.count()
    }

    #[inline(always)]
    fn query(&self, i: usize) -> (C, ContactEdges, MeshTree<'a>) {
        (self.casts.query(i), self.edges, self.mesh)
    }
}

impl Mesh<'_> {
    /// The contact of each moving sphere with every triangle that it meets on its way, as if there were no other but
    /// for the rule for edges: sorted by `t`, equal ones by triangle. The first is that of [`Mesh::cast_sphere`], but
    /// of several at the start the lowest. List `i` is `hits[offsets[i]..offsets[i + 1]]`; `offsets` may be `()`.
    ///
    /// # Errors
    /// As for [`Mesh::cast_sphere`]. Too little room is no error: see [`Lists`].
    pub fn cast_sphere_all(
        &self,
        casts: &(impl Batch<SphereCast> + ?Sized),
        filter: &Filter,
        edges: ContactEdges,
        offsets: &mut (impl Output<u64> + ?Sized),
        hits: &mut (impl ListOutput<ShapeHit> + ?Sized),
    ) -> Result<Lists> {
        let mesh = self.tree();
        list_batch!(EveryTouch<'_, SphereCast>: mesh, Alike { casts, edges, mesh }, filter, offsets, hits)
    }

    /// [`Mesh::cast_sphere_all`] for capsules.
    ///
    /// # Errors
    /// As for [`Mesh::cast_sphere_all`].
    pub fn cast_capsule_all(
        &self,
        casts: &(impl Batch<CapsuleCast> + ?Sized),
        filter: &Filter,
        edges: ContactEdges,
        offsets: &mut (impl Output<u64> + ?Sized),
        hits: &mut (impl ListOutput<ShapeHit> + ?Sized),
    ) -> Result<Lists> {
        let mesh = self.tree();
        list_batch!(EveryTouch<'_, CapsuleCast>: mesh, Alike { casts, edges, mesh }, filter, offsets, hits)
    }

    /// [`Mesh::cast_sphere_all`] for boxes.
    ///
    /// # Errors
    /// As for [`Mesh::cast_box`].
    pub fn cast_box_all(
        &self,
        casts: &(impl Batch<BoxCast> + ?Sized),
        filter: &Filter,
        edges: ContactEdges,
        offsets: &mut (impl Output<u64> + ?Sized),
        hits: &mut (impl ListOutput<ShapeHit> + ?Sized),
    ) -> Result<Lists> {
        let mesh = self.tree();
        list_batch!(EveryTouch<'_, BoxCast>: mesh, Alike { casts, edges, mesh }, filter, offsets, hits)
    }

    /// [`Mesh::cast_sphere_all`] for convex hulls in poses.
    ///
    /// # Errors
    /// As for [`Mesh::cast_hull`].
    pub fn cast_hull_all<'h>(
        &self,
        casts: &(impl Batch<HullCast<'h>> + ?Sized),
        filter: &Filter,
        edges: ContactEdges,
        offsets: &mut (impl Output<u64> + ?Sized),
        hits: &mut (impl ListOutput<ShapeHit> + ?Sized),
    ) -> Result<Lists> {
        let mesh = self.tree();
        list_batch!(EveryTouch<'_, HullCast<'_>>: mesh, Alike { casts, edges, mesh }, filter, offsets, hits)
    }
}
