//! Shapes on floors, walls and ledges: no ghosts, nothing lost, and depths that separate.

use super::scenes::floor;
use super::{bits, contacts};
use crate::common::effort::effort;
use crate::common::{ASSETS, TestMesh, asset, cook, cook_all};
use carom::geometry::{Sphere, Vec3};
use carom::mesh::{Contact, ContactEdges, ContactOptions, Filter, LayoutKind, Mesh};
use fastrand::Rng;

fn layouts(mesh: &TestMesh) -> Vec<(&'static str, Mesh<'static>)> {
    cook_all(mesh)
}

#[test]
fn a_sphere_on_a_flat_floor_has_one_contact_with_the_floors_normal() {
    let rng = &mut Rng::with_seed(47);
    for height in [0.0, 0.7, -123.456] {
        let mesh = floor(24, height, rng);
        let spheres: Vec<Sphere> = (0..2000)
            .map(|i| {
                // Some exactly over corners and edges.
                let t = mesh.input().triangle(i * 5 % (mesh.indices.len() / 3));
                let at = match i % 4 {
                    0 => t.a,
                    1 => (t.a + t.b) * 0.5,
                    _ => Vec3::new(rng.f32() * 22.0 + 1.0, rng.f32() * 22.0 + 1.0, height),
                };
                let radius = [0.1, 0.5, 2.0][i % 3];
                Sphere { center: at.with_z(height + radius * 0.9), radius }
            })
            .filter(|s| s.center.x > 0.0 && s.center.x < 24.0 && s.center.y > 0.0 && s.center.y < 24.0)
            .collect();
        for (layout, cooked) in layouts(&mesh) {
            let all = contacts(&cooked, &spheres, &Filter::default(), &ContactOptions::default());
            for (found, sphere) in all.iter().zip(&spheres) {
                assert_eq!(found.len(), 1, "{layout} {sphere:?}: {found:?}");
                assert_eq!(found[0].normal, Vec3::Z, "{layout} {sphere:?}");
                let depth = sphere.radius - (sphere.center.z - height);
                assert!(
                    (found[0].depth - depth).abs() <= 1e-5 * (1.0 + height.abs()),
                    "{:?} {depth}",
                    found[0]
                );
            }
        }
    }
}

/// Each triangle by itself has contacts with its edges: ghosts.
#[test]
fn triangles_by_themselves_have_more() {
    let mesh = floor(12, 0.0, &mut Rng::with_seed(48));
    let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
    let sphere = Sphere { center: Vec3::new(6.1, 6.2, 0.6), radius: 1.2 };
    let options = ContactOptions { edges: ContactEdges::All, ..ContactOptions::default() };
    let [all] = &contacts(&cooked, &[sphere], &Filter::default(), &options)[..] else { unreachable!() };
    assert!(all.len() > 4 && all.iter().any(|contact| contact.normal.z < 0.9), "{all:?}");
    let mut count = [0u8];
    cooked.overlap_sphere(&[sphere], &Filter::default(), &mut count[..]).unwrap();
    assert_eq!(count, [1]);
}

#[test]
fn walls_and_ledges() {
    // A floor, a wall that rises from its edge, and a ledge that falls from the other one, all in one mesh.
    let positions = vec![
        [0.0, 0.0, 0.0],
        [4.0, 0.0, 0.0],
        [4.0, 4.0, 0.0],
        [0.0, 4.0, 0.0], // floor
        [0.0, 0.0, 4.0],
        [0.0, 4.0, 4.0], // wall at x = 0
        [4.0, 0.0, -4.0],
        [4.0, 4.0, -4.0], // ledge at x = 4
    ];
    let indices = vec![0, 1, 2, 0, 2, 3, 0, 3, 5, 0, 5, 4, 1, 6, 7, 1, 7, 2];
    let mesh = TestMesh::new(positions, indices);
    let ask = |center: [f32; 3], radius: f32| {
        let mut answers = layouts(&mesh).into_iter().map(|(_, cooked)| {
            let sphere = Sphere { center: center.into(), radius };
            contacts(&cooked, &[sphere], &Filter::default(), &ContactOptions::default()).remove(0)
        });
        let first = answers.next().unwrap();
        answers.for_each(|other| assert_eq!(first, other));
        first
    };
    // In the concave corner: the floor and the wall, nothing between.
    let corner = ask([0.9, 2.0, 0.8], 1.0);
    assert_eq!(corner.iter().map(|c| c.normal).collect::<Vec<_>>(), [Vec3::Z, Vec3::X]);
    assert_eq!(corner.iter().map(|c| c.manifold).collect::<Vec<_>>(), [0, 1]);
    // Over the convex edge: one contact, with the edge.
    let ledge = ask([4.3, 2.0, 0.4], 1.0);
    assert_eq!(ledge.len(), 1);
    assert!((ledge[0].normal - Vec3::new(0.6, 0.0, 0.8)).length() < 1e-6, "{ledge:?}");
    assert!((ledge[0].depth - 0.5).abs() < 1e-6);
    // With the centre on it: the mean of both normals. At a border, that of the one face.
    let on_edge = ask([4.0, 2.0, 0.0], 1.0);
    assert!((on_edge[0].normal - Vec3::new(1.0, 0.0, 1.0).normalize()).length() < 1e-6, "{on_edge:?}");
    assert_eq!((on_edge.len(), on_edge[0].depth), (1, 1.0));
    assert_eq!(ask([2.0, 0.0, 0.0], 1.0)[0].normal, Vec3::Z);
    // In the plane of a face, and behind it.
    assert_eq!(ask([2.0, 2.0, 0.0], 0.5)[0].normal, Vec3::Z);
    assert_eq!(ask([2.0, 2.0, -0.25], 0.5)[0].normal, Vec3::NEG_Z);
    assert_eq!(ask([2.0, 2.0, 0.75], 0.5), []);
}

#[test]
fn whatever_touches_has_a_contact() {
    for name in ASSETS {
        let mesh = asset(name);
        let bounds = mesh.bounds();
        let size = (bounds.max - bounds.min).max_element();
        let rng = &mut Rng::with_seed(49);
        let spheres: Vec<Sphere> = (0..effort(400, 1000))
            .map(|i| {
                let t = mesh.input().triangle(rng.usize(0..mesh.indices.len() / 3));
                let offset = Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5) * size * 0.02;
                let radius = size * [0.0, 0.002, 0.01, 0.03][i % 4] * rng.f32();
                Sphere { center: t.a + if i % 5 == 0 { Vec3::ZERO } else { offset }, radius }
            })
            .collect();
        for (layout, cooked) in layouts(&mesh) {
            let mut touches = vec![9u8; spheres.len()];
            cooked.overlap_sphere(&spheres, &Filter::default(), &mut touches[..]).unwrap();
            let all = contacts(&cooked, &spheres, &Filter::default(), &ContactOptions::default());
            let mut count = 0;
            for ((found, &touches), sphere) in all.iter().zip(&touches).zip(&spheres) {
                assert_eq!(!found.is_empty(), touches == 1, "{name} {layout} {sphere:?}");
                count += found.len();
                for contact in found {
                    // Moved by the depth, the sphere only just touches the point.
                    let center =
                        sphere.center.as_dvec3() + contact.normal.as_dvec3() * f64::from(contact.depth);
                    let gap = (center - contact.point.as_dvec3()).length() - f64::from(sphere.radius);
                    let ulp = f64::from(size.max(sphere.center.abs().max_element())) * 2f64.powi(-22);
                    assert!(gap.abs() <= 4.0 * ulp, "{name} {sphere:?} {contact:?}: {gap}");
                }
            }
            assert!(count > 300, "{name}: {count}");
        }
    }
}

/// Times a power of two, a contact is the same.
#[test]
fn scales_and_mirrors() {
    let mesh = asset("skull");
    let rng = &mut Rng::with_seed(50);
    let bounds = mesh.bounds();
    let size = (bounds.max - bounds.min).max_element();
    let spheres: Vec<Sphere> = (0..200)
        .map(|_| {
            let t = mesh.input().triangle(rng.usize(0..mesh.indices.len() / 3));
            let offset = Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5);
            Sphere { center: t.a + offset * size * 0.04, radius: size * 0.03 }
        })
        .collect();
    let ask = |mesh: &TestMesh, spheres: &[Sphere]| {
        let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
        contacts(&cooked, spheres, &Filter::default(), &ContactOptions::default())
    };
    let own = ask(&mesh, &spheres);
    let count = own.iter().map(Vec::len).sum::<usize>();
    assert!(count > 100, "{count}");
    for exponent in [-40, -20, -1, 3, 40] {
        let factor = 2f32.powi(exponent);
        let mut scaled = mesh.clone();
        scaled.positions.iter_mut().flatten().for_each(|x| *x *= factor);
        let balls: Vec<Sphere> =
            spheres.iter().map(|s| Sphere { center: s.center * factor, radius: s.radius * factor }).collect();
        let times = |c: &Contact| Contact { point: c.point * factor, depth: c.depth * factor, ..*c };
        for (own, other) in own.iter().zip(ask(&scaled, &balls)) {
            assert!(
                own.iter().map(times).map(|c| bits(&c)).eq(other.iter().map(bits)),
                "2^{exponent}: {own:?} {other:?}"
            );
        }
    }
    let mut mirrored = mesh.clone();
    mirrored.positions.iter_mut().for_each(|p| p[0] = -p[0]);
    let mirrored = mirrored.turned();
    let mirror = |v: Vec3| Vec3::new(-v.x, v.y, v.z);
    let balls: Vec<Sphere> = spheres.iter().map(|s| Sphere { center: mirror(s.center), ..*s }).collect();
    for (own, other) in own.iter().zip(ask(&mirrored, &balls)) {
        assert_eq!(own.len(), other.len());
        // The corners come in another order, and so do the last digits.
        for (own, other) in own.iter().zip(&other) {
            assert_eq!((own.triangle, own.manifold), (other.triangle, other.manifold));
            let off = [mirror(own.point) - other.point, mirror(own.normal) - other.normal];
            assert!(off[0].length() < 1e-6 * size && off[1].length() < 1e-6, "{own:?} {other:?}");
            assert!((own.depth - other.depth).abs() < 1e-6 * size, "{own:?} {other:?}");
        }
    }
}
