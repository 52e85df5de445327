//! Poses one after another, and back.
//!
//! All is computed in f64 and rounded once, so that every platform gives the same bits. The results are poses again within
//! [`crate::geometry::POSE_TOLERANCE`]; queries check that, as they check all poses.

use super::matrix::PoseMatrix;
use super::quaternion::Pose;
use crate::arrays::MapEach;
use crate::geometry::{Quat, Vec3};
use glam::{DQuat, DVec3};
use std::ops::Mul;

impl Pose {
    /// The pose that undoes this one, but for rounding.
    ///
    /// ```
    /// use carom::prelude::*;
    ///
    /// let pose = Pose { translation: Vec3::new(1.0, 2.0, 3.0), scale: 2.0, ..Pose::IDENTITY };
    /// assert_eq!(pose.point(Vec3::X), Vec3::new(3.0, 2.0, 3.0));
    /// assert_eq!(pose.inverse().point(Vec3::new(3.0, 2.0, 3.0)), Vec3::X);
    /// assert_eq!(pose.inverse() * pose, Pose::IDENTITY);
    /// ```
    pub fn inverse(&self) -> Pose {
        let rotation = turn(self).conjugate();
        let scale = 1.0 / f64::from(self.scale);
        // Without negative zeros.
        let translation = rotation * (self.translation.as_dvec3() * -scale) + DVec3::ZERO;
        Pose { rotation: rounded(rotation), translation: translation.as_vec3(), scale: scale as f32 }
    }

    /// The point in this pose, rounded once. Queries pose by [`PoseMatrix::point`], which rounds each operation.
    pub fn point(&self, point: Vec3) -> Vec3 {
        place(self, point).as_vec3()
    }
}

/// The pose on the right first, then the one on the left.
impl Mul for Pose {
    type Output = Pose;

    fn mul(self, first: Pose) -> Pose {
        Pose {
            rotation: rounded((turn(&self) * turn(&first)).normalize()),
            translation: place(&self, first.translation).as_vec3(),
            scale: (f64::from(self.scale) * f64::from(first.scale)) as f32,
        }
    }
}

impl PoseMatrix {
    /// The pose that undoes this one, but for rounding.
    ///
    /// ```
    /// use carom::prelude::*;
    ///
    /// let pose = PoseMatrix { translation: Vec3::new(1.0, 2.0, 3.0), ..PoseMatrix::IDENTITY };
    /// assert_eq!(pose.inverse().point(Vec3::new(1.0, 2.0, 3.0)), Vec3::ZERO);
    /// assert_eq!(pose.inverse() * pose, PoseMatrix::IDENTITY);
    /// ```
    pub fn inverse(&self) -> PoseMatrix {
        let [x, y, z] = self.rows.map_each(|row| row.as_dvec3());
        // Of a rotation times a scale: the transpose over the square of the scale.
        let square = (x.length_squared() + y.length_squared() + z.length_squared()) / 3.0;
        let columns = [DVec3::new(x.x, y.x, z.x), DVec3::new(x.y, y.y, z.y), DVec3::new(x.z, y.z, z.z)];
        let rows = columns.map_each(|column| column / square);
        let translation = self.translation.as_dvec3();
        // Without negative zeros.
        let [a, b, c] = rows.map_each(|row| 0.0 - row.dot(translation));
        PoseMatrix { rows: rows.map_each(|row| row.as_vec3()), translation: DVec3::new(a, b, c).as_vec3() }
    }
}

/// The pose on the right first, then the one on the left.
impl Mul for PoseMatrix {
    type Output = PoseMatrix;

    fn mul(self, first: PoseMatrix) -> PoseMatrix {
        product(&self, &first)
    }
}

/// The matrix of the second pose, then the first.
fn product(last: &PoseMatrix, first: &PoseMatrix) -> PoseMatrix {
    let [x, y, z] = first.rows.map_each(|row| row.as_dvec3());
    let translation = first.translation.as_dvec3();
    let rows = last.rows.map_each(|row| row.as_dvec3());
    let [a, b, c] = rows.map_each(|row| row.dot(translation));
    PoseMatrix {
        rows: rows.map_each(|row| ((x * row.x + y * row.y) + z * row.z).as_vec3()),
        translation: (DVec3::new(a, b, c) + last.translation.as_dvec3()).as_vec3(),
    }
}

/// The rotation of a pose, normalised.
fn turn(pose: &Pose) -> DQuat {
    pose.rotation.as_dquat().normalize()
}

fn rounded(rotation: DQuat) -> Quat {
    rotation.as_quat()
}

fn place(pose: &Pose, point: Vec3) -> DVec3 {
    turn(pose) * (point.as_dvec3() * f64::from(pose.scale)) + pose.translation.as_dvec3()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poses() -> Vec<Pose> {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut number = || rng.f32() * 2.0 - 1.0;
        (0..200)
            .map(|_| Pose {
                rotation: Quat::from_xyzw(number(), number(), number(), number()).normalize(),
                translation: Vec3::new(number(), number(), number()) * 10.0,
                scale: 1.5 + number(),
            })
            .collect()
    }

    #[test]
    fn products_and_inverses_are_poses() {
        let poses = poses();
        for (a, b) in poses.iter().zip(&poses[1..]) {
            let point = Vec3::new(1.0, -2.0, 3.0);
            let name = || "pose".into();
            let both = *a * *b;
            assert!(both.point(point).distance(a.point(b.point(point))) < 1e-4);
            let matrix = both.matrix(name).unwrap();
            assert!(matrix.point(point).distance(both.point(point)) < 1e-4);
            let product = a.matrix(name).unwrap() * b.matrix(name).unwrap();
            product.check(name).unwrap();
            assert!(product.point(point).distance(matrix.point(point)) < 1e-4);
            let back = a.inverse();
            assert!(back.point(a.point(point)).distance(point) < 1e-4);
            let back = a.matrix(name).unwrap().inverse();
            back.check(name).unwrap();
            assert!(back.point(a.point(point)).distance(point) < 1e-4);
            assert!(a.inverse().matrix(name).unwrap().point(a.point(point)).distance(point) < 1e-4);
        }
    }
}
