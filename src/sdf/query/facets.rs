//! Cells sixteen at a time: finds those in which a zero of the interpolant may be near to a point.
//!
//! The bound is that of [`CellBox::least_distance_squared`](super::cell_box::CellBox::least_distance_squared)
//! in f32, with cells for units. All rounding errors are bounded by a part of the compared numbers, which is
//! added to the bound. So a cell that is left out here would be left out there, but for that part.

use super::super::storage::{Lanes, Nodes};
use super::cell_batch::CellBatch;
use super::sampler::Sampler;
use crate::arrays::MapEach;
use crate::simd::{ALL_LANES, Kernel, LANES, Simd, dispatch};
use glam::DVec3;

/// More than the rounding errors of values, as a part of the sum of the terms times that of the coordinates:
/// fewer than twenty roundings of 2^-24.
pub(super) const ROUNDING: f32 = 1.0 / (1 << 18) as f32;

/// The largest ratio of a cell's terms to its gradient at which bounds are used. So the relative error of the
/// gradient's length is at most 20 * 2^-24 * 16, and squares and quotients of it have errors below these
/// constants.
const STEEPEST: f32 = 16.0;
const LENGTH_ROUNDING: f32 = 1.0 / (1 << 14) as f32;
const SQUARE_ROUNDING: f32 = 1.0 / (1 << 13) as f32;

/// The least steepness at which bounds are used, in values over cells: squares of less may underflow.
const FLATTEST: f32 = 1.0 / (1 << 20) as f32;

/// Cells that wait until there are sixteen.
pub(super) struct Facets(CellBatch);

impl Facets {
    pub(super) const fn new() -> Facets {
        Facets(CellBatch::new())
    }

    /// Adds a cell; returns true if there is no room for another.
    #[inline(always)]
    pub(super) fn push(&mut self, cell: [u32; 3]) -> bool {
        self.0.push(cell)
    }

    /// Removes all cells and returns them, with a bit for each that may have a zero nearer to a point than
    /// `reach`.
    pub(super) fn take<N: Nodes>(
        &mut self,
        sampler: &Sampler,
        nodes: N,
        point: DVec3,
        reach: f64,
    ) -> (Lanes, u32) {
        let (cells, present) = self.0.take();
        if present == 0 {
            return (cells, 0);
        }
        let inverse = 1.0 / f64::from(sampler.cell);
        let (mut from, mut widths) = ([[0.0; LANES]; 3], [[0.0; LANES]; 3]);
        for axis in 0..3 {
            for lane in 0..LANES {
                let [low, high] = [0, 1]
                    .map_each(|side| f64::from(sampler.grid.coordinate(axis, cells[axis][lane] + side)));
                from[axis][lane] = ((point[axis] - 0.5 * (low + high)) * inverse) as f32;
                widths[axis][lane] = ((high - low) * inverse) as f32;
            }
        }
        let near = dispatch(Near {
            nodes,
            cells: &cells,
            from: &from,
            widths: &widths,
            inverse: inverse as f32,
            reach: (reach * inverse) as f32,
        });
        (cells, near & present)
    }
}

struct Near<'a, N> {
    nodes: N,
    cells: &'a Lanes,
    /// The offsets from the cells' middles to the point.
    from: &'a [[f32; LANES]; 3],
    widths: &'a [[f32; LANES]; 3],
    inverse: f32,
    reach: f32,
}

impl<N: Nodes> Kernel for Near<'_, N> {
    type Output = u32;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u32 {
        let Near { nodes, cells, from, widths, inverse, reach } = self;
        let [x, y, z] = from.map_each(|from| simd.load_array(from));
        let [wx, wy, wz] = widths.map_each(|widths| simd.load_array(widths));
        let splat = |number| simd.splat(number);
        let sum = |a, b, c| simd.add(simd.add(a, b), c);
        let squares = |a, b, c| sum(simd.mul(a, a), simd.mul(b, b), simd.mul(c, c));
        let terms = terms(simd, nodes.corners_in_lanes(simd, cells).0, splat(inverse * 0.125));
        // Terms are half of the gradient times the width.
        let slope = |k: usize, width| simd.div(simd.add(terms[k], terms[k]), width);
        let (gx, gy, gz) = (slope(1, wx), slope(2, wy), slope(4, wz));
        let bend = bend(simd, &terms);
        let square = squares(gx, gy, gz);
        let along = sum(simd.mul(gx, x), simd.mul(gy, y), simd.mul(gz, z));
        let (zero, one) = (splat(0.0), splat(1.0));
        let size =
            simd.add(simd.add(simd.abs(terms[0]), bend), sum(simd.abs(gx), simd.abs(gy), simd.abs(gz)));
        let away = simd.add(one, sum(simd.abs(x), simd.abs(y), simd.abs(z)));
        let rounding = simd.mul(simd.mul(size, away), splat(ROUNDING));
        // The distance to the planes between which zeros lie.
        let off = simd.sub(simd.abs(simd.add(terms[0], along)), simd.add(bend, rounding));
        let above = simd.max(off, zero);
        // The distance along them to the cell's sphere.
        let apart = simd.mul(squares(x, y, z), splat(1.0 - SQUARE_ROUNDING));
        let beside = simd.sub(apart, simd.div(simd.mul(along, along), square));
        let radius = simd.mul(simd.sqrt(squares(wx, wy, wz)), splat(0.5 + ROUNDING));
        let beside = simd.max(simd.sub(simd.sqrt(simd.max(beside, zero)), radius), zero);
        let least = simd.add(simd.div(simd.mul(above, above), square), simd.mul(beside, beside));
        // Comparisons with NaN are false.
        let is_far = simd.lt(splat(reach * reach * (1.0 + LENGTH_ROUNDING)), least)
            & simd.lt(splat(FLATTEST * FLATTEST), square)
            & simd.lt(simd.mul(size, size), simd.mul(square, splat(STEEPEST * STEEPEST)));
        !is_far & ALL_LANES
    }
}

/// The terms of [`CellBox`](super::cell_box::CellBox), times eight times a factor.
#[inline(always)]
pub(super) fn terms<S: Simd>(simd: S, mut numbers: [S::F; 8], factor: S::F) -> [S::F; 8] {
    for axis in [1, 2, 4] {
        for k in 0..8 {
            if k & axis == 0 {
                let (low, high) = (numbers[k], numbers[k | axis]);
                (numbers[k], numbers[k | axis]) = (simd.add(low, high), simd.sub(high, low));
            }
        }
    }
    numbers.map_each(|number| simd.mul(number, factor))
}

/// The sum of the magnitudes of the terms that a plane does not have.
#[inline(always)]
pub(super) fn bend<S: Simd>(simd: S, terms: &[S::F; 8]) -> S::F {
    let [a, b, c, d] = [3, 5, 6, 7].map_each(|k| simd.abs(terms[k]));
    simd.add(simd.add(a, b), simd.add(c, d))
}
