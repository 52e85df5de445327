//! The boxes of a tree as lines.

use crate::cooked::Cooked;
use crate::misuse::misuse;
use anyhow::Result;
use carom::geometry::Aabb;
use carom::mesh::TreeBox;
use std::io::Write;

/// The boxes at a depth, and leaves above it.
pub(super) fn of(cooked: &Cooked, depth: u32) -> Result<Vec<Aabb>> {
    let mut found = Vec::new();
    let take = |node: TreeBox| {
        if node.depth == depth || node.count > 0 {
            found.push(node.bounds);
        }
    };
    match cooked {
        Cooked::Mesh(mesh) => mesh.boxes(..=depth, take),
        Cooked::Bsp(bsp) => bsp.boxes(..=depth, take),
        Cooked::Sdf(_) => misuse!("holds a distance field, which has no tree of boxes"),
    }
    Ok(found)
}

/// The twelve edges of each, as an OBJ, with as many digits as tell each number from its neighbours.
pub(super) fn obj(boxes: &[Aabb]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for (i, Aabb { min, max }) in boxes.iter().enumerate() {
        // Bit k of a corner's number says on which side it is along axis k.
        for corner in 0..8 {
            let [x, y, z] = std::array::from_fn(|k| if corner >> k & 1 == 0 { min[k] } else { max[k] });
            writeln!(bytes, "v {x} {y} {z}")?;
        }
        for (corner, axis) in (0..8).flat_map(|corner| (0..3).map(move |axis| (corner, 1 << axis))) {
            if corner & axis == 0 {
                let [a, b] = [corner, corner | axis].map(|corner| 8 * i + corner + 1);
                writeln!(bytes, "l {a} {b}")?;
            }
        }
    }
    Ok(bytes)
}
