//! The nodes of a block, and the bounds of their distances as a search narrows them.

use crate::arrays::{MapEach, array_of};
use crate::geometry::{Vec3, max, max_abs, min};
use crate::sdf::Grid;
use crate::simd::{ALL_LANES, Doubles, LANES, LANES8, Simd};

/// Nodes along each axis of a block: four slices of sixteen.
pub(super) const SIDE: usize = 4;
/// Nodes of a block.
pub(super) const NODES: usize = SIDE * SIDE * SIDE;

/// Absolute slack for squares, and for distances, that vanish in f32.
pub(super) const LEAST_SQUARE: f32 = f32::from_bits(1 << 9);
const LEAST_DISTANCE: f32 = 1.0 / (1u128 << 70) as f32;
/// More than any distance.
const GREATEST_DISTANCE: f32 = (1u128 << 100) as f32;

/// The positions of the nodes of a block. Nodes beyond the last one of the grid repeat that.
pub(super) struct Block<S: Simd> {
    /// Coordinates by axis.
    pub(super) at: [[f32; SIDE]; 3],
    /// The middle, but for rounding.
    pub(super) center: Vec3,
    /// The nodes of a slice, along x and y: coordinates, and offsets from the center.
    pub(super) x: S::F,
    pub(super) y: S::F,
    pub(super) from_x: S::F,
    pub(super) from_y: S::F,
    /// Offsets of the slices from the center, along z.
    pub(super) from_z: [f32; SIDE],
    /// The largest distances of nodes from the center, along each axis and in space.
    pub(super) reach: Vec3,
    pub(super) radius: f32,
    /// Coordinates of the nodes of a slice, half by half, and of the slices, in f64.
    exact_x: [[f64; LANES8]; 2],
    exact_y: [[f64; LANES8]; 2],
    exact_z: [f64; SIDE],
}

impl<S: Simd> Block<S> {
    /// The block that begins at a node.
    #[inline(always)]
    pub(super) fn new(s: S, grid: &Grid, first: [u32; 3]) -> Block<S> {
        let mut at = [[0.0; SIDE]; 3];
        let mut from = [[0.0; SIDE]; 3];
        let (mut center, mut reach) = (Vec3::ZERO, Vec3::ZERO);
        for axis in 0..3 {
            let last = grid.dims()[axis] - 1;
            for (k, at) in at[axis].iter_mut().enumerate() {
                *at = grid.coordinate(axis, (first[axis] + k as u32).min(last));
            }
            center[axis] = at[axis][0] * 0.5 + at[axis][SIDE - 1] * 0.5;
            for k in 0..SIDE {
                from[axis][k] = at[axis][k] - center[axis];
                reach[axis] = max(reach[axis], from[axis][k].abs());
            }
        }
        let (mut x, mut y, mut from_x, mut from_y) = ([0.0; LANES], [0.0; LANES], [0.0; LANES], [0.0; LANES]);
        for lane in 0..LANES {
            x[lane] = at[0][lane % SIDE];
            y[lane] = at[1][lane / SIDE];
            from_x[lane] = from[0][lane % SIDE];
            from_y[lane] = from[1][lane / SIDE];
        }
        Block {
            at,
            center,
            x: s.load_array(x),
            y: s.load_array(y),
            from_x: s.load_array(from_x),
            from_y: s.load_array(from_y),
            from_z: from[2],
            reach,
            exact_x: array_of(|half| array_of(|i| f64::from(x[half * LANES8 + i]))),
            exact_y: array_of(|half| array_of(|i| f64::from(y[half * LANES8 + i]))),
            exact_z: at[2].map_each(f64::from),
            radius: ((reach.x * reach.x + reach.y * reach.y) + reach.z * reach.z).sqrt(),
        }
    }

    /// The node with a number in the block: a bit pair an axis, x lowest.
    #[inline(always)]
    pub(super) fn exact_node(&self, node: usize) -> [f64; 3] {
        let (half, lane) = (node / LANES8 % 2, node % LANES8);
        [self.exact_x[half][lane], self.exact_y[half][lane], self.exact_z[node / LANES % SIDE]]
    }

    /// Eight nodes, half a slice: the halves are numbered.
    #[inline(always)]
    pub(super) fn exact_nodes<D: Doubles>(&self, d: D, half: usize) -> [D::F; 3] {
        let (x, y) = (&self.exact_x[half % 2], &self.exact_y[half % 2]);
        [d.load_array(x), d.load_array(y), d.splat(self.exact_z[half / 2 % SIDE])]
    }
}

/// An affine function that no node's distance is above: `at_center + slope . (node - center)`, with the slack
/// needed to compare with it.
#[derive(Clone, Copy)]
pub(super) struct Ceiling {
    pub(super) at_center: f32,
    pub(super) slope: Vec3,
    /// `at_center` plus the largest rounding error of a lower bound: see `docs/exactness.md`.
    pub(super) padded: f32,
}

impl Ceiling {
    #[inline(always)]
    pub(super) fn flat<S: Simd>(block: &Block<S>, at_center: f32) -> Ceiling {
        Ceiling::new(block, at_center, Vec3::ZERO)
    }

    #[inline(always)]
    fn new<S: Simd>(block: &Block<S>, at_center: f32, slope: Vec3) -> Ceiling {
        let slack = (at_center.abs() + 8.0 * max_abs(block.reach)) * (1.0 / (1 << 18) as f32);
        // Finite, because it is multiplied by distances that may be zero.
        Ceiling { at_center, slope, padded: min((at_center + slack) + LEAST_DISTANCE, GREATEST_DISTANCE) }
    }

    /// The ceiling over the roots of squares, by slice, with the slope that fits them best.
    #[inline(always)]
    pub(super) fn over<S: Simd>(s: S, block: &Block<S>, squares: &[S::F; SIDE]) -> Ceiling {
        let [a, b, c, d] = *squares;
        let roots = [s.sqrt(a), s.sqrt(b), s.sqrt(c), s.sqrt(d)];
        let all = s.add(s.add(roots[0], roots[1]), s.add(roots[2], roots[3]));
        let mut heights = s.splat(0.0);
        for (root, height) in roots.into_iter().zip(block.from_z) {
            heights = s.about_mul_add(root, s.splat(height), heights);
        }
        // For offsets of -1.5, -0.5, 0.5 and 1.5 cells, the squares' mean is 5/9 of the largest square. The
        // function is above the roots for any slope; in blocks at the grid's end it just fits worse.
        let fitted = |sum: f32, reach: f32| {
            let slope = sum / (NODES as f32 * (5.0 / 9.0) * reach * reach);
            if slope.is_finite() { slope.clamp(-1.0, 1.0) } else { 0.0 }
        };
        let slope = Vec3::new(
            fitted(s.about_sum(s.mul(all, block.from_x)), block.reach.x),
            fitted(s.about_sum(s.mul(all, block.from_y)), block.reach.y),
            fitted(s.about_sum(heights), block.reach.z),
        );
        let in_slice = s.about_mul_add(s.splat(slope.x), block.from_x, s.mul(s.splat(slope.y), block.from_y));
        let mut highest = s.splat(f32::NEG_INFINITY);
        for (root, height) in roots.into_iter().zip(block.from_z) {
            let above = s.sub(root, s.add(in_slice, s.splat(slope.z * height)));
            highest = s.max(highest, above);
        }
        Ceiling::new(block, s.largest(ALL_LANES, highest), slope)
    }
}
