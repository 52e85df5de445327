//! The oracle: a plain loop over all triangles with the reference tests, nothing else.

use carom::geometry::*;
use carom::mesh::{CastHit, ClosestPoint, Crossing, Filter, NO_TRIANGLE, PointQuery, RayHit};

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

    pub fn cast_sphere(&self, cast: &SphereCast, filter: &Filter) -> CastHit {
        let prepared = SphereCastBounds::new(cast);
        let mut best: Option<(f32, u32, &Triangle)> = None;
        for (index, triangle) in self.seen(filter) {
            if let Some(t) = sphere_cast_triangle(&prepared, triangle)
                && best.is_none_or(|best| t < best.0)
            {
                best = Some((t, index, triangle));
            }
        }
        best.map_or(CastHit::MISS, |(t, index, triangle)| {
            let (point, normal) = sphere_cast_contact(cast, t, triangle);
            CastHit { t, point, normal, triangle: index }
        })
    }
}
