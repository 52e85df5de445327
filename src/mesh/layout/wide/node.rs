//! A node as its tests read it.
//!
//! A node of one line has its children's sides as offsets of 8 bits on an integer grid of 23 bits. The grid coordinate of
//! a side is `g + q * 2^e`; as the mantissa bits of an f32 near 2^23 it needs no conversion. A node of two lines has the
//! coordinates themselves, on a grid of 16 bits: there is nothing to decode, and the sides of large nodes are as exact as
//! those of small ones. It is called direct, and has references to its children, which can lie anywhere.

use super::arena::{LINE, field};
use super::children::{ABSENT, CHILDREN, ChildRefs, Children, REFERENCES};
use crate::arrays::MapEach;
use crate::simd::{LANES, Simd, Simd8};
use arrayvec::ArrayVec;

/// 2^23: where the mantissa of an f32 counts in ones.
const BIG: f32 = 8_388_608.0;
/// The bits of [`BIG`].
const BIG_BITS: u32 = 0x4B00_0000;
/// The exponent bits of an f32.
const EXPONENT: u32 = 0x7F80_0000;
/// The mantissa bits of an f32.
const MANTISSA: u32 = 0x007F_FFFF;

/// Numbers beyond this make the test of rays give up and let everything through.
pub(super) const SANE: f32 = 1e30;

/// The bytes from the beginning of a node on, which are two lines: the slack of an arena is behind the last node of one.
pub(super) type NodeBytes = [u8; 2 * LINE];

/// The place of eight sides along an axis, behind the lower ones, in steps of eight bytes, which instructions scale by. There
/// are so few that none needs a check.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub(super) enum Place {
    /// The lower ones.
    Lower = 0,
    /// The upper ones of a node of one line.
    Upper = 1,
    /// The upper ones of a direct node.
    DirectUpper = 2,
}

/// A node.
///
/// The sides of all children lie together: number `2 * axis` is the lower ones along an axis, and one more the upper ones. Behind
/// them a direct node has references to the children. Another one has for each axis the grid origin and the exponent of the unit
/// of its sides, and a word that describes the children.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a, const DIRECT: bool>(pub(super) &'a NodeBytes);

impl<'a, const DIRECT: bool> Node<'a, DIRECT> {
    /// The number of its lines.
    pub(super) const LINES: usize = if DIRECT { 2 } else { 1 };

    /// The largest grid coordinate.
    pub(super) const LARGEST: i32 = if DIRECT { u16::MAX as i32 } else { (1 << 23) - 1 };

    /// The addend of grid coordinates where they are computed as f32. None is -0: the compiler leaves sums with it out.
    pub(super) const OFFSET: f32 = if DIRECT { -0.0 } else { BIG };

    /// The length in grid steps by which node tests reach farther than the reference's padding: a bound on their own
    /// rounding. Near 2^23 that is at most a few steps, and near 2^16 a hundredth of that; and a few units in the last place
    /// of the distance.
    pub(super) const STEPS: f32 = if DIRECT { 0.25 } else { 16.0 };

    /// The node that begins at a line of an arena. The checks of a blob make sure that it is there.
    #[inline(always)]
    pub(super) fn at(arena: &'a [u8], line: u32) -> Node<'a, DIRECT> {
        Node(field(arena, line as usize * LINE))
    }

    /// `N` bytes, of which those with number `i` are asked for.
    #[inline(always)]
    fn bytes<const N: usize>(self, i: usize) -> &'a [u8; N] {
        let (chunks, _) = self.0.as_chunks();
        &chunks[i & (2 * LINE / N - 1)]
    }

    /// The children of a node of one line.
    #[inline(always)]
    pub(super) fn children(self) -> Children {
        Children::from_word(u32::from_le_bytes(*self.bytes(LINE / 4 - 1)))
    }

    /// References to the children as a direct node has them, and [`ABSENT`] for those that it does not have.
    #[inline(always)]
    pub(super) fn stored(self) -> [u32; CHILDREN] {
        let (words, _) = self.stored_bytes().as_chunks();
        [0, 1, 2, 3, 4, 5, 6, 7].map_each(|i: usize| u32::from_le_bytes(words[i]))
    }

    /// The same as bytes.
    #[inline(always)]
    pub(super) fn stored_bytes(self) -> &'a [u8; REFERENCES] {
        self.bytes(3)
    }

    /// The rule that makes references to the children.
    #[inline(always)]
    pub(super) fn refs(self) -> ChildRefs<'a, DIRECT> {
        match DIRECT {
            true => ChildRefs::stored(self.stored_bytes()),
            false => ChildRefs::computed(self.children()),
        }
    }

    /// A bit for each child that it has.
    #[inline(always)]
    pub(super) fn present<S: Simd8>(self, simd: S) -> u32 {
        match DIRECT {
            // References have no mark of being inside where they are stored, and what stands for none has it.
            true => {
                let stored = simd.load_integers(self.stored_bytes());
                !simd.signs(simd.shift_left::<1>(stored)) & ((1 << CHILDREN) - 1)
            }
            false => (1 << self.children().count) - 1,
        }
    }

    /// References to the children, in order.
    pub(super) fn references(self) -> ArrayVec<u32, CHILDREN> {
        if DIRECT {
            return self.stored().into_iter().take_while(|&reference| reference != ABSENT).collect();
        }
        let children = self.children();
        (0..children.count).map(|i| children.reference(i)).collect()
    }

    /// The header of a node of one line.
    #[inline(always)]
    fn header(self) -> &'a [u8; 16] {
        self.bytes(3)
    }

    /// The `i`th word of the header.
    #[inline(always)]
    fn word(self, i: usize) -> u32 {
        let (words, _) = self.header().as_chunks();
        u32::from_le_bytes(words[i % 4])
    }

    /// The grid coordinate from which the sides along an axis count, and the exponent of their unit.
    #[inline(always)]
    fn origin_and_exponent(self, axis: usize) -> (i32, u32) {
        if DIRECT {
            return (0, 0);
        }
        let word = self.word(axis);
        // A blob may say anything: shifts stay below the width of the type.
        ((word & MANTISSA) as i32, ((word >> 23 & 255).saturating_sub(127)).min(31))
    }

    /// The grid coordinates of one side, exactly.
    pub(super) fn side(self, side: usize, child: usize) -> f64 {
        if DIRECT {
            return self.number(side, child).into();
        }
        let (origin, exponent) = self.origin_and_exponent(side / 2);
        let [offset] = *self.bytes(CHILDREN * side + child);
        f64::from(origin) + f64::from(offset) * f64::from(1u32 << exponent)
    }

    /// The same plus [`Node::OFFSET`], as [`Node::sides`] has them.
    #[inline(always)]
    pub(super) fn number(self, side: usize, child: usize) -> f32 {
        if DIRECT {
            return u16::from_le_bytes(*self.bytes(CHILDREN * side + child)).into();
        }
        let header = self.word(side / 2);
        let [offset] = *self.bytes(CHILDREN * side + child);
        f32::from(offset) * f32::from_bits(header & EXPONENT) + f32::from_bits(BIG_BITS | header & MANTISSA)
    }

    /// Eight sides as they are stored.
    #[inline(always)]
    pub(super) fn numbers<S: Simd8>(self, simd: S, side: usize) -> S::F {
        match DIRECT {
            true => simd.numbers16(self.bytes(side)),
            false => simd.numbers(self.bytes(side)),
        }
    }

    /// The place of the lower or the upper sides along an axis.
    #[inline(always)]
    pub(super) fn place(is_upper: bool) -> Place {
        match (is_upper, DIRECT) {
            (false, _) => Place::Lower,
            (true, false) => Place::Upper,
            (true, true) => Place::DirectUpper,
        }
    }

    /// Eight lower and eight upper sides along an axis, those at `first` first.
    #[inline(always)]
    pub(super) fn both_numbers<S: Simd8>(self, simd: S, axis: usize, first: Place) -> [S::F; 2] {
        // The places of the two differ in one bit.
        let (first, upper) = (first as usize, Self::place(true) as usize);
        [first, first ^ upper].map_each(|place| match DIRECT {
            true => simd.numbers16(field(self.0, LINE / 2 * axis + 8 * place)),
            false => simd.numbers(field(self.0, LINE / 4 * axis + 8 * place)),
        })
    }

    /// The same as whole numbers.
    #[inline(always)]
    pub(super) fn integers<S: Simd8>(self, simd: S, side: usize) -> S::I {
        match DIRECT {
            true => simd.integers16(self.bytes(side)),
            false => simd.integers(self.bytes(side)),
        }
    }

    /// The unit of the sides along an axis, in grid steps. Of a node of one line.
    #[inline(always)]
    pub(super) fn unit<S: Simd8>(self, simd: S, axis: usize) -> S::Uniform {
        simd.uniform_bits(self.word(axis), EXPONENT, 0)
    }

    /// The grid coordinate from which the sides along an axis count. Of a node of one line.
    #[inline(always)]
    pub(super) fn start<S: Simd8>(self, simd: S, axis: usize) -> S::Uniform {
        simd.uniform_integer(self.word(axis), MANTISSA)
    }

    /// The same plus 2^23, without a conversion.
    #[inline(always)]
    pub(super) fn big_start<S: Simd8>(self, simd: S, axis: usize) -> S::Uniform {
        simd.uniform_bits(self.word(axis), MANTISSA, BIG_BITS)
    }

    /// The grid coordinates from which the sides along the axes count, twice, and the exponents of their units. Of a node of
    /// one line.
    #[inline(always)]
    pub(super) fn starts_and_exponents<S: Simd8>(self, simd: S) -> (S::I, S::I) {
        let header = simd.load_twice(self.header());
        let start = simd.and_i(header, simd.splat_i(MANTISSA.cast_signed()));
        // As in `origin_and_exponent`.
        let exponent = simd.and_i(simd.shift_right::<23>(header), simd.splat_i(255));
        let exponent = simd.max_i(simd.sub_i(exponent, simd.splat_i(127)), simd.splat_i(0));
        (start, simd.min_i(exponent, simd.splat_i(31)))
    }

    /// Grid coordinates plus [`Node::OFFSET`] of eight sides along an axis in the lower lanes and eight in the upper ones: whole
    /// numbers below 2^24, and so exact. The lower sides come first, or where `upper_first` is true the upper ones.
    #[inline(always)]
    pub(super) fn sides<S: Simd>(self, simd: S, axis: usize, upper_first: bool) -> S::F {
        if DIRECT {
            let sides = simd.numbers16(self.bytes(axis));
            return if upper_first { simd.swap_halves(sides) } else { sides };
        }
        let mut bytes: [u8; LANES] = *self.bytes(axis);
        if upper_first {
            bytes = u128::from_le_bytes(bytes).rotate_left(64).to_le_bytes();
        }
        let header = self.word(axis);
        let unit = simd.splat(f32::from_bits(header & EXPONENT));
        simd.add(
            simd.mul(simd.numbers(&bytes), unit),
            simd.splat(f32::from_bits(BIG_BITS | header & MANTISSA)),
        )
    }
}
