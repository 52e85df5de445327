//! Contacts of boxes: against a loop over all triangles, on floors, ledges and ramps, and against f64.

use super::scenes::{fan, soup};
use super::{bits, lists};
use crate::common::brute::Brute;
use crate::common::queries::{Counts, Queries, filters, on_every_level};
use crate::common::{ASSETS, TestMesh, asset, cook, cook_all, sphere};
use carom::geometry::{
    BoxAxes, BoxTouch, LARGEST, OrientedBox, OrientedBoxBounds, Quat, Triangle, Vec3, box_triangle,
    is_same_part, shares,
};
use carom::mesh::{Backfaces, Contact, ContactEdges, ContactOptions, Filter, LayoutKind, Mesh};
use fastrand::Rng;
use rayon::prelude::*;

fn ask(mesh: &Mesh, boxes: &[BoxAxes], filter: &Filter, options: &ContactOptions) -> Vec<Vec<Contact>> {
    lists(boxes.len(), |offsets, out| mesh.contacts_box(boxes, filter, options, offsets, out).unwrap())
}

/// The contacts of a box by the definition, without manifolds.
fn by_definition(
    mesh: &TestMesh,
    shape: &BoxAxes,
    filter: &Filter,
    options: &ContactOptions,
) -> Vec<Contact> {
    let distance = options.max_distance;
    let reach = BoxAxes { half_extents: shape.half_extents + distance, ..*shape };
    let reach = OrientedBoxBounds::of_axes(&reach);
    let seen: Vec<(u32, Triangle)> = Brute::new(mesh).seen(filter).map(|(i, t)| (i, *t)).collect();
    let side = match filter.backfaces {
        Backfaces::Hit => None,
        Backfaces::Cull => Some(false),
        Backfaces::Only => Some(true),
    };
    let touch = |triangle: &Triangle| {
        let touch =
            box_triangle(&reach, triangle).then(|| BoxTouch::new(shape, triangle, distance)).flatten()?;
        let normals: Vec<_> = touch.normals(shape, triangle, side).collect();
        (!normals.is_empty()).then_some((touch, normals))
    };
    let mut found = Vec::new();
    for &(index, triangle) in &seen {
        let Some((own, normals)) = touch(&triangle) else { continue };
        let is_alone = options.edges == ContactEdges::All;
        let is_again = |other: &Triangle| shares(other, &[triangle.a, triangle.b, triangle.c]);
        if !is_alone && seen.iter().any(|(i, other)| *i < index && is_again(other) && touch(other).is_some())
        {
            continue;
        }
        let stands = normals.iter().find(|normal| {
            let part = normal.corners(&triangle);
            let hears = |other: &Triangle| {
                !is_again(other)
                    && if own.distance().is_some() {
                        shares(other, &part)
                    } else {
                        [other.a, other.b, other.c].iter().any(|corner| part.contains(corner))
                    }
            };
            is_alone
                || normal.is_sure
                || !seen.iter().any(|(_, other)| hears(other) && normal.is_exceeded(&part, other))
        });
        let Some(normal) = stands else {
            assert!(own.distance().is_some());
            continue;
        };
        let part = normal.corners(&triangle);
        let is_theirs = |i: u32, other: &Triangle| {
            i < index
                && !normal.is_sure
                && touch(other).is_some_and(|(found, normals)| {
                    found.distance().is_some() && is_same_part(&normals[0].corners(other), &part)
                })
        };
        if !is_alone && own.distance().is_some() && seen.iter().any(|(i, other)| is_theirs(*i, other)) {
            continue;
        }
        let points = own.points(shape, normal, distance);
        assert!(!points.points.is_empty());
        found.extend(points.points.iter().map(|point| Contact {
            point: point.point,
            depth: point.depth,
            normal: points.normal,
            triangle: index,
            feature: normal.part as u32 | point.part << 8,
            manifold: 0,
            attributes: mesh.attributes[index as usize].into(),
            reserved: 0,
        }));
    }
    found
}

fn unnumbered(list: &[Contact]) -> Vec<[u32; 12]> {
    let mut all: Vec<_> = list.iter().map(|c| bits(&Contact { manifold: 0, ..*c })).collect();
    all.sort_unstable();
    all
}

fn check(name: &str, mesh: &TestMesh, boxes: &[BoxAxes], filters: &[Filter]) {
    let options = [
        ContactOptions::default(),
        ContactOptions { max_distance: size(mesh) * 0.03, ..ContactOptions::default() },
        ContactOptions { edges: ContactEdges::All, merge_cos: 0.9, ..ContactOptions::default() },
    ];
    let cooked = cook_all(mesh);
    for filter in filters {
        for options in &options {
            let expected: Vec<_> = boxes
                .par_iter()
                .map(|shape| unnumbered(&by_definition(mesh, shape, filter, options)))
                .collect();
            on_every_level(|level| {
                for (layout, cooked) in &cooked {
                    let found = ask(cooked, boxes, filter, options);
                    for ((found, expected), shape) in found.iter().zip(&expected).zip(boxes) {
                        assert_eq!(
                            &unnumbered(found),
                            expected,
                            "{name} {layout} {level:?} {shape:?} {options:?}: {found:?}"
                        );
                        assert!(found.windows(2).all(|pair| pair[0].depth >= pair[1].depth));
                    }
                }
            });
        }
    }
}

fn size(mesh: &TestMesh) -> f32 {
    let bounds = mesh.bounds();
    (bounds.max - bounds.min).max_element()
}

fn boxes(mesh: &TestMesh, count: usize, seed: u64) -> Vec<BoxAxes> {
    let mut all: Vec<BoxAxes> = Queries::random(mesh, seed, Counts { rays: 0, others: count })
        .boxes
        .into_iter()
        .map(BoxAxes::from)
        .collect();
    for (i, shape) in all.iter_mut().enumerate() {
        let t = mesh.input().triangle(i * 7 % (mesh.indices.len() / 3));
        match i % 6 {
            0 => shape.center = t.a,
            1 => shape.center = (t.a + t.b) * 0.5,
            2 => shape.center = (t.a + t.b + t.c) / 3.0,
            _ => {}
        }
        match i % 5 {
            0 => shape.axes = [Vec3::X, Vec3::Y, Vec3::Z],
            1 => shape.axes = [Vec3::Y, Vec3::NEG_X, Vec3::Z],
            _ => {}
        }
        if i % 7 == 3 {
            shape.half_extents[i % 3] = 0.0;
        }
    }
    all
}

#[test]
fn boxes_of_small_meshes() {
    for (name, mesh) in [("sphere", sphere(9, 1.0)), ("fan", fan(40)), ("soup", soup(120))] {
        check(name, &mesh, &boxes(&mesh, 50, 91), &filters());
    }
}

#[test]
fn boxes_of_assets() {
    for name in ASSETS {
        let mesh = asset(name);
        let size = size(&mesh);
        let mut some = boxes(&mesh, 6, 92);
        for shape in &mut some {
            shape.half_extents = shape.half_extents.min(Vec3::new(0.02, 0.01, 0.005) * size);
        }
        check(name, &mesh, &some, &filters()[..2]);
    }
}

#[test]
fn boxes_among_more_triangles_than_there_is_room_for() {
    let mesh = fan(300);
    check("fan", &mesh, &boxes(&mesh, 8, 93), &filters()[..1]);
}

#[test]
fn boxes_of_extreme_numbers() {
    let mut mesh = sphere(4, 1.0);
    let ask = |mesh: &TestMesh| {
        let queries = Queries::extreme(mesh, 94, Counts { rays: 0, others: 10 });
        let some: Vec<BoxAxes> = queries.boxes.into_iter().map(BoxAxes::from).collect();
        check("extremes", mesh, &some, &filters()[..1]);
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

#[derive(Clone, Copy, Debug, PartialEq)]
enum Scene {
    Flat,
    Bumps(f32),
    Wall,
    Ledge,
    Ramp,
}

/// Cells of 5 cm, three metres across; y is up.
fn scene(scene: Scene, rng: &mut Rng) -> TestMesh {
    let (n, cell) = (60u32, 0.05f32);
    let slope = (std::f32::consts::PI / 6.0).tan();
    let mut positions = Vec::new();
    for i in 0..=n {
        for j in 0..=n {
            let (mut x, mut y) = (cell * (i as f32 - 30.0), 0.0);
            let z = cell * (j as f32 - 30.0);
            match scene {
                Scene::Flat => {}
                Scene::Bumps(size) => y = size * (rng.f32() + rng.f32() + rng.f32() - 1.5),
                Scene::Wall if x > 0.0 => (x, y) = (0.0, x),
                Scene::Ledge if x > 0.0 => (x, y) = (0.0, -x),
                Scene::Ramp if x > 0.0 => y = x * slope,
                _ => {}
            }
            positions.push([x, y, z]);
        }
    }
    let mut indices = Vec::new();
    for i in 0..n {
        for j in 0..n {
            let a = i * (n + 1) + j;
            let (b, c, d) = (a + 1, a + n + 1, a + n + 2);
            indices.extend([a, b, d, a, d, c]);
        }
    }
    TestMesh::new(positions, indices)
}

/// A box that is 2 cm deep: no normal but those of the surface, where separating axes alone give others in every pose.
#[test]
fn boxes_have_no_ghosts() {
    let rng = &mut Rng::with_seed(95);
    let half = Vec3::new(0.3, 0.2, 0.4);
    let front = Filter { backfaces: Backfaces::Cull, ..Filter::default() };
    let scenes =
        [Scene::Flat, Scene::Bumps(1e-6), Scene::Bumps(1e-4), Scene::Wall, Scene::Ledge, Scene::Ramp];
    for kind in scenes {
        let mesh = scene(kind, rng);
        let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
        let deep = 0.02f32;
        let poses: Vec<BoxAxes> = (0..60)
            .map(|_| {
                let yaw = Quat::from_rotation_y(rng.f32() * std::f32::consts::TAU);
                let mut center = Vec3::new(1.2 * (rng.f32() - 0.5), 0.2 - deep, 1.2 * (rng.f32() - 0.5));
                let mut rotation = yaw;
                match kind {
                    Scene::Wall => (rotation, center.x) = (Quat::IDENTITY, -0.3 + deep),
                    Scene::Ledge => center.x = -0.2 + 0.3 * (rng.f32() - 0.5),
                    Scene::Ramp => center.x = -0.5 + 0.1 * rng.f32(),
                    _ => {}
                }
                OrientedBox { center, half_extents: half, rotation }.into()
            })
            .collect();
        let mut count = 0;
        let mut deepest = 0.0f32;
        for (found, shape) in ask(&cooked, &poses, &front, &ContactOptions::default()).iter().zip(&poses) {
            assert!(!found.is_empty());
            for contact in found {
                let n = contact.normal;
                let up = n.y > 0.9999;
                let is_right = match kind {
                    Scene::Flat | Scene::Bumps(_) | Scene::Ledge => up,
                    Scene::Wall => up || n.x < -0.9999,
                    _ => up || n.y > 0.866 - 1e-3 && n.x <= 1e-6,
                };
                assert!(is_right, "{kind:?} {shape:?} {contact:?}");
                deepest = deepest.max(contact.depth);
                count += 1;
            }
        }
        // Where a corner is 10 cm beyond the foot of the ramp: its height, and 2 cm, over the cosine.
        let slope = (std::f32::consts::PI / 6.0).tan();
        let limit =
            if kind == Scene::Ramp { (0.1 * slope + deep) * 2.0 / 3f32.sqrt() * 1.01 } else { 0.0203 };
        assert!(count > 5_000 && deepest < limit && deepest > 0.0199, "{kind:?} {count} {deepest}");
    }
}

#[test]
fn whatever_a_box_touches_has_a_contact() {
    for name in ASSETS {
        let mesh = asset(name);
        let size = size(&mesh);
        let triangles = mesh.triangles();
        let rng = &mut Rng::with_seed(96);
        let some: Vec<BoxAxes> = (0..200)
            .map(|i| {
                let mut number = || rng.f32() - 0.5;
                let offset = Vec3::new(number(), number(), number()) * size * 0.03;
                let rotation = Quat::from_xyzw(number(), number(), number(), number()).normalize();
                let t = triangles[(rng.f32() * (triangles.len() - 1) as f32) as usize];
                let half_extents = Vec3::new(rng.f32(), rng.f32(), if i % 5 == 0 { 0.0 } else { rng.f32() });
                let shape =
                    OrientedBox { center: t.a + offset, half_extents: half_extents * size * 0.01, rotation };
                shape.into()
            })
            .collect();
        let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
        let mut count = 0;
        for (found, shape) in
            ask(&cooked, &some, &Filter::default(), &ContactOptions::default()).iter().zip(&some)
        {
            let bounds = OrientedBoxBounds::of_axes(shape);
            let touched = triangles.iter().enumerate().filter(|(_, t)| box_triangle(&bounds, t));
            for (i, touched) in touched {
                // Of equal triangles, one speaks for all.
                let speaks =
                    |c: &Contact| shares(&triangles[c.triangle as usize], &[touched.a, touched.b, touched.c]);
                assert!(found.iter().any(speaks), "{name} {shape:?} {i}");
            }
            for contact in found {
                count += 1;
                // Moved by the depth, the box has the point on its surface.
                let moved = shape.center.as_dvec3() + contact.normal.as_dvec3() * f64::from(contact.depth);
                let offset = contact.point.as_dvec3() - moved;
                let over = [0, 1, 2]
                    .map(|k| shape.axes[k].as_dvec3().dot(offset).abs() - f64::from(shape.half_extents[k]));
                let ulp = f64::from(size.max(shape.center.abs().max_element())) * 2f64.powi(-22);
                let face = (contact.feature >> 8) as usize;
                assert!(over[face / 2].abs() < 4.0 * ulp, "{name} {shape:?} {contact:?} {over:?}");
                assert!(contact.depth >= 0.0);
            }
        }
        assert!(count > 1000, "{name} {count}");
    }
}

/// Alternating projections (Cheney and Goldstein, 1959) find the closest points.
#[test]
fn gaps_are_the_distances() {
    let rng = &mut Rng::with_seed(97);
    let mut count = 0;
    for _ in 0..400 {
        let mut number = || rng.f32() * 2.0 - 1.0;
        let mut point = || Vec3::new(number(), number(), number());
        let t = Triangle::new(point(), point(), point());
        let mesh = TestMesh::new(vec![t.a.into(), t.b.into(), t.c.into()], vec![0, 1, 2]);
        let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
        let rotation = Quat::from_xyzw(number(), number(), number(), number()).normalize();
        let center = Vec3::new(number(), number(), number()) * 2.0;
        let half_extents = Vec3::new(number().abs(), number().abs(), number().abs()) * 0.4;
        let shape: BoxAxes = OrientedBox { center, half_extents, rotation }.into();
        let axes = shape.axes.map(|axis| axis.as_dvec3());
        let mut on_box = center.as_dvec3();
        let mut distance = 0.0;
        for _ in 0..20_000 {
            let query = on_box.as_vec3();
            let on_triangle = query.as_dvec3() + carom::geometry::closest_point_triangle(query, &t).offset;
            let offset = on_triangle - center.as_dvec3();
            let next = center.as_dvec3()
                + (0..3)
                    .map(|k| {
                        let half = f64::from(half_extents[k]);
                        axes[k] * axes[k].dot(offset).clamp(-half, half)
                    })
                    .sum::<glam::DVec3>();
            distance = (next - on_triangle).length();
            if (next - on_box).length() < 1e-9 {
                break;
            }
            on_box = next;
        }
        let options = ContactOptions { max_distance: 10.0, ..ContactOptions::default() };
        let [found] = &ask(&cooked, &[shape], &Filter::default(), &options)[..] else { unreachable!() };
        if distance > 1e-3 {
            count += 1;
            assert!(
                (f64::from(found[0].depth) + distance).abs() < 2e-4,
                "{shape:?} {t:?} {found:?} {distance}"
            );
        } else {
            assert!(found[0].depth > -2e-3);
        }
    }
    assert!(count > 150, "{count}");
}

#[test]
fn boxes_scale() {
    let mesh = asset("skull");
    let size = size(&mesh);
    let mut some = boxes(&mesh, 60, 98);
    some.iter_mut().for_each(|shape| shape.half_extents = Vec3::new(0.02, 0.01, 0.005) * size);
    let of = |mesh: &TestMesh, boxes: &[BoxAxes]| {
        let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
        ask(&cooked, boxes, &Filter::default(), &ContactOptions::default())
    };
    let own = of(&mesh, &some);
    assert!(own.iter().map(Vec::len).sum::<usize>() > 80);
    for exponent in [-20, -1, 3, 20] {
        let factor = 2f32.powi(exponent);
        let mut scaled = mesh.clone();
        scaled.positions.iter_mut().flatten().for_each(|x| *x *= factor);
        let others: Vec<BoxAxes> = some
            .iter()
            .map(|c| BoxAxes { center: c.center * factor, half_extents: c.half_extents * factor, ..*c })
            .collect();
        for (own, other) in own.iter().zip(of(&scaled, &others)) {
            let times = |c: &Contact| Contact { point: c.point * factor, depth: c.depth * factor, ..*c };
            assert!(own.iter().map(times).map(|c| bits(&c)).eq(other.iter().map(bits)), "2^{exponent}");
        }
    }
}

#[test]
fn bad_boxes_are_refused() {
    let mesh = sphere(4, 1.0);
    let mesh = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
    let good = BoxAxes { center: Vec3::X, half_extents: Vec3::ONE, axes: [Vec3::X, Vec3::Y, Vec3::Z] };
    let text = |bad: BoxAxes| {
        let options = ContactOptions::default();
        let mut contacts = [Contact::default(); 4];
        mesh.contacts_box(&[good, bad], &Filter::default(), &options, &mut (), &mut contacts[..])
            .unwrap_err()
            .to_string()
    };
    let axes = [Vec3::X, Vec3::X, Vec3::Z];
    assert_eq!(
        text(BoxAxes { axes, ..good }),
        "boxes[1].axes[1]: [1.0, 0.0, 0.0] has cosine 1 to axes[0], not 0"
    );
    let half_extents = Vec3::new(0.0, -1.0, 0.0);
    assert_eq!(text(BoxAxes { half_extents, ..good }), "boxes[1].half_extents.y: -1 is negative");
    let center = Vec3::new(0.0, 0.0, f32::NAN);
    assert_eq!(text(BoxAxes { center, ..good }), "boxes[1].center.z: NaN is not finite");
}
