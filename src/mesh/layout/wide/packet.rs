//! How sixteen rays walk a wide tree together.

use super::{Children, INSIDE, SMALL_STACK, Wide};
use crate::mesh::layout::{Cluster, Tree};
use crate::mesh::query::Filter;
use crate::simd::{ALL_LANES, CHILDREN, LANES, Nodes, RayPacket, Simd};
use arrayvec::ArrayVec;

/// What a walk looks for.
pub(crate) trait PacketVisitor<S: Simd> {
    /// Where each ray ends: it looks for nothing beyond.
    fn limits(&self, simd: S) -> S::F;

    /// Shows those triangles of a cluster whose bit is set in `seen` to those rays whose bit is set in `rays`.
    fn cluster<const VERTEX_TABLES: usize>(
        &mut self,
        simd: S,
        packet: &RayPacket<S>,
        cluster: Cluster<VERTEX_TABLES>,
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

impl<S: Simd, const VERTEX_TABLES: usize> Wide<'_, S, VERTEX_TABLES> {
    /// Visits what any of the rays may meet, about the nearest first. The tree is one that may be interleaved.
    #[inline(always)]
    pub(crate) fn walk(
        self,
        packet: &RayPacket<S>,
        filter: &Filter,
        visitor: &mut impl PacketVisitor<S>,
    ) -> Coherence {
        let simd = self.simd;
        let mut stack = ArrayVec::<(S::F, u32, u32), SMALL_STACK>::new();
        let mut coherence = Coherence::default();
        let (mut current, mut rays) = (0, ALL_LANES);
        loop {
            if self.is_leaf(&current) {
                let mut cluster = self.cluster(current);
                let mut seen = cluster.seen(filter);
                // The halves of large clusters in the order of the triangles.
                while seen != 0 {
                    if seen & 0xffff != 0 {
                        visitor.cluster(simd, packet, cluster, seen & 0xffff, rays);
                    }
                    (cluster, seen) = (cluster.second_half(), seen >> LANES);
                }
            } else {
                coherence.node_visits += 1;
                coherence.ray_visits += rays.count_ones();
                self.prefetch_children(&current);
                let line = self.line(current & !INSIDE);
                let children = Children::of(self.arena, current);
                let limits = visitor.limits(simd);
                let (mask, keys, sides) = packet.children(simd, line, simd.largest(rays, limits));
                let mask = mask & ((1 << children.count) - 1);
                if mask != 0 {
                    let order = simd.nodes().ascending(mask, &keys);
                    for &child in order[..mask.count_ones() as usize].iter().rev() {
                        let (entering, enter) = packet.child(simd, &sides, child as usize % CHILDREN, limits);
                        if entering & rays != 0 {
                            let reference = children.reference(child);
                            self.prefetch_reference(reference);
                            stack.push((enter, reference, entering & rays));
                        }
                    }
                }
            }
            let limits = visitor.limits(simd);
            loop {
                let Some((enter, next, entering)) = stack.pop() else { return coherence };
                rays = entering & simd.le(enter, limits);
                if rays != 0 {
                    current = next;
                    break;
                }
            }
        }
    }
}
