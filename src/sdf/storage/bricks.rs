//! The sparse storages: blocks as bricks of 9³ codes, or as their eight corners.
//!
//! A brick is a record: a first code of 32 bits, then for each node the difference of its own code, x
//! fastest, in 16 or 8 bits. The value at the node is `(code + 1/2) step`, with one step for the whole field.
//! So bricks that share a node agree on it, and the field is continuous wherever bricks meet. A value never
//! changes its sign, because no code means zero.

use super::blocks::{Blocks, CELLS, NODES, SIDE};
use super::corners;
use super::nodes::{Lanes, Nodes, sign_bits};
use crate::arrays::{MapEach, array_of, lane_of, zip_each};
use crate::simd::{Arithmetic32, LANES, Scalar32, Simd};
use std::marker::PhantomData;

/// The entry in the table of blocks for a block of which only the corners are stored.
pub(in crate::sdf) const COARSE: u32 = u32::MAX;

/// The largest magnitude of a brick's first code. So codes are exact in f32, halves included.
pub(in crate::sdf) const LARGEST_CODE: i32 = 1 << 22;

/// Bytes of the first code.
pub(super) const FIRST: usize = 4;

/// The codes of a brick.
pub(in crate::sdf) trait Code: Copy {
    /// Bytes of a code.
    const BYTES: usize;
    /// The number of codes, less one.
    const MOST: u32;
    /// Bytes of a brick: a multiple of 4, and at least one code more than nodes, because codes are read in
    /// pairs.
    const RECORD: usize = (FIRST + (NODES + 1) * Self::BYTES).next_multiple_of(4);

    /// Two neighbouring codes, the second above bit `8 * BYTES`.
    fn pair(bytes: &[u8], at: usize) -> u32;
    /// Writes a code into a record.
    fn put(record: &mut [u8], at: usize, code: u32);
}

/// 16 bits.
#[derive(Clone, Copy)]
pub(in crate::sdf) struct Code16;

impl Code for Code16 {
    const BYTES: usize = 2;
    const MOST: u32 = u16::MAX as u32;

    #[inline(always)]
    fn pair(bytes: &[u8], at: usize) -> u32 {
        let b = &bytes[2 * at..2 * at + 4];
        u32::from_le_bytes([b[0], b[1], b[2], b[3]])
    }

    fn put(record: &mut [u8], at: usize, code: u32) {
        record[FIRST + 2 * at..][..2].copy_from_slice(&(code as u16).to_le_bytes());
    }
}

/// 8 bits.
#[derive(Clone, Copy)]
pub(in crate::sdf) struct Code8;

impl Code for Code8 {
    const BYTES: usize = 1;
    const MOST: u32 = u8::MAX as u32;

    #[inline(always)]
    fn pair(bytes: &[u8], at: usize) -> u32 {
        let b = &bytes[at..at + 2];
        u16::from_le_bytes([b[0], b[1]]).into()
    }

    fn put(record: &mut [u8], at: usize, code: u32) {
        record[FIRST + at] = code as u8;
    }
}

/// A field in blocks.
#[derive(Clone, Copy)]
pub(in crate::sdf) struct Bricks<'a, C> {
    pub(in crate::sdf) blocks: Blocks,
    /// The number of each block's brick, or [`COARSE`].
    pub(in crate::sdf) table: &'a [u32],
    /// The values at the blocks' corners.
    pub(in crate::sdf) corners: &'a [f32],
    /// The bricks' records, one after another.
    pub(in crate::sdf) bricks: &'a [u8],
    /// The difference of neighbouring codes.
    pub(in crate::sdf) step: f32,
    pub(in crate::sdf) code: PhantomData<C>,
}

/// The value that a code means.
#[inline(always)]
pub(super) fn decode<N: Arithmetic32>(n: N, code: N::F, step: f32) -> N::F {
    n.mul(n.add(code, n.splat(0.5)), n.splat(step))
}

/// The place of a node in its block's brick.
#[inline(always)]
pub(in crate::sdf) fn place([x, y, z]: [u32; 3]) -> usize {
    ((z * SIDE + y) * SIDE + x) as usize
}

impl<C: Code> Bricks<'_, C> {
    /// The record of a brick.
    #[inline(always)]
    fn record(&self, brick: u32) -> &[u8] {
        &self.bricks[brick as usize * C::RECORD..][..C::RECORD]
    }

    /// The values at the corners of a block.
    #[inline(always)]
    fn block_corners(&self, block: [u32; 3]) -> [f32; 8] {
        let [x, y, z] = block.map_each(|block| block as usize);
        let [nx, ny, _] = corners::dims(&self.blocks).map_each(|corners| corners as usize);
        let at = (z * ny + y) * nx + x;
        let pair = |at: usize| [self.corners[at], self.corners[at + 1]];
        let [a, b] = pair(at);
        let [c, d] = pair(at + nx);
        let [e, f] = pair(at + nx * ny);
        let [g, h] = pair(at + nx * ny + nx);
        [a, b, c, d, e, f, g, h]
    }

    /// The values at all nodes of a block, those beyond the grid included.
    pub(in crate::sdf) fn decode(&self, block: [u32; 3]) -> [f32; NODES] {
        match self.table[self.blocks.index(block)] {
            COARSE => corners::of_block(&self.block_corners(block)),
            brick => {
                let record = self.record(brick);
                let (first, codes) = (first(record), &record[FIRST..]);
                let mut values = [0.0; NODES];
                for (place, value) in values.iter_mut().enumerate() {
                    let code = C::pair(codes, place) & C::MOST;
                    *value = decode(Scalar32, (first + code as i32) as f32, self.step);
                }
                values
            }
        }
    }

    /// The value at a node as a block has it, `local` from 0 to 8.
    #[inline(always)]
    fn node_in(&self, block: [u32; 3], local: [u32; 3]) -> f32 {
        match self.table[self.blocks.index(block)] {
            COARSE => corners::of_node(Scalar32, &self.block_corners(block), local.map_each(|k| k as f32)),
            brick => {
                let record = self.record(brick);
                let code = C::pair(&record[FIRST..], place(local)) & C::MOST;
                decode(Scalar32, (first(record) + code as i32) as f32, self.step)
            }
        }
    }
}

/// The first code of a record.
#[inline(always)]
pub(in crate::sdf) fn first(record: &[u8]) -> i32 {
    i32::from_le_bytes([record[0], record[1], record[2], record[3]])
}

/// A block and a place in it.
#[inline(always)]
fn split(cell: [u32; 3]) -> ([u32; 3], [u32; 3]) {
    (cell.map_each(|cell| cell / CELLS), cell.map_each(|cell| cell % CELLS))
}

/// The offsets of the four pairs of a cell's corners, from the first one's place.
const PAIRS: [usize; 4] = [0, SIDE as usize, (SIDE * SIDE) as usize, (SIDE * SIDE + SIDE) as usize];

impl<C: Code> Nodes for Bricks<'_, C> {
    #[inline(always)]
    fn node(&self, node: [u32; 3]) -> f32 {
        let block = self.blocks.of_node(node);
        self.node_in(block, [0, 1, 2].map_each(|axis| node[axis] - block[axis] * CELLS))
    }

    #[inline(always)]
    fn is_coarse(&self, cell: [u32; 3]) -> bool {
        self.table[self.blocks.index(split(cell).0)] == COARSE
    }

    #[inline(always)]
    fn signs<S: Simd>(&self, simd: S, block: [u32; 3], [y, z]: [u32; 2], _: usize) -> [u32; 2] {
        const ROW: usize = SIDE as usize;
        let mut numbers = [0.0; LANES];
        let brick = self.table[self.blocks.index(block)];
        if brick == COARSE {
            let corners = self.block_corners(block);
            for (x, value) in numbers[..ROW].iter_mut().enumerate() {
                *value = corners::of_node(Scalar32, &corners, [x as f32, y as f32, z as f32]);
            }
            return sign_bits(simd, simd.load_array(numbers));
        }
        let record = self.record(brick);
        let (first, codes, start) = (first(record), &record[FIRST..], place([0, y, z]));
        for (x, number) in numbers[..ROW].iter_mut().enumerate() {
            *number = (first + (C::pair(codes, start + x) & C::MOST) as i32) as f32;
        }
        sign_bits(simd, decode(simd, simd.load_array(numbers), self.step))
    }

    #[inline(always)]
    fn row(&self, x: [u32; 4], y: u32, z: u32) -> [f32; 4] {
        let [block, last] = [x[0], x[3]].map_each(|x| self.blocks.of_node([x, y, z]));
        let brick = self.table[self.blocks.index(block)];
        if block != last || brick == COARSE {
            return x.map_each(|x| self.node([x, y, z]));
        }
        let record = self.record(brick);
        let (first, codes) = (first(record), &record[FIRST..]);
        let start = place([0, y - block[1] * CELLS, z - block[2] * CELLS]);
        x.map_each(|x| {
            let code = C::pair(codes, start + (x - block[0] * CELLS) as usize) & C::MOST;
            decode(Scalar32, (first + code as i32) as f32, self.step)
        })
    }

    #[inline(always)]
    fn corners(&self, cell: [u32; 3]) -> [f32; 8] {
        let (block, local) = split(cell);
        let brick = self.table[self.blocks.index(block)];
        if brick == COARSE {
            return corners::of_cell(Scalar32, &self.block_corners(block), local.map_each(|k| k as f32));
        }
        let record = self.record(brick);
        let (first, codes, at) = (first(record), &record[FIRST..], place(local));
        let mut values = [0.0; 8];
        for (k, pair) in PAIRS.into_iter().enumerate() {
            let pair = C::pair(codes, at + pair);
            for (value, code) in
                values[2 * k..2 * k + 2].iter_mut().zip([pair & C::MOST, pair >> (8 * C::BYTES)])
            {
                *value = decode(Scalar32, (first + code as i32) as f32, self.step);
            }
        }
        values
    }

    #[inline(always)]
    fn corners_in_lanes<S: Simd>(&self, simd: S, cells: &Lanes) -> ([S::F; 8], u32) {
        let (mut pairs, mut firsts) = ([[0; LANES]; 4], [0; LANES]);
        let (mut coarse, mut block_corners) = (0, [[0.0; 8]; LANES]);
        for lane in 0..LANES {
            let (block, local) = split(lane_of(cells, lane));
            let brick = self.table[self.blocks.index(block)];
            if brick == COARSE {
                coarse |= 1 << lane;
                block_corners[lane] = self.block_corners(block);
                continue;
            }
            let record = self.record(brick);
            let (codes, at) = (&record[FIRST..], place(local));
            firsts[lane] = first(record);
            for (pairs, pair) in pairs.iter_mut().zip(PAIRS) {
                pairs[lane] = C::pair(codes, at + pair);
            }
        }
        let mut values = [simd.splat(0.0); 8];
        for (k, pairs) in pairs.iter().enumerate() {
            let (mut low, mut high) = ([0.0; LANES], [0.0; LANES]);
            for lane in 0..LANES {
                low[lane] = (firsts[lane] + (pairs[lane] & C::MOST) as i32) as f32;
                high[lane] = (firsts[lane] + (pairs[lane] >> (8 * C::BYTES)) as i32) as f32;
            }
            values[2 * k] = decode(simd, simd.load_array(low), self.step);
            values[2 * k + 1] = decode(simd, simd.load_array(high), self.step);
        }
        if coarse != 0 {
            let block_corners = simd.transpose(&block_corners);
            let mut local = [simd.splat(0.0); 3];
            for (local, cells) in zip_each(&mut local, cells) {
                *local = simd.load_array(array_of(|lane| (cells[lane] % CELLS) as f32));
            }
            let reduced = corners::of_cell(simd, &block_corners, local);
            for (value, reduced) in zip_each(&mut values, reduced) {
                *value = simd.select(coarse, reduced, *value);
            }
        }
        (values, coarse)
    }
}
