//! Cells that a plane passes, sixteen at a time: finds those in which the interpolant may be low on the
//! plane.
//!
//! If the interpolant is nearly a plane itself, only the part of its gradient along the other plane counts,
//! over the cell. The bend is added. In f32, with cells for units. The rounding errors, fewer than a hundred
//! times 2^-24 of the terms, are added to the bound.

use super::super::storage::{Lanes, Nodes};
use super::cell_batch::CellBatch;
use super::facets::{ROUNDING, bend, terms};
use crate::arrays::MapEach;
use crate::simd::{ALL_LANES, Kernel, LANES, Simd, dispatch};
use glam::DVec3;

/// Cells that wait until there are sixteen.
pub(super) struct Slices {
    cells: CellBatch,
    /// Half their sizes.
    halves: [[f64; LANES]; 3],
    /// The distances of their middles from the plane.
    away: [f64; LANES],
}

impl Slices {
    pub(super) fn new() -> Slices {
        Slices { cells: CellBatch::new(), halves: [[0.0; LANES]; 3], away: [0.0; LANES] }
    }

    /// Adds a cell; returns true if there is no room for another.
    #[inline(always)]
    pub(super) fn push(&mut self, cell: [u32; 3], half: DVec3, away: f64) -> bool {
        let lane = self.cells.next_lane();
        for axis in 0..3 {
            self.halves[axis][lane] = half[axis];
        }
        self.away[lane] = away;
        self.cells.push(cell)
    }

    /// Removes all cells and returns them, with a bit for each in which the interpolant may be below a value
    /// on the plane. `normal` is the plane's unit normal, or zero. `inverse` is one over a cell's width.
    pub(super) fn take<N: Nodes>(
        &mut self,
        nodes: &N,
        normal: DVec3,
        inverse: f64,
        below: f64,
    ) -> (Lanes, u32) {
        let (cells, present) = self.cells.take();
        if present == 0 {
            return (cells, 0);
        }
        let across = [0, 1, 2]
            .map_each(|axis| self.halves[axis].map_each(|half| (half * inverse * normal[axis]) as f32));
        let low = dispatch(Low {
            nodes: *nodes,
            cells: &cells,
            across: &across,
            away: &self.away.map_each(|away| (away * inverse) as f32),
            inverse: inverse as f32,
            below: ((below * inverse) as f32).next_up(),
        });
        (cells, low & present)
    }
}

struct Low<'a, N> {
    nodes: N,
    cells: &'a Lanes,
    /// The plane's normal in the cells' own coordinates.
    across: &'a [[f32; LANES]; 3],
    away: &'a [f32; LANES],
    inverse: f32,
    below: f32,
}

impl<N: Nodes> Kernel for Low<'_, N> {
    type Output = u32;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u32 {
        let Low { nodes, cells, across, away, inverse, below } = self;
        let [nx, ny, nz] = across.map_each(|across| simd.load_array(across));
        let splat = |number| simd.splat(number);
        let sum = |a, b, c| simd.add(simd.add(a, b), c);
        let terms = terms(simd, nodes.corners_in_lanes(simd, cells).0, splat(inverse * 0.125));
        let [gx, gy, gz] = [terms[1], terms[2], terms[4]];
        let square = sum(simd.mul(nx, nx), simd.mul(ny, ny), simd.mul(nz, nz));
        let dot = sum(simd.mul(gx, nx), simd.mul(gy, ny), simd.mul(gz, nz));
        // If there is no normal, all of the gradient is along the plane.
        let factor = simd.div(dot, simd.max(square, splat(f32::MIN_POSITIVE)));
        let rest = |g, n| simd.abs(simd.sub(g, simd.mul(n, factor)));
        let along = sum(rest(gx, nx), rest(gy, ny), rest(gz, nz));
        let bend = bend(simd, &terms);
        let size =
            simd.add(simd.add(simd.abs(terms[0]), bend), sum(simd.abs(gx), simd.abs(gy), simd.abs(gz)));
        let middle = simd.sub(terms[0], simd.mul(factor, simd.load_array(*away)));
        let reach = sum(along, bend, simd.mul(size, splat(4.0 * ROUNDING)));
        // Comparisons with NaN are false.
        !simd.le(splat(below), simd.sub(middle, reach)) & ALL_LANES
    }
}
