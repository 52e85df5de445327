//! The corners of a triangle that a hull touches, in both frames.

use crate::arrays::MapEach;
use crate::geometry::Triangle;
use crate::geometry::contact_normal::Place;
use crate::geometry::polytope::PosedHull;
use glam::DVec3;

/// A triangle's corners.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corners(pub(super) [Place; 3]);

impl Corners {
    pub(super) fn new(shape: &PosedHull, triangle: &Triangle) -> Corners {
        let (locals, _) = shape.local_corners(triangle);
        let worlds = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3());
        Corners([0, 1, 2].map_each(|k: usize| Place { local: locals[k], world: worlds[k] }))
    }

    pub(super) fn locals(&self) -> [DVec3; 3] {
        self.0.map_each(|corner| corner.local)
    }

    /// The edges, each from its corner to the next, in the hull's own frame.
    pub(super) fn sides(&self) -> [DVec3; 3] {
        let [a, b, c] = self.locals();
        [b - a, c - b, a - c]
    }

    /// The triangle's normal in the hull's own frame, of any length.
    pub(super) fn normal(&self) -> DVec3 {
        let [a, b, c] = self.locals();
        (b - a).cross(c - a)
    }

    /// A point of the triangle's plane, by its place along two edges.
    pub(super) fn at(&self, v: f64, w: f64) -> Place {
        let [a, b, c] = self.0;
        Place {
            local: a.local + (b.local - a.local) * v + (c.local - a.local) * w,
            world: a.world + (b.world - a.world) * v + (c.world - a.world) * w,
        }
    }

    /// The point of the triangle's inside that a point in its plane is, if it is one.
    pub(super) fn inside(&self, point: DVec3) -> Option<Place> {
        let [a, b, c] = self.locals();
        let (e, f, to) = (b - a, c - a, point - a);
        let normal = e.cross(f);
        let area = normal.length_squared();
        let (v, w) = (to.cross(f).dot(normal), e.cross(to).dot(normal));
        (v > 0.0 && w > 0.0 && v + w < area).then(|| self.at(v / area, w / area))
    }
}
