//! Checks of the numbers that describe shapes.

use super::{LARGEST, Vec3};
use crate::{Error, Result};

/// Checks that a vector is finite and not too large; `name` is only called for the error text.
#[inline]
pub(crate) fn check_coordinates(vector: Vec3, name: impl FnOnce() -> String) -> Result<()> {
    let size = vector.abs();
    if size.cmple(Vec3::splat(LARGEST)).all() { Ok(()) } else { Err(bad_coordinates(&name(), vector)) }
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
        return too_large(&format!("{name}.{axis}"), value);
    }
    Error::NotFinite(format!("{name}.{axis}: {value} is not finite"))
}

/// Checks that a number is finite and not too large.
#[inline]
pub(crate) fn check_number(value: f32, name: impl FnOnce() -> String) -> Result<()> {
    if !value.is_finite() {
        return Err(Error::NotFinite(format!("{}: {value} is not finite", name())));
    }
    if value.abs() > LARGEST {
        return Err(too_large(&name(), value));
    }
    Ok(())
}

fn too_large(name: &str, value: f32) -> Error {
    Error::InvalidArgument(format!(
        "{name}: {value:e} exceeds {LARGEST:e}, the largest coordinate and length"
    ))
}

/// Checks that a radius or distance is a number, not negative and not too large; one that may be infinite may also be
/// large.
pub(crate) fn check_length_of(
    value: f32,
    may_be_infinite: bool,
    name: impl FnOnce() -> String,
) -> Result<()> {
    if value.is_nan() {
        return Err(Error::NotFinite(format!("{}: NaN is not a number", name())));
    }
    if value.is_infinite() && !may_be_infinite {
        return Err(Error::NotFinite(format!("{}: {value} is not finite", name())));
    }
    if value < 0.0 {
        return Err(Error::InvalidArgument(format!("{}: {value} is negative", name())));
    }
    if value > LARGEST && !may_be_infinite {
        return Err(too_large(&name(), value));
    }
    Ok(())
}
