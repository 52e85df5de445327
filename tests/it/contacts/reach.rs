//! What touches by a hair: there is a contact if and only if the overlap query says so.

use super::scenes::{fan, floor};
use super::{contacts, lists};
use crate::common::{TestMesh, cook, cook_all, sphere};
use carom::geometry::{Capsule, Sphere, Triangle, Vec3, distance_squared_triangle};
use carom::mesh::{ContactEdges, ContactOptions, Filter, LayoutKind, Mesh};
use fastrand::Rng;

fn triangles(mesh: &TestMesh) -> Vec<Triangle> {
    (0..mesh.indices.len() / 3).map(|i| mesh.input().triangle(i)).collect()
}

/// Places a little beside edges and corners, at a height above them.
fn places(triangles: &[Triangle], count: usize, rng: &mut Rng) -> Vec<Vec3> {
    let mut places = Vec::new();
    for _ in 0..count {
        let t = triangles[rng.usize(0..triangles.len())];
        let (a, b, c) = [(t.a, t.b, t.c), (t.b, t.c, t.a), (t.c, t.a, t.b)][rng.usize(0..3)];
        let on_edge = a + (b - a) * [0.0, 0.5, rng.f32()][rng.usize(0..3)];
        let height = 10f32.powf(rng.f32() * 4.0 - 2.0);
        let aside = height * 10f32.powf(rng.f32() * 4.0 - 6.0);
        let normal = (b - a).cross(c - a).normalize();
        places.push(on_edge + normal * height + (c - on_edge).normalize() * aside);
    }
    places
}

/// The radii around that at which a point is touched first.
fn radii(triangles: &[Triangle], place: Vec3) -> impl Iterator<Item = f32> {
    let squared = triangles.iter().map(|t| distance_squared_triangle(place, t)).fold(f32::INFINITY, f32::min);
    let radius = squared.sqrt();
    (-3..=3).map(move |ulps| f32::from_bits((radius.to_bits() as i32 + ulps) as u32))
}

fn meshes() -> [TestMesh; 4] {
    let rng = &mut Rng::with_seed(61);
    [floor(8, 0.0, rng), floor(8, 0.7, rng), sphere(8, 1.0), fan(120)]
}

#[test]
fn spheres_have_contacts_if_they_touch() {
    let mut touched = 0;
    for (i, mesh) in meshes().iter().enumerate() {
        let triangles = triangles(mesh);
        let places = places(&triangles, 1500, &mut Rng::with_seed(62));
        let spheres: Vec<Sphere> = places
            .iter()
            .flat_map(|&center| radii(&triangles, center).map(move |radius| Sphere { center, radius }))
            .collect();
        for (layout, cooked) in cook_all(mesh) {
            let filter = &Filter::default();
            let mut overlaps = vec![0u8; spheres.len()];
            cooked.overlap_sphere(&spheres[..], filter, &mut overlaps[..]).unwrap();
            for edges in [ContactEdges::Smooth, ContactEdges::All] {
                let options = ContactOptions { edges, ..ContactOptions::default() };
                let all = contacts(&cooked, &spheres, filter, &options);
                for ((found, sphere), overlaps) in all.iter().zip(&spheres).zip(&overlaps) {
                    assert_eq!(!found.is_empty(), *overlaps == 1, "{i} {layout} {sphere:?} {edges:?}");
                    // A flat floor has one.
                    assert!(i > 1 || edges == ContactEdges::All || found.len() <= 1, "{layout} {sphere:?}");
                    touched += usize::from(*overlaps);
                }
            }
        }
    }
    assert!(touched > 10_000, "{touched}");
}

#[test]
fn capsules_have_contacts_if_they_touch() {
    let mut touched = 0;
    for mesh in &meshes() {
        let triangles = triangles(mesh);
        let rng = &mut Rng::with_seed(63);
        let places = places(&triangles, 1500, rng);
        let mut capsules = Vec::new();
        for &a in &places {
            // Upright, aslant and level ones.
            let along =
                [Vec3::Z, Vec3::new(0.3, 0.1, 0.8), Vec3::X, Vec3::new(0.2, -0.7, 0.0)][rng.usize(0..4)];
            let b = a + along * rng.f32() * 2.0;
            capsules.extend(radii(&triangles, a).map(|radius| Capsule { a, radius, b }));
        }
        let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
        let filter = &Filter::default();
        let mut overlaps = vec![0u8; capsules.len()];
        cooked.overlap_capsule(&capsules[..], filter, &mut overlaps[..]).unwrap();
        let options = &ContactOptions::default();
        let all = lists(capsules.len(), |offsets, out| {
            cooked.contacts_capsule(&capsules[..], filter, options, offsets, out).unwrap()
        });
        for ((found, capsule), overlaps) in all.iter().zip(&capsules).zip(&overlaps) {
            assert_eq!(!found.is_empty(), *overlaps == 1, "{capsule:?} {found:?}");
            touched += usize::from(*overlaps);
        }
    }
    assert!(touched > 10_000, "{touched}");
}

/// What shares a corner with thousands of others is asked for once.
#[test]
fn thousands_of_triangles_share_a_corner() {
    let count = 20_000;
    let mesh = fan(count);
    let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
    let ask = |center: Vec3, radius: f32| {
        contacts(&cooked, &[Sphere { center, radius }], &Filter::default(), &ContactOptions::default())
            .remove(0)
    };
    // Above the tip, all have the same closest point.
    let tip = ask(Vec3::new(0.0, 0.0, 1.0), 3.0);
    assert_eq!((tip.len(), tip[0].point), (1, Vec3::new(0.0, 0.0, 0.25)));
    // Below it, each has its own; aside, one is nearest.
    assert!(ask(Vec3::new(0.0, 0.0, -1.0), 3.0).len() > 1);
    assert_eq!(ask(Vec3::new(0.5, 0.25, 0.5), 3.0).len(), 1);
}
