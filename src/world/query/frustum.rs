//! Volumes in view of a frustum.

use super::predicate::{EVERYWHERE, Predicate};
use crate::batch::check_coordinates;
use crate::geometry::{Aabb, Vec3};
use crate::world::objects::{Volume, length_squared};
use crate::{Error, Result};

/// A half-space `normal · p + offset >= 0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Points inwards; any length but zero.
    pub normal: Vec3,
    /// Negative distance of the plane from the origin, in lengths of the normal.
    pub offset: f32,
}

/// Volumes that are not wholly outside of any of six half-spaces. That is the usual test of views: a volume
/// near an edge of the frustum may be found though it is outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frustum {
    /// In any order.
    pub planes: [Plane; 6],
}

impl Frustum {
    pub(super) fn check(&self, name: impl Fn() -> String) -> Result<()> {
        for (i, plane) in self.planes.iter().enumerate() {
            check_coordinates(plane.normal, || text!("{}.planes[{i}].normal", name()))?;
            if plane.normal == Vec3::ZERO {
                return Err(Error::invalid_argument(text!("{}.planes[{i}].normal: is zero", name())));
            }
            if !plane.offset.is_finite() {
                return Err(Error::not_finite(text!(
                    "{}.planes[{i}].offset: {} is not finite",
                    name(),
                    plane.offset
                )));
            }
        }
        Ok(())
    }
}

/// Of the corner that is farthest along the normal. Monotone: never less for a box that contains another.
#[inline]
fn farthest(plane: &Plane, bounds: &Aabb) -> f64 {
    let corner = Vec3::select(plane.normal.cmpge(Vec3::ZERO), bounds.max, bounds.min);
    height(plane, corner)
}

#[inline]
fn height(plane: &Plane, point: Vec3) -> f64 {
    let product = plane.normal.as_dvec3() * point.as_dvec3();
    ((product.x + product.y) + product.z) + f64::from(plane.offset)
}

impl Predicate for Frustum {
    fn bound(&self, bounds: &Aabb) -> Option<f64> {
        self.planes.iter().all(|plane| farthest(plane, bounds) >= 0.0).then_some(0.0)
    }

    fn key(&self, volume: &Volume) -> Option<f64> {
        self.bound(&volume.bounds())?;
        match volume {
            Volume::Box(_) => Some(0.0),
            Volume::Sphere(sphere) => {
                let reach =
                    |plane: &Plane| f64::from(sphere.radius) * length_squared(plane.normal.as_dvec3()).sqrt();
                let inside = |plane: &Plane| height(plane, sphere.center) >= -reach(plane);
                self.planes.iter().all(inside).then_some(0.0)
            }
        }
    }

    fn range(&self) -> Aabb {
        EVERYWHERE
    }
}
