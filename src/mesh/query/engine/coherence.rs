//! Coherence: which rays of a batch go in packets. It is looked at of sixteen in a row; those that look coherent do, as long as
//! packets are.

use super::packet::{Outcome, Packet, PacketQuery, answer_packet};
use super::query::Query;
use crate::Result;
use crate::arrays::MapEach;
use crate::batch::{Batch, Filter, Output};
use crate::geometry::Ray;
use crate::mesh::RayTrees;
use crate::mesh::tree::{PacketCost, PacketTree, STREAM, StreamTree, TestedBy, TreeQuery};
use crate::simd::{LANES, Simd};
use arrayvec::ArrayVec;
use std::ops::Range;

/// Returns true if the sixteen rays from `first` on look coherent, judged by the directions of three of them.
#[inline(always)]
fn look_coherent(rays: &[Ray], first: usize) -> bool {
    let [a, b, c] = [first, first + 5, first + LANES - 1].map_each(|i| rays[i].direction);
    let octant = a.is_negative_bitmask();
    (b.is_negative_bitmask() == octant) & (c.is_negative_bitmask() == octant)
        && a.dot(b).min(a.dot(c)) > 0.9 * a.length_squared()
}

/// The rays `range` of a batch in packets, up to the first packet that is refused or given up. Returns where it stopped, and whether
/// packets pay for the next rays.
struct Packets<'a, 'o, Q: Query> {
    rays: &'a [Ray],
    range: Range<usize>,
    filter: &'a Filter,
    wanted: Q::Wanted,
    out: &'a mut (dyn Output<Q::Answer> + 'o),
}

impl<Q: PacketQuery> TreeQuery for Packets<'_, '_, Q> {
    type Test = Q::Test;
    type Output = (usize, bool);

    #[inline(always)]
    fn run<L: TestedBy<Q::Test>>(self, _: L) -> (usize, bool) {
        (self.range.start, false)
    }

    #[inline(always)]
    fn run_in_lanes<S: Simd, L: StreamTree<Q::Test> + PacketTree<S>>(self, tree: L) -> (usize, bool) {
        let Packets { rays, range, filter, wanted, out } = self;
        // No packet goes beyond the range.
        let (rays, mut first) = (&rays[..range.end], range.start);
        let mut packet = Packet::<Q::Known, GROUPS>::new();
        let mut sum = PacketCost::default();
        while first + LANES <= range.end {
            match answer_packet::<Q, S, L, GROUPS>(tree, &mut packet, rays, first, filter, wanted, out) {
                Outcome::Answered(groups, cost) => {
                    sum.nodes += cost.nodes;
                    sum.leaves += cost.leaves;
                    sum.entered += cost.entered;
                    first += groups * LANES;
                }
                Outcome::Incoherent => return (first, false),
                Outcome::Refused => break,
            }
        }
        (first, pays(sum, first - range.start))
    }
}

/// The number of groups in a packet.
const GROUPS: usize = 2;
/// The number of rays that go in packets before their coherence is checked.
const COHERENCE_SAMPLE: usize = 16 * LANES;
/// The number of rays that go alone after packets that were not coherent.
const INCOHERENT_BACKOFF: usize = 256 * LANES;

/// Returns true if so many rays would have cost more without packets. The numbers are measured times: of a node and a leaf of a
/// packet, and of a ray alone at a leaf, with the nodes on its way there, and besides.
fn pays(PacketCost { nodes, leaves, entered }: PacketCost, rays: usize) -> bool {
    2 * nodes + 6 * leaves <= 10 * entered + 6 * rays as u64
}

/// The number of rays that are copied at once where they do not lie in a slice: with more, there is too little left of the stack
/// that queries may take.
const COPIED: usize = 4 * STREAM;

/// The outputs from `first` on.
struct OutputFrom<'a, 'o, T> {
    out: &'a mut (dyn Output<T> + 'o),
    first: usize,
}

impl<T> Output<T> for OutputFrom<'_, '_, T> {
    fn capacity(&self) -> usize {
        self.out.capacity() - self.first
    }

    fn write(&mut self, i: usize, value: T) {
        self.out.write(self.first + i, value);
    }
}

impl RayTrees<'_> {
    /// Checks all rays, and that the output has room for every answer.
    pub(in crate::mesh::query) fn check_rays<Q: PacketQuery>(
        self,
        rays: &dyn Batch<Ray>,
        out: &dyn Output<Q::Answer>,
    ) -> Result<()> {
        match rays.as_slice() {
            Some(rays) => self.alone.check::<Q>(rays, out),
            None => self.alone.check::<Q>(rays, out),
        }
    }

    /// Answers rays, which have been checked: coherent ones in packets, the others like any query.
    pub(in crate::mesh::query) fn answer_rays<Q: PacketQuery>(
        self,
        rays: &dyn Batch<Ray>,
        filter: &Filter,
        wanted: Q::Wanted,
        out: &mut dyn Output<Q::Answer>,
    ) {
        match rays.as_slice() {
            Some(rays) => self.answer_slice::<Q>(rays, filter, wanted, out),
            None => self.answer_copies::<Q>(rays, filter, wanted, out),
        }
    }

    /// Answers rays, which have been checked, wherever they are. Not inlined, because copies take much of the thread's stack.
    #[inline(never)]
    fn answer_copies<Q: PacketQuery>(
        self,
        rays: &dyn Batch<Ray>,
        filter: &Filter,
        wanted: Q::Wanted,
        out: &mut dyn Output<Q::Answer>,
    ) {
        let mut copies = ArrayVec::<Ray, COPIED>::new();
        for first in (0..rays.count()).step_by(COPIED) {
            copies.clear();
            copies.extend((first..rays.count()).take(COPIED).map(|i| rays.query(i)));
            let wanted = Q::wanted_from(wanted, first);
            self.answer_slice::<Q>(&copies, filter, wanted, &mut OutputFrom { out, first });
        }
    }

    /// Answers rays, which have been checked.
    fn answer_slice<Q: PacketQuery>(
        self,
        rays: &[Ray],
        filter: &Filter,
        wanted: Q::Wanted,
        out: &mut dyn Output<Q::Answer>,
    ) {
        if !self.alone.may_accept(filter) {
            rays.iter().enumerate().for_each(|(i, ray)| out.write(i, Q::nothing(ray)));
        } else if rays.len() < LANES || !self.coherent.takes_packets() {
            self.alone.answer_range::<Q>(rays, 0..rays.len(), filter, wanted, out);
        } else {
            self.answer_many_rays::<Q>(rays, filter, wanted, out);
        }
    }

    /// Answers at least sixteen rays. Not inlined, because it takes much more of the thread's stack.
    #[inline(never)]
    fn answer_many_rays<Q: PacketQuery>(
        self,
        rays: &[Ray],
        filter: &Filter,
        wanted: Q::Wanted,
        out: &mut dyn Output<Q::Answer>,
    ) {
        let count = rays.len();
        let (mut first, mut alone_until) = (0, 0);
        while first < count {
            let coherent = |at: usize| at >= alone_until && at + LANES <= count && look_coherent(rays, at);
            let mut end = first;
            while end < first + COHERENCE_SAMPLE && coherent(end) {
                end += LANES;
            }
            if end > first {
                let range = first..end;
                let packets = Packets::<Q> { rays, range, filter, wanted, out: &mut *out };
                let (done, pay) = self.coherent.run(packets);
                if !pay {
                    alone_until = done + INCOHERENT_BACKOFF;
                } else if done < end {
                    alone_until = done + LANES;
                }
                first = done;
                continue;
            }
            while end < count && !coherent(end) {
                end = (end + LANES).min(count);
            }
            self.alone.answer_range::<Q>(rays, first..end, filter, wanted, out);
            first = end;
        }
    }
}
