//! Arithmetic on arrays, for lanes that are arrays.

#[inline(always)]
pub(super) fn zip<T: Copy, U, const N: usize>(a: [T; N], b: [T; N], f: impl Fn(T, T) -> U) -> [U; N] {
    std::array::from_fn(|i| f(a[i], b[i]))
}

/// A bit for each pair that passes. Not by way of [`bits`], which costs rays a twelfth.
#[inline(always)]
pub(super) fn compare<const N: usize>(a: [f32; N], b: [f32; N], f: impl Fn(&f32, &f32) -> bool) -> u32 {
    (0..N).fold(0, |mask, i| mask | u32::from(f(&a[i], &b[i])) << i)
}

/// A bit for each.
#[inline(always)]
pub(super) fn bits<const N: usize>(lanes: [bool; N]) -> u32 {
    (0..N).fold(0, |bits, i| bits | u32::from(lanes[i]) << i)
}
