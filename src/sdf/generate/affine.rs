//! A triangle as seven affine functions, so that a block of nodes is tested by multiplications and additions
//! alone.

use crate::arrays::MapEach;
use crate::geometry::{THINNEST_SQUARED, Triangle, Vec3, max};
use glam::DVec3;

/// Functions along each edge and towards the inside of it, from its first corner, and along the normal, from
/// the plane: `x`, `y`, `z` and `w` of each, in this order. The eighth is zero.
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
    /// The lengths of the edges.
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
            let lengths = squares.map_each(f64::sqrt);
            let [ab, bc, ca] = lengths.map_each(|length| 1.0 / length);
            let along = [edges[0] * ab, edges[1] * bc, edges[2] * ca];
            return Affine::of(triangle, corners, along, normal, lengths);
        }
        // The longest edge three times, turned once so that no node is over the inside.
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
        let lengths = lengths.map_each(|length| length as f32);
        let mut affine = Affine {
            x: [0.0; 8],
            y: [0.0; 8],
            z: [0.0; 8],
            w: [0.0; 8],
            corner: triangle.a,
            lengths,
            longest: max(max(lengths[0], lengths[1]), lengths[2]),
        };
        for (k, (along, start)) in along.into_iter().zip(starts).enumerate() {
            affine.set(2 * k, along, corner - start);
            affine.set(2 * k + 1, normal.cross(along), corner - start);
        }
        affine.set(6, normal, corner - starts[0]);
        affine
    }

    /// Sets the function along a direction. `at_corner` is the vector from a zero of the function to the
    /// first corner.
    #[inline(always)]
    fn set(&mut self, function: usize, direction: DVec3, at_corner: DVec3) {
        self.x[function] = direction.x as f32;
        self.y[function] = direction.y as f32;
        self.z[function] = direction.z as f32;
        self.w[function] = direction.dot(at_corner) as f32;
    }
}
