//! Numbers of a leaf's vertices in lanes.

use crate::simd::Simd;

/// A number for each vertex of a leaf. In how many lanes they lie is the layout's own: what is done, is done vertex by
/// vertex.
pub(crate) trait VertexLanes<S: Simd>: Copy {
    /// All the same.
    fn splat(simd: S, value: f32) -> Self;
    /// Vertex by vertex.
    fn sub(self, simd: S, other: Self) -> Self;
    /// Vertex by vertex.
    fn mul(self, simd: S, other: Self) -> Self;
    /// Vertex by vertex, as [`crate::simd::Arithmetic32::max`].
    fn max(self, simd: S, other: Self) -> Self;
    /// Magnitudes.
    fn abs(self, simd: S) -> Self;
    /// The numbers of the vertices that are named, one in each lane; see [`super::Triangles::corners`].
    fn look_up(self, simd: S, vertices: S::U) -> S::F;
    /// The same numbers in memory.
    type Plain: Copy;
    /// Writes them there.
    fn plain(self, simd: S) -> Self::Plain;
    /// The number of a vertex.
    fn number(plain: &Self::Plain, vertex: u32) -> f32;
}
