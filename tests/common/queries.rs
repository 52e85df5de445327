//! Random queries around a mesh, and the comparison of every answer with the plain loop.

use super::TestMesh;
use super::brute::{Brute, first};
use carom::SimdLevel;
use carom::geometry::*;
use carom::mesh::{
    Backfaces, ClosestPoint, ContactEdges, Crossing, Filter, LayoutKind, Lists, Mesh, PointQuery, RayHit,
    ShapeHit,
};
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// A batch of each kind of query.
#[derive(Clone, Debug, Default)]
pub struct Queries {
    pub rays: Vec<Ray>,
    pub spheres: Vec<Sphere>,
    pub capsules: Vec<Capsule>,
    pub boxes: Vec<OrientedBox>,
    pub aabbs: Vec<Aabb>,
    pub points: Vec<PointQuery>,
    pub casts: Vec<SphereCast>,
    pub capsule_casts: Vec<CapsuleCast>,
    pub box_casts: Vec<BoxCast>,
}

/// The numbers of queries.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    pub rays: usize,
    pub others: usize,
}

fn in_box(rng: &mut fastrand::Rng, bounds: &Aabb, margin: f32) -> Vec3 {
    let size = bounds.max - bounds.min;
    let t = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * (1.0 + 2.0 * margin) - margin;
    bounds.min + size * t
}

fn direction(rng: &mut fastrand::Rng) -> Vec3 {
    loop {
        let v = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 2.0 - 1.0;
        if (0.01..1.0).contains(&v.length_squared()) {
            return v;
        }
    }
}

/// A point that lies on the mesh: a corner, on an edge, or inside a triangle.
fn on_surface(rng: &mut fastrand::Rng, triangles: &[Triangle]) -> Vec3 {
    let Some(t) = rng.choice(triangles) else { return Vec3::ZERO };
    let corners = [t.a, t.b, t.c];
    let k = rng.usize(0..3);
    match rng.u8(0..4) {
        0 => corners[k],
        1 => corners[k].lerp(corners[(k + 1) % 3], rng.f32()),
        2 => corners[k].midpoint(corners[(k + 1) % 3]),
        _ => corners[k].lerp(corners[(k + 1) % 3].lerp(corners[(k + 2) % 3], rng.f32()), rng.f32()),
    }
}

/// The number of rays in a fan.
const FAN: usize = 32;

/// Rays in fans that run alike: from a point or in parallel, wide and narrow, one of them aimed at the
/// surface exactly.
fn in_fans(rng: &mut fastrand::Rng, bounds: &Aabb, triangles: &[Triangle], fans: usize) -> Vec<Ray> {
    let size = (bounds.max - bounds.min).max_element();
    let mut rays = Vec::new();
    for fan in 0..fans {
        let target = on_surface(rng, triangles);
        let mut axis = [0.0; 3].map(|_: f32| if rng.bool() { 0.0 } else { -0.0 });
        axis[rng.usize(0..3)] = if rng.bool() { 1.0 } else { -2.0 };
        let along = if fan % 3 == 0 { Vec3::from_array(axis) } else { direction(rng) };
        let (width, parallel) = ([0.3, 0.03, 0.003][rng.usize(0..3)], rng.bool() || fan % 3 == 0);
        for i in 0..FAN {
            let aside = if i == 5 { Vec3::ZERO } else { direction(rng) * width };
            let origin = target - along * size + if parallel { aside * size } else { Vec3::ZERO };
            let direction = along + if parallel { Vec3::ZERO } else { aside };
            let t_min = [rng.f32() * size, 0.0, -0.0, -rng.f32() * size, 0.0, 0.0, 0.0][i % 7];
            let t_max = if i % 4 == 0 { rng.f32() * size * 2.0 } else { f32::INFINITY };
            rays.push(Ray { origin, t_min, direction, t_max });
        }
    }
    rays
}

impl Queries {
    /// Random ones: half of the rays in fans, and a third of the rest aimed exactly at corners, edges and the
    /// like.
    pub fn random(mesh: &TestMesh, seed: u64, counts: Counts) -> Queries {
        let rng = &mut fastrand::Rng::with_seed(seed);
        let triangles = mesh.triangles();
        let bounds = if triangles.is_empty() { Aabb::new(Vec3::ZERO, Vec3::ONE) } else { mesh.bounds() };
        let size = (bounds.max - bounds.min).max_element();
        let rays = in_fans(rng, &bounds, &triangles, (counts.rays + FAN) / (2 * FAN));
        let mut queries = Queries { rays, ..Queries::default() };
        for i in queries.rays.len()..counts.rays {
            let origin = in_box(rng, &bounds, 0.3);
            let direction = match i % 6 {
                0 | 1 => on_surface(rng, &triangles) - origin,
                2 => Vec3::AXES[rng.usize(0..3)] * if rng.bool() { 1.0 } else { -1.0 },
                3 => in_box(rng, &bounds, 0.0) - origin,
                _ => direction(rng),
            };
            let direction = if direction.abs().max_element() < 1e-28 { Vec3::X } else { direction };
            let origin = if i % 12 == 7 { on_surface(rng, &triangles) } else { origin };
            // Also from behind the origin on.
            let t_min = [rng.f32() * size * 0.3, 0.0, -0.0, -rng.f32() * size, 0.0][i % 5];
            let t_max = if i % 3 == 0 { rng.f32() * size * 2.0 } else { f32::INFINITY };
            queries.rays.push(Ray { origin, t_min, direction, t_max });
        }
        let point = |rng: &mut fastrand::Rng, i: usize| match i % 3 {
            0 => on_surface(rng, &triangles),
            1 => on_surface(rng, &triangles) + direction(rng) * size * 0.02,
            _ => in_box(rng, &bounds, 0.5),
        };
        for i in 0..counts.others {
            let radius = size * [0.0, 0.005, 0.02, 0.1][i % 4] * rng.f32();
            let center = point(rng, i);
            queries.spheres.push(Sphere { center, radius });
            let b = if i % 7 == 0 { center } else { center + direction(rng) * size * 0.1 };
            queries.capsules.push(Capsule { a: center, radius, b });
            let rotation = match i % 3 {
                0 => Quat::IDENTITY,
                _ => Quat::from_axis_angle(direction(rng).normalize(), rng.f32() * 6.0),
            };
            let half_extents = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * size * 0.05;
            queries.boxes.push(OrientedBox { center, half_extents, rotation });
            queries.aabbs.push(Aabb::new(center - half_extents, center + half_extents));
            let max_distance = if i % 4 == 0 { radius } else { f32::INFINITY };
            queries.points.push(PointQuery { point: center, max_distance });
            let displacement = match i % 5 {
                0 => Vec3::ZERO,
                1 => Vec3::AXES[i % 3] * size,
                _ => direction(rng) * size * 0.5,
            };
            queries.casts.push(SphereCast { origin: in_box(rng, &bounds, 0.3), radius, displacement });
            // Many of these touch at the start.
            let from = if i % 2 == 0 { center } else { in_box(rng, &bounds, 0.3) };
            let to = if i % 7 == 0 { from } else { from + direction(rng) * size * 0.1 };
            let capsule = Capsule { a: from, radius, b: to };
            queries.capsule_casts.push(CapsuleCast { capsule, displacement });
            let mut half_extents = half_extents;
            half_extents[i % 3] *= [1.0, 1.0, 0.0, 4.0][i / 3 % 4];
            let shape = OrientedBox { center: from, half_extents, rotation }.into();
            queries.box_casts.push(BoxCast { shape, displacement });
        }
        queries.make_finite();
        queries
    }

    /// Arithmetic on huge coordinates goes beyond the allowed numbers. Such results are replaced by the
    /// largest ones.
    fn make_finite(&mut self) {
        let number = |x: &mut f32| *x = if x.is_nan() { 1.0 } else { x.clamp(-LARGEST, LARGEST) };
        let vector = |v: &mut Vec3| [&mut v.x, &mut v.y, &mut v.z].into_iter().for_each(number);
        for ray in &mut self.rays {
            vector(&mut ray.origin);
            vector(&mut ray.direction);
            ray.t_min = if ray.t_min.is_nan() { 0.0 } else { ray.t_min };
            ray.t_max = if ray.t_max.is_nan() { f32::INFINITY } else { ray.t_max };
        }
        for i in 0..self.spheres.len() {
            let (sphere, capsule) = (&mut self.spheres[i], &mut self.capsules[i]);
            let (shape, aabb) = (&mut self.boxes[i], &mut self.aabbs[i]);
            let (point, cast) = (&mut self.points[i], &mut self.casts[i]);
            let CapsuleCast { capsule: moving, displacement } = &mut self.capsule_casts[i];
            let moving_box = &mut self.box_casts[i];
            for v in [
                &mut sphere.center,
                &mut capsule.a,
                &mut capsule.b,
                &mut shape.center,
                &mut moving.a,
                &mut moving.b,
                displacement,
                &mut moving_box.shape.center,
                &mut moving_box.shape.half_extents,
                &mut moving_box.displacement,
            ] {
                vector(v);
            }
            for v in [&mut shape.half_extents, &mut aabb.min, &mut aabb.max, &mut point.point] {
                vector(v);
            }
            vector(&mut cast.origin);
            vector(&mut cast.displacement);
            for radius in [&mut sphere.radius, &mut capsule.radius, &mut cast.radius, &mut moving.radius] {
                number(radius);
            }
            point.max_distance = if point.max_distance.is_nan() { f32::INFINITY } else { point.max_distance };
        }
    }
}

/// Filters worth trying.
pub fn filters() -> Vec<Filter> {
    vec![
        Filter::default(),
        Filter { require: 0x10, exclude: 0x4, backfaces: Backfaces::Cull, ..Filter::default() },
        Filter { exclude: 0x81, backfaces: Backfaces::Only, ..Filter::default() },
        Filter { require: 0xffff, exclude: 0xffff, ..Filter::default() },
        Filter { any_of: 0x2200, ..Filter::default() },
        Filter { require: 0x20, exclude: 0x8, any_of: 0x1041, ..Filter::default() },
    ]
}

fn bits(v: Vec3) -> [u32; 3] {
    v.to_array().map(f32::to_bits)
}

pub fn ray_bits(hit: &RayHit) -> [u32; 4] {
    [hit.t.to_bits(), hit.u.to_bits(), hit.v.to_bits(), hit.triangle]
}

fn crossing_bits(crossing: &Crossing) -> ([u32; 4], i32) {
    let Crossing { t, u, v, triangle, sign } = *crossing;
    ([t.to_bits(), u.to_bits(), v.to_bits(), triangle], sign)
}

pub fn cast_bits(hit: &ShapeHit) -> ([u32; 6], [u32; 3], [u32; 3]) {
    let ShapeHit { t, depth, point, normal, triangle, feature, attributes, reserved } = *hit;
    ([t.to_bits(), depth.to_bits(), triangle, feature, attributes, reserved], bits(point), bits(normal))
}

pub fn closest_bits(c: &ClosestPoint) -> ([u32; 3], u32, u32, u32) {
    (bits(c.point), c.distance.to_bits(), c.triangle, c.feature as u32)
}

/// The answers of the plain loop to a batch of queries.
pub struct Expected {
    all_hits: Vec<Vec<RayHit>>,
    crossings: Vec<Vec<Crossing>>,
    in_sphere: Vec<Vec<u32>>,
    in_aabb: Vec<Vec<u32>>,
    in_capsule: Vec<Vec<u32>>,
    in_box: Vec<Vec<u32>>,
    closest: Vec<ClosestPoint>,
    casts: Vec<Casts>,
}

/// Those of moving shapes, by a rule for edges.
struct Casts {
    edges: ContactEdges,
    spheres: Vec<ShapeHit>,
    /// All contacts of each.
    capsules: Vec<Vec<ShapeHit>>,
    boxes: Vec<Vec<ShapeHit>>,
}

const EDGES: [ContactEdges; 2] = [ContactEdges::Smooth, ContactEdges::All];

/// So many moving capsules and boxes are asked for. Their lists are long, and both ways take most of the time.
const MOST_MOVING: usize = 64;

fn some<T>(all: &[T]) -> &[T] {
    &all[..all.len().min(MOST_MOVING)]
}

impl Expected {
    pub fn new(brute: &Brute, queries: &Queries, filter: &Filter) -> Expected {
        fn each<Q: Sync, A: Send>(queries: &[Q], answer: impl Fn(&Q) -> A + Sync + Send) -> Vec<A> {
            queries.par_iter().map(answer).collect()
        }
        Expected {
            all_hits: each(&queries.rays, |q| brute.raycast_all(q, filter)),
            crossings: each(&queries.rays, |q| brute.crossings(q, filter)),
            in_sphere: each(&queries.spheres, |q| brute.overlap_sphere_all(q, filter)),
            in_aabb: each(&queries.aabbs, |q| brute.candidates_aabb(q, filter)),
            in_capsule: each(&queries.capsules, |q| brute.overlap_capsule_all(q, filter)),
            in_box: each(&queries.boxes, |q| brute.overlap_box_all(q, filter)),
            closest: each(&queries.points, |q| brute.closest_point(q, filter)),
            casts: EDGES
                .map(|edges| Casts {
                    edges,
                    spheres: each(&queries.casts, |q| brute.cast_sphere(q, filter, edges)),
                    capsules: each(some(&queries.capsule_casts), |q| {
                        brute.cast_capsule_all(q, filter, edges)
                    }),
                    boxes: each(some(&queries.box_casts), |q| brute.cast_box_all(q, filter, edges)),
                })
                .into(),
        }
    }

    /// Asks the mesh and compares every answer, bit for bit.
    pub fn check(&self, name: &str, mesh: &Mesh, queries: &Queries, filter: &Filter) {
        let n = queries.rays.len();
        let mut hits = vec![RayHit::MISS; n];
        mesh.raycast(&queries.rays, filter, &mut hits[..]).unwrap();
        let mut occluded = vec![9u8; n];
        mesh.occluded(&queries.rays, filter, &mut occluded[..]).unwrap();
        // In fans, as they were made, and so few at once that each goes alone.
        let in_parts = [FAN, 7].map(|size| {
            let mut parts = vec![RayHit::MISS; n];
            for (rays, hits) in queries.rays.chunks(size).zip(parts.chunks_mut(size)) {
                mesh.raycast(rays, filter, hits).unwrap();
            }
            parts
        });
        for (i, expected) in self.all_hits.iter().enumerate() {
            let first = expected.first().copied().unwrap_or(RayHit::MISS);
            let ray = &queries.rays[i];
            for hits in [&hits, &in_parts[0], &in_parts[1]] {
                assert_eq!(ray_bits(&hits[i]), ray_bits(&first), "{name}: {ray:?} {:?} {first:?}", hits[i]);
            }
            assert_eq!(occluded[i], u8::from(!expected.is_empty()), "{name}: {ray:?}");
        }
        let total: usize = self.all_hits.iter().map(Vec::len).sum();
        let mut all = vec![RayHit::MISS; total];
        let mut offsets = vec![0u64; n + 1];
        let lists = mesh.raycast_all(&queries.rays, filter, &mut offsets[..], &mut all[..]).unwrap();
        assert_eq!((lists.written, lists.total), (total, total), "{name}");
        for (i, expected) in self.all_hits.iter().enumerate() {
            let list = &all[offsets[i] as usize..offsets[i + 1] as usize];
            let list: Vec<_> = list.iter().map(ray_bits).collect();
            assert_eq!(
                list,
                expected.iter().map(ray_bits).collect::<Vec<_>>(),
                "{name}: {:?}",
                queries.rays[i]
            );
        }

        let total: usize = self.crossings.iter().map(Vec::len).sum();
        let mut all = vec![Crossing::default(); total];
        let lists = mesh.crossings(&queries.rays, filter, &mut offsets[..], &mut all[..]).unwrap();
        assert_eq!((lists.written, lists.total), (total, total), "{name}");
        for (i, expected) in self.crossings.iter().enumerate() {
            let list = &all[offsets[i] as usize..offsets[i + 1] as usize];
            assert!(
                list.iter().map(crossing_bits).eq(expected.iter().map(crossing_bits)),
                "{name}: {:?}",
                queries.rays[i]
            );
        }

        let n = queries.spheres.len();
        let mut answers = vec![9u8; n];
        mesh.overlap_sphere(&queries.spheres, filter, &mut answers[..]).unwrap();
        for (i, expected) in self.in_sphere.iter().enumerate() {
            assert_eq!(answers[i], u8::from(!expected.is_empty()), "{name}: {:?}", queries.spheres[i]);
        }
        mesh.overlap_capsule(&queries.capsules, filter, &mut answers[..]).unwrap();
        for (i, expected) in self.in_capsule.iter().enumerate() {
            assert_eq!(answers[i], u8::from(!expected.is_empty()), "{name}: {:?}", queries.capsules[i]);
        }
        mesh.overlap_box(&queries.boxes, filter, &mut answers[..]).unwrap();
        for (i, expected) in self.in_box.iter().enumerate() {
            assert_eq!(answers[i], u8::from(!expected.is_empty()), "{name}: {:?}", queries.boxes[i]);
        }

        let mut offsets = vec![0u64; n + 1];
        type Ask<'a> = dyn Fn(&mut [u64], &mut [u32]) -> carom::Result<Lists> + 'a;
        let lists: [(&str, &[Vec<u32>], &Ask); 4] = [
            ("spheres", &self.in_sphere, &|offsets, list| {
                mesh.overlap_sphere_all(&queries.spheres, filter, offsets, list)
            }),
            ("capsules", &self.in_capsule, &|offsets, list| {
                mesh.overlap_capsule_all(&queries.capsules, filter, offsets, list)
            }),
            ("boxes", &self.in_box, &|offsets, list| {
                mesh.overlap_box_all(&queries.boxes, filter, offsets, list)
            }),
            ("aabbs", &self.in_aabb, &|offsets, list| {
                mesh.candidates_aabb(&queries.aabbs, filter, offsets, list)
            }),
        ];
        for (shapes, expected, ask) in lists {
            let mut list = vec![0u32; expected.iter().map(Vec::len).sum()];
            ask(&mut offsets, &mut list).unwrap();
            for (i, expected) in expected.iter().enumerate() {
                let found = &list[offsets[i] as usize..offsets[i + 1] as usize];
                assert_eq!(found, expected, "{name}: {shapes}[{i}]");
            }
        }

        let nothing = ClosestPoint { point: Vec3::ZERO, distance: 0.0, triangle: 0, feature: Feature::Face };
        let mut closest = vec![nothing; n];
        mesh.closest_point(&queries.points, filter, &mut closest[..]).unwrap();
        for (i, expected) in self.closest.iter().enumerate() {
            let (found, query) = (&closest[i], &queries.points[i]);
            assert_eq!(
                closest_bits(found),
                closest_bits(expected),
                "{name}: {query:?} {found:?} {expected:?}"
            );
        }
        for Casts { edges, spheres, capsules, boxes } in &self.casts {
            let mut casts = vec![ShapeHit::MISS; n];
            mesh.cast_sphere(&queries.casts, filter, *edges, &mut casts[..]).unwrap();
            for (i, expected) in spheres.iter().enumerate() {
                let (found, query) = (&casts[i], &queries.casts[i]);
                assert_eq!(cast_bits(found), cast_bits(expected), "{name}: {query:?} {found:?} {expected:?}");
            }
            let check = |shapes: &str,
                         expected: &[Vec<ShapeHit>],
                         casts: &[ShapeHit],
                         offsets: &[u64],
                         all: &[ShapeHit]| {
                for (i, expected) in expected.iter().enumerate() {
                    let (found, first) = (&casts[i], first(expected.clone()));
                    assert_eq!(
                        cast_bits(found),
                        cast_bits(&first),
                        "{name}: {shapes}[{i}] {found:?} {first:?}"
                    );
                    let list = &all[offsets[i] as usize..offsets[i + 1] as usize];
                    assert!(
                        list.iter().map(cast_bits).eq(expected.iter().map(cast_bits)),
                        "{name}: {shapes}[{i}] {list:?} {expected:?}"
                    );
                }
            };
            let (moving, edges) = (some(&queries.capsule_casts), *edges);
            let (casts, offsets) = (&mut casts[..moving.len()], &mut offsets[..=moving.len()]);
            mesh.cast_capsule(moving, filter, edges, &mut casts[..]).unwrap();
            let mut all = vec![ShapeHit::MISS; capsules.iter().map(Vec::len).sum()];
            mesh.cast_capsule_all(moving, filter, edges, &mut offsets[..], &mut all[..]).unwrap();
            check("capsules", capsules, casts, offsets, &all);
            let moving = some(&queries.box_casts);
            mesh.cast_box(moving, filter, edges, &mut casts[..]).unwrap();
            let mut all = vec![ShapeHit::MISS; boxes.iter().map(Vec::len).sum()];
            mesh.cast_box_all(moving, filter, edges, &mut offsets[..], &mut all[..]).unwrap();
            check("boxes", boxes, casts, offsets, &all);
        }
    }
}

/// Compares every variant of the mesh with the plain loop.
pub fn check_all(mesh: &TestMesh, seed: u64, counts: Counts, filters: &[Filter]) {
    check_these(mesh, &Queries::random(mesh, seed, counts), filters);
}

/// The same for given queries.
pub fn check_these(mesh: &TestMesh, queries: &Queries, filters: &[Filter]) {
    let brute = Brute::new(mesh);
    let cooked = super::cook_all(mesh);
    for filter in filters {
        let expected = Expected::new(&brute, queries, filter);
        on_every_level(|level| {
            cooked.par_iter().for_each(|(name, mesh)| {
                // The others know no instruction sets.
                if level == SimdLevel::Portable || mesh.stats().layout == LayoutKind::Wide {
                    expected.check(&format!("{name}, {}", level.name()), mesh, queries, filter);
                }
            });
        });
    }
}

/// Does something on each level in turn. The level counts for the whole process, so that one test at a time
/// may choose it. Tests that do not go through here may run on any.
pub fn on_every_level(check: impl Fn(SimdLevel)) {
    static CHOSEN: Mutex<()> = Mutex::new(());
    // A test that failed has left nothing half done.
    let _chosen = CHOSEN.lock().unwrap_or_else(PoisonError::into_inner);
    for level in SimdLevel::available() {
        carom::set_simd_level(Some(level)).unwrap();
        check(level);
        assert_eq!(carom::simd_level(), level, "somebody else has chosen another");
    }
    carom::set_simd_level(None).unwrap();
}
