//! Bounds in f32 lanes of a triangle's distances to the nodes of a block. See `docs/exactness.md`, "Distance
//! fields".

use super::affine::Affine;
use super::block::{Block, Ceiling, LEAST_SQUARE, SIDE};
use super::candidates::Candidate;
use crate::arrays::MapEach;
use crate::geometry::{Vec3, max, min};
use crate::simd::{LANES, Simd, Simd8};

/// The largest error of a triangle's distance in lanes compared with the reference, relative to the largest
/// possible distance of its farthest corner from a node.
pub(super) const ERROR: f32 = 1.0 / (1 << 18) as f32;
/// The part of it that is the error of a height over an edge.
const EDGE_ERROR: f32 = ERROR / 4.0;
/// The approximate distance of the nearest triangles, at which the bounds on errors are tightest.
pub(super) struct Level {
    value: f32,
    half: f32,
    inverse: f32,
    half_inverse: f32,
}

impl Level {
    /// Any positive number is valid; the ceiling is a good one.
    #[inline(always)]
    pub(super) fn new<S: Simd>(block: &Block<S>, ceiling: &Ceiling) -> Level {
        let far = if ceiling.at_center < f32::MAX { ceiling.at_center } else { 0.0 };
        let value = max(max(far, block.radius), LEAST_LEVEL);
        Level { value, half: value * 0.5, inverse: 1.0 / value, half_inverse: 0.5 / value }
    }
}

/// The least level.
const LEAST_LEVEL: f32 = 1.0 / (1u128 << 60) as f32;

/// Eight lanes of one number.
#[inline(always)]
pub(super) fn all<T: Simd8>(t: T, value: f32) -> T::F {
    t.splat(t.uniform(value))
}

/// The result of [`bound`].
pub(super) struct Bounded {
    /// A bit for each slice with nodes that the triangle may be the nearest of.
    pub(super) near: u32,
    /// True if the triangle lowered an upper bound.
    pub(super) is_nearer: bool,
}

/// Bounds a triangle's squared distances to the nodes of some slices, for those that the triangle may be
/// nearest to.
///
/// The error of a distance d is at most e. For any level l, the square of d + e is at most d² (1 + e / l) + e
/// l + e², and the square of d - e at least d² (1 - e / l) - e l. This needs no roots, and is tight if d is
/// about l.
#[inline(always)]
pub(super) fn bound<S: Simd>(
    s: S,
    shape: &Affine,
    block: &Block<S>,
    slices: u32,
    level: &Level,
    upper: &mut [S::F; SIDE],
    candidate: &mut Candidate,
) -> Bounded {
    let from: Vec3 = block.center - shape.corner;
    // A root is no more than the mean of l and its square over l, and no more than the sum of its components'
    // magnitudes.
    let square = (from.x * from.x + from.y * from.y) + from.z * from.z;
    let away = min(square * level.half_inverse + level.half, (from.x.abs() + from.y.abs()) + from.z.abs());
    let size = (away + block.radius) + shape.longest;
    let error = size * ERROR;
    let (part, rest) = (error * level.inverse, error * level.value + LEAST_SQUARE);
    let (more, above) = (s.splat(1.0 + part), s.splat(rest + error * error));
    let (less, below) = (s.splat(1.0 - part), s.splat(-rest));
    let at_center = {
        let t = s.lanes8();
        let (x, y, z) = (t.load_array(&shape.x), t.load_array(&shape.y), t.load_array(&shape.z));
        let in_plane = t.about_mul_add(x, all(t, from.x), t.load_array(&shape.w));
        t.to_array(t.about_mul_add(z, all(t, from.z), t.about_mul_add(y, all(t, from.y), in_plane)))
    };
    let mut functions = [s.splat(0.0); 7];
    for (k, function) in functions.iter_mut().enumerate() {
        let along_y = s.about_mul_add(s.splat(shape.y[k]), block.from_y, s.splat(at_center[k]));
        *function = s.about_mul_add(s.splat(shape.x[k]), block.from_x, along_y);
    }
    let zero = s.splat(0.0);
    let [ab, bc, ca] = shape.lengths;
    let lengths = [s.splat(ab), s.splat(bc), s.splat(ca)];
    let edge_error = s.splat(size * EDGE_ERROR);
    let outside = s.splat(-(size * EDGE_ERROR));
    let beyond_lengths = [ab, bc, ca].map_each(|length| s.splat(length + size * EDGE_ERROR));
    let mut found = Bounded { near: 0, is_nearer: false };
    let mut corners = [0; 3];
    for (slice, upper) in upper.iter_mut().enumerate() {
        if slices >> slice & 1 == 0 {
            continue;
        }
        let height = s.splat(block.from_z[slice]);
        let (mut edge, mut inside) = (s.splat(f32::INFINITY), s.splat(f32::INFINITY));
        let (mut along, mut squares) = ([zero; 3], [zero; 3]);
        for k in 0..3 {
            along[k] = s.about_mul_add(s.splat(shape.z[2 * k]), height, functions[2 * k]);
            let across = s.about_mul_add(s.splat(shape.z[2 * k + 1]), height, functions[2 * k + 1]);
            let beyond = s.sub(along[k], s.min(s.max(along[k], zero), lengths[k]));
            squares[k] = s.about_mul_add(beyond, beyond, s.mul(across, across));
            edge = s.min(squares[k], edge);
            inside = s.min(across, inside);
        }
        // Certainly over the face; otherwise the nearest edge is farther than the face by at most the error.
        let in_plane = s.select(s.le(inside, edge_error), edge, zero);
        let over = s.about_mul_add(s.splat(shape.z[6]), height, functions[6]);
        let square = s.about_mul_add(over, over, in_plane);
        let lowest = s.about_mul_add(square, less, below);
        if s.le(lowest, *upper) != 0 {
            found.near |= 1 << slice;
            candidate.low[slice] = s.to_array(lowest);
            let highest = s.about_mul_add(square, more, above);
            // Certainly nearest at a corner: outside, before the edge that begins there, behind the one that
            // ends there, and nearer than to the third.
            let is_outside = s.lt(inside, outside);
            for k in 0..3 {
                let (last, third) = ((k + 2) % 3, (k + 1) % 3);
                let to_third = s.about_mul_add(over, over, squares[third]);
                let is_in_corner = is_outside
                    & s.lt(along[k], outside)
                    & s.lt(beyond_lengths[last], along[last])
                    & s.lt(highest, s.about_mul_add(to_third, less, below));
                corners[k] |= u64::from(is_in_corner) << (slice * LANES);
            }
            found.is_nearer |= s.lt(highest, *upper) != 0;
            *upper = s.min(highest, *upper);
        }
    }
    candidate.corners = corners;
    found
}
