//! The oracle: a plain loop over all triangles with the reference tests, nothing else.

use carom::geometry::*;
use carom::mesh::{ClosestPoint, ContactEdges, Crossing, Filter, NO_TRIANGLE, PointQuery, RayHit, ShapeHit};
use std::cell::OnceCell;
use std::collections::HashMap;

/// Triangles and attributes in the user's order.
pub struct Brute {
    pub triangles: Vec<(Triangle, u16)>,
}

impl Brute {
    pub fn new(mesh: &super::TestMesh) -> Brute {
        Brute { triangles: mesh.triangles().into_iter().zip(mesh.attributes.iter().copied()).collect() }
    }

    pub fn seen<'a>(&'a self, filter: &'a Filter) -> impl Iterator<Item = (u32, &'a Triangle)> {
        let all = self.triangles.iter().enumerate();
        all.filter(|(_, (_, attributes))| super::passes(filter, *attributes)).map(|(i, (t, _))| (i as u32, t))
    }

    pub fn raycast_all(&self, ray: &Ray, filter: &Filter) -> Vec<RayHit> {
        let prepared = WatertightRay::new(ray.origin, ray.direction);
        let mut hits: Vec<RayHit> = self
            .seen(filter)
            .filter_map(|(triangle, t)| {
                let hit = ray_triangle(&prepared, t, ray.t_min, ray.t_max)?;
                let counts = filter.accepts_side(hit.back);
                counts.then_some(RayHit { t: hit.t, u: hit.u, v: hit.v, triangle })
            })
            .collect();
        hits.sort_by(|a, b| a.t.partial_cmp(&b.t).unwrap().then(a.triangle.cmp(&b.triangle)));
        hits
    }

    pub fn raycast(&self, ray: &Ray, filter: &Filter) -> RayHit {
        self.raycast_all(ray, filter).first().copied().unwrap_or(RayHit::MISS)
    }

    pub fn crossings(&self, ray: &Ray, filter: &Filter) -> Vec<Crossing> {
        let mut found: Vec<(Crossing, &Triangle)> = self
            .seen(filter)
            .filter_map(|(triangle, t)| {
                let RayCrossing { t: at, u, v, leaves } = ray_crossing(ray, t)?;
                let sign = if leaves { 1 } else { -1 };
                filter.accepts_side(leaves).then_some((Crossing { t: at, u, v, triangle, sign }, t))
            })
            .collect();
        // In the order along the ray; in one plane, first out and then in. Stable, so that the lowest
        // triangle comes first.
        found.sort_by(|(a, first), (b, second)| {
            compare_crossings(ray, first, second).then(b.sign.cmp(&a.sign))
        });
        found.into_iter().map(|(crossing, _)| crossing).collect()
    }

    pub fn candidates_aabb(&self, aabb: &Aabb, filter: &Filter) -> Vec<u32> {
        self.seen(filter).filter(|(_, t)| aabb.touches(&t.bounds())).map(|(i, _)| i).collect()
    }

    pub fn overlap_sphere_all(&self, sphere: &Sphere, filter: &Filter) -> Vec<u32> {
        self.seen(filter).filter(|(_, t)| sphere_triangle(sphere, t)).map(|(i, _)| i).collect()
    }

    pub fn overlap_capsule_all(&self, capsule: &Capsule, filter: &Filter) -> Vec<u32> {
        let prepared = CapsuleBounds::new(capsule);
        self.seen(filter).filter(|(_, t)| capsule_triangle(&prepared, t)).map(|(i, _)| i).collect()
    }

    pub fn overlap_box_all(&self, shape: &OrientedBox, filter: &Filter) -> Vec<u32> {
        let prepared = OrientedBoxBounds::new(shape);
        self.seen(filter).filter(|(_, t)| box_triangle(&prepared, t)).map(|(i, _)| i).collect()
    }

    pub fn closest_point(&self, query: &PointQuery, filter: &Filter) -> ClosestPoint {
        let mut limit = (query.max_distance * query.max_distance).min(f32::MAX);
        let mut answer = ClosestPoint {
            point: query.point,
            distance: f32::INFINITY,
            triangle: NO_TRIANGLE,
            feature: Feature::Face,
        };
        for (triangle, t) in self.seen(filter) {
            let key = distance_squared_triangle(query.point, t);
            // In ascending order, so that among equals the first stays.
            let first = answer.triangle == NO_TRIANGLE && key == limit;
            if key < limit || first {
                limit = key;
                let found = closest_point_triangle(query.point, t);
                answer = ClosestPoint {
                    point: found.point(query.point),
                    distance: found.distance().min(query.max_distance),
                    triangle,
                    feature: found.feature,
                };
            }
        }
        answer
    }

    pub fn cast_sphere(&self, cast: &SphereCast, filter: &Filter, edges: ContactEdges) -> ShapeHit {
        first(self.cast_capsule_all(&(*cast).into(), filter, edges))
    }

    pub fn cast_capsule(&self, cast: &CapsuleCast, filter: &Filter, edges: ContactEdges) -> ShapeHit {
        first(self.cast_capsule_all(cast, filter, edges))
    }

    pub fn cast_capsule_all(
        &self,
        cast: &CapsuleCast,
        filter: &Filter,
        edges: ContactEdges,
    ) -> Vec<ShapeHit> {
        let prepared = CapsuleCastBounds::new(cast);
        self.cast_all(filter, edges, |triangle, rule| prepared.cast(triangle, rule))
    }

    pub fn cast_box_all(&self, cast: &BoxCast, filter: &Filter, edges: ContactEdges) -> Vec<ShapeHit> {
        let prepared = BoxCastBounds::new(cast);
        self.cast_all(filter, edges, |triangle, rule| prepared.cast(triangle, rule))
    }

    pub fn cast_hull_all(&self, cast: &HullCast, filter: &Filter, edges: ContactEdges) -> Vec<ShapeHit> {
        let prepared = HullCastBounds::new(cast);
        self.cast_all(filter, edges, |triangle, rule| prepared.cast(triangle, rule))
    }

    /// The triangles that have a corner, by its bits.
    fn at_corners<'a>(&'a self, filter: &'a Filter) -> HashMap<[u32; 3], Vec<&'a Triangle>> {
        let mut all: HashMap<_, Vec<_>> = HashMap::new();
        for (_, triangle) in self.seen(filter) {
            for corner in [triangle.a, triangle.b, triangle.c] {
                all.entry(bits_of(corner)).or_default().push(triangle);
            }
        }
        all
    }

    /// Each triangle by itself; and if any is touched at the start, each by the rule for edges.
    fn cast_all(
        &self,
        filter: &Filter,
        edges: ContactEdges,
        cast: impl Fn(&Triangle, Option<&mut EdgeRule>) -> CastOutcome,
    ) -> Vec<ShapeHit> {
        let is_near = self.seen(filter).any(|(_, triangle)| cast(triangle, None).is_near);
        let at_corners = OnceCell::new();
        let mut counts = |normal, part: &[Vec3]| {
            let at_corners = at_corners.get_or_init(|| self.at_corners(filter));
            let around = &at_corners[&bits_of(part[0])];
            !around.iter().any(|t| shares(t, part) && rises_above(t, normal, part))
        };
        let mut hits = Vec::new();
        for (index, triangle) in self.seen(filter) {
            let rule: Option<&mut EdgeRule> =
                if is_near && edges == ContactEdges::Smooth { Some(&mut counts) } else { None };
            if let Some(TriangleHit { t, depth, point, normal, feature }) = cast(triangle, rule).hit {
                let attributes = self.triangles[index as usize].1.into();
                let feature = feature as u32;
                let reserved = 0;
                hits.push(ShapeHit {
                    t,
                    depth,
                    point,
                    normal,
                    triangle: index,
                    feature,
                    attributes,
                    reserved,
                });
            }
        }
        hits.sort_by(|a, b| a.t.partial_cmp(&b.t).unwrap().then(a.triangle.cmp(&b.triangle)));
        hits
    }
}

/// Equal for equal points, whatever the signs of zeros.
fn bits_of(point: Vec3) -> [u32; 3] {
    point.to_array().map(|x| (x + 0.0).to_bits())
}

/// The earliest; of those at the start the deepest; of equals the lowest.
pub fn first(hits: Vec<ShapeHit>) -> ShapeHit {
    let order = |a: &ShapeHit, b: &ShapeHit| {
        let depth = b.depth.partial_cmp(&a.depth).unwrap();
        a.t.partial_cmp(&b.t).unwrap().then(depth).then(a.triangle.cmp(&b.triangle))
    };
    hits.into_iter().min_by(order).unwrap_or(ShapeHit::MISS)
}
