//! The numbers of lanes, and the widths of fields.

/// The number of lanes of a vector.
pub(crate) const LANES: usize = 16;

/// The number of lanes of a vector of the narrower kind.
pub(crate) const LANES8: usize = 8;

/// A bit for each lane.
pub(crate) const ALL_LANES: u32 = (1 << LANES) - 1;

/// A bit for each of eight lanes.
pub(crate) const ALL_LANES8: u32 = (1 << LANES8) - 1;

/// The code of fields of 32 bits.
pub(crate) const WHOLE: u32 = 31;

/// The width of bit fields by their code: the codes up to 25 are themselves, all others mean 32.
#[inline(always)]
pub(crate) const fn width(code: u32) -> u32 {
    if code <= 25 { code } else { 32 }
}
