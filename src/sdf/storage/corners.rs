//! Blocks that are reduced to their eight corners.
//!
//! The value at a node of such a block *is* the trilinear interpolant of the corners there, in the order x,
//! y, z: the weights are multiples of 1/8 and exact. Corners lie at every eighth node; one beyond the grid's
//! last node has the value that continues the straight line from the block's first node through the grid's
//! last one.

use super::blocks::{Blocks, CELLS, NODES, SIDE};
use super::input::MAX_DISTANCE;
use super::lerp::lerp;
use crate::arrays::MapEach;
use crate::sdf::Grid;
use crate::simd::{Arithmetic32, Scalar32};

/// The number of corners along each axis.
#[inline(always)]
pub(in crate::sdf) fn dims(blocks: &Blocks) -> [u32; 3] {
    blocks.dims.map_each(|blocks| blocks + 1)
}

/// The value at a corner, which may lie beyond the grid.
pub(super) fn value(grid: &Grid, values: &[f32], corner: [u32; 3]) -> f32 {
    // Along each axis two nodes and their weights.
    let ends: [[(u32, f64); 2]; 3] = [0, 1, 2].map_each(|axis| {
        let (node, last) = (corner[axis] * CELLS, grid.dims()[axis] - 1);
        if node <= last {
            return [(node, 1.0), (node, 0.0)];
        }
        let first = node - CELLS;
        let along = f64::from(CELLS) / f64::from(last - first);
        [(first, 1.0 - along), (last, along)]
    });
    let mut sum = 0.0;
    for (z, wz) in ends[2] {
        for (y, wy) in ends[1] {
            for (x, wx) in ends[0] {
                let weight = wx * wy * wz;
                if weight != 0.0 {
                    sum += weight * f64::from(values[grid.index([x, y, z])]);
                }
            }
        }
    }
    // A block with a clamped corner is not reduced, because its error is too large.
    sum.clamp(-f64::from(MAX_DISTANCE), MAX_DISTANCE.into()) as f32
}

/// The values at the corners of a cell, from those of its block. `local` is the cell's place in the block,
/// from 0 to 7.
#[inline(always)]
pub(super) fn of_cell<N: Arithmetic32>(n: N, block: &[N::F; 8], local: [N::F; 3]) -> [N::F; 8] {
    let (eighth, one) = (n.splat(1.0 / CELLS as f32), n.splat(1.0));
    let mut weights = [[n.splat(0.0); 2]; 3];
    for (pair, local) in weights.iter_mut().zip(local) {
        *pair = [n.mul(local, eighth), n.mul(n.add(local, one), eighth)];
    }
    let [wx, wy, wz] = weights;
    let mut cell = [n.splat(0.0); 8];
    for x in 0..2 {
        let mut rows = [n.splat(0.0); 4];
        for (k, row) in rows.iter_mut().enumerate() {
            *row = lerp(n, block[2 * k], block[2 * k + 1], wx[x]);
        }
        for y in 0..2 {
            let low = lerp(n, rows[0], rows[1], wy[y]);
            let high = lerp(n, rows[2], rows[3], wy[y]);
            for z in 0..2 {
                cell[x + 2 * y + 4 * z] = lerp(n, low, high, wz[z]);
            }
        }
    }
    cell
}

/// The value at one node of a block, `local` from 0 to 8.
#[inline(always)]
pub(super) fn of_node<N: Arithmetic32>(n: N, block: &[N::F; 8], local: [N::F; 3]) -> N::F {
    let eighth = n.splat(1.0 / CELLS as f32);
    let [x, y, z] = local;
    let (x, y, z) = (n.mul(x, eighth), n.mul(y, eighth), n.mul(z, eighth));
    let mut rows = [n.splat(0.0); 4];
    for (k, row) in rows.iter_mut().enumerate() {
        *row = lerp(n, block[2 * k], block[2 * k + 1], x);
    }
    lerp(n, lerp(n, rows[0], rows[1], y), lerp(n, rows[2], rows[3], y), z)
}

/// The values at all nodes of a block, the same bits.
pub(super) fn of_block(block: &[f32; 8]) -> [f32; NODES] {
    const WEIGHTS: [f32; SIDE as usize] = {
        let (mut weights, mut k) = ([0.0; SIDE as usize], 0);
        while k < SIDE as usize {
            weights[k] = k as f32 * (1.0 / CELLS as f32);
            k += 1;
        }
        weights
    };
    let mut values = [0.0; NODES];
    let mut rows = [[0.0; 4]; SIDE as usize];
    for (rows, x) in rows.iter_mut().zip(WEIGHTS) {
        *rows = [0, 1, 2, 3].map_each(|k| lerp(Scalar32, block[2 * k], block[2 * k + 1], x));
    }
    let lines = WEIGHTS.into_iter().flat_map(|z| WEIGHTS.into_iter().map(move |y| (y, z)));
    for (line, (y, z)) in values.chunks_exact_mut(SIDE as usize).zip(lines) {
        for (value, [a, b, c, d]) in line.iter_mut().zip(rows) {
            *value = lerp(Scalar32, lerp(Scalar32, a, b, y), lerp(Scalar32, c, d, y), z);
        }
    }
    values
}
