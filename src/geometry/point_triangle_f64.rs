//! Closest point on a triangle in double precision, for what f32 cannot tell apart.

use super::Triangle;
use glam::DVec3;

/// From a point to the nearest point of a triangle, in f64: the best of its edges and, where the point is over it, of
/// its face.
pub(crate) fn closest_offset_f64(point: DVec3, triangle: &Triangle) -> DVec3 {
    let [a, b, c] = [triangle.a, triangle.b, triangle.c].map(|corner| corner.as_dvec3() - point);
    let edge = |from: DVec3, to: DVec3| {
        let along = to - from;
        let (reach, square) = (-from.dot(along), along.length_squared());
        if reach > 0.0 && square > 0.0 { from + along * (reach / square).min(1.0) } else { from }
    };
    let nearer = |x: DVec3, y: DVec3| if y.length_squared() < x.length_squared() { y } else { x };
    let best = nearer(nearer(edge(a, b), edge(b, c)), edge(c, a));
    let normal = (b - a).cross(c - a);
    let over = [(a, b), (b, c), (c, a)].iter().all(|(from, to)| normal.dot(from.cross(*to)) > 0.0);
    // A point over an edge is nearest to the edge.
    let over = over && normal != DVec3::ZERO;
    if over { nearer(best, normal * (normal.dot(a) / normal.length_squared())) } else { best }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Vec3;

    #[test]
    fn the_nearest_point_is_on_the_face_or_an_edge_or_a_corner() {
        let triangle = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y);
        let at = |x: f64, y: f64, z: f64| {
            let point = DVec3::new(x, y, z);
            point + closest_offset_f64(point, &triangle)
        };
        assert_eq!(at(0.25, 0.25, 3.0), DVec3::new(0.25, 0.25, 0.0));
        assert_eq!(at(0.5, -2.0, 1.0), DVec3::new(0.5, 0.0, 0.0));
        assert_eq!(at(1.0, 1.0, -1.0), DVec3::new(0.5, 0.5, 0.0));
        assert_eq!(at(-1.0, -1.0, 1.0), DVec3::ZERO);
        assert_eq!(at(5.0, -1.0, 0.0), DVec3::X);
        let flat = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::X * 2.0);
        assert_eq!(closest_offset_f64(DVec3::new(1.5, 1.0, 0.0), &flat), DVec3::new(0.0, -1.0, 0.0));
    }
}
