//! Published methods of fields, for comparison: what a descriptor names them by.

/// Method of generation: blocks of nodes in lanes. All methods give the same bits.
pub const CAROM_SDF_METHOD_BLOCKS: u32 = 0;
/// Method of generation: node by node through a k-d tree, the published one.
pub const CAROM_SDF_METHOD_KD_TREE: u32 = 1;
/// Method of generation: triangle by triangle, what the published one was measured against.
pub const CAROM_SDF_METHOD_FACE_BY_FACE: u32 = 2;
