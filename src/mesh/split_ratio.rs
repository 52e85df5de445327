//! The number of triangles of a left child as the 8-byte node stores it: a byte, `n * split / 256 + 1`.

/// The left count that a stored `split` stands for.
#[inline(always)]
pub(crate) fn left_count(n: u32, split: u8) -> u32 {
    ((u64::from(n) * u64::from(split)) / 256) as u32 + 1
}

/// The smallest `split` whose left count is at least `wanted`, which must be in `1..n`.
#[inline]
pub(crate) fn for_left_count(n: u32, wanted: u32) -> u8 {
    ((u64::from(wanted) - 1) * 256).div_ceil(n.into()).min(255) as u8
}
