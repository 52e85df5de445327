//! Reduction to four contacts: a part of the list, with the deepest, over at least half of the area that four
//! can span.

use super::{bits, contacts, lists};
use crate::common::{TestMesh, asset, cook, cook_all};
use carom::geometry::{BoxAxes, Sphere, Vec3};
use carom::mesh::{Contact, ContactEdges, ContactOptions, Filter, LayoutKind, Mesh};
use fastrand::Rng;
use glam::DVec3;

/// Small separate triangles in a plane, each with a contact.
fn plates(count: usize, rng: &mut Rng) -> TestMesh {
    let mut positions = Vec::new();
    for _ in 0..count {
        let at = [rng.f32() * 4.0 - 2.0, rng.f32() * 4.0 - 2.0];
        let corner = |x: f32, y: f32| [at[0] + x, at[1] + y, 0.0];
        positions.extend([corner(0.0, 0.0), corner(0.05, 0.0), corner(0.0, 0.05)]);
    }
    let indices = (0..positions.len() as u32).collect();
    TestMesh::new(positions, indices)
}

/// Twice the area of the hull of some points in the plane z = 0, by the largest triangles from its lowest
/// corner.
fn hull_area(points: &[Vec3]) -> f64 {
    let mut points: Vec<DVec3> = points.iter().map(|p| p.as_dvec3()).collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let turn = |a: DVec3, b: DVec3, c: DVec3| (b - a).cross(c - a).z;
    let half = |points: &mut dyn Iterator<Item = DVec3>| {
        let mut chain: Vec<DVec3> = Vec::new();
        for p in points {
            while chain.len() > 1 && turn(chain[chain.len() - 2], chain[chain.len() - 1], p) <= 0.0 {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut points.iter().copied());
    hull.extend(half(&mut points.iter().rev().copied()));
    (1..hull.len().saturating_sub(1)).map(|i| turn(hull[0], hull[i], hull[i + 1])).sum()
}

/// The largest hull of the deepest contact and three others.
fn largest_of_four(all: &[Contact]) -> f64 {
    let point = |i: usize| all[i].point;
    let mut best = 0.0f64;
    for i in 1..all.len() {
        for j in i..all.len() {
            for k in j..all.len() {
                best = best.max(hull_area(&[point(0), point(i), point(j), point(k)]));
            }
        }
    }
    best
}

#[test]
fn four_of_many() {
    let rng = &mut Rng::with_seed(51);
    for count in [1, 2, 3, 4, 5, 9, 40, 300] {
        let mesh = plates(count, rng);
        // From far above, the normals are nearly one.
        let sphere = Sphere { center: Vec3::new(0.3, -0.2, 400.0), radius: 401.0 };
        for (layout, cooked) in cook_all(&mesh) {
            let ask = |max_points, edges| {
                let options = ContactOptions { max_points, edges, ..ContactOptions::default() };
                contacts(&cooked, &[sphere], &Filter::default(), &options).remove(0)
            };
            let all = ask(0, ContactEdges::Smooth);
            assert_eq!((all.len(), all.iter().all(|c| c.manifold == 0)), (count, true), "{layout}");
            for most in 1..=4 {
                let few = ask(most, ContactEdges::Smooth);
                assert_eq!(few.len(), count.min(most as usize), "{layout}");
                assert_eq!(bits(&few[0]), bits(&all[0]));
                let place = |c: &Contact| all.iter().position(|other| bits(other) == bits(c));
                let places: Vec<usize> = few.iter().map(|c| place(c).unwrap()).collect();
                assert!(places.is_sorted());
            }
            let four = ask(4, ContactEdges::Smooth);
            let area = hull_area(&four.iter().map(|c| c.point).collect::<Vec<_>>());
            let best = largest_of_four(&all[..count.min(40)]);
            assert!(area >= 0.5 * best, "{layout} {count}: {area} {best}");
        }
    }
}

/// Small separate triangles at some places of the plane z = 0.
fn plates_at(places: &[[f32; 2]]) -> TestMesh {
    let positions: Vec<[f32; 3]> = places
        .iter()
        .flat_map(|&[x, y]| [[x, y, 0.0], [x - 0.01, y - 0.01, 0.0], [x - 0.01, y, 0.0]])
        .collect();
    let indices = (0..positions.len() as u32).collect();
    TestMesh::new(positions, indices)
}

#[test]
fn lines_keep_their_ends_and_triangles_a_point_inside() {
    let reduced = |places: &[[f32; 2]], at: [f32; 2]| {
        let mesh = plates_at(places);
        let sphere = Sphere { center: Vec3::new(at[0], at[1], 500.0), radius: 500.5 };
        let options = ContactOptions { max_points: 4, merge_cos: 0.9, ..ContactOptions::default() };
        let mut found: Option<Vec<Vec3>> = None;
        for (layout, cooked) in cook_all(&mesh) {
            let all = contacts(&cooked, &[sphere], &Filter::default(), &options).remove(0);
            let points: Vec<Vec3> = all.iter().map(|contact| contact.point).collect();
            assert_eq!(*found.get_or_insert_with(|| points.clone()), points, "{layout}");
        }
        let mut points: Vec<[f32; 2]> = found.unwrap().iter().map(|point| [point.x, point.y]).collect();
        // The closest corner of a small triangle.
        points.iter_mut().flatten().for_each(|x| *x = (*x * 10.0).round() / 10.0);
        points.sort_by(|a, b| a.partial_cmp(b).unwrap());
        points
    };
    // The deepest is in the middle.
    let line = [[-2.0, 1.0], [-1.5, 1.0], [-0.7, 1.0], [0.1, 1.0], [0.9, 1.0], [1.3, 1.0], [2.2, 1.0]];
    assert_eq!(reduced(&line, [0.1, 1.0]), [[-2.0, 1.0], [0.1, 1.0], [2.2, 1.0]]);
    // One at an end.
    assert_eq!(reduced(&line, [9.0, 1.0]), [[-2.0, 1.0], [2.2, 1.0]]);
    // Three corners and one of those inside.
    let triangle = [[-2.0, -2.0], [2.0, -2.0], [0.0, 2.0], [0.1, -0.5], [0.2, -0.25]];
    assert_eq!(reduced(&triangle, [-2.0, -2.0]).len(), 4);
}

#[test]
fn lists_that_do_not_fit_begin_alike() {
    let rng = &mut Rng::with_seed(52);
    let mesh = plates(30, rng);
    let sphere = Sphere { center: Vec3::new(0.0, 0.0, 1.0), radius: 4.0 };
    let options = ContactOptions { max_points: 1, ..ContactOptions::default() };
    for (layout, cooked) in cook_all(&mesh) {
        let plain = ContactOptions { max_points: 0, ..options };
        let all = contacts(&cooked, &[sphere], &Filter::default(), &plain).remove(0);
        assert_eq!(all.len(), 30);
        for room in 0..30 {
            let mut few = vec![Contact::default(); room];
            let lists = cooked
                .contacts_sphere(&[sphere], &Filter::default(), &options, &mut (), &mut few[..])
                .unwrap();
            assert_eq!((lists.written, lists.total), (room, 30), "{layout}");
            assert!(few.iter().map(bits).eq(all[..room].iter().map(bits)), "{layout} {room}");
        }
        let reduced = contacts(&cooked, &[sphere], &Filter::default(), &options).remove(0);
        let manifolds = all.iter().map(|c| c.manifold).max().unwrap() + 1;
        assert!(reduced.iter().map(|c| c.manifold).eq(0..manifolds), "{layout}: {reduced:?}");
    }
}

#[test]
fn hundreds_of_manifolds_are_numbered_by_their_first_contacts() {
    let mesh = asset("skull");
    let bounds = mesh.bounds();
    let half_extents = (bounds.max - bounds.min) * 0.05;
    let center = Vec3::from(mesh.positions[1000]);
    let shape = BoxAxes { center, half_extents, axes: [Vec3::X, Vec3::Y, Vec3::Z] };
    let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
    for merge_cos in [0.9999, 0.99, -1.0] {
        let options = ContactOptions { merge_cos, ..ContactOptions::default() };
        let found = lists(1, |offsets, out| {
            cooked.contacts_box(&[shape], &Filter::default(), &options, offsets, out).unwrap()
        });
        let mut firsts: Vec<Vec3> = Vec::new();
        for contact in &found[0] {
            let merges = |first: &Vec3| {
                *first == contact.normal
                    || first.as_dvec3().dot(contact.normal.as_dvec3()) >= f64::from(merge_cos)
            };
            let number = firsts.iter().position(merges).unwrap_or(firsts.len());
            assert_eq!(contact.manifold, number as u32);
            if number == firsts.len() {
                firsts.push(contact.normal);
            }
        }
        assert!(found[0].len() > 500 && (merge_cos < 0.999 || firsts.len() > 140), "{}", firsts.len());
    }
}
