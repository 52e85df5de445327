//! How sixteen rays walk a wide tree together.

use super::{Children, INSIDE, SMALL_STACK, Wide};
use crate::mesh::layout::{Cluster, Layout};
use crate::mesh::query::Filter;
use crate::simd::{ALL_LANES, CHILDREN, LANES, Nodes, RayPacket, Simd};
use arrayvec::ArrayVec;

/// What a walk looks for.
pub(crate) trait PacketGoal<S: Simd> {
    /// Where each ray ends: it looks for nothing beyond.
    fn limits(&self, simd: S) -> S::F;

    /// Shows those triangles of a cluster whose bit is set in `seen` to those rays whose bit is set in `rays`.
    fn cluster<const TABLES: usize>(
        &mut self,
        simd: S,
        packet: &RayPacket<S>,
        cluster: Cluster<TABLES>,
        seen: u32,
        rays: u32,
    );
}

/// How well the rays of a packet went together.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Togetherness {
    /// Nodes that were visited.
    pub(crate) visits: u32,
    /// The same, once for each ray.
    pub(crate) alone: u32,
}

impl<S: Simd, const TABLES: usize> Wide<'_, S, TABLES> {
    /// Visits what any of the rays may meet, about the nearest first. The tree is one that may take turns.
    #[inline(always)]
    pub(crate) fn walk(
        self,
        packet: &RayPacket<S>,
        filter: &Filter,
        goal: &mut impl PacketGoal<S>,
    ) -> Togetherness {
        let simd = self.simd;
        let mut stack = ArrayVec::<(S::F, u32, u32), SMALL_STACK>::new();
        let mut together = Togetherness::default();
        let (mut current, mut rays) = (0, ALL_LANES);
        loop {
            if self.is_leaf(&current) {
                let mut cluster = self.cluster(current);
                let mut seen = cluster.seen(filter);
                // The halves of large clusters in the order of the triangles.
                while seen != 0 {
                    if seen & 0xffff != 0 {
                        goal.cluster(simd, packet, cluster, seen & 0xffff, rays);
                    }
                    (cluster, seen) = (cluster.second_half(), seen >> LANES);
                }
            } else {
                together.visits += 1;
                together.alone += rays.count_ones();
                self.expect_children(&current);
                let line = self.line(current & !INSIDE);
                let children = Children::of(self.arena, current);
                let limits = goal.limits(simd);
                let (mask, keys, sides) = packet.children(simd, line, simd.largest(rays, limits));
                let mask = mask & ((1 << children.count) - 1);
                if mask != 0 {
                    let order = simd.nodes().ascending(mask, &keys);
                    for &child in order[..mask.count_ones() as usize].iter().rev() {
                        let (entering, enter) = packet.child(simd, &sides, child as usize % CHILDREN, limits);
                        if entering & rays != 0 {
                            let reference = children.reference(child);
                            self.prefetch(reference);
                            stack.push((enter, reference, entering & rays));
                        }
                    }
                }
            }
            let limits = goal.limits(simd);
            loop {
                let Some((enter, next, entering)) = stack.pop() else { return together };
                rays = entering & simd.le(enter, limits);
                if rays != 0 {
                    current = next;
                    break;
                }
            }
        }
    }
}
