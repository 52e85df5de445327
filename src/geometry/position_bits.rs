//! Positions as keys of hash maps.

use crate::arrays::MapEach;
use std::hash::{Hash, Hasher};

/// The bits of a position: equal only if all of them are, so that zeros of different signs differ.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PositionBits([u32; 3]);

impl PositionBits {
    #[inline(always)]
    pub(crate) fn new(position: [f32; 3]) -> PositionBits {
        PositionBits(position.map_each(f32::to_bits))
    }
}

impl Hash for PositionBits {
    /// Hashes from registers. An array would be hashed as bytes in memory, just written in parts of another
    /// size: a store-forwarding stall for each.
    #[inline(always)]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let [x, y, z] = self.0;
        hasher.write_u64(u64::from(x) | u64::from(y) << 32);
        hasher.write_u32(z);
    }
}
