//! Cells that wait until there are as many as lanes.

use super::super::storage::Lanes;
use crate::simd::LANES;

/// Up to sixteen cells.
pub(super) struct CellBatch {
    cells: Lanes,
    count: usize,
}

impl CellBatch {
    pub(super) const fn new() -> CellBatch {
        CellBatch { cells: [[0; LANES]; 3], count: 0 }
    }

    /// The lane that the next cell gets.
    #[inline(always)]
    pub(super) fn next_lane(&self) -> usize {
        self.count % LANES
    }

    /// Adds a cell; returns true if there is no room for another.
    #[inline(always)]
    pub(super) fn push(&mut self, cell: [u32; 3]) -> bool {
        let lane = self.next_lane();
        for (cells, number) in self.cells.iter_mut().zip(cell) {
            cells[lane] = number;
        }
        self.count += 1;
        self.count == LANES
    }

    /// Removes and returns all cells, with a bit for each. Lanes without a cell of their own repeat the
    /// first.
    pub(super) fn take(&mut self) -> (Lanes, u32) {
        let count = std::mem::take(&mut self.count);
        for numbers in &mut self.cells {
            let first = numbers[0];
            numbers[count..].fill(first);
        }
        (self.cells, (1 << count) - 1)
    }
}
