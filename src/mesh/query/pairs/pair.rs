//! A pair of triangles, as lists have them.

/// A triangle of one mesh and one of another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(C)]
pub struct TrianglePair {
    /// The first mesh's triangle.
    pub a: u32,
    /// The second one's.
    pub b: u32,
}

impl TrianglePair {
    /// In the order of lists.
    pub(super) fn key(&self) -> u64 {
        u64::from(self.a) << 32 | u64::from(self.b)
    }
}
