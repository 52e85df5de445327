//! Contacts of hulls: against a loop over all triangles, against directions that prove distances and depths, and on
//! floors.

use super::definition::{Polytope, assert_all_speak, check, only, size};
use super::scenes::{fan, soup};
use super::{ghosts, lists};
use crate::common::effort::effort;
use crate::common::queries::filters;
use crate::common::{ASSETS, TestMesh, asset, cook, sphere};
use carom::ErrorKind;
use carom::geometry::{
    ContactNormal, ContactPoint, HullPose, HullTouch, LARGEST, OrientedBox, Pose, PoseMatrix, PosedHull,
    Quat, Triangle, Vec3, Wanted, hull_triangle,
};
use carom::hull::Hull;
use carom::mesh::{Contact, ContactEdges, ContactOptions, Filter, LayoutKind, Mesh};
use fastrand::Rng;
use glam::DVec3;

fn ask(mesh: &Mesh, hulls: &[HullPose], filter: &Filter, options: &ContactOptions) -> Vec<Vec<Contact>> {
    lists(hulls.len(), |offsets, out| mesh.contacts_hull(hulls, filter, options, offsets, out).unwrap())
}

impl Polytope for HullPose<'_> {
    type Touch = HullTouch;

    fn touch(&self, triangle: &Triangle, max_distance: f32, _: f64) -> Option<HullTouch> {
        HullTouch::new(&PosedHull::new(self), triangle, max_distance)
    }

    fn distance(touch: &HullTouch) -> Option<[f64; 2]> {
        touch.apart().map(|(_, distance)| [distance; 2])
    }

    fn normals(&self, triangle: &Triangle, touch: &HullTouch, side: Option<bool>) -> Vec<ContactNormal> {
        if let Some((normal, _)) = touch.apart() {
            return only(normal, triangle, side);
        }
        let (shape, wanted) = (PosedHull::new(self), Wanted { side, ..Wanted::default() });
        let ways = touch.ways(&shape, triangle, wanted);
        (0..).map_while(|number| touch.normal(&shape, triangle, wanted, &ways, number)).collect()
    }

    fn least_way(&self, triangle: &Triangle, touch: &HullTouch) -> f64 {
        touch.ways(&PosedHull::new(self), triangle, Wanted::default()).least()
    }

    fn has_corners(&self, _: &Triangle, touch: &HullTouch) -> [bool; 3] {
        touch.has_corners(&PosedHull::new(self))
    }

    fn points(
        &self,
        triangle: &Triangle,
        touch: &HullTouch,
        normal: &ContactNormal,
        max_distance: f32,
    ) -> Vec<(Vec3, ContactPoint)> {
        let mut points = Vec::new();
        let shape = PosedHull::new(self);
        touch.points(&shape, triangle, normal, max_distance, |unit, point| points.push((unit, *point)));
        points
    }

    fn ask(mesh: &Mesh, shapes: &[Self], filter: &Filter, options: &ContactOptions) -> Vec<Vec<Contact>> {
        ask(mesh, shapes, filter, options)
    }
}

pub(super) fn build(points: &[Vec3]) -> Hull<'static> {
    Hull::build(points).unwrap()
}

pub(super) fn corners(half: Vec3) -> Vec<Vec3> {
    let side = |i: usize, k: usize| if i >> k & 1 == 0 { -half[k] } else { half[k] };
    (0..8).map(|i| Vec3::new(side(i, 0), side(i, 1), side(i, 2))).collect()
}

/// A box, rocks, a polygon, a sliver, a segment, a point; about 1 across.
fn shapes(rng: &mut Rng) -> Vec<Hull<'static>> {
    let mut rock = |count: usize, flat: f32| {
        let mut point = || Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, (rng.f32() - 0.5) * flat);
        build(&(0..count).map(|_| point()).collect::<Vec<_>>())
    };
    vec![
        rock(12, 1.0),
        rock(60, 0.7),
        rock(4, 1.0),
        rock(6, 0.0),
        rock(7, 1e-4),
        rock(2, 1.0),
        build(&[Vec3::new(0.25, 0.0, 0.0)]),
        build(&corners(Vec3::new(0.5, 0.3, 0.2))),
    ]
}

fn rotation(rng: &mut Rng) -> Quat {
    let mut number = || rng.f32() * 2.0 - 1.0;
    Quat::from_xyzw(number(), number(), number(), number() + 1e-3).normalize()
}

pub(super) fn pose(rotation: Quat, scale: f32, translation: Vec3) -> PoseMatrix {
    Pose { rotation, translation, scale }.matrix(|| "pose".into()).unwrap()
}

/// Some at corners, edges and faces, some upright, some anywhere.
fn posed<'a>(hulls: &'a [Hull], mesh: &TestMesh, count: usize, scale: f32, seed: u64) -> Vec<HullPose<'a>> {
    let rng = &mut Rng::with_seed(seed);
    let bounds = mesh.bounds();
    (0..count)
        .map(|i| {
            let t = mesh.input().triangle(i * 7 % (mesh.indices.len() / 3));
            let mut number = |_| rng.f32();
            let anywhere = bounds.min + (bounds.max - bounds.min) * Vec3::from([0, 1, 2].map(&mut number));
            let at = [t.a, (t.a + t.b) * 0.5, (t.a + t.b + t.c) / 3.0, anywhere][i % 4];
            let turned = if i % 5 == 0 { Quat::IDENTITY } else { rotation(rng) };
            hulls[i % hulls.len()].at(pose(turned, scale * (0.2 + rng.f32()), at))
        })
        .collect()
}

#[test]
fn hulls_of_small_meshes() {
    let hulls = shapes(&mut Rng::with_seed(101));
    for (name, mesh) in [("sphere", sphere(9, 1.0)), ("fan", fan(40)), ("soup", soup(120))] {
        check(name, &mesh, &posed(&hulls, &mesh, effort(12, 48), 0.5, 102), &filters());
    }
}

#[test]
fn hulls_of_assets() {
    let hulls = shapes(&mut Rng::with_seed(103));
    for name in ASSETS {
        let mesh = asset(name);
        check(
            name,
            &mesh,
            &posed(&hulls, &mesh, effort(2, 8), 0.02 * size(&mesh), 104),
            &filters()[..effort(1, 2)],
        );
    }
}

#[test]
fn hulls_among_more_triangles_than_there_is_room_for() {
    let hulls = shapes(&mut Rng::with_seed(105));
    let mesh = fan(300);
    check("fan", &mesh, &posed(&hulls, &mesh, 8, 0.5, 106), &filters()[..1]);
}

#[test]
fn hulls_of_extreme_numbers() {
    let hulls = shapes(&mut Rng::with_seed(107));
    let mut mesh = sphere(4, 1.0);
    let ask = |mesh: &TestMesh| {
        for scale in [1e-37, 1e-9, 1.0, 1e12, LARGEST / 8.0] {
            check("extremes", mesh, &posed(&hulls, mesh, effort(2, 8), scale, 108), &filters()[..1]);
        }
    };
    ask(&mesh);
    for (i, position) in mesh.positions.iter_mut().enumerate() {
        position[i % 3] = [0.0, -0.0, 1e-45, -1e-45, 1e-40, f32::MIN_POSITIVE][i % 6];
    }
    ask(&mesh);
    for (i, position) in mesh.positions.iter_mut().enumerate() {
        position[i % 3] = [LARGEST / 4.0, -LARGEST / 4.0, 1e18, -1e12][i % 4];
    }
    ask(&mesh);
}

#[test]
fn hulls_have_no_ghosts() {
    ghosts::check(|mesh, boxes: &[OrientedBox], filter| {
        let hulls: Vec<Hull> = boxes.iter().map(|shape| build(&corners(shape.half_extents))).collect();
        let posed: Vec<HullPose> = hulls
            .iter()
            .zip(boxes)
            .map(|(hull, shape)| hull.at(pose(shape.rotation, 1.0, shape.center)))
            .collect();
        ask(mesh, &posed, filter, &ContactOptions::default())
    });
}

#[test]
fn whatever_a_hull_touches_has_a_contact() {
    let hulls = shapes(&mut Rng::with_seed(109));
    for name in ASSETS {
        let mesh = asset(name);
        let triangles = mesh.triangles();
        let some = posed(&hulls, &mesh, 80, 0.02 * size(&mesh), 110);
        let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
        let all = ask(&cooked, &some, &Filter::default(), &ContactOptions::default());
        let mut count = 0;
        for (found, shape) in all.iter().zip(&some) {
            let posed = PosedHull::new(shape);
            let touched: Vec<_> = triangles.iter().filter(|t| hull_triangle(&posed, t)).collect();
            assert_eq!(found.is_empty(), touched.is_empty(), "{name} {shape:?}");
            count += touched.len();
            assert_all_speak(&triangles, &touched, found);
            assert!(found.iter().all(|contact| contact.depth >= 0.0));
            assert!(found.iter().all(|c| hull_triangle(&posed, &triangles[c.triangle as usize])));
        }
        assert!(count > 300, "{name} {count}");
    }
}

/// How far a triangle reaches along a direction beyond where a hull begins.
fn way(vertices: &[DVec3], t: &Triangle, along: DVec3) -> f64 {
    let highest = [t.a, t.b, t.c].iter().map(|at| along.dot(at.as_dvec3())).fold(f64::MIN, f64::max);
    highest - vertices.iter().map(|at| along.dot(*at)).fold(f64::MAX, f64::min)
}

/// No direction separates them by more than the reported distance, and none by a shorter way than the reported one. What
/// a direction says needs no trust.
#[test]
fn distances_and_depths_are_proven_by_directions() {
    let rng = &mut Rng::with_seed(111);
    let hulls = shapes(rng);
    let (mut gaps, mut overlaps) = (0, 0);
    for i in 0..1600 {
        let hull = &hulls[i % hulls.len()];
        let mut point = || Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5) * 2.0;
        let t = Triangle::new(point(), point(), point());
        let translation = point() * [0.2, 1.0][i / 8 % 2];
        let shape = hull.at(pose(rotation(rng), 0.5 + rng.f32(), translation));
        let rows = shape.pose.rows.map(|row| row.as_dvec3());
        let vertices: Vec<DVec3> = hull
            .parts()
            .vertices()
            .iter()
            .map(|v| DVec3::from(rows.map(|row| row.dot(v.as_dvec3()))) + translation.as_dvec3())
            .collect();
        let mesh = TestMesh::new(vec![t.a.into(), t.b.into(), t.c.into()], vec![0, 1, 2]);
        let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
        let options =
            ContactOptions { max_distance: 10.0, edges: ContactEdges::All, ..ContactOptions::default() };
        let [found] = &ask(&cooked, &[shape], &Filter::default(), &options)[..] else { unreachable!() };
        let touches = hull_triangle(&PosedHull::new(&shape), &t);
        let first = found[0];
        let own = way(&vertices, &t, first.normal.as_dvec3());
        if touches {
            overlaps += 1;
            // The deepest point is no deeper than the whole, and the whole is the least.
            assert!(first.depth >= 0.0 && f64::from(first.depth) <= own + 1e-6, "{i} {found:?} {own}");
            for _ in 0..300 {
                let mut number = || rng.f64() * 2.0 - 1.0;
                let along = DVec3::new(number(), number(), number()).normalize();
                assert!(way(&vertices, &t, along) > own - 1e-6, "{i} {found:?} {own} {along}");
                let near = (first.normal.as_dvec3() + along * 0.01).normalize();
                assert!(way(&vertices, &t, near) > own - 1e-6, "{i} {found:?} {own} {near}");
            }
        } else {
            gaps += 1;
            let gap = -f64::from(first.depth);
            // At least so far: the normal separates. At most: the point moved by the gap is in the hull, which no
            // direction separates from it.
            assert!((own + gap).abs() < 2e-6, "{i} {found:?} {own}");
            let at = (first.point.as_dvec3() + first.normal.as_dvec3() * gap).as_vec3();
            let point = Triangle::new(at, at, at);
            let beyond = |along: DVec3| -way(&vertices, &point, along);
            for face in hull.parts().planes() {
                let outward = DVec3::from(rows.map(|row| row.dot(face.normal))).normalize();
                assert!(beyond(-outward) < 2e-6, "{i} {found:?}");
            }
            for _ in 0..100 {
                let mut number = || rng.f64() * 2.0 - 1.0;
                assert!(beyond(DVec3::new(number(), number(), number()).normalize()) < 2e-6, "{i} {found:?}");
            }
        }
    }
    assert!(gaps > 300 && overlaps > 300, "{gaps} {overlaps}");
}

/// Of each triangle by itself, a box of its own kind and a hull of its corners say the same, but for rounding.
#[test]
fn a_hull_of_a_box_has_its_contacts() {
    let rng = &mut Rng::with_seed(112);
    let mesh = asset("skull");
    let size = size(&mesh);
    let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
    let half = Vec3::new(0.02, 0.01, 0.005) * size;
    let hull = build(&corners(half));
    let (mut count, mut others) = (0, 0);
    for i in 0..200 {
        let center = Vec3::from(mesh.positions[i * 37 % mesh.positions.len()]);
        let rotation = rotation(rng);
        let shape = OrientedBox { center, half_extents: half, rotation };
        let options = ContactOptions {
            edges: ContactEdges::All,
            max_distance: if i % 2 == 0 { 0.0 } else { 0.005 * size },
            ..ContactOptions::default()
        };
        let filter = &Filter::default();
        let own = lists(1, |offsets, out| {
            cooked.contacts_box(&[shape.into()], filter, &options, offsets, out).unwrap()
        });
        let found = ask(&cooked, &[hull.at(pose(rotation, 1.0, center))], filter, &options);
        // The deepest of each triangle.
        let deepest = |list: &[Contact], triangle: u32| {
            list.iter().filter(|contact| contact.triangle == triangle).map(|contact| contact.depth).next()
        };
        for contact in &own[0] {
            let [one, other] = [&own[0], &found[0]].map(|list| deepest(list, contact.triangle));
            count += 1;
            let is_same = one.zip(other).is_some_and(|(one, other)| (one - other).abs() < 1e-5 * size);
            // Two ways may be as long, and a triangle may touch or be within reach for one of them only.
            others += usize::from(!is_same);
        }
    }
    assert!(count > 5000 && others < count / 50, "{count} {others}");
}

#[test]
fn bad_hulls_are_refused() {
    let mesh = sphere(4, 1.0);
    let mesh = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
    let hull = build(&corners(Vec3::ONE));
    let good = hull.at(PoseMatrix::IDENTITY);
    let mut bad = good;
    bad.pose.rows[1].x = f32::NAN;
    let refused = |shapes: &[HullPose], options: &ContactOptions| {
        let mut contacts = [Contact::default(); 4];
        let mut offsets = [7u64; 3];
        let error = mesh
            .contacts_hull(shapes, &Filter::default(), options, &mut offsets[..], &mut contacts[..])
            .unwrap_err();
        assert_eq!((offsets, contacts), ([7; 3], [Contact::default(); 4]));
        error
    };
    let error = refused(&[good, bad], &ContactOptions::default());
    assert_eq!(error.kind(), ErrorKind::NotFinite);
    assert!(error.to_string().starts_with("hulls[1].pose"), "{error}");
    let options = ContactOptions { max_points: 5, ..ContactOptions::default() };
    assert_eq!(refused(&[good, good], &options).to_string(), "options.max_points: 5 exceeds 4");
}

/// The lowest vertex of a slanted hull may overhang: no point that it has in common with a triangle is as deep.
#[test]
fn hulls_on_a_floor_are_as_deep_as_they_were_pushed() {
    let mesh = TestMesh::new(
        vec![[-9.0, -9.0, 0.0], [9.0, -9.0, 0.0], [-9.0, 9.0, 0.0], [9.0, 9.0, 0.0]],
        vec![0, 1, 2, 1, 3, 2],
    );
    let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
    let rng = &mut Rng::with_seed(132);
    let overhang = [[0.0, 0.0, 0.0], [1.0, -1.0, 0.1], [1.0, 1.0, 0.1], [2.0, 0.0, 0.21]].map(Vec3::from);
    for i in 0..400 {
        let hull = match i {
            0 => build(&overhang),
            _ => {
                let mut point = || Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5);
                build(&(0..4 + i % 20).map(|_| point()).collect::<Vec<_>>())
            }
        };
        let turned = if i == 0 { Quat::IDENTITY } else { rotation(rng) };
        let lowest = |at: f32| {
            let shape = hull.at(pose(turned, 1.0, Vec3::new(4.0, 3.0, at)));
            PosedHull::new(&shape).world().min.z
        };
        let push = 0.05;
        let shape = hull.at(pose(turned, 1.0, Vec3::new(4.0, 3.0, -push - lowest(0.0))));
        let found = &ask(&cooked, &[shape], &Filter::default(), &ContactOptions::default())[0];
        let flat = found.iter().filter(|contact| contact.normal.z > 0.999);
        let deepest = flat.map(|contact| contact.depth).fold(0.0, f32::max);
        assert!((deepest - push).abs() < 0.011 * push, "{i}: {deepest}");
    }
}
