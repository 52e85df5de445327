//! What the queries of all systems share: batches of the caller's, filters, and the checks of inputs.

mod filter;
mod output;

pub use filter::{Backfaces, Filter};
pub use output::{Batch, ListOutput, Lists, Output};
pub(crate) use output::{Both, Found, ListWriter, check_offsets};

use crate::geometry::Vec3;
use crate::{Error, Result};

/// Checks that every answer has a place.
#[inline]
pub(crate) fn check_length(queries: usize, answers: usize) -> Result<()> {
    if queries == answers { Ok(()) } else { Err(no_place(queries, answers)) }
}

#[cold]
fn no_place(queries: usize, answers: usize) -> Error {
    Error::InvalidArgument(format!("answers: room for {answers}, but there are {queries} queries"))
}

/// Checks that a vector is finite; `name` is only called for the error text.
#[inline]
pub(crate) fn check_finite(vector: Vec3, name: impl FnOnce() -> String) -> Result<()> {
    if are_finite(vector, Vec3::ZERO) { Ok(()) } else { Err(not_finite_at(&name(), vector)) }
}

/// Whether two vectors are finite: zero times anything else is no number.
#[inline(always)]
pub(crate) fn are_finite(a: Vec3, b: Vec3) -> bool {
    let zeros = a * 0.0 + b * 0.0;
    (zeros.x + zeros.y) + zeros.z == 0.0
}

/// The error for a vector with a component that is not finite.
pub(crate) fn not_finite_at(name: &str, vector: Vec3) -> Error {
    let (axis, value) = ["x", "y", "z"]
        .into_iter()
        .zip(vector.to_array())
        .find(|(_, value)| !value.is_finite())
        .unwrap_or(("x", vector.x));
    Error::NotFinite(format!("{name}.{axis}: {value} is not finite"))
}

/// Checks that a radius or distance is a number and not negative; one may be infinite.
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
    Ok(())
}
