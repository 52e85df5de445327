//! The published method: every node for itself, through the k-d tree.

use crate::Result;
use crate::mesh::MeshInput;
use crate::progress::Monitor;
use crate::sdf::Grid;
use crate::sdf::generate::fields::Field;
use crate::sdf::kd_tree::{DEFAULT_LEAF_TRIANGLES, KdTree};

/// The distances of all nodes.
pub(in crate::sdf::generate) fn distances(
    input: &MeshInput,
    grid: &Grid,
    band: f32,
    field: &mut Field,
    monitor: &Monitor,
) -> Result<()> {
    let tree = KdTree::build(input, DEFAULT_LEAF_TRIANGLES)?;
    let [x, y, _] = grid.dims();
    field.each_layers(grid, 1, |mut layers| {
        let mut search = tree.search()?;
        for j in 0..y {
            if monitor.is_cancelled() {
                break;
            }
            for i in 0..x {
                let node = grid.node([i, j, layers.first]);
                let (nearest, _) = tree.find(node, band, &mut search);
                layers.write((j * x + i) as usize, nearest, band);
            }
            monitor.add(x as usize);
        }
        Ok(())
    })
}
