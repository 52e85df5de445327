//! Crossings: against rays that are really moved, in integers, and on closed meshes whose inside is known.

use crate::common::brute::Brute;
use crate::common::effort::effort_named;
use crate::common::queries::on_every_level;
use crate::common::{ASSETS, TestMesh, VARIANTS, asset, cook_all, sphere};
use carom::geometry::{LARGEST, Ray, Triangle, Vec3, compare_crossings, ray_crossing};
use carom::mesh::{Crossing, Filter, Mesh, MeshReport};
use num_bigint::{BigInt, Sign};
use rayon::prelude::*;
use std::cmp::Ordering;

/// Points in integers.
type Point = [BigInt; 3];

/// A number times 2^`shift`, which makes it an integer.
fn integer(x: f32, shift: i32) -> BigInt {
    let (bits, size) = (x.to_bits(), (x.to_bits() >> 23 & 0xff) as i32);
    let digits = (bits & 0x7f_ffff) | if size > 0 { 0x80_0000 } else { 0 };
    if digits == 0 {
        return BigInt::from(0);
    }
    let exponent = size.max(1) - 150 + shift;
    let size = if exponent >= 0 {
        BigInt::from(digits) << exponent
    } else {
        assert_eq!(digits & ((1u64 << -exponent) - 1) as u32, 0, "{x} times 2^{shift} is an integer");
        BigInt::from(digits) >> -exponent
    };
    if x < 0.0 { -size } else { size }
}

fn sub(a: &Point, b: &Point) -> Point {
    [0, 1, 2].map(|k| &a[k] - &b[k])
}

fn cross(a: &Point, b: &Point) -> Point {
    [0, 1, 2].map(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        &a[i] * &b[j] - &a[j] * &b[i]
    })
}

fn dot(a: &Point, b: &Point) -> BigInt {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

/// Arithmetic for numbers that are multiples of 2^-`shift`, with an e of 2^-`e`.
#[derive(Clone, Copy)]
struct Exact {
    shift: i32,
    e: usize,
}

/// A crossing: the parameter of the moved ray and that of the given one, as quotients of integers, and the
/// sign.
struct Known {
    moved: [BigInt; 2],
    given: [BigInt; 2],
    sign: i32,
}

fn compare(a: &[BigInt; 2], b: &[BigInt; 2]) -> Ordering {
    let product = &a[0] * &b[1] - &b[0] * &a[1];
    let turned = (a[1].sign() == Sign::Minus) != (b[1].sign() == Sign::Minus);
    let order = product.sign().cmp(&Sign::NoSign);
    if turned { order.reverse() } else { order }
}

impl Exact {
    fn point(self, v: Vec3) -> Point {
        v.to_array().map(|x| integer(x, self.shift) << (3 * self.e))
    }

    fn parameter(self, t: f32) -> [BigInt; 2] {
        [integer(t, 149), BigInt::from(1) << 149]
    }

    /// Intersects the plane, and looks on which side of each edge the point is.
    fn crossing(self, ray: &Ray, t: &Triangle) -> Option<Known> {
        let given = self.point(ray.origin);
        let mut origin = given.clone();
        for (k, x) in origin.iter_mut().enumerate() {
            // As small as `e` is beside all numbers, it may be larger than their unit.
            *x += BigInt::from(1) << ((2 - k) * self.e);
        }
        let direction = self.point(ray.direction);
        let corners = [t.a, t.b, t.c].map(|corner| self.point(corner));
        let normal = cross(&sub(&corners[1], &corners[0]), &sub(&corners[2], &corners[0]));
        let slope = dot(&normal, &direction);
        if slope.sign() == Sign::NoSign {
            return None;
        }
        let height = |from: &Point| [dot(&normal, &sub(&corners[0], from)), slope.clone()];
        let moved = height(&origin);
        // Times the slope.
        let met = [0, 1, 2].map(|k| &origin[k] * &slope + &direction[k] * &moved[0]);
        let scaled = |corner: &Point| [0, 1, 2].map(|k| &corner[k] * &slope);
        let inside = (0..3).all(|k| {
            let (from, to) = (&corners[k], &corners[(k + 1) % 3]);
            let side = dot(&cross(&sub(to, from), &sub(&met, &scaled(from))), &normal);
            assert_ne!(side.sign(), Sign::NoSign, "the moved ray meets no edge: {ray:?} {t:?}");
            side.sign() == slope.sign()
        });
        let after = |end: f32| match end {
            f32::INFINITY => false,
            f32::NEG_INFINITY => true,
            _ => compare(&moved, &self.parameter(end)) == Ordering::Greater,
        };
        let counts = inside && after(ray.t_min) && !after(ray.t_max);
        let sign = if slope.sign() == Sign::Plus { 1 } else { -1 };
        counts.then(|| Known { given: height(&given), moved, sign })
    }

    /// Returns true if an f32 is the nearest, and of two nearest ones the even one.
    fn is_nearest(self, t: f32, exact: &[BigInt; 2]) -> bool {
        let middle = |other: f32| {
            if other.is_infinite() {
                return None;
            }
            let sum = integer(t, 149) + integer(other, 149);
            Some(compare(exact, &[sum, BigInt::from(1) << 150]))
        };
        let is_even = t.to_bits() & 1 == 0;
        let holds = |order: Option<Ordering>, wanted: Ordering| {
            order.is_none_or(|order| order == wanted || order == Ordering::Equal && is_even)
        };
        holds(middle(t.next_down()), Ordering::Greater) && holds(middle(t.next_up()), Ordering::Less)
    }

    /// Compares the reference test with all this; returns whether the ray crosses the triangle.
    fn check(self, ray: &Ray, t: &Triangle) -> Option<Known> {
        let (found, known) = (ray_crossing(ray, t), self.crossing(ray, t));
        let name = || format!("{ray:?} {t:?} {found:?}");
        assert_eq!(found.is_some(), known.is_some(), "{}", name());
        let (found, known) = (found?, known?);
        assert_eq!(found.leaves, known.sign > 0, "{}", name());
        assert!(self.is_nearest(found.t, &known.given), "{}", name());
        assert!(ray.t_min <= found.t && found.t <= ray.t_max, "{}", name());
        let (u, v) = (found.u, found.v);
        assert!(0.0 <= u && 0.0 <= v && u + v <= 1.0 + f32::EPSILON, "{}", name());
        Some(known)
    }

    /// The same for several triangles, and the order of those that are crossed.
    fn check_all(self, ray: &Ray, triangles: &[Triangle]) -> usize {
        let known: Vec<_> = triangles.iter().filter_map(|t| self.check(ray, t).map(|k| (t, k))).collect();
        for (t, first) in &known {
            for (other, second) in &known {
                let order = compare_crossings(ray, t, other);
                assert_eq!(order, compare(&first.moved, &second.moved), "{ray:?} {t:?} {other:?}");
            }
        }
        known.len()
    }
}

fn whole(rng: &mut fastrand::Rng, reach: i32) -> Vec3 {
    Vec3::from_array([0; 3].map(|_| rng.i32(-reach..=reach) as f32))
}

/// A direction that is not zero.
fn aim(rng: &mut fastrand::Rng, reach: i32) -> Vec3 {
    loop {
        let direction = whole(rng, reach);
        if direction != Vec3::ZERO {
            return direction;
        }
    }
}

fn end(rng: &mut fastrand::Rng, at: f32) -> f32 {
    [at, 0.0, -0.0, 1.0, -1.0, 0.5, f32::NEG_INFINITY, f32::INFINITY][rng.usize(0..8)]
}

#[test]
fn rays_that_are_really_moved_cross_the_same() {
    let rng = &mut fastrand::Rng::with_seed(31);
    let exact = Exact { shift: 0, e: 200 };
    let mut crossed = 0;
    for _ in 0..20_000 {
        let reach = [1, 2, 3, 1000][rng.usize(0..4)];
        let triangle =
            |rng: &mut fastrand::Rng| Triangle::new(whole(rng, reach), whole(rng, reach), whole(rng, reach));
        let triangles: Vec<_> = (0..rng.usize(1..5)).map(|_| triangle(rng)).collect();
        let (t_min, t_max) = (end(rng, f32::NEG_INFINITY), end(rng, f32::INFINITY));
        let ray = Ray { origin: whole(rng, reach), t_min, direction: aim(rng, reach), t_max };
        crossed += exact.check_all(&ray, &triangles);
    }
    assert!(crossed > 500, "{crossed}");
}

#[test]
fn numbers_of_any_size_are_decided_exactly() {
    let rng = &mut fastrand::Rng::with_seed(32);
    let mut crossed = 0;
    for round in 0..400 {
        // Together, or each for itself.
        let common = rng.i32(-149..58);
        let number = |rng: &mut fastrand::Rng| {
            let exponent = if round % 4 == 0 { rng.i32(-149..58) } else { common + rng.i32(0..3) };
            let digits = [rng.i32(-2..=2), rng.i32(-0xff_ffff..=0xff_ffff)][rng.usize(0..2)] as f64;
            // Halved where it would be too large.
            let number = (digits * 2f64.powi(exponent - if digits.abs() > 2.0 { 22 } else { 0 })) as f32;
            number.clamp(-LARGEST, LARGEST)
        };
        let point = |rng: &mut fastrand::Rng| Vec3::new(number(rng), number(rng), number(rng));
        let corners: Vec<Vec3> = (0..5).map(|_| point(rng)).collect();
        let origin = if rng.bool() { point(rng) } else { corners[rng.usize(0..5)] };
        let through = corners[rng.usize(0..3)].midpoint(corners[rng.usize(0..3)]);
        let direction = if rng.bool() { through - origin } else { point(rng) };
        if direction.abs().max_element() < 1e-28 {
            continue;
        }
        let triangles = [[0, 1, 2], [2, 1, 3], [0, 2, 4], [1, 4, 3]]
            .map(|t| Triangle::new(corners[t[0]], corners[t[1]], corners[t[2]]));
        let (t_min, t_max) = (end(rng, f32::NEG_INFINITY), end(rng, f32::INFINITY));
        let ray = Ray { origin, t_min, direction, t_max };
        crossed += Exact { shift: 149, e: 2000 }.check_all(&ray, &triangles);
    }
    assert!(crossed > 30, "{crossed}");
}

/// Cubes of a grid, and the surface around those that are filled.
struct Cubes {
    size: i32,
    filled: Vec<bool>,
}

impl Cubes {
    fn new(size: i32, is_filled: impl FnMut([i32; 3]) -> bool) -> Cubes {
        let places = (0..size * size * size).map(|i| [i % size, i / size % size, i / size / size]);
        Cubes { size, filled: places.map(is_filled).collect() }
    }

    fn is_filled(&self, place: [i32; 3]) -> bool {
        let [x, y, z] = place;
        let is_in = place.iter().all(|c| (0..self.size).contains(c));
        is_in && self.filled[(x + self.size * (y + self.size * z)) as usize]
    }

    /// The winding number of the surface, 0 or 1, at a point of whole numbers that is moved by (e, e², e³).
    fn surrounds(&self, point: Vec3) -> i32 {
        i32::from(self.is_filled(point.to_array().map(|x| x as i32)))
    }

    /// Two triangles for each side between filled and empty, divided either way, in any order; corners begin
    /// anywhere.
    fn surface(&self, rng: &mut fastrand::Rng) -> TestMesh {
        let mut corners: Vec<[[i32; 3]; 3]> = Vec::new();
        for i in 0..self.filled.len() as i32 {
            let place = [i % self.size, i / self.size % self.size, i / self.size / self.size];
            for (axis, up) in (0..6).map(|side| (side / 2, side as i32 % 2)) {
                let mut beyond = place;
                beyond[axis] += 2 * up - 1;
                if !self.is_filled(place) || self.is_filled(beyond) {
                    continue;
                }
                let at = |a: i32, b: i32| {
                    let mut corner = place;
                    corner[axis] += up;
                    corner[(axis + 1) % 3] += a;
                    corner[(axis + 2) % 3] += b;
                    corner
                };
                let mut around = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
                if up == 0 {
                    around.reverse();
                }
                around.rotate_left(rng.usize(0..4));
                corners.extend([[around[0], around[1], around[2]], [around[2], around[3], around[0]]]);
            }
        }
        rng.shuffle(&mut corners);
        corners.iter_mut().for_each(|corners| corners.rotate_left(rng.usize(0..3)));
        let positions = corners.iter().flatten().map(|corner| corner.map(|x| x as f32)).collect();
        TestMesh::new(positions, (0..3 * corners.len() as u32).collect())
    }
}

/// Asks for all lists.
fn ask(mesh: &Mesh, rays: &[Ray], filter: &Filter) -> Vec<Vec<Crossing>> {
    let mut offsets = vec![0; rays.len() + 1];
    let total = mesh.crossings(rays, filter, &mut offsets[..], &mut [][..]).unwrap().total;
    let mut crossings = vec![Crossing::default(); total];
    let lists = mesh.crossings(rays, filter, &mut offsets[..], &mut crossings[..]).unwrap();
    assert_eq!((lists.written, lists.total), (total, total));
    offsets.windows(2).map(|ends| crossings[ends[0] as usize..ends[1] as usize].to_vec()).collect()
}

/// Rays between whole points, so through edges, corners and faces, and along them.
fn whole_rays(rng: &mut fastrand::Rng, count: usize, size: i32) -> Vec<Ray> {
    let ray = |_| {
        let reach = [1, 2, size][rng.usize(0..3)];
        let (origin, direction) = (whole(rng, size + 1), aim(rng, reach));
        let (t_min, t_max) =
            [(0.0, 1.0), (0.0, f32::INFINITY), (f32::NEG_INFINITY, f32::INFINITY), (-1.0, 2.0)]
                [rng.usize(0..4)];
        Ray { origin: origin.abs(), t_min, direction, t_max }
    };
    (0..count).map(ray).collect()
}

#[test]
fn segments_cross_a_closed_surface_as_their_ends_say() {
    const SIZE: i32 = 5;
    let rng = &mut fastrand::Rng::with_seed(33);
    for round in 0..6 {
        let cubes = match round {
            0 => Cubes::new(SIZE, |_| true),
            1 => Cubes::new(SIZE, |[x, y, z]| (x + y + z) % 2 == 0),
            _ => Cubes::new(SIZE, |_| rng.u32(0..6) < round),
        };
        let mesh = cubes.surface(rng);
        let brute = Brute::new(&mesh);
        let rays = whole_rays(rng, 600, SIZE);
        let filter = &Filter::default();
        let expected: Vec<_> = rays.iter().map(|ray| brute.crossings(ray, filter)).collect();
        for (ray, crossings) in rays.iter().zip(&expected) {
            let side = |t: f32| match t.is_finite() {
                true => cubes.surrounds(ray.origin + ray.direction * t),
                false => 0,
            };
            let mut now = side(ray.t_min);
            for crossing in crossings {
                // In and out by turns.
                now -= crossing.sign;
                assert!(now == 0 || now == 1, "{round}: {ray:?} {crossings:?}");
            }
            assert_eq!(now, side(ray.t_max), "{round}: {ray:?} {crossings:?}");
            assert!(crossings.is_sorted_by(|a, b| a.t <= b.t), "{round}: {ray:?} {crossings:?}");
        }
        let cooked = cook_all(&mesh);
        on_every_level(|level| {
            cooked.par_iter().for_each(|(name, mesh)| {
                assert_eq!(ask(mesh, &rays, filter), expected, "{round}: {name}, {}", level.name());
            });
        });
    }
}

#[test]
fn short_buffers_get_the_beginning_of_the_list() {
    let rng = &mut fastrand::Rng::with_seed(34);
    let mut mesh = Cubes::new(4, |[x, y, z]| (x + y + z) % 2 == 0).surface(rng);
    // Twice, so that all crossings tie in their plane.
    let count = mesh.positions.len() as u32;
    mesh.positions.extend_from_within(..);
    mesh.indices.extend(count..2 * count);
    let mesh = TestMesh::new(mesh.positions, mesh.indices);
    let rays = &whole_rays(rng, 40, 4)[..];
    let filter = &Filter { exclude: 2, ..Filter::default() };
    for (name, mesh) in &cook_all(&mesh) {
        let all = ask(mesh, rays, filter).concat();
        assert!(all.len() > 50, "{}", all.len());
        for capacity in 0..=all.len() + 1 {
            let mut some = vec![Crossing::default(); capacity];
            let lists = mesh.crossings(rays, filter, &mut (), &mut some[..]).unwrap();
            assert_eq!((lists.written, lists.total), (capacity.min(all.len()), all.len()), "{name}");
            assert_eq!(some[..lists.written], all[..lists.written], "{name}, {capacity}");
        }
    }
}

/// Casts lines through corners, edges and faces, some along edges. Returns the number of those that cross a
/// closed mesh an odd number of times. All must cross it in as often as out.
fn odd(mesh: &TestMesh, cooked: &Mesh, count: usize, seed: u64) -> usize {
    const BATCH: usize = 10_000;
    let triangles = mesh.triangles();
    let bounds = cooked.bounds();
    let size = bounds.max - bounds.min;
    let odd = |batch: usize| {
        let rng = &mut fastrand::Rng::with_seed(seed << 32 | batch as u64);
        // Every third is at a corner, others in the middle or anywhere on an edge.
        let on_edge = |rng: &mut fastrand::Rng| {
            let t = triangles[rng.usize(0..triangles.len())];
            let (corners, k) = ([t.a, t.b, t.c], rng.usize(0..3));
            corners[k].lerp(corners[(k + 1) % 3], [0.0, 0.5, rng.f32()][rng.usize(0..3)])
        };
        let ray = |i: usize| {
            let target = on_edge(rng);
            let origin = match i % 4 {
                0 => bounds.min + size * (Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 3.0 - 1.0),
                1 => on_edge(rng),
                2 => target - Vec3::AXES[rng.usize(0..3)] * if rng.bool() { 1.0 } else { -1.0 },
                _ => triangles[rng.usize(0..triangles.len())].a,
            };
            let direction = if target == origin { Vec3::Y } else { target - origin };
            Ray { origin, t_min: f32::NEG_INFINITY, direction, t_max: f32::INFINITY }
        };
        let rays: Vec<Ray> = (0..BATCH).map(ray).collect();
        let lists = ask(cooked, &rays, &Filter::default());
        let bad =
            |list: &&Vec<Crossing>| list.len() % 2 == 1 || list.iter().map(|c| c.sign).sum::<i32>() != 0;
        lists.iter().filter(bad).count()
    };
    (0..count.div_ceil(BATCH)).into_par_iter().map(odd).sum()
}

/// The number of lines cast at each mesh, unless the environment variable `CAROM_CROSSING_RAYS` gives another.
fn line_count() -> usize {
    effort_named("CAROM_CROSSING_RAYS", 20_000, 200_000)
}

#[test]
fn lines_cross_closed_meshes_an_even_number_of_times() {
    let rng = &mut fastrand::Rng::with_seed(35);
    let mut meshes = vec![
        ("sphere".to_string(), sphere(40, 10.0)),
        ("cubes".to_string(), Cubes::new(8, |[x, y, z]| (x * 3 + y * 5 + z * 7) % 4 != 0).surface(rng)),
    ];
    for name in ASSETS {
        let mesh = asset(name);
        if MeshReport::new(&mesh.input()).unwrap().is_watertight() {
            meshes.push((name.to_string(), mesh));
        }
    }
    for (name, mesh) in &meshes {
        for (i, variant) in VARIANTS.iter().enumerate().step_by(5) {
            let cooked = Mesh::build(&mesh.input(), (variant.options)()).unwrap();
            let found = odd(mesh, &cooked, line_count(), i as u64);
            assert_eq!(found, 0, "{name}, {}: of {}", variant.name, line_count());
        }
    }
}

/// The generalised winding number by its definition: the sum of the triangles' solid angles (Van Oosterom and Strackee 1983).
fn solid_angles(triangles: &[Triangle], point: Vec3) -> f64 {
    let seen = |corner: Vec3| corner.as_dvec3() - point.as_dvec3();
    let twice_halves: f64 = triangles
        .iter()
        .map(|t| {
            let [a, b, c] = [seen(t.a), seen(t.b), seen(t.c)];
            let (x, y, z) = (a.length(), b.length(), c.length());
            2.0 * a.dot(b.cross(c)).atan2(x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y)
        })
        .sum();
    twice_halves / (4.0 * std::f64::consts::PI)
}

#[test]
fn winding_numbers_are_those_of_solid_angles() {
    let ball = sphere(12, 1.0);
    // Twice the same ball, and a third turned inside out: what is inside counts 2 - 1.
    let count = ball.positions.len() as u32;
    let mut nested = ball.clone();
    for (shift, turned) in [(0.25, false), (0.5, true)] {
        nested.positions.extend(ball.positions.iter().map(|p| [p[0] + shift, p[1], p[2]]));
        let first = nested.positions.len() as u32 - count;
        let corners = |t: &[u32]| if turned { [t[0], t[2], t[1]] } else { [t[0], t[1], t[2]] };
        nested.indices.extend(ball.indices.chunks(3).flat_map(|t| corners(t).map(|i| i + first)));
    }
    nested.attributes.resize(nested.indices.len() / 3, 0);
    for mesh in [&ball, &nested] {
        let triangles: Vec<Triangle> =
            (0..mesh.input().triangle_count()).map(|i| mesh.input().triangle(i)).collect();
        let cooked = Mesh::build(&mesh.input(), Default::default()).unwrap();
        assert!(cooked.is_closed());
        let mut rng = fastrand::Rng::with_seed(5);
        let points: Vec<Vec3> = (0..500).map(|_| Vec3::from([0; 3].map(|_| rng.f32() * 4.0 - 2.0))).collect();
        let mut numbers = vec![i32::MAX; points.len()];
        cooked.winding_numbers(&points, &mut numbers).unwrap();
        assert!(numbers.contains(&0) && numbers.contains(&1), "both kinds of points");
        for (&point, &number) in points.iter().zip(&numbers) {
            let angles = solid_angles(&triangles, point);
            assert!((angles - f64::from(number)).abs() < 0.4, "{point}: {number}, by angles {angles}");
        }
    }
}

#[test]
fn corners_wind_as_points_beside_them() {
    // The cube from 0 to 1: a point on it counts as one moved towards larger coordinates, x first.
    let corners: Vec<[f32; 3]> = (0..8u8).map(|i| [0, 1, 2].map(|k| f32::from(i >> k & 1))).collect();
    let faces = [
        [0, 2, 3],
        [0, 3, 1],
        [4, 5, 7],
        [4, 7, 6],
        [0, 1, 5],
        [0, 5, 4],
        [2, 6, 7],
        [2, 7, 3],
        [0, 4, 6],
        [0, 6, 2],
        [1, 3, 7],
        [1, 7, 5],
    ];
    let mesh = Mesh::new(&corners, &faces).unwrap();
    assert!(mesh.is_closed());
    let halves: Vec<Vec3> =
        (0..27).map(|i| Vec3::from([i % 3, i / 3 % 3, i / 9].map(|k| k as f32 / 2.0))).collect();
    let mut numbers = vec![0; 27];
    mesh.winding_numbers(&halves, &mut numbers).unwrap();
    for (point, number) in halves.iter().zip(numbers) {
        // Moved a little, it is inside if no coordinate was at the upper end.
        assert_eq!(number, i32::from(point.max_element() < 1.0), "{point}");
    }
}

#[test]
fn winding_numbers_name_the_point_that_is_bad() {
    let mesh = Mesh::new(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]]).unwrap();
    assert!(!mesh.is_closed());
    let mut numbers = [7; 2];
    let error =
        mesh.winding_numbers(&[Vec3::ZERO, Vec3::new(0.0, f32::NAN, 0.0)], &mut numbers[..]).unwrap_err();
    assert!(error.to_string().starts_with("points[1].y"), "{error}");
    assert_eq!(numbers, [7; 2], "nothing is written");
    let error = mesh.winding_numbers(&[Vec3::ZERO; 3], &mut numbers[..]).unwrap_err();
    assert!(error.to_string().contains('3'), "{error}");
}
