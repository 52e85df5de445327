//! Checks of the numbers that describe shapes.

use super::{LARGEST, Quat, Vec3};
use crate::{Error, Result};
use std::fmt;

/// The tolerance of poses: the difference of a rotation's length from 1, of a matrix's scales from each
/// other, and of the cosines between its axes from 0.
pub const POSE_TOLERANCE: f64 = 1e-3;

/// A number in an error text: in full if that is short, else with an exponent.
pub(crate) struct Brief(pub(crate) f32);

impl fmt::Display for Brief {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let size = self.0.abs();
        let short = size == 0.0 || (1e-4..1e7).contains(&size);
        if short { write!(out, "{}", self.0) } else { write!(out, "{:e}", self.0) }
    }
}

/// Checks that a vector is finite and not too large; `name` is only called for the error text.
#[inline]
pub(crate) fn check_coordinates(vector: Vec3, name: impl FnOnce() -> String) -> Result<()> {
    let size = vector.abs();
    if size.cmple(Vec3::splat(LARGEST)).all() { Ok(()) } else { Err(bad_coordinates(&name(), vector)) }
}

/// The least size of a ray direction's largest component. Shorter directions are refused: their reciprocals
/// would overflow.
pub(crate) const SHORTEST_DIRECTION: f32 = 1e-28;

/// Checks that a finite direction is not too short for a ray.
#[inline]
pub(super) fn check_direction(direction: Vec3, name: impl FnOnce() -> String) -> Result<()> {
    if direction.abs().cmpge(Vec3::splat(SHORTEST_DIRECTION)).any() {
        return Ok(());
    }
    Err(bad_direction(&name(), direction))
}

/// Checks the middle and the half extents of a box.
pub(crate) fn check_box(center: Vec3, half_extents: Vec3, name: &impl Fn() -> String) -> Result<()> {
    check_coordinates(center, || text!("{}.center", name()))?;
    for (axis, extent) in ["x", "y", "z"].into_iter().zip(half_extents.to_array()) {
        check_length_of(extent, false, || text!("{}.half_extents.{axis}", name()))?;
    }
    Ok(())
}

/// The error for a direction that is too short.
#[cold]
pub(crate) fn bad_direction(name: &str, direction: Vec3) -> Error {
    let direction = direction.to_array();
    Error::invalid_argument(text!("no component of {direction:?} reaches {SHORTEST_DIRECTION:e}"))
        .at(text!("{name}"))
}

/// The error for a vector with a component that is not finite, or too large.
#[cold]
pub(crate) fn bad_coordinates(name: &str, vector: Vec3) -> Error {
    let (axis, value) = ["x", "y", "z"]
        .into_iter()
        .zip(vector.to_array())
        // Of equals, the first.
        .rev()
        .max_by_key(|(_, value)| (!value.is_finite(), value.abs() > LARGEST))
        .unwrap_or(("x", vector.x));
    if value.is_finite() {
        return too_large(text!("{name}.{axis}"), value);
    }
    Error::not_finite(text!("{value} is not finite")).at(text!("{name}.{axis}"))
}

/// Checks that a number is finite and not too large.
#[inline]
pub(crate) fn check_number(value: f32, name: impl FnOnce() -> String) -> Result<()> {
    if !value.is_finite() {
        return Err(Error::not_finite(text!("{value} is not finite")).at(name()));
    }
    if value.abs() > LARGEST {
        return Err(too_large(name(), value));
    }
    Ok(())
}

/// Checks that a quaternion has length 1, but for [`POSE_TOLERANCE`]. A length that overflows f32 counts as
/// infinite.
pub(crate) fn check_rotation(rotation: Quat, name: impl FnOnce() -> String) -> Result<()> {
    if (rotation.as_dquat().length() - 1.0).abs() <= POSE_TOLERANCE {
        return Ok(());
    }
    let length = rotation.length();
    let text = text!("{:?} has length {}, not 1", rotation.to_array(), Brief(length));
    let error = if length.is_finite() { Error::invalid_argument(text) } else { Error::not_finite(text) };
    Err(error.at(name()))
}

fn too_large(name: String, value: f32) -> Error {
    let text = text!("{value:e} exceeds {LARGEST:e}, the largest coordinate and length");
    Error::invalid_argument(text).at(name)
}

/// Checks that a radius or distance is a number, not negative and not too large; one that may be infinite may
/// also be large.
pub(crate) fn check_length_of(
    value: f32,
    may_be_infinite: bool,
    name: impl FnOnce() -> String,
) -> Result<()> {
    if value.is_nan() {
        return Err(Error::not_finite(text!("NaN is not a number")).at(name()));
    }
    if value.is_infinite() && !may_be_infinite {
        return Err(Error::not_finite(text!("{value} is not finite")).at(name()));
    }
    if value < 0.0 {
        return Err(Error::invalid_argument(text!("{} is negative", Brief(value))).at(name()));
    }
    if value > LARGEST && !may_be_infinite {
        return Err(too_large(name(), value));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    #[test]
    fn long_numbers_have_exponents() {
        let text = |number: f32| Brief(number).to_string();
        for (number, expected) in [
            (0.0, "0"),
            (-0.5, "-0.5"),
            (-1.0, "-1"),
            (0.01, "0.01"),
            (1234567.0, "1234567"),
            (1e7, "1e7"),
            (-1e30, "-1e30"),
            (f32::MAX, "3.4028235e38"),
            (1e-7, "1e-7"),
            (f32::INFINITY, "inf"),
            (f32::NAN, "NaN"),
        ] {
            assert_eq!(text(number), expected);
        }
    }

    #[test]
    fn rotations_have_length_one_or_nearly() {
        let check = |w: f32| check_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, w), || "boxes[2].rotation".into());
        for length in [1.0, -1.0, 0.9991, -1.0009] {
            assert_eq!(check(length), Ok(()));
        }
        for length in [0.0, 0.9989, -1.0011, 2.0, 1e15] {
            let text = check(length).unwrap_err();
            assert!(
                text.kind() == ErrorKind::InvalidArgument
                    && text.to_string().starts_with("boxes[2].rotation: [")
            );
        }
        // Squares of the last two overflow.
        for length in [f32::NAN, f32::INFINITY, 1e20, f32::MAX] {
            assert!(matches!(check(length), Err(error) if error.kind() == ErrorKind::NotFinite), "{length}");
        }
    }
}
