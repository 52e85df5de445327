//! Packets: sixteen coherent rays that traverse a tree as one.

use super::{Block, Tree};
use crate::batch::Filter;
use crate::simd::{RayLines, RayPacket, Simd};

/// What a packet's traversal does with triangles.
pub(crate) trait PacketVisitor<S: Simd> {
    /// The largest parameter of interest on each ray. Only ever shrinks.
    fn limits(&self, simd: S) -> S::F;

    /// Tests those triangles of a block whose bit is set in `seen` against those rays whose bit is set in `rays`.
    fn block<const VERTEX_TABLES: usize>(
        &mut self,
        simd: S,
        packet: &RayPacket<S>,
        block: impl Block<VERTEX_TABLES>,
        seen: u32,
        rays: u32,
    );
}

/// How coherent the rays of a packet were.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Coherence {
    /// Nodes that were visited.
    pub(crate) node_visits: u32,
    /// The same, counted once for each ray that passed the box test.
    pub(crate) ray_visits: u32,
}

/// A tree that packets can traverse.
pub(crate) trait PacketTree<S: Simd, const VERTEX_TABLES: usize>: Tree {
    /// The instruction set in force.
    fn simd(self) -> S;

    /// The rays as this tree's boxes are tested; `None` where their numbers leave the range in which that is safe.
    fn packet(self, lines: &RayLines<S>) -> Option<RayPacket<S>>;

    /// Visits what any of the rays may meet, approximately front to back.
    fn visit_packet(
        self,
        packet: &RayPacket<S>,
        filter: &Filter,
        visitor: &mut impl PacketVisitor<S>,
    ) -> Coherence;
}

/// A computation on any tree that packets can traverse: what a generic closure would be. `run` must be
/// `#[inline(always)]`, and so must all lane code that it calls.
pub(crate) trait PacketTreeQuery {
    /// Its result.
    type Output;
    /// Runs it.
    fn run<S: Simd, const VERTEX_TABLES: usize, T: PacketTree<S, VERTEX_TABLES>>(
        self,
        tree: T,
    ) -> Self::Output;
}
