//! Shapes across the middle of a ridge, at whose far end the surface rises.

use super::definition::Polytope;
use super::hulls::{build, corners, pose};
use crate::common::{TestMesh, cook_all};
use carom::geometry::{BoxAxes, Capsule, OrientedBox, Quat, Vec3};
use carom::mesh::{ContactOptions, Filter};
use std::f32::consts::{FRAC_PI_4, SQRT_2};

/// A ridge along x; at its end, a triangle goes up from one corner.
fn ridge() -> TestMesh {
    let positions = vec![
        [-1.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, -1.0, -1.0],
        [0.0, 1.0, -1.0],
        [2.0, -0.1, 0.5],
        [2.0, 0.1, 0.5],
    ];
    TestMesh::new(positions, vec![0, 2, 1, 0, 1, 3, 1, 4, 5])
}

/// The contacts of a shape at `x` lead up, and the first is so deep.
fn check<P: Polytope>(shape: impl Fn(f32) -> P, depth: f32) {
    let mesh = ridge();
    for (layout, cooked) in cook_all(&mesh) {
        for x in [-0.5, -0.25, 0.0, 0.25, 0.5] {
            let lists = P::ask(&cooked, &[shape(x)], &Filter::default(), &ContactOptions::default());
            assert!(!lists[0].is_empty(), "{layout} {x}");
            assert!((lists[0][0].depth - depth).abs() < 1e-5, "{layout} {x}: {:?}", lists[0]);
            assert!(
                lists[0].iter().all(|contact| contact.normal.z > 0.99999),
                "{layout} {x}: {:?}",
                lists[0]
            );
        }
    }
}

#[test]
fn shapes_across_a_ridge_are_as_deep_as_they_were_pushed() {
    let depth = 0.01;
    let (half, turned) = (Vec3::new(0.2, 0.5, 0.2), Quat::from_rotation_y(FRAC_PI_4));
    let center = |x| Vec3::new(x, 0.0, half.x * SQRT_2 - depth);
    let oriented = |x| OrientedBox { center: center(x), half_extents: half, rotation: turned };
    check(|x| BoxAxes::from(oriented(x)), depth);

    let hull = build(&corners(half));
    check(|x| hull.at(pose(turned, 1.0, center(x))), depth);

    let radius = 0.125;
    let end = |x, y| Vec3::new(x, y, -depth);
    check(|x| Capsule { a: end(x, -0.5), radius, b: end(x, 0.5) }, radius + depth);
}
