//! Measures a stored field: its errors against the input, the ranges of its blocks, and its steepness.

use super::blocks::{Blocks, NODES, SIDE};
use crate::Result;
use crate::arrays::{MapEach, zip_each};
use crate::geometry::{max, min, round_up, unit_scale};
use crate::sdf::Grid;
use crate::simd::{Kernel, Simd, dispatch};
use crate::vectors::reserve;

/// The errors of a storage: the true maxima over all nodes of all blocks, rounded up to f32.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::sdf) struct Errors {
    /// The largest error in blocks that are stored in full.
    pub(in crate::sdf) near: f32,
    /// The largest error in blocks that are reduced to their corners.
    pub(in crate::sdf) far: f32,
}

/// Decodes all blocks, and returns the errors, and the least and the greatest value of every block. `decode`
/// gives the values of a block's nodes. `is_coarse` returns true if the block is reduced to its corners.
pub(in crate::sdf) fn measure(
    grid: &Grid,
    values: &[f32],
    decode: impl Fn([u32; 3]) -> [f32; NODES],
    is_coarse: impl Fn([u32; 3]) -> bool,
) -> Result<(Errors, Vec<[f32; 2]>)> {
    let blocks = Blocks::of(grid);
    let mut ranges = reserve(blocks.count(), "ranges")?;
    let (mut near, mut far) = (0.0, 0.0);
    for block in blocks.all() {
        let decoded = decode(block);
        let (mut error, mut range) = (0.0, NOTHING);
        for row in blocks.rows(block) {
            for (&decoded, &value) in zip_each(row.of_block(&decoded), row.of_grid(values)) {
                let off = (f64::from(decoded) - f64::from(value)).abs();
                error = if off > error { off } else { error };
                range = wider(range, decoded);
            }
        }
        let largest = if is_coarse(block) { &mut far } else { &mut near };
        *largest = if error > *largest { error } else { *largest };
        ranges.push(range);
    }
    Ok((Errors { near: round_up(near), far: round_up(far) }, ranges))
}

/// The ranges of dense storage: of the values themselves.
pub(in crate::sdf) fn dense_ranges(grid: &Grid, values: &[f32]) -> Result<Vec<[f32; 2]>> {
    let blocks = Blocks::of(grid);
    let mut ranges = reserve(blocks.count(), "ranges")?;
    ranges.extend(blocks.all().map(|block| range(&blocks, values, block)));
    Ok(ranges)
}

/// The range of no values.
const NOTHING: [f32; 2] = [f32::INFINITY, f32::NEG_INFINITY];

#[inline(always)]
fn wider([least, most]: [f32; 2], value: f32) -> [f32; 2] {
    [min(value, least), max(value, most)]
}

/// The least and the greatest value of a block.
pub(super) fn range(blocks: &Blocks, values: &[f32], block: [u32; 3]) -> [f32; 2] {
    // Column by column, because otherwise every comparison would wait for the one before.
    let mut columns = [NOTHING; SIDE as usize];
    for row in blocks.rows(block) {
        for (column, &value) in columns.iter_mut().zip(row.of_grid(values)) {
            *column = wider(*column, value);
        }
    }
    columns.into_iter().fold(NOTHING, |range, [least, most]| [min(least, range[0]), max(most, range[1])])
}

/// The greatest length that the gradient of the trilinear interpolant may have, from the steepest edge along
/// each axis in every cell. The values at two points never differ by more than this times their distance.
pub(in crate::sdf) fn slope(grid: &Grid, values: &[f32]) -> f32 {
    // Scaled by a power of two, so that squares neither overflow nor, where they matter, underflow: unless
    // all values are the same, some neighbours differ by at least a unit in the last place of the largest.
    let scale = unit_scale(values.iter().fold(0.0, |most, value| max(value.abs(), most)));
    let steepest = f64::from(f32::from_bits(dispatch(Steepest { grid, values, scale })));
    let narrowest =
        [0, 1, 2].map_each(|axis| narrowest(grid, axis)).into_iter().fold(f64::INFINITY, f64::min);
    // More than the sum of all roundings, fewer than eight of f32.
    round_up(steepest.sqrt() / f64::from(scale) / narrowest * (1.0 + 1.0 / 2_097_152.0))
}

/// Finds the largest square of the steps of a cell. Compiled for every instruction set, because that makes it
/// several times faster.
struct Steepest<'a> {
    grid: &'a Grid,
    values: &'a [f32],
    scale: f32,
}

impl Kernel for Steepest<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<S: Simd>(self, _: S) -> u32 {
        let Steepest { grid, values, scale } = self;
        let [nx, ny, nz] = grid.dims().map_each(|nodes| nodes as usize);
        let mut steepest = 0;
        for z in 0..nz - 1 {
            for y in 0..ny - 1 {
                let row = |y: usize, z: usize| &values[(z * ny + y) * nx..][..nx];
                let rows = [row(y, z), row(y + 1, z), row(y, z + 1), row(y + 1, z + 1)];
                steepest = steepest.max(steepest_cell(rows, scale));
            }
        }
        steepest
    }
}

/// The bits of the largest sum of squares of the steepest edges along each axis, in the cells between four
/// rows. Numbers that are not negative are ordered as their bits are, and so the loop needs no branch.
#[inline(always)]
fn steepest_cell(rows: [&[f32]; 4], scale: f32) -> u32 {
    let cells = rows[0].len() - 1;
    let [a, b, c, d] = rows.map_each(|row| &row[..cells]);
    let [e, f, g, h] = rows.map_each(|row| &row[1..=cells]);
    let mut steepest = 0;
    for x in 0..cells {
        let step = |p: f32, q: f32| ((p * scale - q * scale).abs()).to_bits();
        let four = |a: u32, b: u32, c: u32, d: u32| f32::from_bits(a.max(b).max(c.max(d)));
        let (a, b, c, d, e, f, g, h) = (a[x], b[x], c[x], d[x], e[x], f[x], g[x], h[x]);
        let along_x = four(step(a, e), step(b, f), step(c, g), step(d, h));
        let along_y = four(step(a, b), step(c, d), step(e, f), step(g, h));
        let along_z = four(step(a, c), step(b, d), step(e, g), step(f, h));
        let square = (along_x * along_x + along_y * along_y) + along_z * along_z;
        steepest = steepest.max(square.to_bits());
    }
    steepest
}

/// The smallest width of a cell along an axis. Nodes that rounding has put in one place have nothing between
/// them.
fn narrowest(grid: &Grid, axis: usize) -> f64 {
    let at = |node| f64::from(grid.coordinate(axis, node));
    let widths = (1..grid.dims()[axis]).map(|node| at(node) - at(node - 1));
    widths.filter(|&width| width > 0.0).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Vec3;

    #[test]
    fn the_slope_is_that_of_the_steepest_cell() {
        let grid = Grid::new(Vec3::new(0.1, 5.0, -3.0), 0.3, [7, 5, 6]).unwrap();
        let mut values = vec![0.0; 210];
        values[grid.index([3, 2, 2])] = -0.75;
        let found = slope(&grid, &values);
        // Beside the one node, all three axes have it.
        assert!((found - 2.5 * 3f32.sqrt()).abs() < 1e-4, "{found}");
        let plane: Vec<f32> = (0..210).map(|i| (i % 7) as f32).collect();
        let found = f64::from(slope(&grid, &plane));
        assert!(found >= 1.0 / narrowest(&grid, 0) && found < 3.334, "{found}");
    }
}
