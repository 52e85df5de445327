//! A flat floor of irregular triangles: whatever stands on it has one normal, and what slides over it meets
//! nothing.

use crate::mesh::Mesh;

/// The number of cells along a side.
const SIDE: usize = 64;

pub(crate) fn floor() -> Mesh {
    let mut random = fastrand::Rng::with_seed(0xf100);
    let mut positions = Vec::new();
    for z in 0..=SIDE {
        for x in 0..=SIDE {
            let mut shift = |at: usize| if at.is_multiple_of(SIDE) { 0.0 } else { random.f32() * 0.4 - 0.2 };
            let (dx, dz) = (shift(x), shift(z));
            positions.push([x as f32 + dx, 0.0, z as f32 + dz]);
        }
    }
    let mut triangles = Vec::new();
    for z in 0..SIDE {
        for x in 0..SIDE {
            let [a, b, c, d] =
                [(x, z), (x + 1, z), (x, z + 1), (x + 1, z + 1)].map(|(x, z)| (z * (SIDE + 1) + x) as u32);
            let [bad, dac] = if random.bool() { [[a, c, b], [b, c, d]] } else { [[a, c, d], [a, d, b]] };
            triangles.extend([bad, dac]);
        }
    }
    Mesh::new("floor", false, &positions, &triangles)
}
