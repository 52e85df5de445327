//! Bit fields by byte shuffles of 128 bits, which is what AVX2 and NEON have.
//!
//! Four fields of `width` bits lie within 16 bytes, and eight fill `width` bytes exactly. So four loads of
//! 16 bytes reach all sixteen, and the second eight are spread in the same way as the first.

use super::sizes::width;

/// By the code of a width: where eight fields lie, in two loads of 16 bytes, from [`second`] on for the other
/// four.
#[repr(C, align(64))]
pub(super) struct Fields {
    /// For each field the four bytes of its half's load that it begins in.
    pub(super) bytes: [[u8; 32]; 32],
    /// The number of bits to shift these right.
    pub(super) shifts: [[u32; 8]; 32],
    /// The bits of a field.
    pub(super) masks: [u32; 32],
    /// Their number.
    widths: [u8; 32],
}

impl Fields {
    /// The width of fields with a code: [`width`], looked up. At most 32.
    #[inline(always)]
    pub(super) fn width(&self, code: usize) -> usize {
        self.widths[code & 31].into()
    }
}

/// The byte in which the second four of eight fields begin.
#[inline(always)]
pub(super) const fn second(width: usize) -> usize {
    width / 2
}

pub(super) static FIELDS: Fields = {
    let mut fields = Fields { bytes: [[0; 32]; 32], shifts: [[0; 8]; 32], masks: [0; 32], widths: [0; 32] };
    let mut code = 0;
    while code < 32 {
        let width = width(code as u32) as usize;
        fields.masks[code] = ((1u64 << width) - 1) as u32;
        fields.widths[code] = width as u8;
        let mut lane = 0;
        while lane < 8 {
            let start = if lane < 4 { 0 } else { 8 * second(width) };
            let bit = lane * width - start;
            fields.shifts[code][lane] = (bit % 8) as u32;
            let mut k = 0;
            while k < 4 {
                fields.bytes[code][4 * lane + k] = (bit / 8 + k) as u8;
                k += 1;
            }
            lane += 1;
        }
        code += 1;
    }
    fields
};
