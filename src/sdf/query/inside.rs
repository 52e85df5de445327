//! The grid's nodes inside the solid.

use super::super::Sdf;
use super::super::storage::CELLS;
use super::sampler::Sampler;
use crate::batch::{Lists, Output};
use crate::geometry::Vec3;

impl Sdf<'_> {
    /// Lists the nodes with a negative value, in the order of their numbers; those that fit are written. All
    /// storages keep every node's sign, so that the list does not depend on the storage.
    pub fn inside_points(&self, points: &mut (impl Output<Vec3> + ?Sized)) -> Lists {
        let mut lists = Lists::default();
        let ranges = self.ranges();
        if ranges.is_empty() {
            return lists;
        }
        let (sampler, grid, blocks) = (Sampler::of(self), self.grid(), self.parts().blocks);
        let [nx, ny, nz] = grid.dims();
        for z in 0..nz {
            for y in 0..ny {
                for block in 0..blocks.dims[0] {
                    let first = block * CELLS;
                    if ranges[blocks.index(blocks.of_node([first, y, z]))][0] >= 0.0 {
                        continue;
                    }
                    // A row's last node is the last block's.
                    let end = if block + 1 == blocks.dims[0] { nx } else { first + CELLS };
                    for node in (first..end).map(|x| [x, y, z]) {
                        if sampler.node(node) < 0.0 {
                            if lists.written < points.capacity() {
                                points.write(lists.written, grid.node(node));
                                lists.written += 1;
                            }
                            lists.total += 1;
                        }
                    }
                }
            }
        }
        lists
    }
}
