//! Welding: vertices at equal positions become one.
//!
//! Equal means equal as numbers, so 0 and -0 are the same place; nothing is rounded or moved. The first
//! vertex at a place stays, with its own spelling of zero, and vertices keep their order.

use super::source::Source;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::hash_map::Entry;

/// Welds a mesh whose positions are finite and whose indices are in range.
pub(super) fn weld(source: &mut Source) {
    let positions = &mut source.positions;
    let mut places: FxHashMap<[u32; 3], u32> =
        FxHashMap::with_capacity_and_hasher(positions.len() / 2, FxBuildHasher);
    let mut renamed = Vec::with_capacity(positions.len());
    let mut kept = 0;
    for i in 0..positions.len() {
        // Adding 0 makes -0 a 0 and leaves all else.
        match places.entry(positions[i].map(|value| (value + 0.0).to_bits())) {
            Entry::Occupied(place) => renamed.push(*place.get()),
            Entry::Vacant(place) => {
                place.insert(kept);
                renamed.push(kept);
                positions[kept as usize] = positions[i];
                kept += 1;
            }
        }
    }
    positions.truncate(kept as usize);
    source.indices.iter_mut().for_each(|index| *index = renamed[*index as usize]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_are_one_place() {
        let positions =
            vec![[-0.0, 1.0, 2.0], [5.0; 3], [0.0, 1.0, 2.0], [f32::MIN_POSITIVE, 1.0, 2.0], [5.0; 3]];
        let mut source = Source { positions, indices: vec![0, 1, 2, 2, 3, 4], ..Source::default() };
        weld(&mut source);
        assert_eq!(source.indices, [0, 1, 0, 0, 2, 1]);
        assert_eq!(source.positions, [[0.0, 1.0, 2.0], [5.0; 3], [f32::MIN_POSITIVE, 1.0, 2.0]]);
        assert!(source.positions[0][0].is_sign_negative());
    }
}
