//! Packets: sixteen coherent rays that traverse a tree as one.

use super::{Block, LaneTree};
use crate::batch::Filter;
use crate::simd::Simd;

/// Sixteen rays as they came, a lane each.
pub(crate) struct RayLines<S: Simd> {
    pub(crate) origin: [S::F; 3],
    /// Reciprocals of the directions as [`crate::geometry::LineBounds`] has them; in all lanes of the same sign.
    pub(crate) inverse: [S::F; 3],
    pub(crate) negative: [bool; 3],
    pub(crate) t_min: S::F,
}

/// Sixteen rays as a tree has prepared them: what bounds them all.
pub(crate) trait PacketBounds<S: Simd> {
    /// The boxes, a box a lane and in the user's units, that any of the rays may enter no later than `limit`.
    fn meets(&self, simd: S, low: [S::F; 3], high: [S::F; 3], limit: f32) -> u32;
}

/// The work of a packet's traversal on triangles.
pub(crate) trait PacketVisitor<S: Simd> {
    /// The largest parameter of interest on each ray. Only ever shrinks.
    fn limits(&self, simd: S) -> S::F;

    /// Tests those triangles of a block whose bit is set in `seen` against those rays whose bit is set in `rays`.
    fn block(&mut self, simd: S, packet: &impl PacketBounds<S>, block: impl Block, seen: u32, rays: u32);
}

/// The coherence of the rays of a packet.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Coherence {
    /// Nodes that were visited.
    pub(crate) node_visits: u32,
    /// The same, counted once for each ray that passed the box test.
    pub(crate) ray_visits: u32,
}

/// A tree that packets can traverse.
pub(crate) trait PacketTree<S: Simd>: LaneTree<S> {
    /// Sixteen rays, prepared for this tree.
    type Packet: PacketBounds<S>;

    /// The rays as this tree's boxes are tested; `None` where their numbers leave the range in which that is safe.
    fn packet(self, lines: &RayLines<S>) -> Option<Self::Packet>;

    /// Visits what any of the rays may meet, approximately front to back.
    fn visit_packet(
        self,
        packet: &Self::Packet,
        filter: &Filter,
        visitor: &mut impl PacketVisitor<S>,
    ) -> Coherence;
}
