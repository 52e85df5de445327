//! The triangle table, an optional section of a mesh: where each triangle is stored, to look one up by its id.
//!
//! For each triangle the number of the *group* in which it lies, a small set of triangles that are stored together; so
//! a number takes few bits, and a group is soon searched. Each layout has groups of its own.

use crate::vectors::zeroed;
use crate::{Error, Result};

/// Number of the section.
pub(crate) const TRIANGLE_TABLE: u32 = 8;
/// Words before the groups: bits of a number, how many groups are listed, the binary logarithm of how many triangles a
/// group has at most, zero.
const HEADER: usize = 4;
/// The fewest triangles that groups are made of, as a binary logarithm.
pub(super) const SMALLEST: u32 = 6;
/// Most bits of a number: two and a half bytes.
pub(super) const MOST_BITS: u32 = 20;

/// A section whose size is that of its parts.
#[derive(Clone, Copy)]
pub(crate) struct TriangleTable<'a> {
    /// The binary logarithm of how many triangles a group has at most.
    pub(super) group_bits: u32,
    pub(super) groups: &'a [u32],
    width: u32,
    numbers: &'a [u32],
}

/// Words of `count` numbers, and one more, so that two can always be read at once.
fn words(count: u32, width: u32) -> usize {
    (u64::from(count) * u64::from(width)).div_ceil(32) as usize + 1
}

/// Bits of the numbers below `count`.
pub(super) fn width_of(count: u32) -> u32 {
    u32::BITS - count.saturating_sub(1).leading_zeros()
}

impl<'a> TriangleTable<'a> {
    /// The table of a mesh of `triangle_count` triangles.
    pub(crate) fn new(section: &'a [u32], triangle_count: u32) -> Result<TriangleTable<'a>> {
        let invalid = |what: String| Error::invalid_blob(text!("triangle table: {what}"));
        let Some((&[width, group_count, group_bits, zero], rest)) = section.split_first_chunk::<HEADER>()
        else {
            return Err(invalid(text!("{} words are too few", section.len())));
        };
        if width > MOST_BITS || !(SMALLEST..u32::BITS).contains(&group_bits) || zero != 0 {
            return Err(invalid(text!("numbers of {width} bits, groups of 2^{group_bits}, {zero}")));
        }
        let needed = group_count as u64 + words(triangle_count, width) as u64;
        if needed != rest.len() as u64 {
            return Err(invalid(text!("{} words, not {needed}", rest.len())));
        }
        let (groups, numbers) = rest.split_at(group_count as usize);
        Ok(TriangleTable { group_bits, groups, width, numbers })
    }

    /// The number of a triangle's group.
    #[inline]
    pub(super) fn group(&self, triangle: u32) -> u32 {
        let bit = u64::from(triangle) * u64::from(self.width);
        let at = (bit / 32) as usize;
        // Both are there where the triangle is below the count.
        let word = |i: usize| u64::from(self.numbers.get(i).copied().unwrap_or(0));
        let bits = word(at) | word(at + 1) << 32;
        (bits >> (bit % 32)) as u32 & ((1u64 << self.width) - 1) as u32
    }
}

/// A table while it is made.
pub(super) struct TableWriter {
    section: Vec<u32>,
    width: u32,
    numbers_at: usize,
}

impl TableWriter {
    /// A table of `group_count` groups, of which `listed` are described by a word each.
    pub(super) fn new(
        triangle_count: u32,
        group_count: u32,
        listed: u32,
        group_bits: u32,
    ) -> Result<TableWriter> {
        let width = width_of(group_count);
        let numbers_at = HEADER + listed as usize;
        let mut section = zeroed(numbers_at + words(triangle_count, width), "build")?;
        section[..HEADER].copy_from_slice(&[width, listed, group_bits, 0]);
        Ok(TableWriter { section, width, numbers_at })
    }

    /// Returns true if a table of this size is as small as promised.
    pub(super) fn is_small(triangle_count: u32, group_count: u32, listed: u32) -> bool {
        let (width, triangles) = (width_of(group_count), u64::from(triangle_count));
        width <= MOST_BITS && 32 * u64::from(listed) + triangles * u64::from(width) <= 20 * triangles
    }

    /// Describes a group.
    pub(super) fn list(&mut self, group: u32, word: u32) {
        self.section[HEADER + group as usize] = word;
    }

    /// Sets the number of a triangle's group.
    pub(super) fn set(&mut self, triangle: u32, group: u32) {
        // Zeros are there already, and of numbers without bits nothing is.
        if group == 0 {
            return;
        }
        let bit = u64::from(triangle) * u64::from(self.width);
        let at = self.numbers_at + (bit / 32) as usize;
        let bits = u64::from(group) << (bit % 32);
        self.section[at] |= bits as u32;
        self.section[at + 1] |= (bits >> 32) as u32;
    }

    pub(super) fn finish(self) -> Vec<u32> {
        self.section
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for groups in [1u32, 2, 3, 900, 1 << 20] {
            let count = 1000;
            let number = |i: u32| i.wrapping_mul(0x9e37_79b9) % groups;
            let mut writer = TableWriter::new(count, groups, 2, 7).unwrap();
            (0..count).rev().for_each(|i| writer.set(i, number(i)));
            writer.list(1, 77);
            let section = writer.finish();
            let table = TriangleTable::new(&section, count).unwrap();
            assert_eq!((table.group_bits, table.groups), (7, &[0, 77][..]));
            assert!((0..count).all(|i| table.group(i) == number(i)));
            assert!(TriangleTable::new(&section[..section.len() - 1], count).is_err());
            assert!(TriangleTable::new(&section, u32::MAX).is_err() || groups == 1);
        }
        assert!(TriangleTable::new(&[], 0).is_err());
        assert!(TriangleTable::new(&[21, 0, 6, 0, 0], 0).is_err());
        assert!(TriangleTable::new(&[0, u32::MAX, 6, 0, 0], 0).is_err());
    }
}
