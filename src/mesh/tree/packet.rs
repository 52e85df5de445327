//! Sixteen rays that visit a tree together.

use super::{Block, Tree};
use crate::batch::Filter;
use crate::simd::{RayLines, RayPacket, Simd};

/// What a walk looks for.
pub(crate) trait PacketVisitor<S: Simd> {
    /// Where each ray ends: it looks for nothing beyond.
    fn limits(&self, simd: S) -> S::F;

    /// Shows those triangles of a block whose bit is set in `seen` to those rays whose bit is set in `rays`.
    fn block<const VERTEX_TABLES: usize>(
        &mut self,
        simd: S,
        packet: &RayPacket<S>,
        block: impl Block<VERTEX_TABLES>,
        seen: u32,
        rays: u32,
    );
}

/// How well the rays of a packet went together.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Coherence {
    /// Nodes that were visited.
    pub(crate) node_visits: u32,
    /// The same, once for each ray.
    pub(crate) ray_visits: u32,
}

/// A tree that rays can visit together.
pub(crate) trait PacketTree<S: Simd, const VERTEX_TABLES: usize>: Tree {
    /// The instruction set in force.
    fn simd(self) -> S;

    /// The rays as this tree's boxes are tested; `None` where their numbers leave the range in which that is safe.
    fn packet(self, lines: &RayLines<S>) -> Option<RayPacket<S>>;

    /// Visits what any of the rays may meet, about the nearest first.
    fn visit_packet(
        self,
        packet: &RayPacket<S>,
        filter: &Filter,
        visitor: &mut impl PacketVisitor<S>,
    ) -> Coherence;
}

/// Something to be done with a tree that rays can visit together. `run` must be `#[inline(always)]`, and so must
/// whatever it does with lanes.
pub(crate) trait PacketTreeQuery {
    /// What it comes to.
    type Output;
    /// Does it.
    fn run<S: Simd, const VERTEX_TABLES: usize, T: PacketTree<S, VERTEX_TABLES>>(
        self,
        tree: T,
    ) -> Self::Output;
}
