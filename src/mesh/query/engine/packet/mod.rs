//! Packets of coherent rays.

mod known;
mod rays;

pub(in crate::mesh::query) use known::Known;
pub(in crate::mesh::query) use rays::Lines;
pub(super) use rays::Packet;

use super::finished::answer_sixteen;
use super::query::Query;
use crate::arrays::{MapEach, array_of};
use crate::batch::{Filter, Output};
use crate::geometry::Ray;
use crate::mesh::tree::{PacketCost, PacketTree, PacketVisitor, RayLines, TestedBy};
use crate::simd::{LANES, Part, Simd};
use rays::Common;

/// A ray query that packets can answer.
pub(in crate::mesh::query) trait PacketQuery: Query<Input = Ray> {
    /// The findings for the rays of a group so far.
    type Known: Known<Found = Self::Found>;

    /// Answers the rays of a group, the first of which has this place in the batch.
    #[inline(always)]
    fn answer_group<L: TestedBy<Self::Test>>(
        tree: L,
        rays: &[Ray],
        first: usize,
        (_, known): (&Lines, &mut Self::Known),
        wanted: Self::Wanted,
        out: &mut (impl Output<Self::Answer> + ?Sized),
    ) {
        let lanes = array_of::<usize, LANES>(|lane| lane);
        let (places, found) = (lanes.map_each(|lane| first + lane), lanes.map_each(|lane| known.found(lane)));
        answer_sixteen::<Self, _>(tree, rays, &places, &found, wanted, out);
    }
}

/// The outcome of a packet.
pub(super) enum Outcome {
    /// So many groups have been answered.
    Answered(usize, PacketCost),
    /// Its rays share too little. Nothing has been written.
    Incoherent,
    /// Its directions differ in a sign or in the dominant axis, or its numbers leave the range in which the box tests of
    /// packets are safe. Nothing has been written.
    Refused,
}

/// Answers the rays from `first` on: as many groups as there are and as have enough in common, up to a number. What `packet` has
/// held before does not matter: a new one each time would take as long as a few nodes.
#[inline(always)]
pub(super) fn answer_packet<
    Q: PacketQuery,
    S: Simd,
    T: PacketTree<S> + TestedBy<Q::Test>,
    const GROUPS: usize,
>(
    tree: T,
    packet: &mut Packet<Q::Known, GROUPS>,
    rays: &[Ray],
    first: usize,
    filter: &Filter,
    wanted: Q::Wanted,
    out: &mut (impl Output<Q::Answer> + ?Sized),
) -> Outcome {
    let simd = tree.simd();
    let common = Common::of(rays[first].direction, filter);
    let Some(lanes) = packet.set_group(simd, 0, common, rays, first) else { return Outcome::Refused };
    // Groups that are not there have the bounds of the first.
    let mut lines = RayLines { groups: [lanes; GROUPS], negative: common.negative };
    let mut count = 1;
    while count < GROUPS
        && first + (count + 1) * LANES <= rays.len()
        && let Some(lanes) = packet.set_group(simd, count, common, rays, first + count * LANES)
    {
        lines.groups[count] = lanes;
        count += 1;
    }
    packet.leave_out(count);
    let Some(nodes) = tree.packet(&lines) else { return Outcome::Refused };
    let Some(cost) = simd.part(Visit { tree, packet: &nodes, filter, visitor: &mut *packet }) else {
        return Outcome::Incoherent;
    };
    for group in 0..count {
        Q::answer_group(tree, rays, first + group * LANES, packet.group_mut(group), wanted, out);
    }
    Outcome::Answered(count, cost)
}

/// A packet's way through a tree.
struct Visit<'a, S: Simd, T: PacketTree<S>, V, const GROUPS: usize> {
    tree: T,
    packet: &'a T::Packet<GROUPS>,
    filter: &'a Filter,
    visitor: &'a mut V,
}

impl<S: Simd, T: PacketTree<S>, V: PacketVisitor<S, GROUPS>, const GROUPS: usize> Part<S>
    for Visit<'_, S, T, V, GROUPS>
{
    type Output = Option<PacketCost>;

    #[inline(always)]
    fn run(self, _: S) -> Option<PacketCost> {
        self.tree.visit_packet(self.packet, self.filter, self.visitor)
    }
}
