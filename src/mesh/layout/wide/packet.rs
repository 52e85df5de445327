//! Sixteen rays that visit a wide tree together, which is a shallow one.

use super::arena::INSIDE;
use super::children::CHILDREN;
use super::packet_node::RayPacket;
use super::tree::{SMALL_STACK, Wide, WideFrame};
use crate::batch::Filter;
use crate::mesh::tree::{Coherence, PacketTree, PacketVisitor, RayLines, Tree};
use crate::simd::{ALL_LANES, LANES, Simd, Simd8};
use crate::stack::{FixedStack, Stack};

impl<S: Simd, const VERTEX_TABLES: usize, const DIRECT: bool> PacketTree<S>
    for Wide<'_, S, VERTEX_TABLES, DIRECT>
{
    type Packet = RayPacket<S, DIRECT>;

    #[inline(always)]
    fn packet(self, lines: &RayLines<S>) -> Option<Self::Packet> {
        let WideFrame { grid, ref bounds, .. } = *self.frame;
        RayPacket::new(self.simd, lines, bounds, grid.origin, grid.step.size)
    }

    #[inline(always)]
    fn visit_packet(
        self,
        packet: &Self::Packet,
        filter: &Filter,
        visitor: &mut impl PacketVisitor<S>,
    ) -> Coherence {
        let simd = self.simd;
        let mut stack = FixedStack::<(S::F, u32, u32), SMALL_STACK>::default();
        let mut coherence = Coherence::default();
        let (mut current, mut rays) = (0, ALL_LANES);
        loop {
            if self.is_leaf(&current) {
                let mut cluster = self.cluster(current);
                let mut seen = cluster.seen(filter);
                // The halves of large clusters in the order of the triangles.
                while seen != 0 {
                    if seen & 0xffff != 0 {
                        visitor.block(simd, packet, cluster, seen & 0xffff, rays);
                    }
                    (cluster, seen) = (cluster.second_half(), seen >> LANES);
                }
            } else {
                coherence.node_visits += 1;
                coherence.ray_visits += rays.count_ones();
                self.prefetch_children(&current);
                let node = self.node(current & !INSIDE);
                let refs = node.refs();
                let limits = visitor.limits(simd);
                let (mask, keys, sides) = packet.children(simd, node, simd.largest(rays, limits));
                let mask = mask & node.present(simd.lanes8());
                if mask != 0 {
                    let eight = simd.lanes8();
                    let order = eight.to_array_u(eight.sort_lanes(mask, eight.load_array(&keys)));
                    for &child in order[..mask.count_ones() as usize].iter().rev() {
                        let (entering, enter) = packet.child(simd, &sides, child as usize % CHILDREN, limits);
                        if entering & rays != 0 {
                            let reference = refs.reference(child);
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
