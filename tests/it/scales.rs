//! Every query of one mesh at every scale: meshes and queries times powers of two, from where all that is left are the
//! smallest denormal numbers to the largest coordinates. Answers are those of the plain loop, bit for bit, and those of the
//! unscaled mesh where nothing under- or overflows.

use crate::common::brute::Brute;
use crate::common::queries::{Counts, Expected, Queries, filters, on_every_level};
use crate::common::{TestMesh, VARIANTS, asset, sphere};
use carom::SimdLevel;
use carom::geometry::*;
use carom::mesh::{CastHit, ClosestPoint, LayoutKind, Mesh, PointQuery, RayHit};
use rayon::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Binary exponents of the scales. Meshes are of about size 1 before.
const SCALES: std::ops::RangeInclusive<i32> = -149..=60;

/// Times a power of two, rounded once.
fn times(x: f32, exponent: i32) -> f32 {
    (f64::from(x) * 2f64.powi(exponent)) as f32
}

/// The same for coordinates and lengths.
fn length(x: f32, exponent: i32) -> f32 {
    times(x, exponent).clamp(-LARGEST, LARGEST)
}

fn vector(v: Vec3, exponent: i32) -> Vec3 {
    Vec3::from_array(v.to_array().map(|x| length(x, exponent)))
}

fn scaled_mesh(mesh: &TestMesh, exponent: i32) -> TestMesh {
    let positions = mesh.positions.iter().map(|p| p.map(|x| length(x, exponent))).collect();
    TestMesh { positions, ..mesh.clone() }
}

/// Every other ray's direction is scaled, if it is long enough then; else its parameters are.
fn scaled_ray(i: usize, ray: &Ray, exponent: i32) -> Ray {
    let Ray { origin, t_min, direction, t_max } = *ray;
    let origin = vector(origin, exponent);
    let scaled = vector(direction, exponent);
    if i % 2 == 0 && max_abs(scaled) >= 1e-28 {
        return Ray { origin, t_min, direction: scaled, t_max };
    }
    Ray { origin, t_min: times(t_min, exponent), direction, t_max: times(t_max, exponent) }
}

fn max_abs(v: Vec3) -> f32 {
    v.abs().max_element()
}

fn scaled(queries: &Queries, exponent: i32) -> Queries {
    let vector = |v| vector(v, exponent);
    let length = |x| length(x, exponent);
    Queries {
        rays: queries.rays.iter().enumerate().map(|(i, ray)| scaled_ray(i, ray, exponent)).collect(),
        spheres: queries
            .spheres
            .iter()
            .map(|s| Sphere { center: vector(s.center), radius: length(s.radius) })
            .collect(),
        capsules: queries
            .capsules
            .iter()
            .map(|c| Capsule { a: vector(c.a), radius: length(c.radius), b: vector(c.b) })
            .collect(),
        boxes: queries
            .boxes
            .iter()
            .map(|b| OrientedBox { center: vector(b.center), half_extents: vector(b.half_extents), ..*b })
            .collect(),
        aabbs: queries.aabbs.iter().map(|b| Aabb::new(vector(b.min), vector(b.max))).collect(),
        points: queries
            .points
            .iter()
            .map(|p| PointQuery {
                point: vector(p.point),
                max_distance: if p.max_distance.is_finite() { length(p.max_distance) } else { f32::INFINITY },
            })
            .collect(),
        casts: queries
            .casts
            .iter()
            .map(|c| SphereCast {
                origin: vector(c.origin),
                radius: length(c.radius),
                displacement: vector(c.displacement),
            })
            .collect(),
    }
}

fn direction(rng: &mut fastrand::Rng) -> Vec3 {
    loop {
        let v = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 2.0 - 1.0;
        if (0.1..1.0).contains(&v.length()) {
            return v.normalize();
        }
    }
}

/// Over a triangle and beside it, from a millionth of its size away to a thousand times as far.
fn near_point(rng: &mut fastrand::Rng, triangles: &[Triangle]) -> Vec3 {
    let t = rng.choice(triangles).expect("triangles");
    let [u, v] = [rng.f32(), rng.f32()];
    let on = t.a + (t.b - t.a) * (u * 0.7) + (t.c - t.a) * (v * (1.0 - u * 0.7));
    let size = (t.b - t.a).length().max((t.c - t.a).length());
    let away = size * 2f32.powi(rng.i32(-20..10)) * if rng.bool() { 1.0 } else { -1.0 };
    let aside = direction(rng) * if rng.bool() { 0.0 } else { away };
    on + t.normal() * away + aside
}

/// Towards triangles, straight or aslant, from up to a million times as far away as they are large.
fn near_rays(rng: &mut fastrand::Rng, triangles: &[Triangle], count: usize) -> Vec<Ray> {
    let ray = |i: usize| {
        let t = rng.choice(triangles).expect("triangles");
        let target = t.a + (t.b - t.a) * (rng.f32() * 0.5) + (t.c - t.a) * (rng.f32() * 0.5);
        let size = (t.b - t.a).length().max((t.c - t.a).length());
        let away = t.normal() * (size * 2f32.powi(rng.i32(-4..20)) * if rng.bool() { 1.0 } else { -1.0 });
        let aside = if i % 3 == 0 { direction(rng) * away.length() * rng.f32() } else { Vec3::ZERO };
        let origin = target + away + aside;
        let direction = target - origin;
        Ray::new(origin, if max_abs(direction) >= 1e-28 { direction } else { Vec3::X })
    };
    (0..count).map(ray).collect()
}

/// Queries at given places, with limits that are the distance there, one unit beside it, and others.
fn near_queries(rng: &mut fastrand::Rng, brute: &Brute, points: &[Vec3], queries: &mut Queries) {
    for &point in points {
        let anything = PointQuery { point, max_distance: f32::INFINITY };
        let distance = brute.closest_point(&anything, &filters()[0]).distance.min(LARGEST);
        for limit in [
            distance,
            distance.next_up(),
            distance.next_down().max(0.0),
            distance * 1.02,
            distance * 0.98,
            distance * 0.04,
            distance * 30.0,
        ] {
            let radius = limit.min(LARGEST);
            let along = Vec3::from_array(direction(rng).to_array().map(|x| x * radius));
            let there = (point + along).clamp(Vec3::splat(-LARGEST), Vec3::splat(LARGEST));
            queries.points.push(PointQuery { point, max_distance: limit });
            queries.spheres.push(Sphere { center: point, radius });
            queries.capsules.push(Capsule { a: point, radius, b: there });
            let half_extents = (along * 0.5).abs();
            let rotation = Quat::from_axis_angle(direction(rng), rng.f32() * 6.0);
            queries.boxes.push(OrientedBox { center: point, half_extents, rotation });
            queries.aabbs.push(Aabb::new(point.min(there), point.max(there)));
            let [of_way, of_radius] = [[4.0, 0.1], [1.0, 0.9], [0.0, 1.0], [2.0, 1.0]][rng.usize(0..4)];
            let displacement = (along * of_way).clamp(Vec3::splat(-LARGEST), Vec3::splat(LARGEST));
            queries.casts.push(SphereCast { origin: point, radius: radius * of_radius, displacement });
        }
    }
}

/// A grid of squares with heights.
fn terrain(squares: usize) -> TestMesh {
    let rng = &mut fastrand::Rng::with_seed(3);
    let row = squares as u32 + 1;
    let step = 1.0 / squares as f32;
    let positions = (0..row * row)
        .map(|i| [(i % row) as f32 * step, (i / row) as f32 * step, rng.f32() * step])
        .collect();
    let square = |i: u32| [i, i + 1, i + row, i + row, i + 1, i + row + 1];
    let cells = (0..row * row).filter(|i| i % row + 1 < row && i / row + 1 < row);
    TestMesh::new(positions, cells.flat_map(square).collect())
}

/// Triangles anywhere, of sizes from 1 to 2^-16.
fn soup(count: usize) -> TestMesh {
    let rng = &mut fastrand::Rng::with_seed(4);
    let positions = (0..count)
        .flat_map(|_| {
            let (at, size) = (direction(rng) * 0.5, 2f32.powi(-rng.i32(1..17)));
            [0; 3].map(|_| (at + direction(rng) * size).to_array())
        })
        .collect();
    TestMesh::new(positions, (0..3 * count as u32).collect())
}

/// Triangles up to 2^-24 as wide as they are long, and without area.
fn slivers(count: usize) -> TestMesh {
    let rng = &mut fastrand::Rng::with_seed(5);
    let positions = (0..count)
        .flat_map(|i| {
            let (a, b) = (direction(rng) * 0.5, direction(rng) * 0.5);
            let width = if i % 8 == 0 { 0.0 } else { 2f32.powi(-rng.i32(0..25)) };
            [a, b, a.lerp(b, rng.f32()) + direction(rng) * width * 0.5].map(|v| v.to_array())
        })
        .collect();
    TestMesh::new(positions, (0..3 * count as u32).collect())
}

/// Parallel triangles close behind one another, which rays from afar meet in an order that f32 hardly tells.
fn layers(count: usize) -> TestMesh {
    let rng = &mut fastrand::Rng::with_seed(6);
    let mut number = || (1.0 + rng.f32()) * 2f32.powi(-11);
    let positions = (0..count)
        .flat_map(|i| {
            let z = (i * 7 % count) as f32 * 2f32.powi(-12);
            [[-number(), -number(), z], [number(), -number(), z], [0.0, number(), z]]
        })
        .collect();
    TestMesh::new(positions, (0..3 * count as u32).collect())
}

/// A part of a scan, moved to the origin.
fn scan(count: usize) -> TestMesh {
    let whole = asset("skull");
    let part = TestMesh::new(whole.positions, whole.indices[..3 * count].to_vec());
    let Aabb { min, max } = part.bounds();
    let scale = 1.0 / (max - min).max_element();
    let place = |p: &[f32; 3]| ((Vec3::from_array(*p) - min) * scale).to_array();
    let positions = part.indices.iter().map(|&i| place(&part.positions[i as usize])).collect();
    TestMesh::new(positions, (0..part.indices.len() as u32).collect())
}

fn meshes() -> Vec<(&'static str, TestMesh)> {
    let slanted = vec![[0.0; 3], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]];
    vec![
        ("slanted", TestMesh::new(slanted, vec![0, 1, 2])),
        ("sphere", sphere(4, 0.9)),
        ("soup", soup(50)),
        ("slivers", slivers(50)),
        ("terrain", terrain(6)),
        ("layers", layers(24)),
        ("scan", scan(100)),
    ]
}

/// A mesh at a scale, cooked, and what is asked of it.
struct Case {
    name: String,
    queries: Queries,
    expected: Expected,
    cooked: Vec<(&'static str, Mesh<'static>)>,
}

impl Case {
    fn new(name: &str, mesh: &TestMesh, exponent: i32) -> Case {
        let seed = (exponent + 200) as u64;
        let rng = &mut fastrand::Rng::with_seed(seed);
        let mut queries = Queries::random(mesh, seed, Counts { rays: 44, others: 16 });
        let triangles = mesh.triangles();
        queries.rays.extend(near_rays(rng, &triangles, 20));
        let points: Vec<_> = (0..8).map(|_| vector(near_point(rng, &triangles), exponent)).collect();
        let mesh = scaled_mesh(mesh, exponent);
        let brute = Brute::new(&mesh);
        let mut queries = scaled(&queries, exponent);
        near_queries(rng, &brute, &points, &mut queries);
        let expected = Expected::new(&brute, &queries, &filters()[0]);
        let wanted = ["wide", "wide small", "wide fast", "compact", "delta"];
        let cooked = VARIANTS
            .iter()
            .filter(|variant| wanted.contains(&variant.name))
            .map(|variant| (variant.name, Mesh::build(&mesh.input(), (variant.options)()).unwrap()))
            .collect();
        Case { name: format!("{name} at 2^{exponent}"), queries, expected, cooked }
    }

    fn check(&self, level: SimdLevel) {
        for (variant, mesh) in &self.cooked {
            // The others know no instruction sets.
            if level == SimdLevel::Portable || mesh.stats().layout == LayoutKind::Wide {
                let name = format!("{}, {variant}, {}", self.name, level.name());
                self.expected.check(&name, mesh, &self.queries, &filters()[0]);
            }
        }
    }
}

/// What a check has against some cases.
fn faults(cases: &[Case], check: impl Fn(&Case) + Sync) -> Vec<String> {
    let fault = |case: &Case| {
        let fault = catch_unwind(AssertUnwindSafe(|| check(case))).err()?;
        Some(fault.downcast_ref::<String>().cloned().unwrap_or_else(|| case.name.clone()))
    };
    cases.par_iter().filter_map(fault).collect()
}

#[test]
fn answers_at_every_scale() {
    for (name, mesh) in meshes() {
        let exponents: Vec<_> = SCALES.collect();
        let cases: Vec<_> = exponents.par_iter().map(|&exponent| Case::new(name, &mesh, exponent)).collect();
        on_every_level(|level| {
            let faults = faults(&cases, |case| case.check(level));
            assert!(faults.is_empty(), "{name}: {} of {} scales", faults.len(), cases.len());
        });
    }
}

/// Triangles with edges of 1e-7: a sphere that touches one, and one that does not.
#[test]
fn edges_of_a_ten_millionth() {
    let mesh = TestMesh::new(vec![[0.0; 3], [1e-7, 0.0, 1e-7], [0.0, 1e-7, 1e-7]], vec![0, 1, 2]);
    let points = [Vec3::new(2.5e-9, 2.5e-9, 1e-8), Vec3::new(3e-8, 3e-8, 6.2e-8)];
    let radii = [2.94449e-9, 1.1547e-10];
    let queries = || points.into_iter().zip(radii);
    let spheres: Vec<_> = queries().map(|(center, radius)| Sphere { center, radius }).collect();
    let near: Vec<_> = queries().map(|(point, max_distance)| PointQuery { point, max_distance }).collect();
    let all: Vec<_> = points.map(|point| PointQuery { point, max_distance: f32::INFINITY }).to_vec();
    for variant in &VARIANTS {
        let cooked = Mesh::build(&mesh.input(), (variant.options)()).unwrap();
        on_every_level(|level| {
            let name = format!("{}, {}", variant.name, level.name());
            let mut touches = [9; 2];
            cooked.overlap_sphere(&spheres, &filters()[0], &mut touches[..]).unwrap();
            assert_eq!(touches, [1, 0], "{name}");
            let nothing =
                ClosestPoint { point: Vec3::ZERO, distance: 0.0, triangle: 0, feature: Feature::Face };
            let mut closest = [nothing; 2];
            cooked.closest_point(&all, &filters()[0], &mut closest[..]).unwrap();
            for (found, expected) in closest.iter().zip([2.88675e-9, 1.1547e-9]) {
                assert!((found.distance / expected - 1.0).abs() < 1e-5, "{name}: {found:?}");
            }
            cooked.closest_point(&near, &filters()[0], &mut closest[..]).unwrap();
            assert_eq!(closest.map(|found| found.distance.is_finite()), [true, false], "{name}");
        });
    }
}

/// Answers of the unscaled mesh, times a power of two.
struct Unscaled {
    rays: Vec<Vec<RayHit>>,
    spheres: Vec<Vec<u32>>,
    aabbs: Vec<Vec<u32>>,
    capsules: Vec<bool>,
    boxes: Vec<bool>,
    points: Vec<ClosestPoint>,
    casts: Vec<CastHit>,
}

impl Unscaled {
    fn new(brute: &Brute, queries: &Queries) -> Unscaled {
        let all = &filters()[0];
        Unscaled {
            rays: queries.rays.iter().map(|q| brute.raycast_all(q, all)).collect(),
            spheres: queries.spheres.iter().map(|q| brute.list_sphere(q, all)).collect(),
            aabbs: queries.aabbs.iter().map(|q| brute.list_aabb(q, all)).collect(),
            capsules: queries.capsules.iter().map(|q| brute.overlap_capsule(q, all)).collect(),
            boxes: queries.boxes.iter().map(|q| brute.overlap_box(q, all)).collect(),
            points: queries.points.iter().map(|q| brute.closest_point(q, all)).collect(),
            casts: queries.casts.iter().map(|q| brute.cast_sphere(q, all)).collect(),
        }
    }

    /// How many answers of each kind of query are not those of the mesh at a scale.
    fn differences(&self, scaled: &Unscaled, queries: &Queries, exponent: i32) -> [usize; 7] {
        fn count<T>(a: &[T], b: &[T], same: impl Fn(usize, &T, &T) -> bool) -> usize {
            a.iter().zip(b).enumerate().filter(|(i, (a, b))| !same(*i, a, b)).count()
        }
        let bits = |v: Vec3| v.to_array().map(f32::to_bits);
        let moved = |v: Vec3| bits(Vec3::from_array(v.to_array().map(|x| times(x, exponent))));
        let ray = |i: usize, a: &Vec<RayHit>, b: &Vec<RayHit>| {
            let of_t = if scaled_ray(i, &queries.rays[i], exponent).direction == queries.rays[i].direction {
                exponent
            } else {
                0
            };
            let same = |a: &RayHit, b: &RayHit| {
                times(a.t, of_t).to_bits() == b.t.to_bits()
                    && (a.u, a.v, a.triangle) == (b.u, b.v, b.triangle)
            };
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        };
        let point = |_: usize, a: &ClosestPoint, b: &ClosestPoint| {
            moved(a.point) == bits(b.point)
                && times(a.distance, exponent).to_bits() == b.distance.to_bits()
                && (a.triangle, a.feature) == (b.triangle, b.feature)
        };
        let cast = |_: usize, a: &CastHit, b: &CastHit| {
            moved(a.point) == bits(b.point)
                && bits(a.normal) == bits(b.normal)
                && (a.t.to_bits(), a.triangle) == (b.t.to_bits(), b.triangle)
        };
        [
            count(&self.rays, &scaled.rays, ray),
            count(&self.spheres, &scaled.spheres, |_, a, b| a == b),
            count(&self.aabbs, &scaled.aabbs, |_, a, b| a == b),
            count(&self.capsules, &scaled.capsules, |_, a, b| a == b),
            count(&self.boxes, &scaled.boxes, |_, a, b| a == b),
            count(&self.points, &scaled.points, point),
            count(&self.casts, &scaled.casts, cast),
        ]
    }
}

/// To multiples of 2^-16, so that no difference of two is less.
fn on_a_grid(queries: &mut Queries) {
    let number = |x: &mut f32| *x = (*x * 65536.0).round() / 65536.0;
    let vector = |v: &mut Vec3| [&mut v.x, &mut v.y, &mut v.z].into_iter().for_each(number);
    for ray in &mut queries.rays {
        vector(&mut ray.origin);
        vector(&mut ray.direction);
        number(&mut ray.t_min);
        if ray.t_max.is_finite() {
            number(&mut ray.t_max);
        }
        if ray.direction == Vec3::ZERO {
            ray.direction = Vec3::X;
        }
    }
    for i in 0..queries.spheres.len() {
        vector(&mut queries.spheres[i].center);
        number(&mut queries.spheres[i].radius);
        vector(&mut queries.capsules[i].a);
        vector(&mut queries.capsules[i].b);
        number(&mut queries.capsules[i].radius);
        vector(&mut queries.boxes[i].center);
        vector(&mut queries.boxes[i].half_extents);
        vector(&mut queries.aabbs[i].min);
        vector(&mut queries.aabbs[i].max);
        vector(&mut queries.points[i].point);
        vector(&mut queries.casts[i].origin);
        vector(&mut queries.casts[i].displacement);
        number(&mut queries.casts[i].radius);
    }
}

/// Of each kind of query, the least exponent at which all answers are the unscaled ones, of numbers that are multiples of 2^-16 up
/// to about 2: see docs/exactness.md.
const LEAST_EXPONENTS: [(&str, i32); 7] = [
    ("rays", -100),
    ("spheres", -36),
    ("axis-aligned boxes", -110),
    ("capsules", -36),
    ("boxes", -110),
    ("points", -36),
    ("moving spheres", -56),
];

#[test]
fn scaled_answers() {
    for (name, mut mesh) in meshes() {
        for x in mesh.positions.as_flattened_mut() {
            *x = (*x * 65536.0).round() / 65536.0;
        }
        let mut queries = Queries::random(&mesh, 7, Counts { rays: 150, others: 100 });
        on_a_grid(&mut queries);
        let unscaled = Unscaled::new(&Brute::new(&mesh), &queries);
        // Beyond, coordinates would be larger than the largest.
        let exponents: Vec<_> = (-110..=57).collect();
        exponents.par_iter().for_each(|&exponent| {
            let scaled = scaled(&queries, exponent);
            let scaled = Unscaled::new(&Brute::new(&scaled_mesh(&mesh, exponent)), &scaled);
            let differences = unscaled.differences(&scaled, &queries, exponent);
            for ((kind, least), count) in LEAST_EXPONENTS.into_iter().zip(differences) {
                assert!(exponent < least || count == 0, "{name}, {kind}: {count} at 2^{exponent}");
            }
        });
    }
}
