//! Published structures of meshes, for comparison: what a descriptor names them by.

/// Layout: a binary tree of 21 bytes a node without leaves, over an indexed mesh in the caller's order. The
/// published experiment, for comparison: a closed mesh takes about 39 bytes a triangle, and queries are
/// slower than with CAROM_LAYOUT_WIDE. Needs no CAROM_BUILD_TRIANGLE_TABLE and keeps none; refuses
/// CAROM_BUILD_COOKED_ORDER.
pub const CAROM_LAYOUT_DELTA: u32 = 2;

/// Split rule: by the surface area heuristic.
pub const CAROM_SPLIT_SURFACE_AREA: u32 = 0;
/// Split rule: along the longest axis, where both halves' boxes are of similar length. The published rule of
/// CAROM_LAYOUT_COMPACT, for comparison only.
pub const CAROM_SPLIT_MEDIAN: u32 = 1;
