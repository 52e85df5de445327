//! Triangles of two blocks that touch: by boxes, planes, then signs in lanes, and the rest exactly.

use super::decide::{bound, decide, share_a_corner};
use super::near_lanes::apart_in_plane;
use super::packed::PackedPairs;
use super::pair::TrianglePair;
use crate::bits::bits;
use crate::geometry::{ORIENTATION_FLOOR, ORIENTATION_ROUNDING, Triangle, Vec3, triangles_intersect_exactly};
use crate::mesh::tree::pairs::{PairBlock, PairVisitor};
use crate::simd::{Kernel, LANES, Lanes3, Simd, about_dot, sub3};
use std::ops::ControlFlow;

/// So many pairs of one triangle are decided where they are; fewer are packed with others.
const DIRECT: u32 = 5;

/// Receives pairs that touch.
pub(super) trait PairSink {
    /// Returns true if the triangles themselves are wanted.
    fn wants_triangles(&self) -> bool {
        false
    }

    /// Adds a pair; breaks if no more are wanted. The triangles are posed, and any if they are not wanted.
    fn add(&mut self, ids: [u32; 2], triangles: &[Triangle; 2]) -> ControlFlow<()>;

    /// Adds pairs without their triangles.
    fn add_all(&mut self, pairs: &[TrianglePair]) -> ControlFlow<()> {
        pairs.iter().try_for_each(|pair| self.add([pair.a, pair.b], &NOT_WANTED))
    }
}

/// The numbers of pairs of triangles that have passed each test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts {
    /// Pairs of nodes that were visited.
    pub nodes: u64,
    /// Pairs of triangles with corners on both sides of each other's planes, as far as boxes and planes can
    /// tell.
    pub last_stage: u64,
    /// Those of them that needed exact arithmetic.
    pub exact: u64,
}

/// Passes the pairs of triangles that touch to a sink.
pub(super) struct Touching<'a> {
    sink: &'a mut dyn PairSink,
    wants_triangles: bool,
    /// Pairs that wait for others.
    packed: PackedPairs,
    /// True if some of the last ones had corners in common, as where a mesh meets its copy. Common corners
    /// are looked for first then.
    shares: bool,
    pub(super) counts: PairCounts,
}

impl<'a> Touching<'a> {
    pub(super) fn new(sink: &'a mut dyn PairSink) -> Touching<'a> {
        let wants_triangles = sink.wants_triangles();
        let counts = PairCounts::default();
        Touching { sink, wants_triangles, packed: PackedPairs::new(), shares: false, counts }
    }

    /// Decides the pairs that wait.
    #[inline(always)]
    pub(super) fn finish<S: Simd>(&mut self, simd: S) -> ControlFlow<()> {
        match self.packed.take() {
            0 => ControlFlow::Continue(()),
            mask => simd.call(Packed { visitor: self, mask }),
        }
    }

    #[inline(always)]
    fn decide_packed<S: Simd>(&mut self, simd: S, mask: u32) -> ControlFlow<()> {
        let [p, q] = self.packed.lanes(simd);
        let mut touching = self.sharing(simd, &p, &q, mask);
        let left = mask & !touching;
        let (certainly, open) = if left != 0 { self.decided(simd, &p, &q, left) } else { (0, 0) };
        touching |= certainly;
        for lane in bits(open) {
            let [a, b] = self.packed.pair(lane as usize);
            touching |= u32::from(triangles_intersect_exactly(&a, &b)) << lane;
        }
        for lane in bits(touching) {
            let lane = lane as usize;
            let triangles = if self.wants_triangles { self.packed.pair(lane) } else { NOT_WANTED };
            self.sink.add(self.packed.ids(lane), &triangles)?;
        }
        ControlFlow::Continue(())
    }

    /// The pairs that have a corner in common, if that is worth looking for.
    #[inline(always)]
    fn sharing<S: Simd>(&mut self, simd: S, p: &[Lanes3<S>; 3], q: &[Lanes3<S>; 3], mask: u32) -> u32 {
        if !self.shares {
            return 0;
        }
        let sharing = share_a_corner(simd, p, q) & mask;
        self.shares = sharing != 0;
        self.counts.last_stage += u64::from(sharing.count_ones());
        sharing
    }

    /// The pairs that touch, and those that only exact arithmetic can tell.
    #[inline(always)]
    fn decided<S: Simd>(&mut self, simd: S, p: &[Lanes3<S>; 3], q: &[Lanes3<S>; 3], mask: u32) -> (u32, u32) {
        let (certainly, apart) = decide(simd, p, q);
        let (mut touching, mut open) = (mask & certainly, mask & !certainly & !apart);
        if open != 0 {
            let shared = share_a_corner(simd, p, q) & open;
            (touching, open) = (touching | shared, open & !shared);
            self.shares |= shared != 0;
        }
        if open != 0 {
            open &= !apart_in_plane(simd, p, q);
        }
        self.counts.last_stage += u64::from(mask.count_ones());
        self.counts.exact += u64::from(open.count_ones());
        (touching, open)
    }

    /// Passes one triangle with those others whose bit is set. `swapped`: they are the first mesh's.
    #[inline(always)]
    fn add_all(&mut self, one: u32, others: &[u32; LANES], touching: u32, swapped: bool) -> ControlFlow<()> {
        let (mut pairs, mut count) = ([TrianglePair::default(); LANES], 0);
        for j in bits(touching) {
            let other = others[j as usize % LANES];
            let [a, b] = if swapped { [other, one] } else { [one, other] };
            pairs[count % LANES] = TrianglePair { a, b };
            count += 1;
        }
        self.sink.add_all(&pairs[..count.min(LANES)])
    }

    /// Triangles of `a` whose bit is set in `some` against those of `b` in `others`. `swapped`: `b` is the
    /// first mesh's.
    #[inline(always)]
    fn each<S: Simd>(
        &mut self,
        simd: S,
        [a, b]: [&PairBlock; 2],
        [some, others]: [u32; 2],
        swapped: bool,
    ) -> ControlFlow<()> {
        // No difference of two corners is larger.
        let span = (a.bounds.max.max(b.bounds.max) - a.bounds.min.min(b.bounds.min)).max_element();
        let (b_normals, b_first) = (b.normals(simd), b.corner(simd, 0));
        let b_bound = bound(simd, b.edges(simd), simd.splat(span));
        for i in bits(some) {
            let i = i as usize % LANES;
            let (low, high) = a.own_box(i);
            let mut left = others & b.touching(simd, low, high);
            if left == 0 {
                continue;
            }
            // The corners of the others beside this plane, then its corners beside theirs.
            let corners = [a.corner_of(simd, 0, i), a.corner_of(simd, 1, i), a.corner_of(simd, 2, i)];
            let a_bound = (a.edges_of(i) * span + ORIENTATION_FLOOR) * ORIENTATION_ROUNDING;
            let heights = b.heights(simd, a.normal_of(simd, i), corners[0]);
            left &= !beside(simd, heights, simd.splat(a_bound));
            if left == 0 {
                continue;
            }
            let heights = [
                about_dot(simd, b_normals, sub3(simd, corners[0], b_first)),
                about_dot(simd, b_normals, sub3(simd, corners[1], b_first)),
                about_dot(simd, b_normals, sub3(simd, corners[2], b_first)),
            ];
            left &= !beside(simd, heights, b_bound);
            if left == 0 {
                continue;
            }
            if left.count_ones() >= DIRECT && !self.wants_triangles {
                let others = [b_first, b.corner(simd, 1), b.corner(simd, 2)];
                let mut touching = self.sharing(simd, &corners, &others, left);
                left &= !touching;
                // Few of them may be left.
                if left.count_ones() >= DIRECT {
                    let (certainly, open) = self.decided(simd, &corners, &others, left);
                    touching |= certainly;
                    for j in bits(open) {
                        let touch = triangles_intersect_exactly(&a.triangle(i), &b.triangle(j as usize));
                        touching |= u32::from(touch) << j;
                    }
                    left = 0;
                }
                self.add_all(a.ids[i], &b.ids, touching, swapped)?;
            }
            for j in bits(left) {
                let j = j as usize % LANES;
                let (ids, first, second) = ([a.ids[i], b.ids[j]], a.triangle(i), b.triangle(j));
                let is_full = match swapped {
                    true => self.packed.push([ids[1], ids[0]], &second, &first),
                    false => self.packed.push(ids, &first, &second),
                };
                if is_full {
                    self.finish(simd)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

const NOT_WANTED: [Triangle; 2] = [Triangle { a: Vec3::ZERO, b: Vec3::ZERO, c: Vec3::ZERO }; 2];

/// Lanes in which three heights over a plane are certainly all positive or all negative.
#[inline(always)]
pub(super) fn beside<S: Simd>(simd: S, [a, b, c]: [S::F; 3], bound: S::F) -> u32 {
    let (least, most) = (simd.min(simd.min(a, b), c), simd.max(simd.max(a, b), c));
    simd.lt(bound, least) | simd.lt(most, simd.sub(simd.splat(0.0), bound))
}

impl PairVisitor for Touching<'_> {
    #[inline(always)]
    fn blocks<S: Simd>(&mut self, simd: S, a: &PairBlock, b: &PairBlock) -> ControlFlow<()> {
        simd.call(Blocks { visitor: self, blocks: [a, b] })
    }
}

/// The pairs that wait.
struct Packed<'a, 'b> {
    visitor: &'a mut Touching<'b>,
    mask: u32,
}

impl Kernel for Packed<'_, '_> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> ControlFlow<()> {
        self.visitor.decide_packed(simd, self.mask)
    }
}

/// All pairs of triangles of two blocks.
struct Blocks<'a, 'b> {
    visitor: &'a mut Touching<'b>,
    blocks: [&'a PairBlock; 2],
}

impl Kernel for Blocks<'_, '_> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> ControlFlow<()> {
        let Blocks { visitor, blocks: [a, b] } = self;
        let some = a.touching(simd, b.bounds.min.to_array(), b.bounds.max.to_array());
        if some == 0 {
            return ControlFlow::Continue(());
        }
        let others = b.touching(simd, a.bounds.min.to_array(), a.bounds.max.to_array());
        if others == 0 {
            return ControlFlow::Continue(());
        }
        // One by one those of which there are fewer.
        let swapped = others.count_ones() < some.count_ones();
        let (blocks, masks) = if swapped { ([b, a], [others, some]) } else { ([a, b], [some, others]) };
        visitor.each(simd, blocks, masks, swapped)
    }
}
