//! Rays that visit a wide tree together, which is a shallow one.
//!
//! Nodes are tested by what bounds all of the rays. Ray by ray only the boxes of clusters are, when it is their turn.

use super::children::{CHILDREN, farthest_first};
use super::packet_node::RayPacket;
use super::tree::{SMALL_STACK, Wide, WideFrame};
use crate::batch::Filter;
use crate::mesh::tree::{PacketCost, PacketTree, PacketVisitor, RayLines, Tree};
use crate::simd::{ALL_LANES, LANES, Simd, Simd8};
use crate::stack::{FixedStack, Stack, StackEntry};

/// A child of a node: the line of its parent, and its number there.
#[derive(Clone, Copy)]
struct Child {
    parent: u32,
    number: usize,
}

impl Child {
    #[inline(always)]
    fn from_word(word: u32) -> Child {
        Child { parent: word / CHILDREN as u32, number: word as usize % CHILDREN }
    }

    /// The word of the first child; those of the others follow it.
    #[inline(always)]
    fn first(parent: u32) -> u32 {
        parent * CHILDREN as u32
    }
}

/// The largest parameter of interest on any of the rays.
#[inline(always)]
fn farthest<S: Simd, const GROUPS: usize>(simd: S, visitor: &impl PacketVisitor<S, GROUPS>) -> f32 {
    let mut limits = visitor.limits(simd, 0);
    for group in 1..GROUPS {
        limits = simd.max(limits, visitor.limits(simd, group));
    }
    simd.largest(ALL_LANES, limits)
}

impl<S: Simd, const VERTEX_TABLES: usize, const DIRECT: bool> PacketTree<S>
    for Wide<'_, S, VERTEX_TABLES, DIRECT>
{
    type Packet<const GROUPS: usize> = RayPacket<S, DIRECT, GROUPS>;

    #[inline(always)]
    fn packet<const GROUPS: usize>(self, lines: &RayLines<S, GROUPS>) -> Option<Self::Packet<GROUPS>> {
        let WideFrame { grid, ref bounds, .. } = *self.frame;
        RayPacket::new(self.simd, lines, bounds, grid)
    }

    #[inline(always)]
    fn visit_packet<const GROUPS: usize>(
        self,
        packet: &Self::Packet<GROUPS>,
        filter: &Filter,
        visitor: &mut impl PacketVisitor<S, GROUPS>,
    ) -> Option<PacketCost> {
        let (simd, eight) = (self.simd, self.simd.lanes8());
        // Words of children, with lower bounds on where any ray enters them.
        let mut pending = FixedStack::<StackEntry<u32>, SMALL_STACK>::default();
        let mut cost = PacketCost::default();
        let mut limit = farthest(simd, visitor);
        // The root is no child of any node.
        let (mut current, mut reference) = (Child { parent: 0, number: 0 }, 0);
        loop {
            if self.is_leaf(&reference) {
                cost.leaves += 1;
                let parent = self.node(current.parent);
                let mut rays = [0; GROUPS];
                let mut any = 0;
                for (group, rays) in rays.iter_mut().enumerate() {
                    *rays = packet.entering(simd, parent, current.number, group, visitor.limits(simd, group));
                    any |= *rays;
                    cost.entered += u64::from(rays.count_ones());
                }
                if any != 0 {
                    let mut cluster = self.cluster(reference);
                    let mut seen = cluster.seen(filter);
                    // The halves of large clusters in the order of the triangles.
                    while seen != 0 {
                        if seen & ALL_LANES != 0 {
                            visitor.block(simd, packet, cluster, seen & ALL_LANES, &rays);
                        }
                        (cluster, seen) = (cluster.second_half(), seen >> LANES);
                    }
                    limit = farthest(simd, visitor);
                }
            } else {
                cost.nodes += 1;
                if cost.is_excessive() {
                    return None;
                }
                if self.is_large() {
                    self.prefetch_children(&reference);
                }
                let node = self.node(reference);
                let (mask, keys) = packet.children(simd, node, limit);
                let mask = mask & node.present(eight);
                if mask != 0 {
                    let parent = reference;
                    let first = eight.splat_i(Child::first(parent).cast_signed());
                    let (nearest, sorted) =
                        farthest_first(eight, mask, &keys, |children| eight.add_i(children, first));
                    pending.push_first(mask.count_ones() as usize - 1, sorted);
                    let number = nearest as usize % CHILDREN;
                    (current, reference) = (Child { parent, number }, node.refs().reference(number as u32));
                    continue;
                }
            }
            current = loop {
                let Some(StackEntry { key, node }) = pending.pop() else { return Some(cost) };
                if key <= limit {
                    break Child::from_word(node);
                }
            };
            reference = self.node(current.parent).refs().reference(current.number as u32);
        }
    }
}
