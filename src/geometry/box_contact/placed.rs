//! A triangle in the frame of a box.

use crate::arrays::MapEach;
use crate::geometry::contact_normal::Place;
use crate::geometry::{BoxAxes, Triangle};
use glam::DVec3;

/// The triangle, and the half extents of the box.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    half: DVec3,
    corners: [Place; 3],
}

impl Placed {
    #[inline]
    pub(super) fn new(shape: &BoxAxes, triangle: &Triangle) -> Placed {
        let half = shape.half_extents.as_dvec3();
        let [x, y, z] = shape.axes.map_each(|axis| axis.as_dvec3());
        let center = shape.center.as_dvec3();
        let corners = [triangle.a, triangle.b, triangle.c].map_each(|corner| {
            let world = corner.as_dvec3();
            let offset = world - center;
            Place { local: DVec3::new(x.dot(offset), y.dot(offset), z.dot(offset)), world }
        });
        Placed { half, corners }
    }

    #[inline]
    pub(super) fn half(&self) -> DVec3 {
        self.half
    }

    #[inline]
    pub(super) fn corners(&self) -> &[Place; 3] {
        &self.corners
    }

    /// For each of the corners, whether it is in the box.
    #[inline]
    pub(super) fn has_corners(&self) -> [bool; 3] {
        self.corners.map_each(|corner| corner.local.abs().cmple(self.half).all())
    }

    /// The triangle's edges, each from its corner to the next, in the frame.
    #[inline]
    pub(super) fn sides(&self) -> [DVec3; 3] {
        let [a, b, c] = self.corners.map_each(|corner| corner.local);
        [b - a, c - b, a - c]
    }
}
