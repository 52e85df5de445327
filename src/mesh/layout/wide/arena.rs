//! The arena of a wide tree: its lines, and references into it.

/// Bytes of a line.
pub(super) const LINE: usize = 64;

/// Marks a reference to a cluster; the rest is the block's line and the cluster's number in it.
pub(super) const CLUSTER: u32 = 1 << 31;

/// Marks a reference to a subtree that is wholly inside what is asked for.
pub(super) const INSIDE: u32 = 1 << 30;

/// A word of a line, a number below eight, and a count of one to eight.
#[inline(always)]
pub(super) fn pack_line(line: u32, number: u32, count: u32) -> u32 {
    line | number << 25 | (count - 1) << 28
}

/// The parts of such a word. Its top bit is free.
#[inline(always)]
pub(super) fn unpack_line(word: u32) -> (u32, u32, u32) {
    (word & 0x1ff_ffff, word >> 25 & 7, (word >> 28 & 7) + 1)
}

/// The byte where the headers begin among which is the one that a reference to a cluster names.
#[inline(always)]
pub(super) fn cluster_block(reference: u32) -> usize {
    ((reference & !(CLUSTER | INSIDE)) >> 3) as usize * LINE
}

/// The byte where the cluster begins that a reference in a direct node names.
#[inline(always)]
pub(super) fn direct_cluster(reference: u32) -> usize {
    (reference & !(CLUSTER | INSIDE)) as usize * DIRECT_UNIT
}

/// Clusters of direct nodes begin at multiples of so many bytes.
pub(super) const DIRECT_UNIT: usize = 2;

/// `N` bytes of the arena from `at` on. The checks of a blob make sure that they are there.
#[inline(always)]
pub(super) fn field<const N: usize>(arena: &[u8], at: usize) -> &[u8; N] {
    match find_field(arena, at) {
        Some(chunk) => chunk,
        None => out_of_arena(at),
    }
}

/// The same if they are there.
#[inline(always)]
pub(super) fn find_field<const N: usize>(arena: &[u8], at: usize) -> Option<&[u8; N]> {
    // One comparison, as `at` is known to be far from the largest number.
    arena.get(at..at.wrapping_add(N))?.first_chunk()
}

#[cold]
pub(super) fn out_of_arena(at: usize) -> ! {
    panic!("byte {at} is outside the arena")
}
