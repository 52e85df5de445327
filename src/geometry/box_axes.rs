//! A box given by its axes: what contacts and casts take, because it is the same box for every arithmetic.
//! That of a quaternion depends on how the rotation is rounded.

use super::limits::{check_box, check_coordinates};
use super::{Brief, Vec3};
use crate::arrays::MapEach;
use crate::{Error, Result};

/// The tolerance of axes: the difference of their lengths from 1, and of the cosines between them from 0:
/// 2^-20.
pub const AXES_TOLERANCE: f64 = 1.0 / (1u64 << 20) as f64;

/// A box of any orientation: all points whose offset from the center has, along each axis, a dot product no
/// larger than the half extent in magnitude.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct BoxAxes {
    /// Its middle.
    pub center: Vec3,
    /// Half its size along its axes; not negative.
    pub half_extents: Vec3,
    /// Its own x, y and z axis in the world: unit, and at right angles, within [`AXES_TOLERANCE`]. Right- or
    /// left-handed.
    pub axes: [Vec3; 3],
}

impl BoxAxes {
    /// Checks all numbers; `name` is only called for the error text.
    pub(crate) fn check(&self, name: impl Fn() -> String) -> Result<()> {
        check_box(self.center, self.half_extents, &name)?;
        for i in 0..3 {
            let of = |i: usize| text!("{}.axes[{i}]", name());
            let axis = self.axes[i];
            check_coordinates(axis, || of(i))?;
            let bad = |text: String| Err(Error::invalid_argument(text).at(of(i)));
            let length = axis.as_dvec3().length();
            if (length - 1.0).abs() > AXES_TOLERANCE {
                return bad(text!("{:?} has length {}, not 1", axis.to_array(), Brief(length as f32)));
            }
            for before in 0..i {
                let cosine = axis.as_dvec3().dot(self.axes[before].as_dvec3());
                if cosine.abs() > AXES_TOLERANCE {
                    let cosine = Brief(cosine as f32);
                    return bad(text!("{:?} has cosine {cosine} to axes[{before}], not 0", axis.to_array()));
                }
            }
        }
        Ok(())
    }
}

/// The axis along which a direction, given by what it goes along each, goes most; of equals the first.
#[inline(always)]
pub(crate) fn steepest(along: [f64; 3]) -> usize {
    let [x, y, z] = along.map_each(f64::abs);
    if x >= y && x >= z {
        0
    } else if y >= z {
        1
    } else {
        2
    }
}

#[cfg(test)]
mod tests {
    use super::super::{OrientedBox, Quat};
    use super::*;
    use crate::ErrorKind;

    fn turned(rotation: Quat) -> BoxAxes {
        OrientedBox { center: Vec3::ONE, half_extents: Vec3::new(1.0, 2.0, 3.0), rotation }.into()
    }

    #[test]
    fn axes_of_quaternions_pass() {
        assert_eq!(turned(Quat::IDENTITY).axes, [Vec3::X, Vec3::Y, Vec3::Z]);
        let quarter = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
        assert!((turned(quarter).axes[0] - Vec3::Y).length() < 1e-7);
        let rng = &mut fastrand::Rng::with_seed(61);
        for i in 0..10_000 {
            let mut number = || rng.f32() * 2.0 - 1.0;
            let rotation = Quat::from_xyzw(number(), number(), number(), number()).normalize();
            let rotation = rotation * [1.0, 0.9991, 1.0009][i % 3];
            let shape = turned(rotation);
            assert_eq!(shape.check(|| "boxes[0]".into()), Ok(()), "{rotation}");
            let unit = rotation.normalize();
            for (axis, of) in shape.axes.into_iter().zip([Vec3::X, Vec3::Y, Vec3::Z]) {
                assert!((axis - unit * of).length() < 1e-6);
            }
        }
    }

    #[test]
    fn errors_name_the_axis() {
        let text = |axes: [Vec3; 3]| {
            let error = BoxAxes { axes, ..turned(Quat::IDENTITY) }.check(|| "boxes[2]".into()).unwrap_err();
            (error.kind(), error.to_string())
        };
        let (x, y, z) = (Vec3::X, Vec3::Y, Vec3::Z);
        let bad = ErrorKind::InvalidArgument;
        assert_eq!(
            text([x, y * 2.0, z]),
            (bad, "boxes[2].axes[1]: [0.0, 2.0, 0.0] has length 2, not 1".into())
        );
        let (kind, slanted) = text([x, y, Vec3::new(0.6, 0.0, 0.8)]);
        assert_eq!(
            (kind, &slanted[..]),
            (bad, "boxes[2].axes[2]: [0.6, 0.0, 0.8] has cosine 0.6 to axes[0], not 0")
        );
        let nan = text([Vec3::new(1.0, f32::NAN, 0.0), y, z]);
        assert_eq!(nan, (ErrorKind::NotFinite, "boxes[2].axes[0].y: NaN is not finite".into()));
        let negative = BoxAxes { half_extents: -Vec3::Z, ..turned(Quat::IDENTITY) };
        let error = negative.check(|| "boxes[2]".into()).unwrap_err();
        assert_eq!(error.to_string(), "boxes[2].half_extents.z: -1 is negative");
    }
}
