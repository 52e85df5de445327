//! The crossings of a ray with the surface, in their order along it.
//!
//! A list's order is that of exact parameters, which neither its items nor f32 can hold. So while a list is made, its items keep
//! where their triangles lie instead of the weights, and two with the same `t` are compared by their triangles.

use super::lanes::crossing_lanes;
use super::ray::check;
use super::{Batch, Filter, ListOutput, Lists, Output};
use crate::Result;
use crate::batch::{Found, ListWriter, Offsets, check_length, check_offsets};
use crate::geometry::{Aabb, Ray, Vec3, WatertightRay, check_coordinates, compare_crossings, ray_crossing};
use crate::mesh::tree::{
    AnyOrder, Block, LeafPlace, LeafTriangle, RayTest, TestedBy, Tree, TreeQuery, Visitor, traverse,
};
use crate::mesh::{Mesh, MeshTree};
use crate::simd::Simd;
use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// A place where a ray crosses the surface of a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Crossing {
    /// The exact ray parameter, in units of the direction's length, rounded once.
    pub t: f32,
    /// Barycentric weight of the triangle's second corner.
    pub u: f32,
    /// Barycentric weight of the triangle's third corner.
    pub v: f32,
    /// The triangle.
    pub triangle: u32,
    /// 1 where the ray leaves what the surface surrounds, through the triangle's back; -1 where it enters, through its front.
    pub sign: i32,
}

impl Crossing {
    /// One whose weights are still to be computed: in their place is where the triangle lies.
    #[inline(always)]
    fn unfinished(t: f32, leaves: bool, leaf: &LeafTriangle) -> Crossing {
        let LeafPlace { leaf: place, lane } = leaf.place;
        let sign = if leaves { 1 } else { -1 };
        Crossing { t, u: f32::from_bits(place), v: f32::from_bits(lane), triangle: leaf.index, sign }
    }

    /// The place of the triangle of an unfinished one.
    fn place(&self) -> LeafPlace {
        LeafPlace { leaf: self.u.to_bits(), lane: self.v.to_bits() }
    }
}

struct EveryCrossing<'a, F> {
    ray: Ray,
    prepared: WatertightRay,
    filter: &'a Filter,
    found: &'a mut F,
}

impl<F: Found<Crossing>> Visitor for EveryCrossing<'_, F> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.ray.t_max
    }

    #[inline(always)]
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        if let Some(crossing) = ray_crossing(&self.ray, &leaf.triangle)
            && self.filter.accepts_side(crossing.leaves)
        {
            self.found.push(Crossing::unfinished(crossing.t, crossing.leaves, leaf));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        let triangles = block.triangles(simd, self.prepared.axes());
        let range = (self.ray.t_min, self.ray.t_max);
        let mask = crossing_lanes(simd, &self.prepared, &triangles, seen, range);
        block.each(simd, mask, |_, leaf| {
            // It never breaks.
            let _ = self.triangle(&leaf);
        });
        ControlFlow::Continue(())
    }
}

/// The order along a ray of unfinished crossings: of those in one plane, leaving comes before entering, and then the lower
/// triangle.
fn order<L: Tree>(tree: L, ray: &Ray, a: &Crossing, b: &Crossing) -> Ordering {
    let exactly = || {
        let [first, second] = [tree.triangle_at(a.place()), tree.triangle_at(b.place())];
        compare_crossings(ray, &first, &second)
    };
    // Rounding keeps the order.
    let by_t = a.t.partial_cmp(&b.t).unwrap_or(Ordering::Equal);
    by_t.then_with(exactly).then(b.sign.cmp(&a.sign)).then(a.triangle.cmp(&b.triangle))
}

/// A batch of rays.
struct AllCrossings<'a> {
    rays: &'a dyn Batch<Ray>,
    /// None if nothing can pass it.
    filter: Option<&'a Filter>,
    whole: &'a Aabb,
    offsets: &'a mut dyn Output<u64>,
    out: &'a mut dyn ListOutput<Crossing>,
}

impl TreeQuery for AllCrossings<'_> {
    type Test = RayTest;
    type Output = Lists;

    #[inline(always)]
    fn run<L: TestedBy<RayTest>>(self, tree: L) -> Lists {
        let AllCrossings { rays, filter, whole, offsets, out } = self;
        // The ray of the current list.
        let current = &Cell::new(Ray::new(Vec3::ZERO, Vec3::X));
        let order = |a: &Crossing, b: &Crossing| order(tree, &current.get(), a, b);
        // Lists are sorted when they are finished.
        let mut writer = ListWriter::new(out, order, |_| ());
        let mut offsets = Offsets::new(offsets);
        for i in 0..rays.count() {
            let ray = rays.query(i);
            current.set(ray);
            if let Some(filter) = filter {
                let test = RayTest::of_ray(&ray, whole);
                let prepared = WatertightRay::new(ray.origin, ray.direction);
                let mut visitor = EveryCrossing { ray, prepared, filter, found: &mut writer };
                traverse::<AnyOrder, L, RayTest>(tree, &test, filter, &mut visitor);
            }
            let end = writer.finish_list_by(|list| {
                list.sort_unstable_by(order);
                for crossing in list {
                    if let Some(found) = ray_crossing(&ray, &tree.triangle_at(crossing.place())) {
                        (crossing.u, crossing.v) = (found.u, found.v);
                    }
                }
            });
            offsets.end_list(i, end);
        }
        writer.finish()
    }
}

/// A batch of points.
struct Surrounded<'a> {
    points: &'a dyn Batch<Vec3>,
    whole: &'a Aabb,
    numbers: &'a mut dyn Output<i32>,
}

/// The sum of the signs of crossings.
struct Sum(i32);

impl Found<Crossing> for Sum {
    #[inline(always)]
    fn push(&mut self, crossing: Crossing) {
        self.0 += crossing.sign;
    }

    fn push_all(&mut self, crossings: &[Crossing]) {
        crossings.iter().for_each(|&crossing| self.push(crossing));
    }
}

impl TreeQuery for Surrounded<'_> {
    type Test = RayTest;
    type Output = ();

    #[inline(always)]
    fn run<L: TestedBy<RayTest>>(self, tree: L) {
        for i in 0..self.points.count() {
            let ray = Ray::new(self.points.query(i), Vec3::X);
            let test = RayTest::of_ray(&ray, self.whole);
            let prepared = WatertightRay::new(ray.origin, ray.direction);
            let mut sum = Sum(0);
            let mut visitor = EveryCrossing { ray, prepared, filter: &Filter::ALL, found: &mut sum };
            traverse::<AnyOrder, L, RayTest>(tree, &test, &Filter::ALL, &mut visitor);
            self.numbers.write(i, sum.0);
        }
    }
}

impl Mesh<'_> {
    /// The places where each ray crosses the surface, in the order along it: of all triangles at a common edge or corner, those that a ray
    /// crosses that is moved by (e, e², e³), with an e smaller than any number. So whatever a ray goes through, it crosses a
    /// closed surface as often in as out, less one for each end that is inside; where parts do not overlap, alternately. Decided
    /// exactly, `t_min` and `t_max` too, by [`ray_crossing`]; the order is that of [`compare_crossings`]. Of crossings in one plane, such
    /// as where solids touch, those that leave come before those that enter, and then the lowest triangle.
    ///
    /// Triangles that are parallel to the ray or degenerate are never crossed. List `i` is
    /// `crossings[offsets[i]..offsets[i + 1]]`; `offsets` may be `()`.
    ///
    /// # Errors
    /// As for [`Mesh::raycast`]. Too little room is no error: see [`Lists`].
    pub fn crossings(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        offsets: &mut (impl Output<u64> + ?Sized),
        crossings: &mut (impl ListOutput<Crossing> + ?Sized),
    ) -> Result<Lists> {
        self.tree().crossings(&rays, filter, &mut &mut *offsets, &mut &mut *crossings)
    }

    /// The winding number of a closed surface about each point: how often it surrounds the point. 0 outside; 1 inside, or more
    /// where parts overlap; less than 0 in parts that are turned inside out. The number of times that a ray along x leaves,
    /// less those that it enters: exact, by [`Mesh::crossings`]. A point on the surface counts as one moved by (e, e², e³), with
    /// an e smaller than any number. On a surface that is not closed, see [`Mesh::is_closed`], it is wrong behind the holes.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a point, before anything is written.
    pub fn winding_numbers(
        &self,
        points: &(impl Batch<Vec3> + ?Sized),
        numbers: &mut (impl Output<i32> + ?Sized),
    ) -> Result<()> {
        check_length(points.count(), numbers.capacity())?;
        (0..points.count()).try_for_each(|i| check_coordinates(points.query(i), || text!("points[{i}]")))?;
        let whole = self.tree().whole();
        self.tree().run(Surrounded { points: &points, whole, numbers: &mut &mut *numbers });
        Ok(())
    }
}

impl MeshTree<'_> {
    fn crossings(
        self,
        rays: &dyn Batch<Ray>,
        filter: &Filter,
        offsets: &mut dyn Output<u64>,
        crossings: &mut dyn ListOutput<Crossing>,
    ) -> Result<Lists> {
        check_offsets(rays.count(), offsets)?;
        (0..rays.count()).try_for_each(|i| check(&rays.query(i), i))?;
        let filter = self.may_accept(filter).then_some(filter);
        Ok(self.run(AllCrossings { rays, filter, whole: self.whole(), offsets, out: crossings }))
    }
}
