//! Lanes in the order of their keys.

use super::number;
use crate::simd::{Kernel, LANES8, Simd, Simd8, run_on_all};

/// Whatever the keys are, each lane whose bit is set is there once, and no other.
#[derive(Clone, Copy)]
struct Sorting;

impl Sorting {
    /// Returns true if two keys are in order, but for their lowest bits, which may be ignored. Negative ones come first, in any
    /// order.
    fn in_order(near: f32, far: f32) -> bool {
        near.is_sign_negative() || near <= far || near <= far + far.abs() * 1e-6 + f32::from_bits(7)
    }

    fn check<S: Simd8>(s: S, mask: u32, keys: &[f32; LANES8]) {
        let (count, all) = (mask.count_ones() as usize, s.load_array(keys));
        let set = &s.to_array_u(s.set_lanes(mask))[..count];
        assert!(set.iter().copied().eq((0..8).filter(|lane| mask >> lane & 1 != 0)));
        let sorted = &s.to_array_u(s.sort_lanes_descending(mask, all))[..count];
        assert_eq!(sorted.iter().fold(0, |all, lane| all | 1 << lane), mask, "{keys:?}");
        assert!(sorted.is_sorted_by(|&a, &b| Self::in_order(keys[b as usize], keys[a as usize])), "{keys:?}");
        if mask != 0 {
            assert_eq!(sorted.last(), Some(&s.smallest_lane(mask, all)), "{keys:?}");
        }
    }
}

impl Kernel for Sorting {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let (rng, s) = (&mut fastrand::Rng::with_seed(4), s.lanes8());
        for mask in 0..256 {
            for _ in 0..50 {
                let bits: [u32; LANES8] =
                    std::array::from_fn(|_| rng.u32(..) & [0x8000_000f, u32::MAX][rng.usize(..2)]);
                let keys = bits.map(f32::from_bits).map(|key| if key.is_nan() { number(rng) } else { key });
                let keys = keys.map(|key| if key.is_nan() { -0.0 } else { key });
                Self::check(s, mask, &keys);
                // Some keys alike, as those of boxes around the origin are.
                Self::check(s, mask, &keys.map(|key| if rng.bool() { 0.0 } else { key }));
                // The smallest lane is one of them, whichever; arithmetic has but one NaN, of any sign.
                let keys = keys.map(|key| [key, f32::NAN, -f32::NAN][rng.usize(..3)]);
                let smallest = s.smallest_lane(mask, s.load_array(&keys));
                assert!(mask == 0 || mask >> smallest & 1 != 0, "{keys:?}");
            }
        }
    }
}

#[test]
fn each_lane_is_sorted_once() {
    run_on_all(Sorting);
}
