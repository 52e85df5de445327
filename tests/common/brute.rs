//! The oracle: a plain loop over all triangles with the reference tests, nothing else.

use carom::geometry::*;
use carom::mesh::{
    Backfaces, ClosestPoint, Contact, ContactEdges, ContactOptions, Crossing, Filter, LayoutKind, Lists,
    Mesh, MeshInput, NO_TRIANGLE, PointQuery, RayHit, ShapeHit,
};
use glam::DVec3;
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
        self.cast_all(cast, filter, edges)
    }

    pub fn cast_box_all(&self, cast: &BoxCast, filter: &Filter, edges: ContactEdges) -> Vec<ShapeHit> {
        self.cast_all(cast, filter, edges)
    }

    pub fn cast_hull_all(&self, cast: &HullCast, filter: &Filter, edges: ContactEdges) -> Vec<ShapeHit> {
        self.cast_all(cast, filter, edges)
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
    fn cast_all<C: Moving>(&self, shape: &C, filter: &Filter, edges: ContactEdges) -> Vec<ShapeHit> {
        let cast = |triangle: &Triangle, rule: Option<&mut EdgeRule>| shape.cast(triangle, rule);
        let is_smooth = edges == ContactEdges::Smooth
            && self.seen(filter).any(|(_, triangle)| cast(triangle, None).is_near);
        let at_corners = OnceCell::new();
        let mut counts = |normal, part: &[Vec3]| {
            let at_corners = at_corners.get_or_init(|| self.at_corners(filter));
            let around = &at_corners[&bits_of(part[0])];
            !around.iter().any(|t| shares(t, part) && rises_above(t, normal, part))
        };
        let contacts = if is_smooth { self.contacts(shape, filter) } else { Vec::new() };
        let mut hits = Vec::new();
        for (index, triangle) in self.seen(filter) {
            let hit = if !is_smooth {
                cast(triangle, None).hit
            } else if !(cast(triangle, None).is_near && shape.overlaps(triangle)) {
                cast(triangle, Some(&mut counts)).hit
            } else {
                // The deepest comes first; the point is in the middle of those that are as deep.
                let own: Vec<&Contact> =
                    contacts.iter().filter(|contact| contact.triangle == index).collect();
                let stops = |contact: &&&Contact| shape.is_stopped(triangle, contact);
                own.first().filter(stops).map(|&&Contact { depth, normal, .. }| {
                    let as_deep = own.iter().filter(|contact| contact.depth >= 0.99 * depth);
                    let points: Vec<_> = as_deep.map(|contact| contact.point.as_dvec3()).collect();
                    let depth = if depth > 0.0 { depth } else { 0.0 };
                    let point = match points[..] {
                        [] | [_] => own[0].point,
                        _ => (points.iter().sum::<DVec3>() / points.len() as f64).as_vec3(),
                    };
                    TriangleHit { t: 0.0, depth, point, normal, feature: own[0].part() }
                })
            };
            if let Some(TriangleHit { t, depth, point, normal, feature }) = hit {
                let attributes = self.triangles[index as usize].1.into();
                let (feature, reserved) = (feature as u32, 0);
                let triangle = index;
                hits.push(ShapeHit { t, depth, point, normal, triangle, feature, attributes, reserved });
            }
        }
        hits.sort_by(|a, b| a.t.partial_cmp(&b.t).unwrap().then(a.triangle.cmp(&b.triangle)));
        hits
    }

    /// The contacts of a shape at its start, which have tests of their own.
    fn contacts(&self, shape: &impl Moving, filter: &Filter) -> Vec<Contact> {
        let corners =
            self.triangles.iter().flat_map(|(t, _)| [t.a, t.b, t.c].map(|corner| corner.to_array()));
        let (positions, attributes) =
            (corners.collect::<Vec<_>>(), self.triangles.iter().map(|(_, bits)| *bits).collect::<Vec<_>>());
        let indices: Vec<u32> = (0..positions.len() as u32).collect();
        let input = MeshInput::new(&positions, &indices).with_attributes(&attributes);
        let mesh = Mesh::build(&input, super::cook(LayoutKind::Wide)).unwrap();
        let filter = Filter { backfaces: Backfaces::Hit, ..*filter };
        let total = shape.contacts(&mesh, &filter, &mut []).total;
        let mut all = vec![Contact::default(); total];
        shape.contacts(&mesh, &filter, &mut all);
        all
    }
}

/// A shape on its way.
trait Moving {
    fn cast(&self, triangle: &Triangle, rule: Option<&mut EdgeRule>) -> CastOutcome;
    /// Whether its core overlaps a triangle at the start.
    fn overlaps(&self, triangle: &Triangle) -> bool;
    fn is_stopped(&self, triangle: &Triangle, contact: &Contact) -> bool;
    fn contacts(&self, mesh: &Mesh, filter: &Filter, out: &mut [Contact]) -> Lists;
}

const OPTIONS: ContactOptions =
    ContactOptions { max_distance: 0.0, edges: ContactEdges::Smooth, max_points: 0, merge_cos: 0.999 };

impl Moving for CapsuleCast {
    fn cast(&self, triangle: &Triangle, rule: Option<&mut EdgeRule>) -> CastOutcome {
        CapsuleCastBounds::new(self).cast(triangle, rule)
    }

    fn overlaps(&self, triangle: &Triangle) -> bool {
        let Capsule { a, b, .. } = self.capsule;
        a != b && CapsuleTouch::new(&self.capsule, triangle).apart().is_none()
    }

    fn is_stopped(&self, triangle: &Triangle, contact: &Contact) -> bool {
        CapsuleCastBounds::new(self).is_stopped(triangle, contact.normal, contact.depth.max(0.0))
    }

    fn contacts(&self, mesh: &Mesh, filter: &Filter, out: &mut [Contact]) -> Lists {
        mesh.contacts_capsule(&[self.capsule], filter, &OPTIONS, &mut (), out).unwrap()
    }
}

impl Moving for BoxCast {
    fn cast(&self, triangle: &Triangle, rule: Option<&mut EdgeRule>) -> CastOutcome {
        BoxCastBounds::new(self).cast(triangle, rule)
    }

    fn overlaps(&self, triangle: &Triangle) -> bool {
        BoxTouch::new(&self.shape, triangle, 0.0).is_some_and(|touch| touch.apart().is_none())
    }

    fn is_stopped(&self, triangle: &Triangle, contact: &Contact) -> bool {
        BoxCastBounds::new(self).is_stopped(triangle, contact.normal, contact.depth.max(0.0))
    }

    fn contacts(&self, mesh: &Mesh, filter: &Filter, out: &mut [Contact]) -> Lists {
        mesh.contacts_box(&[self.shape], filter, &OPTIONS, &mut (), out).unwrap()
    }
}

impl Moving for HullCast<'_> {
    fn cast(&self, triangle: &Triangle, rule: Option<&mut EdgeRule>) -> CastOutcome {
        HullCastBounds::new(self).cast(triangle, rule)
    }

    fn overlaps(&self, triangle: &Triangle) -> bool {
        hull_triangle(&PosedHull::new(&self.shape), triangle)
    }

    fn is_stopped(&self, triangle: &Triangle, contact: &Contact) -> bool {
        HullCastBounds::new(self).is_stopped(triangle, contact.normal, contact.depth.max(0.0))
    }

    fn contacts(&self, mesh: &Mesh, filter: &Filter, out: &mut [Contact]) -> Lists {
        mesh.contacts_hull(&[self.shape], filter, &OPTIONS, &mut (), out).unwrap()
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
