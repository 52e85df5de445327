//! Poses, and posed vertices in integers.

use super::exact::{Point, dot, point};
use carom::geometry::{HullPose, Pose, PoseMatrix, Quat, Triangle, Vec3};
use fastrand::Rng;

/// A pose whose numbers are small integers times a power of two: the rotations of the cube, those with sides 3, 4 and 5,
/// and one about a diagonal.
pub(super) fn lattice(rng: &mut Rng) -> PoseMatrix {
    let scale = [1.0, 2.0, 0.5][rng.usize(0..3)];
    let [x, y, z] = match rng.u8(0..4) {
        0 => [[3.0, -4.0, 0.0], [4.0, 3.0, 0.0], [0.0, 0.0, 5.0]],
        1 => [[-1.0, -2.0, -2.0], [2.0, 1.0, -2.0], [2.0, -2.0, 1.0]],
        2 => [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]],
        _ => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    };
    // Turning rows keeps the determinant.
    let rows = match rng.u8(0..3) {
        0 => [x, y, z],
        1 => [y, z, x],
        _ => [z, x, y],
    };
    let translation = Vec3::from([(); 3].map(|()| rng.i32(-6..=6) as f32 * 0.5));
    PoseMatrix::from_rows(rows.map(|row| Vec3::from(row) * scale), translation, || "pose".into()).unwrap()
}

/// Any rotation, and a scale.
pub(super) fn any(rng: &mut Rng, scale: f32, far: f32) -> PoseMatrix {
    let mut number = || rng.f32() * 2.0 - 1.0;
    let rotation = Quat::from_xyzw(number(), number(), number(), number() + 1e-3).normalize();
    let translation = Vec3::new(number(), number(), number()) * far;
    Pose { rotation, translation, scale }.matrix(|| "pose".into()).unwrap()
}

/// The vertices of a posed hull, in units of 2^-298.
pub(super) fn vertices(shape: &HullPose) -> Vec<Point> {
    let rows = shape.pose.rows.map(point);
    let translation = point(shape.pose.translation);
    let posed = |&v: &Vec3| std::array::from_fn(|k| dot(&rows[k], &point(v)) + (&translation[k] << 149));
    shape.hull.vertices().iter().map(posed).collect()
}

/// The corners of a triangle, in the same units.
pub(super) fn corners(triangle: &Triangle) -> Vec<Point> {
    [triangle.a, triangle.b, triangle.c].map(|v| point(v).map(|x| x << 149)).to_vec()
}
