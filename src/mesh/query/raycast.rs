//! Rays: the nearest hit, any hit, all hits.

use super::node_test::RayTest;
use super::output::{check_offsets, write_lists};
use super::traverse::{self, Nearest};
use super::{Batch, Filter, ListOutput, Lists, NO_TRIANGLE, Output, check_finite, check_length};
use crate::geometry::{Aabb, Ray, RayTriangleHit, WatertightRay, ray_triangle};
use crate::mesh::Mesh;
use crate::mesh::cooked::with_layout;
use crate::mesh::layout::{Expand, LeafTriangle};
use crate::{Error, Result};

/// Rays whose direction has no component of this size are refused: its reciprocal would overflow.
const SMALLEST_DIRECTION: f32 = 1e-30;

/// Where a ray hit a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct RayHit {
    /// Ray parameter, in units of the direction's length; infinite for a miss.
    pub t: f32,
    /// Barycentric weight of the triangle's second corner.
    pub u: f32,
    /// Barycentric weight of the triangle's third corner.
    pub v: f32,
    /// The triangle, or [`NO_TRIANGLE`].
    pub triangle: u32,
}

impl RayHit {
    /// The answer of a ray that hits nothing.
    pub const MISS: RayHit = RayHit { t: f32::INFINITY, u: 0.0, v: 0.0, triangle: NO_TRIANGLE };

    /// Whether anything was hit.
    pub fn is_hit(&self) -> bool {
        self.triangle != NO_TRIANGLE
    }

    fn new(hit: RayTriangleHit, triangle: u32) -> RayHit {
        RayHit { t: hit.t, u: hit.u, v: hit.v, triangle }
    }
}

fn check(rays: &(impl Batch<Ray> + ?Sized)) -> Result<()> {
    for i in 0..rays.count() {
        let ray = rays.query(i);
        check_finite(ray.origin, || format!("rays[{i}].origin"))?;
        check_finite(ray.direction, || format!("rays[{i}].direction"))?;
        let largest = ray.direction.abs().max_element();
        if largest < SMALLEST_DIRECTION {
            let direction = ray.direction.to_array();
            return Err(Error::InvalidArgument(format!("rays[{i}].direction: {direction:?} has no length")));
        }
        if ray.t_min.is_nan() || ray.t_max.is_nan() {
            let name = if ray.t_min.is_nan() { "t_min" } else { "t_max" };
            return Err(Error::NotFinite(format!("rays[{i}].{name}: NaN is not a number")));
        }
    }
    Ok(())
}

struct ClosestHit<'a> {
    ray: WatertightRay,
    t_min: f32,
    filter: &'a Filter,
    limit: f32,
    best: RayHit,
}

impl Nearest for ClosestHit<'_> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn visit(&mut self, leaf: &LeafTriangle) {
        if let Some(hit) = hit_in_range(&self.ray, self.t_min, self.limit, self.filter, leaf)
            && (hit.t < self.limit || leaf.index < self.best.triangle)
        {
            self.limit = hit.t;
            self.best = RayHit::new(hit, leaf.index);
        }
    }
}

#[inline(always)]
fn hit_in_range(
    ray: &WatertightRay,
    t_min: f32,
    t_max: f32,
    filter: &Filter,
    leaf: &LeafTriangle,
) -> Option<RayTriangleHit> {
    let hit = ray_triangle(ray, &leaf.triangle)?;
    (hit.t >= t_min && hit.t <= t_max && filter.accepts_side(hit.back)).then_some(hit)
}

/// A ray in both its prepared forms.
fn prepare(ray: &Ray, whole: &Aabb) -> (WatertightRay, RayTest) {
    let prepared = WatertightRay::new(ray.origin, ray.direction);
    (prepared, RayTest::new(prepared.line, whole, ray.t_min, ray.t_max))
}

fn closest_hit<L: Expand<RayTest>>(layout: L, whole: &Aabb, ray: &Ray, filter: &Filter) -> RayHit {
    let (prepared, test) = prepare(ray, whole);
    let mut nearest =
        ClosestHit { ray: prepared, t_min: ray.t_min, filter, limit: ray.t_max, best: RayHit::MISS };
    traverse::nearest_first(layout, &test, filter, &mut nearest);
    nearest.best
}

fn any_hit<L: Expand<RayTest>>(layout: L, whole: &Aabb, ray: &Ray, filter: &Filter) -> bool {
    let (prepared, test) = prepare(ray, whole);
    traverse::any(layout, &test, ray.t_max, filter, |leaf| {
        hit_in_range(&prepared, ray.t_min, ray.t_max, filter, leaf).is_some()
    })
}

impl Mesh<'_> {
    /// The nearest hit of each ray; among equally near ones the triangle with the lowest index.
    /// Watertight along shared edges and vertices; degenerate triangles are never hit.
    ///
    /// # Errors
    /// [`Error::NotFinite`] or [`Error::InvalidArgument`] for a ray, before anything is written.
    pub fn raycast(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        hits: &mut (impl Output<RayHit> + ?Sized),
    ) -> Result<()> {
        check_length(rays.count(), hits.capacity())?;
        check(rays)?;
        let may_hit = self.may_accept(filter);
        let whole = self.bounds();
        with_layout!(self, layout => for i in 0..rays.count() {
            let ray = rays.query(i);
            hits.write(i, if may_hit { closest_hit(layout, &whole, &ray, filter) } else { RayHit::MISS });
        });
        Ok(())
    }

    /// Whether each ray hits anything within its range: 1 or 0.
    ///
    /// # Errors
    /// As for [`Mesh::raycast`].
    pub fn occluded(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<u8> + ?Sized),
    ) -> Result<()> {
        check_length(rays.count(), answers.capacity())?;
        check(rays)?;
        let may_hit = self.may_accept(filter);
        let whole = self.bounds();
        with_layout!(self, layout => for i in 0..rays.count() {
            let ray = rays.query(i);
            answers.write(i, u8::from(may_hit && any_hit(layout, &whole, &ray, filter)));
        });
        Ok(())
    }

    /// Every hit of each ray, sorted by `t`, equal ones by triangle. List `i` is
    /// `hits[offsets[i]..offsets[i + 1]]`; `offsets` may be `()`.
    ///
    /// # Errors
    /// As for [`Mesh::raycast`]. Too little room is no error: see [`Lists`].
    pub fn raycast_all(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        offsets: &mut (impl Output<u64> + ?Sized),
        hits: &mut (impl ListOutput<RayHit> + ?Sized),
    ) -> Result<Lists> {
        check_offsets(rays.count(), offsets)?;
        check(rays)?;
        let may_hit = self.may_accept(filter);
        let whole = self.bounds();
        let order = |a: &RayHit, b: &RayHit| {
            // Both are numbers; plain comparison, so that -0 and 0 are equal.
            a.t.partial_cmp(&b.t).unwrap_or(std::cmp::Ordering::Equal).then(a.triangle.cmp(&b.triangle))
        };
        Ok(with_layout!(self, layout => {
            write_lists(rays, offsets, hits, order, |ray: Ray, push| {
                if !may_hit {
                    return;
                }
                let (prepared, test) = prepare(&ray, &whole);
                traverse::all(layout, &test, ray.t_max, filter, |leaf| {
                    if let Some(hit) = hit_in_range(&prepared, ray.t_min, ray.t_max, filter, leaf) {
                        push(RayHit::new(hit, leaf.index));
                    }
                });
            })
        }))
    }
}
