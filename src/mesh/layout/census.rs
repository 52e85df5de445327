//! The numbers and sizes of the parts of a stored tree.

/// The parts of a tree: how many, and how many bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Census {
    /// The number of inner nodes.
    pub(crate) node_count: u32,
    /// The number of positions.
    pub(crate) position_count: u32,
    /// Bytes of nodes.
    pub(crate) nodes: u64,
    /// Bytes of triangles: attribute bits, vertex indices, and the headers of clusters.
    pub(crate) leaves: u64,
    /// Bytes of the page table.
    pub(crate) pages: u64,
    /// Bytes of positions.
    pub(crate) positions: u64,
    /// Bytes of triangle ids.
    pub(crate) triangle_ids: u64,
}
