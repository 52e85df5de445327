//! Packets: coherent rays that traverse a tree as one, in groups of sixteen.

use super::{Block, LaneTree};
use crate::batch::Filter;
use crate::simd::Simd;

/// Sixteen rays as they came, a lane each.
#[derive(Clone, Copy)]
pub(crate) struct RayLanes<S: Simd> {
    pub(crate) origin: [S::F; 3],
    /// Reciprocals of the directions as [`crate::geometry::LineBounds`] has them.
    pub(crate) inverse: [S::F; 3],
    pub(crate) t_min: S::F,
}

/// The rays of a packet.
pub(crate) struct RayLines<S: Simd, const GROUPS: usize> {
    pub(crate) groups: [RayLanes<S>; GROUPS],
    /// True along each axis where all of them run towards smaller coordinates.
    pub(crate) negative: [bool; 3],
}

/// The rays of a packet as a tree has prepared them: what bounds them all.
pub(crate) trait PacketBounds<S: Simd> {
    /// The boxes, a box a lane and in the user's units, that any of the rays may enter no later than `limit`.
    fn meets(&self, simd: S, low: [S::F; 3], high: [S::F; 3], limit: f32) -> u32;
}

/// The work of a packet's traversal on triangles.
pub(crate) trait PacketVisitor<S: Simd, const GROUPS: usize> {
    /// The largest parameter of interest on each ray of a group. Only ever shrinks.
    fn limits(&self, simd: S, group: usize) -> S::F;

    /// Tests those triangles of a block whose bit is set in `seen` against those rays of each group whose bit is set in
    /// `rays`.
    fn block(
        &mut self,
        simd: S,
        packet: &impl PacketBounds<S>,
        block: impl Block,
        seen: u32,
        rays: &[u32; GROUPS],
    );
}

/// The cost of a packet's traversal, and its use.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PacketCost {
    /// Inner nodes, of which each was tested once for all rays.
    pub(crate) nodes: u64,
    /// Leaves, of which the box was tested ray by ray.
    pub(crate) leaves: u64,
    /// Leaves whose box a ray enters, counted for each ray: it would have been there alone, too.
    pub(crate) entered: u64,
}

/// Nodes that a packet may visit in any case.
const FREE_NODES: u64 = 64;

impl PacketCost {
    /// Returns true if the rays share so little that a traversal should be given up.
    #[inline(always)]
    pub(crate) fn is_excessive(&self) -> bool {
        self.nodes > FREE_NODES + 2 * self.entered
    }
}

/// A tree that packets can traverse.
pub(crate) trait PacketTree<S: Simd>: LaneTree<S> {
    /// The rays of a packet, prepared for this tree.
    type Packet<const GROUPS: usize>: PacketBounds<S>;

    /// The rays as this tree's boxes are tested; `None` where their numbers leave the range in which that is safe.
    fn packet<const GROUPS: usize>(self, lines: &RayLines<S, GROUPS>) -> Option<Self::Packet<GROUPS>>;

    /// Visits what any of the rays may meet, approximately front to back. `None` if it has been given up, because the rays
    /// share too little.
    fn visit_packet<const GROUPS: usize>(
        self,
        packet: &Self::Packet<GROUPS>,
        filter: &Filter,
        visitor: &mut impl PacketVisitor<S, GROUPS>,
    ) -> Option<PacketCost>;
}
