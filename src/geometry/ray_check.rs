//! The check of the numbers of a ray.

use super::Ray;
use super::limits::{check_coordinates, check_direction};
use crate::{Error, Result};

/// Checks a ray: coordinates, a direction that is not too short, and a range of numbers. `begins` is true if
/// the ray must have a beginning, so that `t_min` may not be infinite.
#[inline]
pub(crate) fn check_ray(ray: &Ray, begins: bool, name: impl Fn() -> String) -> Result<()> {
    check_coordinates(ray.origin, || text!("{}.origin", name()))?;
    check_coordinates(ray.direction, || text!("{}.direction", name()))?;
    check_direction(ray.direction, || text!("{}.direction", name()))?;
    if ray.t_min.is_nan() || begins && ray.t_min.is_infinite() {
        let what = if begins { "finite" } else { "a number" };
        let error = Error::not_finite(text!("{} is not {what}", ray.t_min));
        return Err(error.at(text!("{}.t_min", name())));
    }
    if ray.t_max.is_nan() {
        let error = Error::not_finite(text!("NaN is not a number"));
        return Err(error.at(text!("{}.t_max", name())));
    }
    Ok(())
}
