//! Eight lanes: numbers of either kind, and keys that are put in order.

use super::sizes::LANES8;
use super::uniforms::Uniforms;
use crate::arrays::array_of;

/// Eight lanes. Implementors are tokens, as those of [`super::Simd`] are.
///
/// Functions that put lanes in order may order them as they like. They hand out those whose bit is set and no others, whatever
/// numbers their keys are: zeros of either sign, negative ones, infinities. In about the order of their keys means that negative
/// keys come before the others, in any order: they are rare, and to turn them costs all others time.
pub(crate) trait Simd8: Uniforms + Send + Sync {
    /// Eight f32.
    type F: Copy;
    /// Eight i32.
    type I: Copy;

    /// All lanes the same.
    fn splat(self, value: Self::Uniform) -> Self::F;
    /// An array as lanes.
    fn load_array(self, array: &[f32; LANES8]) -> Self::F;
    /// The lanes as an array.
    fn to_array(self, v: Self::F) -> [f32; LANES8];
    /// Eight bytes as numbers.
    fn numbers(self, bytes: &[u8; LANES8]) -> Self::F;
    /// Eight u16, little-endian, as numbers.
    fn numbers16(self, bytes: &[u8; 2 * LANES8]) -> Self::F;
    /// Lane by lane.
    fn add(self, a: Self::F, b: Self::F) -> Self::F;
    /// Lane by lane.
    fn sub(self, a: Self::F, b: Self::F) -> Self::F;
    /// Lane by lane.
    fn mul(self, a: Self::F, b: Self::F) -> Self::F;
    /// `b` where the lanes are equal or unordered.
    fn min(self, a: Self::F, b: Self::F) -> Self::F;
    /// `b` where the lanes are equal or unordered.
    fn max(self, a: Self::F, b: Self::F) -> Self::F;
    /// Magnitudes.
    fn abs(self, a: Self::F) -> Self::F;
    /// Square roots.
    fn sqrt(self, a: Self::F) -> Self::F;
    /// `a * b + c`, rounded once or twice: for what is padded, and only that.
    #[inline(always)]
    fn about_mul_add(self, a: Self::F, b: Self::F, c: Self::F) -> Self::F {
        self.add(self.mul(a, b), c)
    }
    /// `a * b - c`, rounded once or twice: for what is padded, and only that.
    #[inline(always)]
    fn about_mul_sub(self, a: Self::F, b: Self::F, c: Self::F) -> Self::F {
        self.sub(self.mul(a, b), c)
    }
    /// `c - a * b`, rounded once or twice: for what is padded, and only that.
    #[inline(always)]
    fn about_neg_mul_add(self, a: Self::F, b: Self::F, c: Self::F) -> Self::F {
        self.sub(c, self.mul(a, b))
    }
    /// A bit a lane: `a <= b`.
    fn le(self, a: Self::F, b: Self::F) -> u32;
    /// The same of those lanes whose bit is set in `mask`, which is known before `a` and `b`.
    #[inline(always)]
    fn le_among(self, mask: u32, a: Self::F, b: Self::F) -> u32 {
        self.le(a, b) & mask
    }
    /// The same bits. Where registers are few, they are known at this place of the program: otherwise the compiler may compute
    /// them later, and keep in memory until then whatever it needs for it.
    #[inline(always)]
    fn pinned(self, bits: u32) -> u32 {
        bits
    }
    /// Lane `index[i] % 8` in lane `i`.
    fn permute(self, v: Self::F, index: Self::I) -> Self::F;

    /// All lanes the same.
    fn splat_i(self, value: i32) -> Self::I;
    /// An array as lanes.
    fn load_array_i(self, array: &[i32; LANES8]) -> Self::I;
    /// Eight i32, little-endian.
    #[inline(always)]
    fn load_integers(self, bytes: &[u8; 4 * LANES8]) -> Self::I {
        let (words, _) = bytes.as_chunks();
        self.load_array_i(&array_of(|i| i32::from_le_bytes(words[i])))
    }
    /// Four i32, little-endian, in the lower lanes and again in the upper ones.
    fn load_twice(self, bytes: &[u8; 16]) -> Self::I;
    /// The bits of the lanes as an array.
    fn to_array_u(self, v: Self::I) -> [u32; LANES8];
    /// Eight bytes as numbers.
    fn integers(self, bytes: &[u8; LANES8]) -> Self::I;
    /// Eight u16, little-endian, as numbers.
    fn integers16(self, bytes: &[u8; 2 * LANES8]) -> Self::I;
    /// Lane `LANE`, which is below 8, in all lanes.
    fn splat_lane<const LANE: usize>(self, v: Self::I) -> Self::I;
    /// Lane by lane, wrapping.
    fn add_i(self, a: Self::I, b: Self::I) -> Self::I;
    /// Lane by lane, wrapping.
    fn sub_i(self, a: Self::I, b: Self::I) -> Self::I;
    /// Lane by lane.
    fn min_i(self, a: Self::I, b: Self::I) -> Self::I;
    /// Lane by lane.
    fn max_i(self, a: Self::I, b: Self::I) -> Self::I;
    /// Bit by bit.
    fn and_i(self, a: Self::I, b: Self::I) -> Self::I;
    /// Bit by bit.
    fn or_i(self, a: Self::I, b: Self::I) -> Self::I;
    /// Shifted left by `BITS`, from 1 to 31.
    fn shift_left<const BITS: i32>(self, a: Self::I) -> Self::I;
    /// Shifted right by `BITS`, from 1 to 31; zeros come in.
    fn shift_right<const BITS: i32>(self, a: Self::I) -> Self::I;
    /// Each lane of `a` shifted right by as many bits as `b` says, from 0 to 31; copies of its sign come in.
    #[inline(always)]
    fn shift_right_signed(self, a: Self::I, b: Self::I) -> Self::I {
        let (a, b) = (self.to_array_u(a), self.to_array_u(b));
        self.load_array_i(&array_of(|i| a[i].cast_signed() >> (b[i] & 31)))
    }
    /// All bits of a lane: `a > b`.
    fn gt_i(self, a: Self::I, b: Self::I) -> Self::I;
    /// Lane `index[i] % 8` in lane `i`.
    #[inline(always)]
    fn permute_i(self, v: Self::I, index: Self::I) -> Self::I {
        let (v, index) = (self.to_array_u(v), self.to_array_u(index));
        self.load_array_i(&array_of(|i| v[index[i] as usize % LANES8].cast_signed()))
    }
    /// `a` where all bits of the lane are set in `lanes`, `b` where none is.
    fn select_i(self, lanes: Self::I, a: Self::I, b: Self::I) -> Self::I;
    /// A bit a lane: whether its sign is set.
    fn signs(self, a: Self::I) -> u32;

    /// The numbers of the lanes whose bit is set, in front; the rest does not matter, but is below 32.
    #[inline(always)]
    fn set_lanes(self, mask: u32) -> Self::I {
        let (mut set, mut left) = ([0; LANES8], mask);
        for place in set.iter_mut().take(mask.count_ones() as usize) {
            *place = left.trailing_zeros() as i32;
            left &= left.wrapping_sub(1);
        }
        self.load_array_i(&set)
    }

    /// The numbers of the lanes whose bit is set, in about the order of their keys, the largest first; the rest does not matter.
    /// The last of them is [`Simd8::smallest_lane`], unless a key is NaN.
    #[inline(always)]
    fn sort_lanes_descending(self, mask: u32, keys: Self::F) -> Self::I {
        let keys = self.to_array(keys);
        // By insertion.
        let (mut order, mut count) = ([0; LANES8], 0);
        for lane in (0..LANES8 as i32).rev().filter(|lane| mask >> lane & 1 != 0) {
            let mut place = count;
            while place > 0 && keys[order[place - 1] as usize] < keys[lane as usize] {
                order[place] = order[place - 1];
                place -= 1;
            }
            order[place] = lane;
            count += 1;
        }
        self.load_array_i(&order)
    }

    /// The number of the lane with about the smallest key of those whose bit is set, of which there is at least one.
    #[inline(always)]
    fn smallest_lane(self, mask: u32, keys: Self::F) -> u32 {
        let keys = self.to_array(keys);
        let mut smallest = mask.trailing_zeros();
        for lane in (0..LANES8 as u32).filter(|lane| mask >> lane & 1 != 0) {
            if keys[lane as usize] < keys[smallest as usize % LANES8] {
                smallest = lane;
            }
        }
        smallest
    }

    /// The bits of a lane of `a`, then those of the same lane of `b`.
    #[inline(always)]
    fn zip(self, a: Self::F, b: Self::I) -> [[u32; 2]; LANES8] {
        let (a, b) = (self.to_array(a), self.to_array_u(b));
        std::array::from_fn(|lane| [a[lane].to_bits(), b[lane]])
    }
}
