//! Surfaces of small cells under what is deeper than they are large: separating axes alone give normals of inner edges
//! in every pose.

use crate::common::{TestMesh, cook};
use carom::geometry::{OrientedBox, Quat, Vec3};
use carom::mesh::{Backfaces, Contact, Filter, LayoutKind, Mesh};
use fastrand::Rng;

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

/// A box that is 2 cm deep, given as `contacts` takes it, has no normal but those of the surface.
pub(super) fn check(contacts: impl Fn(&Mesh, &[OrientedBox], &Filter) -> Vec<Vec<Contact>>) {
    let rng = &mut Rng::with_seed(95);
    let half = Vec3::new(0.3, 0.2, 0.4);
    let front = Filter { backfaces: Backfaces::Cull, ..Filter::default() };
    let scenes =
        [Scene::Flat, Scene::Bumps(1e-6), Scene::Bumps(1e-4), Scene::Wall, Scene::Ledge, Scene::Ramp];
    for kind in scenes {
        let mesh = scene(kind, rng);
        let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
        let deep = 0.02f32;
        let poses: Vec<OrientedBox> = (0..60)
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
                OrientedBox { center, half_extents: half, rotation }
            })
            .collect();
        let mut count = 0;
        let mut deepest = 0.0f32;
        for (found, shape) in contacts(&cooked, &poses, &front).iter().zip(&poses) {
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
