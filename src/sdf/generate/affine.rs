//! A triangle as seven affine functions, so that a block of nodes is tested by multiplications and additions alone.

use crate::arrays::MapEach;
use crate::geometry::{THINNEST_SQUARED, Triangle, Vec3};
use glam::DVec3;

/// Along each edge and towards the inside of it, from its first corner, and along the normal, from the plane: `x`, `y`, `z` and
/// `w` of each, in this order. The eighth is zero.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct Affine {
    pub(super) x: [f32; 8],
    pub(super) y: [f32; 8],
    pub(super) z: [f32; 8],
    /// The functions at the first corner.
    pub(super) w: [f32; 8],
    /// The first corner, where the functions begin.
    pub(super) corner: Vec3,
    /// Of the edges.
    pub(super) lengths: [f32; 3],
    pub(super) longest: f32,
}

impl Affine {
    pub(super) fn new(triangle: &Triangle) -> Affine {
        let corners = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3());
        let [a, b, c] = corners;
        let edges = [b - a, c - b, a - c];
        let squares = edges.map_each(|edge| edge.length_squared());
        let normal = edges[2].cross(edges[0]);
        if normal.length_squared() > THINNEST_SQUARED * squares[0] * squares[2] {
            let normal = normal.normalize();
            let along = edges.map_each(|edge| edge.normalize());
            return Affine::of(triangle, corners, along, normal, squares.map_each(f64::sqrt));
        }
        // The longest edge thrice, and turned once so that no node is over the inside.
        let longest = (0..3).fold(0, |best, k| if squares[k] > squares[best] { k } else { best });
        let along = edges[longest].try_normalize().unwrap_or(DVec3::X);
        let normal = along.any_orthonormal_vector();
        let mut affine =
            Affine::of(triangle, [corners[longest]; 3], [along; 3], normal, [squares[longest].sqrt(); 3]);
        for function in [&mut affine.x, &mut affine.y, &mut affine.z, &mut affine.w] {
            function[3] = -function[3];
        }
        affine
    }

    fn of(
        triangle: &Triangle,
        starts: [DVec3; 3],
        along: [DVec3; 3],
        normal: DVec3,
        lengths: [f64; 3],
    ) -> Affine {
        let corner = triangle.a.as_dvec3();
        let mut functions = [(DVec3::ZERO, 0.0); 8];
        for k in 0..3 {
            for (i, direction) in [along[k], normal.cross(along[k])].into_iter().enumerate() {
                functions[2 * k + i] = (direction, direction.dot(corner - starts[k]));
            }
        }
        functions[6] = (normal, normal.dot(corner - starts[0]));
        let lengths = lengths.map_each(|length| length as f32);
        Affine {
            x: functions.map(|(direction, _)| direction.x as f32),
            y: functions.map(|(direction, _)| direction.y as f32),
            z: functions.map(|(direction, _)| direction.z as f32),
            w: functions.map(|(_, at_corner)| at_corner as f32),
            corner: triangle.a,
            lengths,
            longest: lengths.into_iter().fold(0.0, f32::max),
        }
    }
}
