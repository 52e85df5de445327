//! Contacts of boxes: against a loop over all triangles, on floors, ledges and ramps, and against f64.

use super::definition::{Polytope, assert_all_speak, check, only, size};
use super::scenes::{fan, soup};
use super::{bits, ghosts, lists};
use crate::common::effort::effort;
use crate::common::queries::{Counts, Queries, filters};
use crate::common::{ASSETS, TestMesh, asset, cook, sphere};
use carom::geometry::{
    BoxAxes, BoxCast, BoxTouch, ContactNormal, ContactPoint, LARGEST, OrientedBox, OrientedBoxBounds, Quat,
    Triangle, Vec3, Wanted, box_triangle,
};
use carom::mesh::{Contact, ContactEdges, ContactOptions, Filter, LayoutKind, Mesh, ShapeHit};
use fastrand::Rng;

fn ask(mesh: &Mesh, boxes: &[BoxAxes], filter: &Filter, options: &ContactOptions) -> Vec<Vec<Contact>> {
    lists(boxes.len(), |offsets, out| mesh.contacts_box(boxes, filter, options, offsets, out).unwrap())
}

impl Polytope for BoxAxes {
    type Touch = BoxTouch;

    fn touch(&self, triangle: &Triangle, max_distance: f32, _: f64) -> Option<BoxTouch> {
        let reach = BoxAxes { half_extents: self.half_extents + max_distance, ..*self };
        let may_touch = box_triangle(&OrientedBoxBounds::of_axes(&reach), triangle);
        may_touch.then(|| BoxTouch::new(self, triangle, max_distance)).flatten()
    }

    fn distance(touch: &BoxTouch) -> Option<[f64; 2]> {
        touch.apart().map(|(_, distance)| [distance; 2])
    }

    fn normals(&self, triangle: &Triangle, touch: &BoxTouch, side: Option<bool>) -> Vec<ContactNormal> {
        if let Some((normal, _)) = touch.apart() {
            return only(normal, triangle, side);
        }
        let ways = touch.ways(self, triangle, Wanted { side, ..Wanted::default() });
        (0..).map_while(|number| touch.normal(self, triangle, &ways, number)).collect()
    }

    fn least_way(&self, triangle: &Triangle, touch: &BoxTouch) -> f64 {
        touch.ways(self, triangle, Wanted::default()).least()
    }

    fn has_corners(&self, triangle: &Triangle, _: &BoxTouch) -> [bool; 3] {
        [triangle.a, triangle.b, triangle.c].map(|corner| {
            let offset = corner.as_dvec3() - self.center.as_dvec3();
            (0..3).all(|k| self.axes[k].as_dvec3().dot(offset).abs() <= f64::from(self.half_extents[k]))
        })
    }

    fn points(
        &self,
        _: &Triangle,
        touch: &BoxTouch,
        normal: &ContactNormal,
        max_distance: f32,
    ) -> Vec<(Vec3, ContactPoint)> {
        let points = touch.points(self, normal, max_distance);
        points.points.iter().map(|point| (points.normal, *point)).collect()
    }

    fn ask(mesh: &Mesh, shapes: &[Self], filter: &Filter, options: &ContactOptions) -> Vec<Vec<Contact>> {
        ask(mesh, shapes, filter, options)
    }
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
        check(name, &mesh, &boxes(&mesh, effort(20, 50), 91), &filters());
    }
}

#[test]
fn boxes_of_assets() {
    for name in ASSETS {
        let mesh = asset(name);
        let size = size(&mesh);
        let mut some = boxes(&mesh, effort(2, 6), 92);
        for shape in &mut some {
            shape.half_extents = shape.half_extents.min(Vec3::new(0.02, 0.01, 0.005) * size);
        }
        check(name, &mesh, &some, &filters()[..effort(1, 2)]);
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
        let queries = Queries::extreme(mesh, 94, Counts { rays: 0, others: effort(3, 10) });
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

/// A box that is 2 cm deep: no normal but those of the surface, where separating axes alone give others in every pose.
#[test]
fn boxes_have_no_ghosts() {
    ghosts::check(|mesh, boxes, filter| {
        let boxes: Vec<BoxAxes> = boxes.iter().copied().map(BoxAxes::from).collect();
        ask(mesh, &boxes, filter, &ContactOptions::default())
    });
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
            let touched: Vec<_> = triangles.iter().filter(|t| box_triangle(&bounds, t)).collect();
            assert_eq!(found.is_empty(), touched.is_empty(), "{name} {shape:?}");
            assert_all_speak(&triangles, &touched, found);
            for contact in found {
                count += 1;
                // Moved by the depth, the box has the point on its surface, or is wholly beyond it.
                let moved = shape.center.as_dvec3() + contact.normal.as_dvec3() * f64::from(contact.depth);
                let offset = contact.point.as_dvec3() - moved;
                let over = [0, 1, 2]
                    .map(|k| shape.axes[k].as_dvec3().dot(offset).abs() - f64::from(shape.half_extents[k]));
                let ulp = f64::from(size.max(shape.center.abs().max_element())) * 2f64.powi(-22);
                let along = shape.axes.map(|axis| axis.as_dvec3().dot(contact.normal.as_dvec3()));
                let lowest: f64 = (0..3).map(|k| along[k].abs() * f64::from(shape.half_extents[k])).sum();
                let below = contact.normal.as_dvec3().dot(offset) + lowest;
                let face = (contact.feature >> 8) as usize;
                let off = over[face / 2].abs().min(below.abs());
                assert!(off < 4.0 * ulp, "{name} {shape:?} {contact:?} {over:?} {below}");
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

/// Boxes that have fallen onto a scan and stand 1 % deep. On steep triangles at the sides of bumps, the only normal that
/// counts may be the face's own, along which half the box is in the way.
#[test]
fn boxes_that_stand_on_scans_are_as_deep_as_they_stand() {
    for name in ASSETS {
        let mesh = asset(name);
        let triangles = mesh.triangles();
        let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
        let half = size(&mesh) * 0.1;
        let rng = &mut Rng::with_seed(131);
        let (mut standing, mut deep) = (0, 0);
        while standing < effort(20, 100) {
            let t = triangles[rng.usize(..triangles.len())];
            let Some(down) = (-t.normal()).try_normalize() else { continue };
            let mut number = || rng.f32() - 0.5;
            let rotation = Quat::from_xyzw(number(), number(), number(), number()).normalize();
            let start =
                OrientedBox { center: t.a - down * (3.0 * half), half_extents: Vec3::splat(half), rotation };
            let cast = BoxCast { shape: start.into(), displacement: down * (6.0 * half) };
            let mut hit = [ShapeHit::MISS];
            cooked.cast_box(&[cast][..], &Filter::default(), ContactEdges::Smooth, &mut hit[..]).unwrap();
            if !(hit[0].t > 0.0 && hit[0].t <= 1.0) {
                continue;
            }
            standing += 1;
            let depth = 0.01 * half;
            let way = cast.displacement * hit[0].t + down * depth;
            let shape = BoxAxes { center: start.center + way, ..cast.shape };
            let found = &ask(&cooked, &[shape], &Filter::default(), &ContactOptions::default())[0];
            assert!(!found.is_empty());
            // The rule leaves one of hundreds.
            deep += usize::from(found[0].depth > 4.0 * depth);
            // What moves from there is stopped by the same contacts.
            let cast = BoxCast { shape, displacement: down * half };
            cooked.cast_box(&[cast][..], &Filter::default(), ContactEdges::Smooth, &mut hit[..]).unwrap();
            let stopping = |contact: &&Contact| contact.normal.dot(down) < -1e-6;
            let deepest = found.iter().find(stopping).unwrap();
            assert_eq!((hit[0].t, hit[0].depth), (0.0, deepest.depth), "{:?} {deepest:?}", hit[0]);
        }
        assert!(deep <= 2, "{name}: {deep} of {standing}");
    }
}
