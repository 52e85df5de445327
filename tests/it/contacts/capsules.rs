//! Contacts of capsules: against a loop over all triangles, against distances in rationals, and the properties
//! that engines rely on.

use super::definition::{Polytope, check, only, size, unfolded};
use super::scenes::{fan, floor, soup};
use super::{contacts, lists};
use crate::common::effort::effort;
use crate::common::queries::{Counts, Queries, filters};
use crate::common::{ASSETS, TestMesh, asset, cook, cook_all, sphere};
use carom::geometry::{
    Capsule, CapsuleBounds, CapsuleTouch, ContactNormal, ContactPoint, LARGEST, Sphere, Triangle, Vec3,
    Wanted, capsule_triangle, part_corners, shares,
};
use carom::mesh::{Backfaces, Contact, ContactOptions, Filter, LayoutKind, Mesh};
use fastrand::Rng;
use num_rational::BigRational;

fn ask(mesh: &Mesh, capsules: &[Capsule], filter: &Filter, options: &ContactOptions) -> Vec<Vec<Contact>> {
    lists(capsules.len(), |offsets, out| {
        mesh.contacts_capsule(capsules, filter, options, offsets, out).unwrap()
    })
}

/// Those that have a length.
impl Polytope for Capsule {
    type Touch = CapsuleTouch;

    const COUNTS_AS_FAR: bool = true;

    fn touch(&self, triangle: &Triangle, max_distance: f32, farthest: f64) -> Option<CapsuleTouch> {
        let reach = CapsuleBounds::new(&Capsule { radius: self.radius + max_distance, ..*self });
        let touch = CapsuleTouch::new(self, triangle);
        let is_near = touch.apart().is_some_and(|(_, [least, _])| least <= farthest);
        (is_near || capsule_triangle(&reach, triangle)).then_some(touch)
    }

    fn distance(touch: &CapsuleTouch) -> Option<[f64; 2]> {
        touch.apart().map(|(_, distance)| distance)
    }

    fn normals(&self, triangle: &Triangle, touch: &CapsuleTouch, side: Option<bool>) -> Vec<ContactNormal> {
        match touch.apart() {
            Some((normal, _)) => only(normal, triangle, side),
            None => {
                let ways = touch.ways(triangle, Wanted { side, ..Wanted::default() });
                (0..).map_while(|number| ways.normal(number).copied()).collect()
            }
        }
    }

    fn least_way(&self, triangle: &Triangle, touch: &CapsuleTouch) -> f64 {
        touch.ways(triangle, Wanted::default()).least()
    }

    fn radius(&self) -> f64 {
        self.radius.into()
    }

    fn has_corners(&self, triangle: &Triangle, _: &CapsuleTouch) -> [bool; 3] {
        Capsule::has_corners(self, triangle)
    }

    fn points(
        &self,
        triangle: &Triangle,
        touch: &CapsuleTouch,
        normal: &ContactNormal,
        max_distance: f32,
    ) -> Vec<(Vec3, ContactPoint)> {
        let points = touch.points(self, triangle, normal, max_distance);
        points.points.iter().map(|point| (points.normal, *point)).collect()
    }

    fn ask(mesh: &Mesh, shapes: &[Self], filter: &Filter, options: &ContactOptions) -> Vec<Vec<Contact>> {
        ask(mesh, shapes, filter, options)
    }
}

fn capsules(mesh: &TestMesh, count: usize, seed: u64) -> Vec<Capsule> {
    let mut all = Queries::random(mesh, seed, Counts { rays: 0, others: count }).capsules;
    for (i, capsule) in all.iter_mut().enumerate() {
        let t = mesh.input().triangle(i * 7 % (mesh.indices.len() / 3));
        match i % 8 {
            0 => capsule.a = t.a,
            1 => capsule.a = (t.a + t.b) * 0.5,
            2 => (capsule.a, capsule.b) = (t.a, t.b),
            3 => (capsule.a, capsule.b) = (t.a + Vec3::Z * 0.25, t.b + Vec3::Z * 0.25),
            4 => capsule.a = (t.a + t.b + t.c) / 3.0,
            _ => {}
        }
        if i % 5 == 3 {
            capsule.radius = 0.0;
        }
        if capsule.a == capsule.b {
            capsule.b.x += 0.125;
        }
    }
    all
}

#[test]
fn capsules_of_small_meshes() {
    for (name, mesh) in [("sphere", sphere(9, 1.0)), ("fan", fan(40)), ("soup", soup(120))] {
        check(name, &mesh, &capsules(&mesh, effort(25, 60), 71), &filters());
    }
}

#[test]
fn capsules_of_assets() {
    for name in ASSETS {
        let mesh = asset(name);
        let size = size(&mesh);
        let mut some = capsules(&mesh, effort(2, 6), 72);
        for capsule in &mut some {
            capsule.radius = capsule.radius.min(size * 0.01);
            capsule.b = capsule.a + (capsule.b - capsule.a).normalize() * size * 0.03;
        }
        check(name, &mesh, &some, &filters()[..effort(1, 2)]);
    }
}

#[test]
fn capsules_among_more_triangles_than_there_is_room_for() {
    let mesh = fan(300);
    let mut some = capsules(&mesh, 8, 73);
    some.push(Capsule { a: Vec3::new(0.0, 0.0, 0.5), radius: 3.0, b: Vec3::new(0.0, 0.0, 1.5) });
    some.push(Capsule { a: Vec3::new(0.0, 0.0, -0.5), radius: 0.1, b: Vec3::new(0.0, 0.0, 1.5) });
    check("fan", &mesh, &some, &filters()[..1]);
}

#[test]
fn capsules_of_extreme_numbers() {
    let mut mesh = sphere(4, 1.0);
    let ask = |mesh: &TestMesh| {
        let mut queries = Queries::extreme(mesh, 74, Counts { rays: 0, others: effort(3, 10) });
        queries.capsules.retain(|capsule| capsule.a != capsule.b);
        check("extremes", mesh, &queries.capsules, &filters()[..1]);
    };
    ask(&mesh);
    for (i, position) in mesh.positions.iter_mut().enumerate() {
        position[i % 3] = [0.0, -0.0, 1e-45, -1e-45, 1e-40, f32::MIN_POSITIVE][i % 6];
    }
    ask(&mesh);
    for (i, position) in mesh.positions.iter_mut().enumerate() {
        position[i % 3] = [LARGEST, -LARGEST, 1e18, -1e12][i % 4];
    }
    ask(&mesh);
}

#[test]
fn a_capsule_of_no_length_is_a_sphere() {
    let mesh = asset("skull");
    let size = size(&mesh);
    let rng = &mut Rng::with_seed(75);
    let spheres: Vec<Sphere> = (0..200)
        .map(|_| {
            let t = mesh.input().triangle(rng.usize(0..mesh.indices.len() / 3));
            let offset = Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5) * size * 0.02;
            Sphere { center: t.a + offset, radius: size * 0.02 * rng.f32() }
        })
        .collect();
    let points: Vec<Capsule> =
        spheres.iter().map(|s| Capsule { a: s.center, radius: s.radius, b: s.center }).collect();
    let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
    let options = ContactOptions { max_distance: size * 0.01, ..ContactOptions::default() };
    let own = ask(&cooked, &points, &Filter::default(), &options);
    assert_eq!(unfolded(&own), unfolded(&contacts(&cooked, &spheres, &Filter::default(), &options)));
}

/// Standing, lying and slanted, over it and through it.
#[test]
fn flat_floors_have_one_normal() {
    let rng = &mut Rng::with_seed(76);
    let front = Filter { backfaces: Backfaces::Cull, ..Filter::default() };
    for height in [0.0, 0.7, -123.456] {
        let mesh = floor(24, height, rng);
        let mut points = 0;
        let capsules: Vec<Capsule> = (0..600)
            .map(|i| {
                let t = mesh.input().triangle(i * 5 % (mesh.indices.len() / 3));
                let at = match i % 4 {
                    0 => t.a.clamp(Vec3::splat(-200.0).with_x(4.0).with_y(4.0), Vec3::splat(20.0)),
                    _ => Vec3::new(rng.f32() * 16.0 + 4.0, rng.f32() * 16.0 + 4.0, height),
                };
                let along = match i % 3 {
                    0 => Vec3::new(0.0, 0.0, 1.5),
                    1 => Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, 0.0) * 4.0,
                    _ => Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5) * 4.0,
                };
                let radius = [0.1, 0.5, 1.0][i / 3 % 3];
                let low = [0.9, 0.5, 0.0, -0.3][i / 9 % 4] * radius;
                let a = at.with_z(height + low - along.z.min(0.0));
                Capsule { a, radius, b: a + along }
            })
            // Of one that lies below it, only the back is seen.
            .filter(|c: &Capsule| c.a.z.max(c.b.z) >= height)
            .collect();
        for (layout, cooked) in cook_all(&mesh) {
            let all = ask(&cooked, &capsules, &front, &ContactOptions::default());
            for (found, capsule) in all.iter().zip(&capsules) {
                assert!(!found.is_empty(), "{layout} {capsule:?}");
                assert!(found.iter().all(|c| c.normal == Vec3::Z), "{layout} {capsule:?}: {found:?}");
                let low = capsule.a.z.min(capsule.b.z) - height;
                let depth = capsule.radius - low;
                let tolerance = 2e-5 * (1.0 + height.abs());
                // A slanted one is measured where it goes through.
                let is_standing = capsule.a.truncate() == capsule.b.truncate();
                let is_exact = low > 0.0 || is_standing;
                assert!(found[0].depth < depth + tolerance, "{capsule:?} {found:?}");
                assert!(!is_exact || found[0].depth > depth - tolerance, "{capsule:?} {found:?}");
                points += found.len();
            }
        }
        assert!(points > 6000, "{points}");
    }
}

#[test]
fn lying_capsules_have_two_points_at_the_ends() {
    let mesh = floor(8, 0.0, &mut Rng::with_seed(77));
    let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
    let capsule = Capsule { a: Vec3::new(2.25, 2.5, 0.4), radius: 0.5, b: Vec3::new(5.75, 4.5, 0.4) };
    let options = ContactOptions { max_points: 4, ..ContactOptions::default() };
    let [found] = &ask(&cooked, &[capsule], &Filter::default(), &options)[..] else { unreachable!() };
    // What lies between is on one line, but for rounding.
    assert!((2..=4).contains(&found.len()), "{found:?}");
    for end in [capsule.a, capsule.b] {
        assert!(found.iter().any(|c| (c.point - end.with_z(0.0)).length() < 1e-5), "{found:?}");
    }
    assert!(found.iter().all(|c| (c.depth - 0.1).abs() < 1e-6 && c.manifold == 0));
}

#[test]
fn whatever_a_capsule_touches_has_a_contact() {
    for name in ASSETS {
        let mesh = asset(name);
        let size = size(&mesh);
        let rng = &mut Rng::with_seed(78);
        let capsules: Vec<Capsule> = (0..600)
            .map(|i| {
                let mut number = || (rng.f32() - 0.5) * size * 0.03;
                let (offset, along) =
                    (Vec3::new(number(), number(), number()), Vec3::new(number(), number(), number()));
                let t = mesh.input().triangle(rng.usize(0..mesh.indices.len() / 3));
                let a = t.a + if i % 5 == 0 { Vec3::ZERO } else { offset };
                Capsule { a, radius: size * [0.0, 0.002, 0.01][i % 3] * rng.f32(), b: a + along }
            })
            .collect();
        let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
        let mut touches = vec![9u8; capsules.len()];
        cooked.overlap_capsule(&capsules, &Filter::default(), &mut touches[..]).unwrap();
        let all = ask(&cooked, &capsules, &Filter::default(), &ContactOptions::default());
        for ((found, &touches), capsule) in all.iter().zip(&touches).zip(&capsules) {
            assert_eq!(!found.is_empty(), touches == 1, "{name} {capsule:?}");
            let [a, b] = [capsule.a, capsule.b].map(|end| end.as_dvec3());
            for contact in found {
                // Moved by the depth, the capsule only just touches the point.
                let moved = contact.normal.as_dvec3() * f64::from(contact.depth);
                let (from, along) = (a + moved, b - a);
                let to = contact.point.as_dvec3() - from;
                let part = (to.dot(along) / along.length_squared()).clamp(0.0, 1.0);
                let gap = (to - along * part).length() - f64::from(capsule.radius);
                let ulp = f64::from(size.max(capsule.a.abs().max_element())) * 2f64.powi(-22);
                assert!(gap.abs() <= 4.0 * ulp, "{name} {capsule:?} {contact:?}: {gap}");
            }
        }
    }
}

/// Times a power of two, a contact is the same; in another order of triangles and corners, nearly.
#[test]
fn capsules_scale() {
    let mesh = asset("skull");
    let size = size(&mesh);
    let some = capsules(&mesh, 80, 79);
    let some: Vec<Capsule> = some
        .iter()
        .map(|c| Capsule { radius: size * 0.02, b: c.a + (c.b - c.a).normalize() * size * 0.04, ..*c })
        .collect();
    let of = |mesh: &TestMesh, capsules: &[Capsule]| {
        let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
        ask(&cooked, capsules, &Filter::default(), &ContactOptions::default())
    };
    let own = of(&mesh, &some);
    assert!(own.iter().map(Vec::len).sum::<usize>() > 80);
    for exponent in [-20, -1, 3, 20] {
        let factor = 2f32.powi(exponent);
        let mut scaled = mesh.clone();
        scaled.positions.iter_mut().flatten().for_each(|x| *x *= factor);
        let others: Vec<Capsule> = some
            .iter()
            .map(|c| Capsule { a: c.a * factor, radius: c.radius * factor, b: c.b * factor })
            .collect();
        let times = |c: &Contact| Contact { point: c.point * factor, depth: c.depth * factor, ..*c };
        let expected: Vec<Vec<Contact>> = own.iter().map(|list| list.iter().map(times).collect()).collect();
        assert_eq!(unfolded(&of(&scaled, &others)), unfolded(&expected), "2^{exponent}");
    }
    let mut turned = mesh.clone();
    turned.indices.chunks_exact_mut(3).for_each(|corners| corners.rotate_left(1));
    for ((own, other), capsule) in own.iter().zip(of(&turned, &some)).zip(&some) {
        assert_eq!(own.len(), other.len(), "{capsule:?} {own:?} {other:?}");
        for own in own {
            let is_near = |other: &Contact| {
                own.triangle == other.triangle
                    && (own.point - other.point).length() < 1e-5 * size
                    && (own.depth - other.depth).abs() < 1e-5 * size
            };
            assert!(other.iter().any(is_near), "{own:?} {other:?}");
        }
    }
}

type Number = BigRational;
type Point = [Number; 3];

fn rational(v: Vec3) -> Point {
    v.to_array().map(|x| Number::from_float(x).unwrap())
}

fn minus(a: &Point, b: &Point) -> Point {
    [0, 1, 2].map(|k| &a[k] - &b[k])
}

fn dot(a: &Point, b: &Point) -> Number {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

/// The least squared length of `r + e s - d t` for s and t from 0 to 1, and s + u up to 1 with `f u` added.
fn distance_squared([p, q]: [Vec3; 2], t: &Triangle) -> Number {
    let (zero, one) = (Number::from_integer(0.into()), Number::from_integer(1.into()));
    let corners = [t.a, t.b, t.c].map(rational);
    let (p, q) = (rational(p), rational(q));
    // Every pair of the hulls of a part of the corners and a part of the ends: where the gradient vanishes
    // inside both. The least of them is the distance.
    let mut least: Option<Number> = None;
    let parts: [&[usize]; 7] = [&[0], &[1], &[2], &[0, 1], &[1, 2], &[2, 0], &[0, 1, 2]];
    for part in parts {
        for ends in [vec![&p], vec![&q], vec![&p, &q]] {
            let base = minus(&corners[part[0]], ends[0]);
            let mut axes: Vec<Point> =
                part[1..].iter().map(|&i| minus(&corners[i], &corners[part[0]])).collect();
            axes.extend(ends[1..].iter().map(|end| minus(ends[0], end)));
            let count = axes.len();
            // Normal equations by elimination.
            let mut rows: Vec<Vec<Number>> = (0..count)
                .map(|i| {
                    let mut row: Vec<Number> = (0..count).map(|j| dot(&axes[i], &axes[j])).collect();
                    row.push(-dot(&axes[i], &base));
                    row
                })
                .collect();
            let mut is_regular = true;
            for i in 0..count {
                let Some(pivot) = (i..count).find(|&j| rows[j][i] != zero) else {
                    is_regular = false;
                    break;
                };
                rows.swap(i, pivot);
                for j in 0..count {
                    if j != i {
                        let factor = &rows[j][i] / &rows[i][i];
                        let pivot_row = rows[i].clone();
                        for (value, by) in rows[j].iter_mut().zip(&pivot_row).skip(i) {
                            *value = &*value - &factor * by;
                        }
                    }
                }
            }
            if !is_regular {
                continue;
            }
            let weights: Vec<Number> = (0..count).map(|i| &rows[i][count] / &rows[i][i]).collect();
            let (of_part, of_ends) = weights.split_at(part.len() - 1);
            let sum: Number = of_part.iter().fold(zero.clone(), |sum, weight| sum + weight);
            if weights.iter().any(|weight| *weight < zero) || sum > one || of_ends.iter().any(|w| *w > one) {
                continue;
            }
            let mut offset = base.clone();
            for (axis, weight) in axes.iter().zip(&weights) {
                offset = [0, 1, 2].map(|k| &offset[k] + &axis[k] * weight);
            }
            let square = dot(&offset, &offset);
            least = Some(least.map_or(square.clone(), |least| least.min(square)));
        }
    }
    least.unwrap()
}

#[test]
fn contacts_are_local_minima_in_rationals() {
    let rng = &mut Rng::with_seed(80);
    let (mut apart, mut across) = (0, 0);
    for round in 0..24 {
        let size = [3, 4, 9][round % 3];
        let mut coordinate = || rng.i32(0..size) as f32 * 0.5;
        let positions: Vec<[f32; 3]> = (0..7 + round % 6).map(|_| [(); 3].map(|()| coordinate())).collect();
        let count = positions.len() as u32;
        let indices: Vec<u32> = (0..3 * (4 + round % 8)).map(|_| rng.u32(0..count)).collect();
        let indices: Vec<u32> = indices
            .chunks_exact(3)
            .filter(|t| !TestMesh::new(positions.clone(), t.to_vec()).triangles()[0].is_degenerate())
            .flatten()
            .copied()
            .collect();
        if indices.is_empty() {
            continue;
        }
        let mesh = TestMesh::new(positions, indices);
        let triangles = mesh.triangles();
        let mut point = || Vec3::from([(); 3].map(|()| rng.i32(-4..2 * size + 4) as f32 * 0.25));
        let some: Vec<Capsule> = (0..16)
            .map(|_| Capsule { a: point(), radius: 100.0, b: point() })
            .filter(|c| c.a != c.b)
            .collect();
        let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
        for (found, capsule) in
            ask(&cooked, &some, &Filter::default(), &ContactOptions::default()).iter().zip(&some)
        {
            let squares: Vec<Number> =
                triangles.iter().map(|t| distance_squared([capsule.a, capsule.b], t)).collect();
            let zero = Number::from_integer(0.into());
            let value = |square: &Number| {
                let parts = [square.numer(), square.denom()].map(|n| n.to_string().parse::<f64>().unwrap());
                (parts[0] / parts[1]).sqrt()
            };
            for contact in found {
                let own = &squares[contact.triangle as usize];
                let t = &triangles[contact.triangle as usize];
                if *own == zero {
                    across += 1;
                    continue;
                }
                apart += 1;
                let part = part_corners(t, contact.part());
                for (i, other) in triangles.iter().enumerate() {
                    assert!(!shares(other, &part) || squares[i] >= *own, "{capsule:?} {contact:?} {i}");
                }
                let deepest = found
                    .iter()
                    .filter(|c| c.triangle == contact.triangle)
                    .map(|c| c.depth)
                    .fold(-1e9, f32::max);
                assert!(
                    (f64::from(deepest) - (100.0 - value(own))).abs() < 2e-5,
                    "{capsule:?} {contact:?} {own}"
                );
            }
            // What is no farther than everything around it has a contact, or a lower one that is as near.
            for (i, t) in triangles.iter().enumerate() {
                let around = |other: &Triangle| {
                    [other.a, other.b, other.c].iter().any(|c| [t.a, t.b, t.c].contains(c))
                };
                let is_least =
                    triangles.iter().enumerate().all(|(j, other)| !around(other) || squares[j] >= squares[i]);
                let is_there = found.iter().any(|c| {
                    let j = c.triangle as usize;
                    j == i || around(&triangles[j]) && squares[j] == squares[i]
                });
                assert!(!is_least || is_there, "{capsule:?} {i} {t:?}: {found:?}");
                assert!(squares[i] != zero || is_there, "{capsule:?} {i}");
            }
        }
    }
    assert!(apart > 500 && across > 100, "{apart} {across}");
}
