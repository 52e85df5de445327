//! The closest points of a hull and a triangle that are apart.
//!
//! They are a vertex and a point of the triangle, a corner and a point of a face, or points of two edges. Each of the
//! hull's and the triangle's planes bounds the distance from below: most pairs are not looked at, and none is once a
//! pair is as near as a plane allows.

use super::corners::Corners;
use crate::arrays::MapEach;
use crate::geometry::contact_normal::Place;
use crate::geometry::polytope::posed::ULP;
use crate::geometry::polytope::{Polytope, PosedHull};
use crate::geometry::{Triangle, closest_offset, closest_on_segments};
use glam::DVec3;

/// The square of a distance that is as near as a bound of it is a little larger: 2^-40.
const AS_NEAR: f64 = 1.0 + 1.0 / (1u64 << 40) as f64;

/// The closest points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closest {
    /// On the triangle, in the world.
    pub(super) point: DVec3,
    /// From there to the hull.
    pub(super) offset: DVec3,
    square: f64,
}

/// The search for them.
struct Search<'a> {
    shape: &'a PosedHull<'a>,
    corners: &'a Corners,
    best: Closest,
    /// No distance is less: its square.
    least: f64,
}

impl Closest {
    /// Finds them; `None` if they are farther apart than that.
    pub(super) fn within(
        shape: &PosedHull,
        triangle: &Triangle,
        corners: &Corners,
        distance: f64,
    ) -> Option<Closest> {
        let square = distance * distance;
        let mut search = Search {
            shape,
            corners,
            best: Closest { point: DVec3::ZERO, offset: DVec3::ZERO, square: f64::INFINITY },
            least: 0.0,
        };
        search.bound_by_faces();
        if search.least > square * AS_NEAR {
            return None;
        }
        search.try_vertices(triangle);
        if search.least > square * AS_NEAR {
            return None;
        }
        if !search.is_done() {
            search.try_faces();
        }
        if !search.is_done() {
            search.try_edges();
        }
        (search.best.distance() <= distance).then_some(search.best)
    }

    pub(super) fn distance(&self) -> f64 {
        self.offset.length()
    }

    /// That of the triangle.
    pub(super) fn place(&self, shape: &PosedHull) -> Place {
        Place { local: shape.local_at(self.point - shape.origin().as_dvec3()), world: self.point }
    }
}

impl Search<'_> {
    /// True if there is no nearer pair.
    fn is_done(&self) -> bool {
        self.best.square <= self.least * AS_NEAR
    }

    fn consider(&mut self, point: DVec3, offset: DVec3) {
        let square = offset.length_squared();
        if square < self.best.square {
            self.best = Closest { point, offset, square };
        }
    }

    /// How high the corners are over a face, times the length of its normal, and that length's square.
    #[inline(always)]
    fn heights(&self, face: usize) -> ([f64; 3], f64) {
        let (plane, from) =
            (&self.shape.hull().planes()[face], self.shape.hull().face_origin(face).as_dvec3());
        let heights = self.corners.locals().map_each(|corner| plane.normal.dot(corner - from));
        (heights, self.shape.world_direction(plane.normal).length_squared())
    }

    /// Takes a plane over which the other shape is so high at least into account.
    fn bound(&mut self, height: f64, squared_length: f64) {
        if height > 0.0 && squared_length > 0.0 {
            self.least = self.least.max(height * height / squared_length);
        }
    }

    fn bound_by_faces(&mut self) {
        for face in 0..self.shape.face_count() {
            let ([a, b, c], length) = self.heights(face);
            self.bound(a.min(b).min(c), length);
        }
    }

    /// The vertices with the triangle, which bounds the distance, too.
    fn try_vertices(&mut self, triangle: &Triangle) {
        let (normal, from) = (self.corners.normal(), self.corners.0[0].local);
        let length = self.shape.world_direction(normal).length_squared();
        let (mut low, mut high) = (f64::MAX, f64::MIN);
        let height_of = |v: usize| normal.dot(self.shape.hull().vertices()[v].as_dvec3() - from);
        for i in 0..self.shape.vertex_count() {
            let height = height_of(i);
            (low, high) = (low.min(height), high.max(height));
        }
        let origin = self.shape.origin().as_dvec3();
        for i in 0..self.shape.vertex_count() {
            let height = height_of(i);
            if height * height > self.best.square * AS_NEAR * length {
                continue;
            }
            let at = origin + self.shape.vertex(i);
            let (offset, _) = closest_offset(at, triangle);
            self.consider(at + offset, -offset);
        }
        self.bound(low.max(-high), length);
    }

    /// The corners with the insides of faces.
    fn try_faces(&mut self) {
        for face in 0..self.shape.face_count() {
            let (heights, length) = self.heights(face);
            let normal = self.shape.face_normal(face);
            for (Place { local, world }, height) in self.corners.0.into_iter().zip(heights) {
                if height <= 0.0 || height * height > self.best.square * AS_NEAR * length {
                    continue;
                }
                if self.shape.hull().is_over(face, local) {
                    self.consider(world, normal * (-height / length));
                }
            }
        }
    }

    /// The edges with the triangle's.
    fn try_edges(&mut self) {
        let hull = *self.shape.hull();
        let is_solid = hull.dimension() == 3;
        let size = self.corners.locals().map_each(|corner| corner.abs().max_element());
        let size = self.shape.local_size(size[0].max(size[1]).max(size[2]));
        let origin = self.shape.origin().as_dvec3();
        for edge in hull.edges() {
            let faces = [edge.left, edge.right];
            let seen = match is_solid {
                true => faces.map_each(|face| {
                    let (heights, length) = self.heights(face.into());
                    (heights, length, hull.planes()[usize::from(face)].size * (64.0 * ULP * size))
                }),
                false => [([0.0; 3], 1.0, 0.0); 2],
            };
            for k in 0..3 {
                let next = (k + 1) % 3;
                // The nearest point is in front of one of the faces, and no nearer than both are.
                let may_be_nearest = !is_solid
                    || seen.iter().any(|(heights, _, error)| heights[k].max(heights[next]) > -error)
                        && seen.iter().all(|(heights, length, _)| {
                            let height = heights[k].min(heights[next]).max(0.0);
                            height * height <= self.best.square * AS_NEAR * length
                        });
                if !may_be_nearest {
                    continue;
                }
                let [from, to] = [edge.a, edge.b].map_each(|v| origin + self.shape.vertex(v.into()));
                let (begin, end) = (self.corners.0[k].world, self.corners.0[next].world);
                let (s, _, offset) = closest_on_segments(end - begin, to - from, from - begin);
                self.consider(begin + (end - begin) * s, offset);
            }
        }
    }
}
