//! The baseline of the published method's measurements: each triangle updates the nodes around it.

use crate::Result;
use crate::mesh::MeshInput;
use crate::progress::Monitor;
use crate::sdf::Grid;
use crate::sdf::generate::fields::Field;
use crate::sdf::nearest::{KEY_ERROR, Nearest, TriangleKey};
use crate::simd::Scalar64;
use crate::vectors::filled;

/// Finds the distances of all nodes, one triangle after the other, each for the nodes within the band of its
/// box.
pub(in crate::sdf::generate) fn distances(
    input: &MeshInput,
    grid: &Grid,
    band: f32,
    field: &mut Field,
    monitor: &Monitor,
) -> Result<()> {
    let [x, y, _] = grid.dims();
    field.each_layers(grid, 1, |mut layers| {
        let mut nearest = filled(Nearest::NONE, (x * y) as usize, "generate")?;
        let z = f64::from(grid.coordinate(2, layers.first));
        for i in 0..input.triangle_count() {
            if monitor.is_cancelled() {
                break;
            }
            let triangle = input.triangle(i);
            let key = TriangleKey::new(&triangle);
            let bounds = triangle.bounds();
            // Padded by more than the errors of distances and keys.
            let size = (bounds.max - bounds.min).as_dvec3().length();
            let reach = f64::from(band) * 1.000_001 + size * KEY_ERROR;
            let is_near = |axis: usize, at: f64| {
                at >= f64::from(bounds.min[axis]) - reach && at <= f64::from(bounds.max[axis]) + reach
            };
            if !is_near(2, z) {
                continue;
            }
            for k in 0..y {
                let y = f64::from(grid.coordinate(1, k));
                for j in (0..x).filter(|_| is_near(1, y)) {
                    let at = [f64::from(grid.coordinate(0, j)), y, z];
                    if is_near(0, at[0]) {
                        let place = &mut nearest[(k * x + j) as usize];
                        *place = place.or(key.of(Scalar64, at), i as u32);
                    }
                }
            }
        }
        for (node, &nearest) in nearest.iter().enumerate() {
            layers.write(node, nearest, band);
        }
        monitor.add(nearest.len());
        Ok(())
    })
}
