//! Whether posed hulls touch triangles, against linear programs in integers.

use super::pose::{any, corners, lattice, vertices};
use super::program::share_a_point;
use carom::geometry::{HullPose, PosedHull, Triangle, Vec3, hull_triangle};
use carom::hull::Hull;
use fastrand::Rng;

fn touches(shape: &HullPose, triangle: &Triangle) -> bool {
    hull_triangle(&PosedHull::new(shape), triangle)
}

/// A hull of some dimension, of small integers.
fn small_hull(rng: &mut Rng, round: usize) -> Hull<'static> {
    let count = [1, 2, 3, 4, 6, 9, 20][round % 7];
    let size = 1 + (round % 3) as i32;
    let flat = round.is_multiple_of(5);
    let points: Vec<Vec3> = (0..count)
        .map(|_| {
            let v = Vec3::from([(); 3].map(|()| rng.i32(-size..=size) as f32));
            if flat { v.with_z(v.x - v.y) } else { v }
        })
        .collect();
    Hull::build(&points).unwrap()
}

#[test]
fn touching_is_exact_on_lattices() {
    let rng = &mut Rng::with_seed(11);
    let mut counts = [[0; 2]; 4];
    for round in 0..3_000 {
        let hull = small_hull(rng, round);
        let shape = hull.at(lattice(rng));
        let far = (shape.pose.rows[0].length() * 3.0) as i32 + 1;
        // A vertex at times, so that points and segments are touched, too.
        let vertex = shape.pose.point(hull.parts().vertices()[0]);
        let mut corner = || {
            if rng.u8(0..6) == 0 {
                return vertex;
            }
            let offset = Vec3::from([(); 3].map(|()| rng.i32(-far..=far) as f32 * 0.5));
            shape.pose.translation + offset
        };
        let (a, b, c) = (corner(), corner(), corner());
        // Segments and points, too.
        let triangle = match round % 11 {
            0 => Triangle::new(a, a, a),
            1 => Triangle::new(a, b, a),
            2 => Triangle::new(a, b, b + (b - a)),
            _ => Triangle::new(a, b, c),
        };
        let expected = share_a_point(&vertices(&shape), &corners(&triangle));
        assert_eq!(
            touches(&shape, &triangle),
            expected,
            "{:?} {:?} {triangle:?}",
            hull.parts().vertices(),
            shape.pose
        );
        counts[hull.stats().dimension as usize][usize::from(expected)] += 1;
    }
    assert!(counts.iter().flatten().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn touching_is_exact_at_every_scale() {
    let rng = &mut Rng::with_seed(12);
    let mut counts = [0; 2];
    for round in 0..1_500 {
        let hull = small_hull(rng, round);
        let scale = 2f32.powi(rng.i32(-60..40)) * (0.5 + rng.f32());
        let far = scale * [0.0, 1.0, 1000.0][round % 3];
        let shape = hull.at(any(rng, scale, far));
        let posed = PosedHull::new(&shape);
        let world = posed.world();
        // Corners in the box around it, at its vertices, and beside them by a unit in the last place.
        let mut corner = |k: usize| {
            let weights = Vec3::new(rng.f32(), rng.f32(), rng.f32());
            let inside = world.min + (world.max - world.min) * weights;
            let vertex =
                shape.pose.point(hull.parts().vertices()[rng.usize(0..hull.parts().vertices().len())]);
            match (round + k) % 4 {
                0 => vertex,
                1 => Vec3::new(vertex.x.next_up(), vertex.y, vertex.z.next_down()),
                2 => inside + (inside - posed.world().min) * 0.5,
                _ => inside,
            }
        };
        let triangle = Triangle::new(corner(0), corner(1), corner(2));
        let expected = share_a_point(&vertices(&shape), &corners(&triangle));
        assert_eq!(
            touches(&shape, &triangle),
            expected,
            "{:?} {:?} {triangle:?}",
            hull.parts().vertices(),
            shape.pose
        );
        counts[usize::from(expected)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
}
