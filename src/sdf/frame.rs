//! The cell of a point, and the point's place in the cell.
//!
//! Along each axis, the cell is the last one that begins at or before the point, moved to the grid's box. The
//! place in it is `(q - low) / (high - low)` of the nodes' own rounded positions. So a sample at a node is
//! the node's value, to the bit.

use super::Grid;
use crate::arrays::MapEach;
use crate::geometry::{max, min};
use crate::simd::Arithmetic32;

/// For x from 0 to 2^22, `x + 2^23` is rounded to a whole number, whose lowest bits are x rounded.
const WHOLE: f32 = 8_388_608.0;

/// The bits of that number.
pub(in crate::sdf) const WHOLE_BITS: u32 = (1 << 23) - 1;

/// An axis of a grid, prepared for many points.
#[derive(Clone, Copy)]
struct Axis {
    low: f32,
    high: f32,
    /// The number of the last cell.
    last: f32,
}

/// A grid, prepared for many points.
#[derive(Clone, Copy)]
pub(in crate::sdf) struct Frame {
    axes: [Axis; 3],
    cell: f32,
    inverse: f32,
    /// The number of cells by which the first guess may be too low, and too high beyond one. 0 but for absurd
    /// grids, whose cells are about as small as the rounding of their coordinates.
    corrections: u32,
}

/// The places of points along an axis.
#[derive(Clone, Copy)]
pub(in crate::sdf) struct Place<F> {
    /// The cell, plus 2^23: a whole number, which [`WHOLE_BITS`] takes from its bits.
    pub(in crate::sdf) cell: F,
    /// The place in the cell, from 0 at its lower node to 1 at the upper one.
    pub(in crate::sdf) t: F,
    /// The cell's width.
    pub(in crate::sdf) width: F,
    /// The distance of the point beyond the grid's box: 0 inside, negative below.
    pub(in crate::sdf) beyond: F,
}

impl Frame {
    pub(in crate::sdf) fn of(grid: &Grid) -> Frame {
        let bounds = grid.bounds();
        let (low, high) = (bounds.min.to_array(), bounds.max.to_array());
        let mut far = 0.0;
        for number in low.into_iter().chain(high) {
            far = max(number.abs(), far);
        }
        let most = grid.dims().into_iter().fold(0, u32::max);
        let ulp = min(far.next_up(), f32::MAX) - far;
        let is_steady = most <= 1 << 20 && grid.cell() >= 8.0 * ulp;
        Frame {
            axes: [0, 1, 2].map_each(|axis| Axis {
                low: low[axis],
                high: high[axis],
                last: (grid.dims()[axis] - 2) as f32,
            }),
            cell: grid.cell(),
            inverse: 1.0 / grid.cell(),
            corrections: if is_steady { 0 } else { 8 },
        }
    }

    /// Finds the places of points along an axis.
    ///
    /// The guess `r` is the nearest whole number to `(q - low) / cell`. With u = 2^-24, up to 2^20 nodes and
    /// cells of 8 units in the last place of the largest coordinate, the quotient is off by at most 3 u 2^20
    /// < 0.19 cells, and a node by u 2^20 + 1/16 < 0.13. So the cell is `r` or `r - 1`, and one comparison
    /// decides. Up to 2^22 nodes and cells of which neighbours just differ, the same sum is less than 5.
    #[inline(always)]
    pub(in crate::sdf) fn locate<N: Arithmetic32>(&self, n: N, axis: usize, point: N::F) -> Place<N::F> {
        let Axis { low, high, last } = self.axes[axis];
        let (low, high, last) = (n.splat(low), n.splat(high), n.splat(last));
        let (one, whole) = (n.splat(1.0), n.splat(WHOLE));
        // `Grid::coordinate`.
        let cell = n.splat(self.cell);
        let q = n.min(n.max(point, low), high);
        let guess = n.mul(n.sub(q, low), n.splat(self.inverse));
        let mut r = n.min(n.sub(n.add(guess, whole), whole), last);
        for _ in 0..self.corrections {
            let next = n.add(r, one);
            let begins = n.le(n.add(low, n.mul(cell, next)), q) & n.le(next, last);
            r = n.select(begins, next, r);
        }
        for _ in 0..=self.corrections {
            let is_beyond = n.lt(q, n.add(low, n.mul(cell, r)));
            r = n.select(is_beyond, n.sub(r, one), r);
        }
        let begin = n.add(low, n.mul(cell, r));
        let end = n.add(low, n.mul(cell, n.add(r, one)));
        let width = n.sub(end, begin);
        Place { cell: n.add(r, whole), t: n.div(n.sub(q, begin), width), width, beyond: n.sub(point, q) }
    }
}
