//! Coherence: which rays of a batch go in packets. Sixteen in a row that look coherent do, as long as packets are.

use super::packet::{PacketQuery, packet};
use super::query::Query;
use crate::Result;
use crate::arrays::MapEach;
use crate::batch::{Batch, Filter, Output};
use crate::geometry::Ray;
use crate::mesh::MeshTree;
use crate::mesh::tree::{Coherence, PacketTree, StreamTree, TestedBy, TreeQuery};
use crate::simd::{LANES, Simd};
use std::ops::Range;

/// Returns true if the sixteen rays from `first` on look coherent, judged by the directions of three of them.
#[inline(always)]
fn look_coherent(rays: &(impl Batch<Ray> + ?Sized), first: usize) -> bool {
    let [a, b, c] = [first, first + 5, first + LANES - 1].map_each(|i| rays.query(i).direction);
    let octant = a.is_negative_bitmask();
    (b.is_negative_bitmask() == octant) & (c.is_negative_bitmask() == octant)
        && a.dot(b).min(a.dot(c)) > 0.9 * a.length_squared()
}

/// The rays `range` of a batch in packets, up to the first packet that is refused. Returns where it stopped, and the
/// coherence of the packets.
struct Packets<'a, Q: Query, B: ?Sized, O: ?Sized> {
    rays: &'a B,
    range: Range<usize>,
    filter: &'a Filter,
    wanted: Q::Wanted,
    out: &'a mut O,
}

impl<Q, B, O> TreeQuery for Packets<'_, Q, B, O>
where
    Q: PacketQuery,
    B: Batch<Ray> + ?Sized,
    O: Output<Q::Answer> + ?Sized,
{
    type Test = Q::Test;
    type Output = (usize, Coherence);

    #[inline(always)]
    fn run<L: TestedBy<Q::Test>>(self, _: L) -> (usize, Coherence) {
        (self.range.start, Coherence::default())
    }

    #[inline(always)]
    fn run_in_lanes<S: Simd, L: StreamTree<Q::Test> + PacketTree<S>>(self, tree: L) -> (usize, Coherence) {
        let Packets { rays, range, filter, wanted, out } = self;
        let mut sum = Coherence::default();
        let mut first = range.start;
        while first + LANES <= range.end {
            let Some(coherence) = packet::<Q, S, L>(tree, rays, first, filter, wanted, out) else {
                break;
            };
            sum.node_visits += coherence.node_visits;
            sum.ray_visits += coherence.ray_visits;
            first += LANES;
        }
        (first, sum)
    }
}

/// The number of rays that go in packets before their coherence is checked.
const COHERENCE_SAMPLE: usize = 16 * LANES;
/// The number of rays that go alone after packets that were not coherent.
const INCOHERENT_BACKOFF: usize = 256 * LANES;
/// The fewest rays that pass the test of a visited node, on average, with which packets pay; and if the alternative is a
/// stream.
const MIN_RAYS_PER_NODE: u32 = 4;
const MIN_RAYS_PER_NODE_STREAMED: u32 = 7;

impl MeshTree<'_> {
    /// Answers rays: coherent ones in packets, the others like any query.
    #[inline]
    pub(in crate::mesh::query) fn answer_rays<Q: PacketQuery>(
        self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        wanted: Q::Wanted,
        out: &mut (impl Output<Q::Answer> + ?Sized),
    ) -> Result<()> {
        match rays.count() < LANES {
            true => self.answer::<Q>(rays, filter, wanted, out),
            false => self.answer_many_rays::<Q>(rays, filter, wanted, out),
        }
    }

    /// The same for at least sixteen. Not inlined, because it takes much more of the thread's stack.
    #[inline(never)]
    fn answer_many_rays<Q: PacketQuery>(
        self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        wanted: Q::Wanted,
        out: &mut (impl Output<Q::Answer> + ?Sized),
    ) -> Result<()> {
        let count = rays.count();
        if !self.takes_packets() || !self.may_accept(filter) {
            return self.answer::<Q>(rays, filter, wanted, out);
        }
        self.check::<Q>(rays, out)?;
        let streamed = self.streams(Q::STREAMS_SMALL);
        let fewest = if streamed { MIN_RAYS_PER_NODE_STREAMED } else { MIN_RAYS_PER_NODE };
        let (mut first, mut alone_until) = (0, 0);
        while first < count {
            let coherent = |at: usize| at >= alone_until && at + LANES <= count && look_coherent(rays, at);
            let mut end = first;
            while end < first + COHERENCE_SAMPLE && coherent(end) {
                end += LANES;
            }
            if end > first {
                let range = first..end;
                let packets = Packets::<Q, _, _> { rays, range, filter, wanted, out };
                let (done, coherence) = self.run(packets);
                if coherence.ray_visits < fewest * coherence.node_visits {
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
            self.answer_range::<Q>(rays, first..end, filter, wanted, out);
            first = end;
        }
        Ok(())
    }
}
