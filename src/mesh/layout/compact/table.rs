//! The triangle table of a COMPACT mesh. A group is a run of consecutive places of cooked order.

use crate::mesh::layout::table::{MOST_BITS, SMALLEST, TableWriter, TriangleTable, width_of};
use crate::{Error, Result};

/// The number of places in a group, as a binary logarithm.
fn group_bits(triangle_count: u32) -> u32 {
    let width = width_of(triangle_count);
    width.saturating_sub(MOST_BITS).max(SMALLEST)
}

/// The table of a COMPACT mesh with these triangle ids.
pub(super) fn table(ids: &[u32]) -> Result<Vec<u32>> {
    let count = ids.len() as u32;
    let bits = group_bits(count);
    let groups = count.saturating_sub(1) >> bits;
    let mut table = TableWriter::new(count, groups + 1, 0, bits)?;
    ids.iter().enumerate().for_each(|(place, &id)| table.set(id, place as u32 >> bits));
    Ok(table.finish())
}

/// Makes sure that a table leads to every triangle of a COMPACT mesh whose ids have been checked.
pub(super) fn check_table(table: &TriangleTable, ids: &[u32]) -> Result<()> {
    let bits = group_bits(ids.len() as u32);
    let is_right = |(place, &id): (usize, &u32)| table.group(id) == place as u32 >> bits;
    if table.group_bits != bits || !table.groups.is_empty() || !ids.iter().enumerate().all(is_right) {
        return Err(Error::invalid_blob("triangle table: is not that of the triangle ids"));
    }
    Ok(())
}

/// The place in cooked order of a triangle of a COMPACT mesh.
pub(super) fn find(table: &TriangleTable, ids: &[u32], triangle: u32) -> Option<u32> {
    let first = (table.group(triangle) as usize) << table.group_bits;
    let group = ids.get(first..)?.iter().take(1 << table.group_bits);
    group.into_iter().position(|&id| id == triangle).map(|i| (first + i) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_compact_meshes_grow_with_them() {
        assert_eq!(group_bits(0), 6);
        assert_eq!(group_bits(1 << 26), 6);
        assert_eq!(group_bits((1 << 26) + 1), 7);
        assert_eq!(group_bits(u32::MAX), 12);
    }
}
