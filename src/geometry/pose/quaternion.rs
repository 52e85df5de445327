//! A pose by its quaternion, and the matrix of it.

use super::matrix::PoseMatrix;
use crate::arrays::MapEach;
use crate::geometry::limits::{Brief, check_coordinates, check_number, check_rotation};
use crate::geometry::{Quat, Vec3};
use crate::{Error, Result};
use glam::DVec3;

/// A scale, then a rotation, then a translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// A unit quaternion; normalised in f64 before use.
    pub rotation: Quat,
    /// Finite.
    pub translation: Vec3,
    /// The scale in all directions. Positive, and a normal number: subnormal ones have too few digits for a
    /// rotation.
    pub scale: f32,
}

impl Default for Pose {
    fn default() -> Pose {
        Pose::IDENTITY
    }
}

impl Pose {
    /// The pose that moves nothing.
    pub const IDENTITY: Pose = Pose { rotation: Quat::IDENTITY, translation: Vec3::ZERO, scale: 1.0 };

    /// The pose that only moves.
    pub fn from_translation(translation: impl Into<Vec3>) -> Pose {
        Pose { translation: translation.into(), ..Pose::IDENTITY }
    }

    /// The matrix of this pose, checked.
    ///
    /// `name` is the name of the pose in errors, for example `a_poses[3]`; empty if its fields stand alone.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] for a number that is not finite, and for a rotation whose length
    /// overflows; [`crate::ErrorKind::InvalidArgument`] for a rotation that is not a unit quaternion but for
    /// [`POSE_TOLERANCE`](crate::geometry::POSE_TOLERANCE), a scale that is not positive or is subnormal, or a number beyond
    /// [`LARGEST`](crate::geometry::LARGEST).
    pub fn matrix(&self, name: impl Fn() -> String) -> Result<PoseMatrix> {
        check_rotation(self.rotation, || field(&name, "rotation"))?;
        check_coordinates(self.translation, || field(&name, "translation"))?;
        check_number(self.scale, || field(&name, "scale"))?;
        if self.scale < f32::MIN_POSITIVE {
            let fault = if self.scale <= 0.0 { "is not positive" } else { "is too small to be turned" };
            return Err(Error::invalid_argument(text!(
                "{}: {} {fault}",
                field(&name, "scale"),
                Brief(self.scale)
            )));
        }
        Ok(self.unchecked_matrix())
    }

    /// The matrix of a pose that [`Pose::matrix`] accepts. Its entries are computed in f64 from the
    /// normalised quaternion, times the scale, and rounded once. Those of [`Pose::IDENTITY`] are exactly 0
    /// and 1.
    fn unchecked_matrix(&self) -> PoseMatrix {
        let [x, y, z, w] = self.rotation.to_array().map_each(f64::from);
        let length = (((x * x + y * y) + z * z) + w * w).sqrt();
        let [x, y, z, w] = [x / length, y / length, z / length, w / length];
        let row = |x: f64, y: f64, z: f64| (DVec3::new(x, y, z) * f64::from(self.scale)).as_vec3();
        PoseMatrix {
            rows: [
                row(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)),
                row(2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)),
                row(2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)),
            ],
            translation: self.translation,
        }
    }
}

impl TryFrom<Pose> for PoseMatrix {
    type Error = Error;

    /// As [`Pose::matrix`], with the name `pose`.
    fn try_from(pose: Pose) -> Result<PoseMatrix> {
        pose.matrix(|| "pose".into())
    }
}

/// The name in errors of a field of something that has a name, or none.
fn field(name: impl Fn() -> String, field: &str) -> String {
    let name = name();
    if name.is_empty() { text!("{field}") } else { text!("{name}.{field}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    fn named() -> String {
        "poses[2]".into()
    }

    fn refused(pose: Pose) -> String {
        pose.matrix(named).unwrap_err().to_string()
    }

    #[test]
    fn identity_is_exact() {
        let matrix = Pose::IDENTITY.matrix(named).unwrap();
        assert_eq!(matrix, PoseMatrix::IDENTITY);
        let v = Vec3::new(0.1, -7e20, 1e-45);
        assert_eq!(matrix.point(v), v);
        // So is one that is not quite normalised, and its negative.
        let rotation = Quat::from_xyzw(0.0, 0.0, 0.0, -0.9995);
        assert_eq!(Pose { rotation, ..Pose::IDENTITY }.matrix(named).unwrap(), PoseMatrix::IDENTITY);
    }

    #[test]
    fn turns_counter_clockwise() {
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let rotation = Quat::from_xyzw(0.0, 0.0, half, half);
        let matrix = Pose { rotation, scale: 2.0, translation: Vec3::Z }.matrix(named).unwrap();
        let at = matrix.point(Vec3::X);
        assert!(at.distance(Vec3::new(0.0, 2.0, 1.0)) < 1e-6, "{at}");
    }

    #[test]
    fn bad_poses_are_named() {
        let pose = Pose::IDENTITY;
        let text = refused(Pose { rotation: Quat::from_xyzw(0.0, 0.0, 0.0, 0.5), ..pose });
        assert_eq!(text, "poses[2].rotation: [0.0, 0.0, 0.0, 0.5] has length 0.5, not 1");
        let nan = Quat::from_xyzw(0.0, f32::NAN, 0.0, 1.0);
        let error = Pose { rotation: nan, ..pose }.matrix(named).unwrap_err();
        assert!(error.kind() == ErrorKind::NotFinite && error.to_string().contains("rotation"), "{error}");
        let infinite = Quat::from_xyzw(0.0, f32::MAX, f32::INFINITY, 1.0);
        assert!(
            matches!(Pose { rotation: infinite, ..pose }.matrix(named), Err(error) if error.kind() == ErrorKind::NotFinite)
        );
        let text = refused(Pose { translation: Vec3::new(0.0, f32::NEG_INFINITY, 0.0), ..pose });
        assert_eq!(text, "poses[2].translation.y: -inf is not finite");
        assert!(
            refused(Pose { translation: Vec3::Z * 2e18, ..pose }).contains("translation.z: 2e18 exceeds")
        );
        for (scale, expected) in [
            (0.0, "poses[2].scale: 0 is not positive"),
            (-0.0, "poses[2].scale: -0 is not positive"),
            (-2.0, "poses[2].scale: -2 is not positive"),
            (1e-40, "poses[2].scale: 1e-40 is too small to be turned"),
            (f32::NAN, "poses[2].scale: NaN is not finite"),
            (f32::INFINITY, "poses[2].scale: inf is not finite"),
        ] {
            assert_eq!(refused(Pose { scale, ..pose }), expected);
        }
    }
}
