//! Coherence: which rays of a batch go in packets. Sixteen in a row that look coherent do, as long as packets are.

use super::packet::{PacketQuery, packet};
use super::query::Query;
use super::stream::STREAM;
use crate::Result;
use crate::arrays::MapEach;
use crate::batch::{Batch, Filter, Output};
use crate::geometry::Ray;
use crate::mesh::MeshTree;
use crate::mesh::tree::{Coherence, PacketTree, StreamTree, TestedBy, TreeQuery};
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

/// The rays `range` of a batch in packets, up to the first packet that is refused. Returns where it stopped, and the
/// coherence of the packets.
struct Packets<'a, 'o, Q: Query> {
    rays: &'a [Ray],
    range: Range<usize>,
    filter: &'a Filter,
    wanted: Q::Wanted,
    out: &'a mut (dyn Output<Q::Answer> + 'o),
}

impl<Q: PacketQuery> TreeQuery for Packets<'_, '_, Q> {
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

impl MeshTree<'_> {
    /// Answers rays: coherent ones in packets, the others like any query.
    pub(in crate::mesh::query) fn answer_rays<Q: PacketQuery>(
        self,
        rays: &dyn Batch<Ray>,
        filter: &Filter,
        wanted: Q::Wanted,
        out: &mut dyn Output<Q::Answer>,
    ) -> Result<()> {
        match rays.as_slice() {
            Some(rays) => {
                self.check::<Q>(rays, out)?;
                self.answer_slice::<Q>(rays, filter, wanted, out);
            }
            None => {
                self.check::<Q>(rays, out)?;
                self.answer_copies::<Q>(rays, filter, wanted, out);
            }
        }
        Ok(())
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
        if !self.may_accept(filter) {
            rays.iter().enumerate().for_each(|(i, ray)| out.write(i, Q::nothing(ray)));
        } else if rays.len() < LANES || !self.takes_packets() {
            self.answer_range::<Q>(rays, 0..rays.len(), filter, wanted, out);
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
        let streamed = self.takes_batches(Q::STREAMS_SMALL);
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
                let packets = Packets::<Q> { rays, range, filter, wanted, out: &mut *out };
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
    }
}
