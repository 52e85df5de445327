//! Published structures of BSP trees, for comparison: what a descriptor names them by.

/// BSP build flag: store the inverse tree of a surface, the published form to the letter: all faces are
/// flipped, and spheres are checked by AND over both children, with the result negated. For reference: the
/// answers are the same.
pub const CAROM_BSP_INVERSE: u32 = 2;
