//! Lists of lanes, in their order or in that of keys.

use super::lanes8::Lanes256;
use crate::simd::sizes::LANES8;
use std::arch::x86_64::*;

/// For each mask of eight bits, the numbers of those that are set, in front, each in four bits. A table, as `pext` takes up to
/// three hundred cycles on Zen 2 and before.
static SET_LANES: [i32; 256] = {
    let mut table = [0; 256];
    let mut mask = 0;
    while mask < table.len() {
        let (mut lane, mut place) = (0, 0);
        while lane < LANES8 {
            if mask >> lane & 1 != 0 {
                table[mask] |= (lane as i32) << (4 * place);
                place += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
};

// SAFETY, for every block below: a `Lanes256` exists only where its maker had such a processor.

impl<const MASKS: bool> Lanes256<MASKS> {
    /// The numbers of the lanes whose bit is set, in front.
    #[inline(always)]
    pub(super) fn list_lanes(self, mask: u32) -> __m256i {
        unsafe {
            if MASKS {
                return _mm256_maskz_compress_epi32(mask as u8, _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
            }
            let packed = _mm256_set1_epi32(SET_LANES[(mask & 255) as usize]);
            let lanes = _mm256_srlv_epi32(packed, _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28));
            _mm256_and_si256(lanes, _mm256_set1_epi32(7))
        }
    }

    /// The same in about the order of keys, the largest first.
    #[inline(always)]
    pub(super) fn order_lanes(self, mask: u32, keys: __m256) -> __m256i {
        unsafe {
            let numbered = self.numbered(keys);
            let sorted = if MASKS {
                // Those whose bit is set in front, which are seldom more than four.
                let absent = _mm256_set1_epi32(i32::MIN);
                let sorted = self.sort_fours(_mm256_mask_compress_epi32(absent, mask as u8, numbered));
                if mask.count_ones() > 4 { self.merge_fours(sorted) } else { sorted }
            } else {
                self.merge_fours(self.sort_fours(self.or_absent(mask, numbered, i32::MIN)))
            };
            _mm256_and_si256(sorted, _mm256_set1_epi32(7))
        }
    }

    /// The one with about the smallest key.
    #[inline(always)]
    pub(super) fn least_lane(self, mask: u32, keys: __m256) -> u32 {
        self.smallest(self.or_absent(mask, self.numbered(keys), i32::MAX)) & 7
    }

    /// The keys as integers, the lowest three bits of which make room for the lane's number. Those of numbers that are not
    /// negative have the same order.
    #[inline(always)]
    fn numbered(self, keys: __m256) -> __m256i {
        unsafe {
            let numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
            let keys = _mm256_andnot_si256(_mm256_set1_epi32(7), _mm256_castps_si256(keys));
            _mm256_or_si256(keys, numbers)
        }
    }

    /// The numbers that [`Lanes256::numbered`] has made of the keys of lanes whose bit is set, and `absent` for the others: the
    /// smallest or the largest integer. So those whose bit is set come first, whatever their keys. The smallest may also come
    /// of -0 in the first lane: then it is that lane wherever it comes to stand. The largest comes from no number.
    #[inline(always)]
    fn or_absent(self, mask: u32, numbered: __m256i, absent: i32) -> __m256i {
        unsafe {
            if MASKS {
                return _mm256_mask_mov_epi32(_mm256_set1_epi32(absent), mask as u8, numbered);
            }
            let bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            let present = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(mask as i32), bits), bits);
            _mm256_blendv_epi8(_mm256_set1_epi32(absent), numbered, present)
        }
    }

    #[inline(always)]
    fn smallest(self, v: __m256i) -> u32 {
        unsafe {
            let v = _mm_min_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
            let v = _mm_min_epi32(v, _mm_shuffle_epi32::<0b01_00_11_10>(v));
            _mm_cvtsi128_si32(_mm_min_epi32(v, _mm_shuffle_epi32::<0b10_11_00_01>(v))) as u32
        }
    }

    /// The larger of each pair in the lanes that `SMALLER` does not name, and the smaller in the others.
    #[inline(always)]
    fn exchange<const SMALLER: i32>(self, v: __m256i, other: __m256i) -> __m256i {
        unsafe {
            let (least, most) = (_mm256_min_epi32(v, other), _mm256_max_epi32(v, other));
            _mm256_blend_epi32::<SMALLER>(most, least)
        }
    }

    /// The first half of a bitonic network (Batcher 1968): sorts the lower four, the largest first, and the upper four the other
    /// way round.
    #[inline(always)]
    fn sort_fours(self, v: __m256i) -> __m256i {
        unsafe {
            let v = self.exchange::<0b0110_0110>(v, _mm256_shuffle_epi32::<0b10_11_00_01>(v));
            let v = self.exchange::<0b0011_1100>(v, _mm256_shuffle_epi32::<0b01_00_11_10>(v));
            self.exchange::<0b0101_1010>(v, _mm256_shuffle_epi32::<0b10_11_00_01>(v))
        }
    }

    /// The second half: sorts all eight, the largest first.
    #[inline(always)]
    fn merge_fours(self, v: __m256i) -> __m256i {
        unsafe {
            let v = self.exchange::<0b1111_0000>(v, _mm256_permute2x128_si256::<0x01>(v, v));
            let v = self.exchange::<0b1100_1100>(v, _mm256_shuffle_epi32::<0b01_00_11_10>(v));
            self.exchange::<0b1010_1010>(v, _mm256_shuffle_epi32::<0b10_11_00_01>(v))
        }
    }
}
