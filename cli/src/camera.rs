//! The camera of a picture.

use anyhow::{Result, ensure};
use carom::geometry::{Triangle, Vec3};
use glam::DVec3;
use std::path::Path;

/// A pinhole camera.
pub(crate) struct Camera {
    pub(crate) eye: DVec3,
    /// Unit vectors to the right, up and ahead.
    pub(crate) right: DVec3,
    pub(crate) up: DVec3,
    pub(crate) ahead: DVec3,
    /// Half the picture's width and height at distance 1.
    pub(crate) half: (f64, f64),
}

/// The wishes of the user for the camera.
pub(crate) struct Wishes {
    pub(crate) eye: Option<DVec3>,
    pub(crate) target: Option<DVec3>,
    pub(crate) up: DVec3,
    /// Vertical, in degrees.
    pub(crate) field_of_view: f64,
    pub(crate) size: (u32, u32),
}

impl Camera {
    /// An error for one that is too far away; `file` is what it sees.
    pub(crate) fn check(&self, file: &Path) -> Result<()> {
        let far = || format!("{}: the camera is farther away than 32-bit numbers reach", file.display());
        ensure!(self.eye.as_vec3().is_finite(), far());
        Ok(())
    }

    /// The camera that the user wishes. Values that are left open are chosen so that all triangles are in
    /// view: from the front right, a little above, at the distance at which the picture is just filled.
    pub(crate) fn new(wishes: &Wishes, triangles: &[(Triangle, u16)]) -> Camera {
        let tangent = (wishes.field_of_view.to_radians() / 2.0).tan();
        let half = (tangent * f64::from(wishes.size.0) / f64::from(wishes.size.1), tangent);
        let points =
            || triangles.iter().flat_map(|(triangle, _)| [triangle.a, triangle.b, triangle.c].map(wide));
        let low = points().reduce(DVec3::min).unwrap_or_default();
        let high = points().reduce(DVec3::max).unwrap_or_default();
        let middle = (low + high) / 2.0;
        let target = wishes.target.unwrap_or(middle);
        let up = wishes.up.try_normalize().unwrap_or(DVec3::Z);

        if let Some(eye) = wishes.eye {
            let (right, up, ahead) = frame((target - eye).try_normalize().unwrap_or(DVec3::NEG_Z), up);
            return Camera { eye, right, up, ahead, half };
        }
        // As drawings have it: with z up, y leads away; with y up, z comes towards the viewer.
        let side = if up.x.abs() < 0.9 { DVec3::X } else { DVec3::Y };
        let side = side.reject_from_normalized(up).normalize();
        let (right, up, ahead) = frame((up.cross(side) - side * 0.6 - up * 0.4).normalize(), up);
        let mut camera = Camera { eye: target, right, up, ahead, half };
        let size = (high - low).length().max(f64::MIN_POSITIVE);
        let fixed = wishes.target.is_some();
        camera.retreat(points, if fixed { target } else { middle }, size, fixed);
        camera
    }

    /// Moves back from `target` until all points are in view, and sideways, unless `fixed`, until they are
    /// in its middle.
    fn retreat<I: Iterator<Item = DVec3>>(
        &mut self,
        points: impl Fn() -> I,
        target: DVec3,
        size: f64,
        fixed: bool,
    ) {
        const MARGIN: f64 = 1.07;
        let half = (self.half.0 / MARGIN, self.half.1 / MARGIN);
        let mut center = target;
        let mut distance = size;
        for _ in 0..4 {
            // Distances at which the extreme points touch the four sides of the picture.
            let mut sides = [f64::NEG_INFINITY; 4];
            for point in points() {
                let from = point - center;
                let (x, y, z) = (from.dot(self.right), from.dot(self.up), from.dot(self.ahead));
                let touching = [x / half.0 - z, -x / half.0 - z, y / half.1 - z, -y / half.1 - z];
                sides.iter_mut().zip(touching).for_each(|(side, at)| *side = side.max(at));
            }
            let [right, left, up, down] = sides;
            if !right.is_finite() {
                break;
            }
            if fixed {
                distance = right.max(left).max(up).max(down);
                break;
            }
            // Sideways until opposite sides are touched at the same distance.
            center += self.right * ((right - left) / 2.0 * half.0) + self.up * ((up - down) / 2.0 * half.1);
            distance = ((right + left) / 2.0).max((up + down) / 2.0);
        }
        self.eye = center - self.ahead * distance.max(size * 1e-3);
    }

    /// The direction of the ray through a place of the picture, from -1 to 1 to the right and up.
    pub(crate) fn direction(&self, x: f64, y: f64) -> Vec3 {
        (self.ahead + self.right * (x * self.half.0) + self.up * (y * self.half.1)).as_vec3()
    }
}

fn wide(point: Vec3) -> DVec3 {
    DVec3::new(point.x.into(), point.y.into(), point.z.into())
}

/// Right, up and ahead at right angles, `up` as near to the wish as can be.
fn frame(ahead: DVec3, up: DVec3) -> (DVec3, DVec3, DVec3) {
    let right = ahead.cross(up).try_normalize().unwrap_or_else(|| ahead.any_orthonormal_vector());
    (right, right.cross(ahead), ahead)
}
