//! Bits that are set, one after another.

/// The numbers of the bits of a mask that are set, ascending.
#[inline(always)]
pub(crate) fn bits(mut mask: u32) -> impl Iterator<Item = u32> + Clone {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros())?;
        mask &= mask - 1;
        Some(bit)
    })
}

/// The same, of a wide mask.
#[inline(always)]
pub(crate) fn wide_bits(mut mask: u64) -> impl Iterator<Item = u32> + Clone {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros())?;
        mask &= mask - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_add_up_to_their_mask() {
        let rng = &mut fastrand::Rng::with_seed(1);
        for mask in (0..1000).map(|_| rng.u64(..) & rng.u64(..)).chain([0, u64::MAX, 1 << 63]) {
            assert!(wide_bits(mask).is_sorted_by(|a, b| a < b));
            assert_eq!(wide_bits(mask).fold(0, |sum, bit| sum | 1 << bit), mask);
            assert_eq!(bits(mask as u32).fold(0, |sum, bit| sum | 1 << bit), mask as u32);
        }
    }
}
