//! Vertices at equal positions as one.

use crate::Result;
use crate::geometry::{PositionBits, Vec3};
use crate::mesh::MeshInput;
use crate::vectors::{make_room_in_map, reserve};
use rustc_hash::FxHashMap;

/// A number for each of some vertices, the same for those at equal positions, and these positions.
pub(super) fn weld(
    input: &MeshInput,
    vertices: impl ExactSizeIterator<Item = u32>,
) -> Result<(Vec<u32>, Vec<Vec3>)> {
    let count = vertices.len();
    let mut numbers: FxHashMap<PositionBits, u32> = FxHashMap::default();
    make_room_in_map(&mut numbers, count, "sign")?;
    let (mut names, mut positions) = (reserve(count, "sign")?, reserve(count, "sign")?);
    for vertex in vertices {
        let position = input.positions.get(vertex as usize);
        // Zeros of either sign are equal.
        let bits = PositionBits::new((position + Vec3::ZERO).to_array());
        let name = *numbers.entry(bits).or_insert_with(|| {
            positions.push(position);
            positions.len() as u32 - 1
        });
        names.push(name);
    }
    Ok((names, positions))
}
