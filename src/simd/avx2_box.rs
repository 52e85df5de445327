//! Boxes against the eight children of a node: bytes, sixteen at a time.

use super::avx2_nodes::Avx2Nodes;
use super::node::{BoxNode, MANTISSA};
use std::arch::x86_64::*;

// SAFETY, for every block below: an `Avx2Nodes` exists only where its maker had AVX2; loads read arrays of the size that they
// are given, or say why they stay inside.

impl Avx2Nodes {
    /// [`super::Nodes::box_node`]. A byte is at least another where its complement is at most the other's, so that one
    /// comparison does for lower and upper sides.
    #[inline(always)]
    pub(super) fn children_in_box(self, node: &[u8; 64], grid_box: &BoxNode) -> u32 {
        let [first, last, from, to] = self.box_in_units(node, grid_box);
        unsafe {
            let most = _mm_set1_epi32(255);
            // What no byte can be.
            let apart = self.any_axis(_mm_or_si128(last, _mm_cmpgt_epi32(first, most)));
            let not_full = self.any_axis(_mm_or_si128(to, _mm_cmpgt_epi32(from, most)));
            // As bytes, what is beyond them cut off: where the box ends, begins, is full from, and to, along each axis.
            let bounds = _mm_packus_epi16(_mm_packs_epi32(last, first), _mm_packs_epi32(from, to));
            let bounds = _mm_xor_si128(bounds, _mm_setr_epi32(0, -1, -1, 0));
            let (mut touching, mut inside) = (_mm_set1_epi8(-1), _mm_set1_epi8(-1));
            for axis in 0..3i8 {
                // Inside: bytes up to 47.
                let sides = _mm_loadu_si128(node.as_ptr().add(16 * axis as usize).cast());
                let upper_flipped = _mm_xor_si128(sides, self.halves(0, -1));
                let lower_flipped = _mm_xor_si128(sides, self.halves(-1, 0));
                let ends = _mm_shuffle_epi8(bounds, self.halves(axis, 4 + axis));
                let fills = _mm_shuffle_epi8(bounds, self.halves(8 + axis, 12 + axis));
                touching = _mm_and_si128(touching, self.at_most(upper_flipped, ends));
                inside = _mm_and_si128(inside, self.at_most(lower_flipped, fills));
            }
            let touching = if apart { 0 } else { self.in_both_halves(touching) };
            let inside = if not_full { 0 } else { self.in_both_halves(inside) };
            touching | inside << 8
        }
    }

    /// The sides' units in which the box begins and ends, and those from and up to which it is full; an axis a lane, and a
    /// lane that does not count.
    #[inline(always)]
    fn box_in_units(self, node: &[u8; 64], grid_box: &BoxNode) -> [__m128i; 4] {
        unsafe {
            // Inside: bytes 48 to 63.
            let header = _mm_loadu_si128(node.as_ptr().add(48).cast());
            let start = _mm_and_si128(header, _mm_set1_epi32(MANTISSA as i32));
            let exponent = _mm_and_si128(_mm_srli_epi32::<23>(header), _mm_set1_epi32(255));
            let exponent = _mm_max_epi32(_mm_sub_epi32(exponent, _mm_set1_epi32(127)), _mm_setzero_si128());
            let exponent = _mm_min_epi32(exponent, _mm_set1_epi32(31));
            let [low, high] = [self.axes(&grid_box.outer[0]), self.axes(&grid_box.outer[1])];
            let [inner_low, inner_high] = [self.axes(&grid_box.inner[0]), self.axes(&grid_box.inner[1])];
            let minus_from = _mm_srav_epi32(_mm_sub_epi32(start, inner_low), exponent);
            [
                _mm_srav_epi32(_mm_sub_epi32(low, start), exponent),
                _mm_srav_epi32(_mm_sub_epi32(high, start), exponent),
                _mm_sub_epi32(_mm_setzero_si128(), minus_from),
                _mm_srav_epi32(_mm_sub_epi32(inner_high, start), exponent),
            ]
        }
    }

    #[inline(always)]
    fn axes(self, numbers: &[i32; 4]) -> __m128i {
        unsafe { _mm_loadu_si128(numbers.as_ptr().cast()) }
    }

    /// Whether any of the first three lanes is negative.
    #[inline(always)]
    fn any_axis(self, lanes: __m128i) -> bool {
        unsafe { _mm_movemask_ps(_mm_castsi128_ps(lanes)) & 7 != 0 }
    }

    /// Eight bytes of each.
    #[inline(always)]
    fn halves(self, low: i8, high: i8) -> __m128i {
        unsafe { _mm_unpacklo_epi64(_mm_set1_epi8(low), _mm_set1_epi8(high)) }
    }

    /// All ones where a byte is at most the other, as numbers without a sign.
    #[inline(always)]
    fn at_most(self, a: __m128i, b: __m128i) -> __m128i {
        unsafe { _mm_cmpeq_epi8(_mm_min_epu8(a, b), a) }
    }

    /// A bit for each of eight bytes that is all ones, as is the one eight bytes above it.
    #[inline(always)]
    fn in_both_halves(self, bytes: __m128i) -> u32 {
        let bits = unsafe { _mm_movemask_epi8(bytes) } as u32;
        bits & bits >> 8 & 255
    }
}
