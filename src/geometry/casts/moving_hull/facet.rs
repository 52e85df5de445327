//! A triangle in the frame of a hull.

use crate::arrays::MapEach;
use crate::geometry::casts::surface::Surface;
use crate::geometry::{Feature, Polytope, PosedHull, Triangle};
use glam::DVec3;

/// A triangle as a hull sees it.
pub(super) struct Facet {
    /// In the world, from the pose's origin.
    pub(super) surface: Surface,
    /// In the hull's own frame.
    pub(super) corners: [DVec3; 3],
    /// From `a` to `b`, `b` to `c`, `c` to `a`, there.
    pub(super) edges: [DVec3; 3],
    /// The direction of heights over the triangle there, by the world's unit normal, if it has a face.
    pub(super) normal: Option<DVec3>,
    /// At least the largest coordinate there, of the triangle or the hull.
    pub(super) size: f64,
}

impl Facet {
    #[inline(always)]
    pub(super) fn new(shape: &PosedHull, triangle: &Triangle) -> Facet {
        let surface = Surface::new(triangle, shape.origin());
        let (corners, far) = shape.local_corners(triangle);
        // Not differences of those: edges stay good however far away the hull is.
        let edges = surface.edges.map_each(|edge| shape.local_at(edge));
        let [x, y, z] = shape.pose().rows.map_each(|row| row.as_dvec3());
        let normal = surface.normal.map(|n| x * n.x + y * n.y + z * n.z);
        let size = shape.local_size(far);
        Facet { surface, corners, edges, normal, size }
    }

    /// The triangle's height along a direction of the hull's frame: its lowest.
    #[inline(always)]
    pub(super) fn lowest(&self, direction: DVec3) -> f64 {
        let [a, b, c] = self.corners.map_each(|corner| direction.dot(corner));
        a.min(b).min(c)
    }

    /// The numbers of a part's corners, in order; of a face that is as thin as an edge, those of its longest.
    pub(super) fn part(&self, part: Feature) -> &'static [usize] {
        match part {
            Feature::Face if self.normal.is_none() => {
                let [ab, bc, ca] = self.surface.edges.map_each(DVec3::length_squared);
                match () {
                    () if ab >= bc.max(ca) && ab > 0.0 => &[0, 1],
                    () if bc >= ca && bc > 0.0 => &[1, 2],
                    () if ca > 0.0 => &[2, 0],
                    () => &[0],
                }
            }
            part => part.corners(),
        }
    }

    /// The middle of a part, in the world, from the pose's origin.
    pub(super) fn middle(&self, part: Feature) -> DVec3 {
        let corners = self.part(part);
        corners.iter().map(|&k| self.surface.corners[k]).sum::<DVec3>() / corners.len() as f64
    }
}
