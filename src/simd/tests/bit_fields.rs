//! Fields of bits in lanes, and permutations by them.

use super::{bits, lanes};
use crate::simd::portable::Portable;
use crate::simd::{Kernel, Simd, run_on_all, width};

#[derive(Clone, Copy)]
struct BitFields;

impl Kernel for BitFields {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let (rng, p) = (&mut fastrand::Rng::with_seed(2), Portable);
        for code in 0..32 {
            for zeros in 0..16 {
                let bytes: [u8; 64] = std::array::from_fn(|_| rng.u8(..));
                let base = rng.u32(..);
                let fields = s.unpack(&bytes, code, zeros, base);
                let expected = p.unpack(&bytes, code, zeros, base);
                assert_eq!(s.to_array_u(fields), expected, "{code} {zeros}");
                assert_eq!(bits(s.to_array(s.as_f32(fields))), bits(p.as_f32(expected)));
                assert_eq!(bits(s.to_array(s.load_bytes(&bytes))), bits(p.load_bytes(&bytes)));
                let (spread, expected) = (s.spread(&bytes, code), p.spread(&bytes, code));
                let mask = ((1u64 << width(code)) - 1) as u32;
                assert_eq!(s.to_array_u(spread).map(|c| c & mask), expected.map(|c| c & mask));
                let (table, other) = (lanes(rng), lanes(rng));
                // The corners of layout WIDE: three fields of four or five bits.
                let small = [s.spread(&bytes, 12), s.shift_right::<8>(s.spread(&bytes, 12))];
                let expected = [p.spread(&bytes, 12), p.shift_right::<8>(p.spread(&bytes, 12))];
                for (small, expected) in small.into_iter().zip(expected) {
                    assert_eq!(s.to_array_u(small).map(|c| c & 15), expected.map(|c| c & 15));
                    let corner = s.permute(s.load_array(table), small);
                    assert_eq!(bits(s.to_array(corner)), bits(p.permute(table, expected)));
                }
                let large = s.shift_right::<10>(s.spread(&bytes, 15));
                let expected = p.shift_right::<10>(p.spread(&bytes, 15));
                assert_eq!(s.to_array_u(large).map(|c| c & 31), expected.map(|c| c & 31));
                let corner = s.permute_two([s.load_array(table), s.load_array(other)], large);
                assert_eq!(bits(s.to_array(corner)), bits(p.permute_two([table, other], expected)));
            }
        }
    }
}

#[test]
fn bit_fields_are_the_same() {
    run_on_all(BitFields);
}
