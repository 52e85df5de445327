//! The operations of an instruction set, and the kernels that are made of them.

use super::arithmetic::Lanes32;
use super::doubles::Doubles;
use super::lanes8::Simd8;
use super::sizes::{ALL_LANES, LANES};
use crate::arrays::{MapEach, array_of};

/// Sixteen lanes. Implementors are tokens: having one means that the processor can do it.
pub(crate) trait Simd: Lanes32 {
    /// Sixteen u32.
    type U: Copy;
    /// The first eight lanes.
    type LowerLanes: LowerLanes<Self>;
    /// Eight lanes of the same instruction set.
    type Lanes8: Simd8;
    /// Eight f64 of the same instruction set.
    type Doubles: Doubles;
    /// True if sixteen lanes are one register. Then doing what may be in vain costs less than a branch that nobody can
    /// predict.
    const IS_ONE_REGISTER: bool = false;
    /// True if several queries of a batch are worth being under way at once.
    const STREAMS: bool = true;

    /// An array as lanes.
    fn load_array(self, array: [f32; LANES]) -> Self::F;
    /// An array as lanes.
    fn load_array_u(self, array: [u32; LANES]) -> Self::U;
    /// Rows of eight as eight columns.
    #[inline(always)]
    fn transpose(self, rows: &[[f32; 8]; LANES]) -> [Self::F; 8] {
        let mut columns = [self.splat(0.0); 8];
        for (k, column) in columns.iter_mut().enumerate() {
            *column = self.load_array(array_of(|i| rows[i][k]));
        }
        columns
    }
    /// Sixteen f32 as they lie in memory.
    fn load_bytes(self, bytes: &[u8; 64]) -> Self::F;
    /// The lanes as an array.
    fn to_array_u(self, v: Self::U) -> [u32; LANES];
    /// Square roots.
    fn sqrt(self, a: Self::F) -> Self::F;
    /// A bit a lane: whether boxes, as lowest and highest numbers on three axes, share a point.
    #[inline(always)]
    fn boxes_touch(self, [a_min, a_max]: [[Self::F; 3]; 2], [b_min, b_max]: [[Self::F; 3]; 2]) -> u32 {
        self.le(a_min[0], b_max[0])
            & self.le(b_min[0], a_max[0])
            & self.le(a_min[1], b_max[1])
            & self.le(b_min[1], a_max[1])
            & self.le(a_min[2], b_max[2])
            & self.le(b_min[2], a_max[2])
    }
    /// A bit a lane: whether its sign is set.
    #[inline(always)]
    fn signs(self, a: Self::F) -> u32 {
        let mut signs = 0;
        for (lane, number) in self.to_array(a).into_iter().enumerate() {
            signs |= u32::from(number.is_sign_negative()) << lane;
        }
        signs
    }
    /// The smallest lane of each; any number where one of them is NaN.
    #[inline(always)]
    fn smallest_of_each(self, [a, b, c, d]: [Self::F; 4]) -> [f32; 4] {
        [
            self.smallest(ALL_LANES, a),
            self.smallest(ALL_LANES, b),
            self.smallest(ALL_LANES, c),
            self.smallest(ALL_LANES, d),
        ]
    }
    /// The sum of all lanes, rounded in any order: for what is padded, or only a guess.
    #[inline(always)]
    fn about_sum(self, a: Self::F) -> f32 {
        self.to_array(a).iter().sum()
    }
    /// The largest of the lanes whose bit is set; minus infinity if none is.
    #[inline(always)]
    fn largest(self, mask: u32, a: Self::F) -> f32 {
        -self.smallest(mask, self.sub(self.splat(0.0), a))
    }
    /// `table[index[i] % 16]` in lane `i`.
    fn permute(self, table: Self::F, index: Self::U) -> Self::F;
    /// `table[index[i] % 16]` for three indices.
    #[inline(always)]
    fn look_up_three(self, table: Self::F, index: [u32; 3]) -> [f32; 3] {
        let table = self.to_array(table);
        index.map_each(|i| table[i as usize % LANES])
    }
    /// `tables[index[i] / 16 % 2][index[i] % 16]` in lane `i`.
    fn permute_two(self, tables: [Self::F; 2], index: Self::U) -> Self::F;
    /// Sixteen fields of [`width`]`(code)` bits, the first at the lowest bit of `bytes`, shifted left by
    /// `zeros` and added to `base`. `code` is below 32.
    fn unpack(self, bytes: &[u8; 64], code: u32, zeros: u32, base: u32) -> Self::U;
    /// The same fields as they lie: only the lowest [`width`]`(code)` bits of each lane mean anything.
    fn spread(self, bytes: &[u8; 64], code: u32) -> Self::U;
    /// The same bits as f32.
    fn as_f32(self, a: Self::U) -> Self::F;
    /// Lanes shifted right by `BITS`, from 1 to 31; zeros come in.
    fn shift_right<const BITS: i32>(self, a: Self::U) -> Self::U;
    /// Sixteen bytes as numbers.
    fn numbers(self, bytes: &[u8; LANES]) -> Self::F;
    /// Sixteen u16, little-endian, as numbers.
    #[inline(always)]
    fn numbers16(self, bytes: &[u8; 2 * LANES]) -> Self::F {
        self.load_array(array_of(|i| f32::from(u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]))))
    }
    /// The lower eight lanes in place of the upper ones, and these in place of those.
    fn swap_halves(self, a: Self::F) -> Self::F;
    /// `a * b - c`, rounded once or twice: for what is padded, and only that.
    #[inline(always)]
    fn about_mul_sub(self, a: Self::F, b: Self::F, c: Self::F) -> Self::F {
        self.sub(self.mul(a, b), c)
    }
    /// `a * b + c`, rounded once or twice: for what is padded or bounded, and only that.
    #[inline(always)]
    fn about_mul_add(self, a: Self::F, b: Self::F, c: Self::F) -> Self::F {
        self.add(self.mul(a, b), c)
    }
    /// The lanes whose bit is set, in front; the rest does not matter.
    #[inline(always)]
    fn compress(self, mask: u32, a: Self::U) -> [u32; LANES] {
        let (all, mut some, mut left) = (self.to_array_u(a), [0; LANES], mask);
        for place in &mut some {
            *place = all[left.trailing_zeros() as usize % LANES];
            left &= left.wrapping_sub(1);
        }
        some
    }
    /// Hints that memory will be read soon.
    fn prefetch(self, memory: &[u8], at: usize);
    /// The same proof, for eight lanes.
    fn lanes8(self) -> Self::Lanes8;
    /// The same proof, for f64.
    fn doubles(self) -> Self::Doubles;
    /// Does a part of a kernel: in line, but on a level that needs no instructions of its own as a function that kernels
    /// share, or half of all machine code would be this level's.
    #[inline(always)]
    fn part<P: Part<Self>>(self, part: P) -> P::Output {
        part.run(self)
    }
    /// Does a part of a kernel as a function of its own: for what takes longer than a call and is needed in several places, or
    /// seldom.
    fn apart<P: Part<Self>>(self, part: P) -> P::Output;
    /// Runs a kernel on this level as a function of its own: for what takes far longer than a call, and would otherwise be
    /// compiled into each kernel that needs it.
    fn call<K: Kernel>(self, kernel: K) -> K::Output;
}

/// The first eight of sixteen lanes; or all of them, where fewer take no less time.
pub(crate) trait LowerLanes<S: Simd>: Lanes32 {
    /// True if these are a register, and sixteen lanes are not.
    const IS_NARROWER: bool;
    /// The proof for them.
    fn of(simd: S) -> Self;
    /// The lower and the upper eight lanes together. Of a register, the lower ones.
    fn join(self, lower: Self::F, upper: Self::F) -> S::F;
    /// The one half or the other, without a branch. Of a register, all as they are.
    fn half(self, v: S::F, upper: bool) -> Self::F;
    /// The same in the place of the lower lanes; what comes behind does not matter.
    fn half_first(self, v: S::U, upper: bool) -> S::U;
}

impl<S: Simd> LowerLanes<S> for S {
    const IS_NARROWER: bool = false;

    #[inline(always)]
    fn of(simd: S) -> S {
        simd
    }

    #[inline(always)]
    fn join(self, lower: S::F, _: S::F) -> S::F {
        lower
    }

    #[inline(always)]
    fn half(self, v: S::F, _: bool) -> S::F {
        v
    }

    #[inline(always)]
    fn half_first(self, v: S::U, _: bool) -> S::U {
        v
    }
}

/// A part of a kernel, on the kernel's level. As for [`Kernel`], `run` must be `#[inline(always)]`.
pub(crate) trait Part<S: Simd> {
    /// The result.
    type Output;
    /// Does it.
    fn run(self, simd: S) -> Self::Output;
}

/// Something to be done with lanes, compiled for each level. `run` must be `#[inline(always)]`, and so
/// must whatever it does with lanes.
pub(crate) trait Kernel {
    /// The result.
    type Output;
    /// Does it.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}
