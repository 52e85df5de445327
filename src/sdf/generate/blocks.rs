//! All blocks of a grid, one beside the other, so that each search begins with the nearest triangles of the
//! block before.

use super::block::{Block, SIDE};
use super::build::build;
use super::candidates::Task;
use super::fields::{Field, Layers};
use super::search::Search;
use super::wide::WideTree;
use crate::Result;
use crate::mesh::MeshInput;
use crate::progress::Monitor;
use crate::sdf::Grid;
use crate::simd::{Kernel, Simd, dispatch};

/// The distances of all nodes, of a mesh with triangles.
pub(super) fn distances(
    input: &MeshInput,
    grid: &Grid,
    band: f32,
    field: &mut Field,
    monitor: &Monitor,
) -> Result<()> {
    let tree = build(input, monitor)?;
    if monitor.is_cancelled() {
        return Ok(());
    }
    field.each_layers(grid, SIDE, |layers| {
        dispatch(LayersOfBlocks { tree: &tree, grid, band, layers, monitor })
    })
}

/// The number of nodes of a row after which progress is reported and cancellation is checked.
const REPORTED: usize = 1 << 14;

/// All blocks of layers that are one block high.
struct LayersOfBlocks<'a> {
    tree: &'a WideTree,
    grid: &'a Grid,
    band: f32,
    layers: Layers<'a>,
    monitor: &'a Monitor,
}

impl Kernel for LayersOfBlocks<'_> {
    type Output = Result<()>;

    #[inline(always)]
    fn run<S: Simd>(mut self, s: S) -> Result<()> {
        let mut search = Search::new(self.tree)?;
        let [x_nodes, y_nodes, _] = self.grid.dims();
        let high = self.layers.values.len() / (x_nodes as usize * y_nodes as usize);
        let blocks = x_nodes.div_ceil(SIDE as u32);
        for y in (0..y_nodes).step_by(SIDE) {
            if self.monitor.is_cancelled() {
                return Ok(());
            }
            let deep = (y_nodes - y).min(SIDE as u32) as usize;
            let mut done = 0;
            let backwards = !(y / SIDE as u32).is_multiple_of(2);
            for i in 0..blocks {
                let x = SIDE as u32 * if backwards { blocks - 1 - i } else { i };
                let block = Block::new(s, self.grid, [x, y, self.layers.first]);
                let found = search.nearest(&Task { s, tree: self.tree, block: &block }, self.band);
                let wide = (x_nodes - x).min(SIDE as u32) as usize;
                for k in 0..high {
                    for j in 0..deep {
                        let row = (k * y_nodes as usize + y as usize + j) * x_nodes as usize + x as usize;
                        let from = (k * SIDE + j) * SIDE;
                        for i in 0..wide {
                            self.layers.write(row + i, found.nearest(from + i), self.band);
                        }
                    }
                }
                done += deep * high * wide;
                if done >= REPORTED {
                    self.monitor.add(done);
                    done = 0;
                    if self.monitor.is_cancelled() {
                        return Ok(());
                    }
                }
            }
            self.monitor.add(done);
        }
        Ok(())
    }
}
