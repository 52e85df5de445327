//! Positions as keys of hash maps.

use crate::arrays::MapEach;
use std::hash::{Hash, Hasher};

/// The bits of a position: equal where all of them are, so that zeros of different signs are not.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PositionBits([u32; 3]);

impl PositionBits {
    #[inline(always)]
    pub(crate) fn new(position: [f32; 3]) -> PositionBits {
        PositionBits(position.map_each(f32::to_bits))
    }
}

impl Hash for PositionBits {
    /// From registers. An array is hashed as bytes in memory, where it has just been written in parts of another size: a
    /// store-forwarding stall for each.
    #[inline(always)]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let [x, y, z] = self.0;
        hasher.write_u64(u64::from(x) | u64::from(y) << 32);
        hasher.write_u32(z);
    }
}
