//! Encodes the sparse storages.

use super::blocks::{Blocks, CELLS, NODES, nodes_between};
use super::bricks::{COARSE, Code, LARGEST_CODE};
use super::corners;
use super::measure::range;
use crate::arrays::MapEach;
use crate::sdf::{Grid, StorageOptions};
use crate::vectors::{extend, filled, make_room, reserve};
use crate::{Error, Result};

/// The sections of a sparse storage; see [`super::bricks`].
pub(in crate::sdf) struct Encoded {
    pub(in crate::sdf) table: Vec<u32>,
    pub(in crate::sdf) corners: Vec<f32>,
    pub(in crate::sdf) bricks: Vec<u8>,
    pub(in crate::sdf) step: f32,
    /// The triangles of the bricks' nodes, 9³ a brick; empty if the input has none.
    pub(in crate::sdf) triangles: Vec<u32>,
}

/// Encodes a finite field.
pub(in crate::sdf) fn encode<C: Code>(
    grid: &Grid,
    values: &[f32],
    triangles: Option<&[u32]>,
    options: &StorageOptions,
) -> Result<Encoded> {
    let blocks = Blocks::of(grid);
    let corners = corner_values(grid, values, &blocks)?;
    let mut table = filled(COARSE, blocks.count(), "table")?;
    let mut count = 0_u32;
    let (mut widest, mut farthest) = (0.0_f64, 0.0_f64);
    for block in blocks.all() {
        if is_smooth(grid, values, &blocks, &corners, block, options) {
            continue;
        }
        let brick = &mut table[blocks.index(block)];
        (*brick, count) = (count, count + 1);
        let [least, most] = range(&blocks, values, block).map_each(f64::from);
        widest = widest.max(most - least);
        farthest = farthest.max(most.abs()).max(least.abs());
    }
    // Two codes less than there are: quotients are rounded.
    let step = (widest / f64::from(C::MOST - 2)).max(farthest / f64::from(LARGEST_CODE - 1));
    let step = (step as f32).next_up().max(f32::MIN_POSITIVE);
    let (bytes, what) = ((count as usize).checked_mul(C::RECORD), "bricks");
    let bytes =
        bytes.ok_or_else(|| Error::too_large(text!("{count} bricks do not fit in memory")).within("grid"))?;
    let mut bricks = reserve(bytes, what)?;
    let mut kept = Vec::new();
    for block in blocks.all().filter(|&block| table[blocks.index(block)] != COARSE) {
        let start = bricks.len();
        bricks.resize(start + C::RECORD, 0);
        put_brick::<C>(&mut bricks[start..], values, &blocks, block, step);
        if let Some(triangles) = triangles {
            make_room(&mut kept, NODES, "triangles")?;
            extend(&mut kept, brick_triangles(grid, triangles, &blocks, block), "triangles")?;
        }
    }
    Ok(Encoded { table, corners, bricks, step, triangles: kept })
}

fn corner_values(grid: &Grid, values: &[f32], blocks: &Blocks) -> Result<Vec<f32>> {
    let [nx, ny, nz] = corners::dims(blocks);
    let mut corners = reserve(nx as usize * ny as usize * nz as usize, "corners")?;
    let all = nodes_between([[0, nx - 1], [0, ny - 1], [0, nz - 1]]);
    extend(&mut corners, all.map(|corner| corners::value(grid, values, corner)), "corners")?;
    Ok(corners)
}

/// Returns true if a block is reduced to its corners: it is far enough from the surface, and every node is
/// near enough to its value.
fn is_smooth(
    grid: &Grid,
    values: &[f32],
    blocks: &Blocks,
    corners: &[f32],
    block: [u32; 3],
    options: &StorageOptions,
) -> bool {
    let cell = f64::from(grid.cell());
    let (band, largest) = (f64::from(options.band) * cell, f64::from(options.far_error) * cell);
    let is_far = |&value: &f32| f64::from(value.abs()) > band;
    if !blocks.rows(block).all(|row| row.of_grid(values).iter().all(is_far)) {
        return false;
    }
    let [nx, ny, _] = corners::dims(blocks).map_each(|corners| corners as usize);
    let mut around = [0.0; 8];
    for (k, corner) in around.iter_mut().enumerate() {
        let [x, y, z] = block.map_each(|block| block as usize);
        *corner = corners[((z + (k >> 2)) * ny + y + (k >> 1 & 1)) * nx + x + (k & 1)];
    }
    let decoded = corners::of_block(&around);
    let is_near = |(&decoded, &value): (&f32, &f32)| {
        (decoded < 0.0) == (value < 0.0) && (f64::from(decoded) - f64::from(value)).abs() <= largest
    };
    blocks.rows(block).all(|row| row.of_block(&decoded).iter().zip(row.of_grid(values)).all(is_near))
}

fn put_brick<C: Code>(record: &mut [u8], values: &[f32], blocks: &Blocks, block: [u32; 3], step: f32) {
    let [least, _] = range(blocks, values, block);
    // Rounded down, so that a value and its code have the same sign.
    let code = |value: f32| (f64::from(value) / f64::from(step)).floor() as i32;
    let first = code(least);
    record[..4].copy_from_slice(&first.to_le_bytes());
    for row in blocks.rows(block) {
        for (place, &value) in (row.place..).zip(row.of_grid(values)) {
            C::put(record, place, (code(value) - first) as u32);
        }
    }
}

/// The triangles of all nodes of a brick; those beyond the grid have none.
fn brick_triangles<'a>(
    grid: &'a Grid,
    triangles: &'a [u32],
    blocks: &Blocks,
    block: [u32; 3],
) -> impl Iterator<Item = u32> + 'a {
    let nodes = blocks.nodes_of(block);
    nodes_between(block.map_each(|block| [block * CELLS, block * CELLS + CELLS])).map(move |node| {
        match (0..3).all(|axis| node[axis] <= nodes[axis][1]) {
            true => triangles[grid.index(node)],
            false => u32::MAX,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::blocks::SIDE;
    use super::super::bricks::{Code8, Code16};
    use super::*;
    use crate::geometry::Vec3;
    use crate::sdf::{Sdf, Storage};

    /// Decodes records by hand: first code, then more.
    fn check<C: Code>(storage: Storage) {
        let grid = Grid::new(Vec3::ZERO, 0.5, [18, 9, 10]).unwrap();
        let mut rng = fastrand::Rng::with_seed(3);
        let values: Vec<f32> = (0..grid.node_count()).map(|_| (rng.f32() - 0.5) * 3.0).collect();
        let options =
            StorageOptions { storage, band: f32::INFINITY, far_error: 0.0, ..StorageOptions::default() };
        let encoded = encode::<C>(&grid, &values, None, &options).unwrap();
        let blocks = Blocks::of(&grid);
        assert_eq!(encoded.table, Vec::from_iter(0..blocks.count() as u32));
        let mut largest = 0.0_f64;
        for (block, record) in blocks.all().zip(encoded.bricks.chunks_exact(C::RECORD)) {
            let first = i32::from_le_bytes(record[..4].try_into().unwrap());
            for node in nodes_between(blocks.nodes_of(block)) {
                let [x, y, z] = [0, 1, 2].map(|axis| (node[axis] - block[axis] * CELLS) as usize);
                let place = (z * SIDE as usize + y) * SIDE as usize + x;
                let code = match storage {
                    Storage::Bricks8 => i32::from(record[4 + place]),
                    _ => i32::from(record[4 + 2 * place]) + 256 * i32::from(record[5 + 2 * place]),
                };
                let value = ((first + code) as f32 + 0.5) * encoded.step;
                let error = f64::from(value) - f64::from(values[grid.index(node)]);
                largest = largest.max(error.abs());
            }
        }
        // Half a step, and the rounding errors of the code.
        assert!(largest <= f64::from(encoded.step) * 0.5001, "{largest} {}", encoded.step);
        let sdf = Sdf::build(&grid, &values, None, &options).unwrap();
        let error = sdf.error();
        assert!(f64::from(error) >= largest && f64::from(error.next_down()) < largest, "{error} {largest}");
    }

    #[test]
    fn the_bound_is_the_largest_error_of_all_records() {
        check::<Code16>(Storage::Bricks16);
        check::<Code8>(Storage::Bricks8);
    }
}
