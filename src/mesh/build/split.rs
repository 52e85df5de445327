//! Where to divide a large set of triangles: the candidates, their cost, and the division itself.
//!
//! Binned surface area heuristic after Wald, "On fast Construction of SAH-based Bounding Volume
//! Hierarchies" (2007). Dividing moves the triangles from one array to another and keeps their order, so
//! that they stay in ascending order of their indices wherever they go.

use super::lanes::{Box4, Extent, Primitive};
use super::{CountRule, Quality, SplitRule};
use crate::Result;
use crate::error::reserve;
use glam::Vec4;

/// How splits are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    pub(super) rule: SplitRule,
    pub(super) counts: CountRule,
    bins: usize,
}

const MAX_BINS: usize = 32;

/// A chosen division.
pub(super) enum Split {
    /// The triangles in bins below `bin` along `axis` go left, in all `left_count`; the boxes of both sides.
    Bins { binning: Binning, axis: usize, bin: usize, left_count: usize, bounds: [Box4; 2] },
    /// The first `left_count` by centroid along `axis` go left.
    Count { axis: usize, left_count: usize },
    /// The first `left_count` as they lie go left.
    AsTheyLie { left_count: usize },
}

impl Split {
    pub(super) fn left_count(&self) -> usize {
        match *self {
            Split::Bins { left_count, .. }
            | Split::Count { left_count, .. }
            | Split::AsTheyLie { left_count } => left_count,
        }
    }
}

impl Search {
    pub(super) fn new(rule: SplitRule, quality: Quality, counts: CountRule) -> Search {
        let bins = if quality == Quality::Fast { 16 } else { MAX_BINS };
        Search { rule, counts, bins }
    }

    /// Chooses how to divide `primitives`, of which there are at least two. `balanced` forces halves, which
    /// bounds the depth.
    pub(super) fn choose(&self, primitives: &[Primitive], extent: &Extent, balanced: bool) -> Result<Split> {
        let n = primitives.len();
        let size = extent.centroids.extent();
        let axis = longest_axis(size);
        let left_count = self.counts.nearest(n, n / 2);
        if !(size[axis] > 0.0) {
            return Ok(Split::AsTheyLie { left_count });
        }
        let found = match self.rule {
            _ if balanced => None,
            SplitRule::Median => self.similar_lengths(primitives, axis)?,
            SplitRule::SurfaceArea => self.binned(primitives, extent),
        };
        Ok(found.unwrap_or(Split::Count { axis, left_count }))
    }

    /// The source's rule: of the representable counts, that whose two boxes have the most similar
    /// length along the axis.
    fn similar_lengths(&self, primitives: &[Primitive], axis: usize) -> Result<Option<Split>> {
        let n = primitives.len();
        let mut sorted: Vec<(Key, u32)> = reserve(n, "build")?;
        sorted.extend(primitives.iter().enumerate().map(|(i, p)| (key(p, axis), i as u32)));
        sorted.sort_unstable();
        let mut lengths = reserve(n, "build")?;
        lengths.resize(n, 0.0);
        let mut bounds = Box4::EMPTY;
        for i in (1..n).rev() {
            bounds = bounds.union(primitives[sorted[i].1 as usize].bounds());
            lengths[i] = bounds.extent()[axis];
        }
        let mut best = Best::default();
        let mut bounds = Box4::EMPTY;
        for i in 1..n {
            bounds = bounds.union(primitives[sorted[i - 1].1 as usize].bounds());
            if self.counts.nearest(n, i) == i {
                best.offer((bounds.extent()[axis] - lengths[i]).abs(), n, i, (axis, i));
            }
        }
        Ok(best.place.map(|(axis, left_count)| Split::Count { axis, left_count }))
    }

    /// Divisions at the boundaries of equal bins, each moved to the nearest representable count.
    fn binned(&self, primitives: &[Primitive], extent: &Extent) -> Option<Split> {
        let n = primitives.len();
        let binning = Binning::new(&extent.centroids, self.bins);
        let bins = Bins::of(primitives, &binning);
        let scale = extent.bounds.scale();
        let mut best = Best::default();
        for axis in (0..3).filter(|&axis| binning.scale[axis] > 0.0) {
            let bounds = &bins.bounds[axis][..self.bins];
            let counts = &bins.counts[axis][..self.bins];
            let mut right = [0.0; MAX_BINS];
            let mut all = Box4::EMPTY;
            for i in (1..self.bins).rev() {
                all = all.union(bounds[i]);
                right[i] = all.half_area(scale);
            }
            let (mut all, mut count) = (Box4::EMPTY, 0);
            for i in 1..self.bins {
                all = all.union(bounds[i - 1]);
                count += counts[i - 1] as usize;
                if count == 0 || count == n {
                    continue;
                }
                let cost =
                    all.half_area(scale) * self.counts.cost(count) + right[i] * self.counts.cost(n - count);
                best.offer(cost, n, count, (axis, i));
            }
        }
        let (axis, bin) = best.place?;
        let left_count = self.counts.nearest(n, best.left_count);
        if left_count != best.left_count {
            return Some(Split::Count { axis, left_count });
        }
        let (left, right) = bins.bounds[axis][..self.bins].split_at(bin);
        let bounds = [left, right].map(|side| side.iter().fold(Box4::EMPTY, |all, &b| all.union(b)));
        Some(Split::Bins { binning, axis, bin, left_count, bounds })
    }
}

/// Which bin a triangle belongs to along each axis.
#[derive(Clone, Copy)]
pub(super) struct Binning {
    origin: Vec4,
    /// Bins a unit of length; 0 along a flat axis.
    scale: Vec4,
    last: Vec4,
}

impl Binning {
    fn new(centroids: &Box4, bins: usize) -> Binning {
        let size = centroids.extent();
        let scale = |size: f32| {
            let scale = bins as f32 / size;
            // Lengths so small or large that this overflows or vanishes are as good as none.
            if scale.is_normal() { scale } else { 0.0 }
        };
        Binning {
            origin: centroids.lower,
            scale: Vec4::new(scale(size.x), scale(size.y), scale(size.z), 0.0),
            last: Vec4::splat(bins as f32 - 0.01),
        }
    }

    #[inline(always)]
    fn of(&self, p: &Primitive) -> [usize; 3] {
        // Behind 2^15, the last eight bits of an f32 are the fraction; so its bits give the integer part
        // of all lanes, without conversions.
        let place = ((p.centroid() - self.origin) * self.scale).max(Vec4::ZERO).min(self.last);
        let place = place + Vec4::splat(32768.0);
        [place.x, place.y, place.z].map(|lane| (lane.to_bits() >> 8) as usize % MAX_BINS)
    }
}

/// What is in the bins of each axis.
struct Bins {
    bounds: [[Box4; MAX_BINS]; 3],
    counts: [[u32; MAX_BINS]; 3],
}

impl Bins {
    fn of(primitives: &[Primitive], binning: &Binning) -> Bins {
        let mut bins = Bins { bounds: [[Box4::EMPTY; MAX_BINS]; 3], counts: [[0; MAX_BINS]; 3] };
        for p in primitives {
            for (axis, place) in binning.of(p).into_iter().enumerate() {
                let bounds = &mut bins.bounds[axis][place];
                *bounds = bounds.union(p.bounds());
                bins.counts[axis][place] += 1;
            }
        }
        bins
    }
}

/// The cheapest division so far; among equally cheap ones the most balanced, so that piles of equal
/// triangles do not become chains.
pub(super) struct Best<P> {
    pub(super) cost: f32,
    pub(super) left_count: usize,
    imbalance: usize,
    pub(super) place: Option<P>,
}

impl<P> Default for Best<P> {
    fn default() -> Best<P> {
        Best { cost: f32::INFINITY, left_count: 0, imbalance: usize::MAX, place: None }
    }
}

impl<P> Best<P> {
    #[inline(always)]
    pub(super) fn offer(&mut self, cost: f32, n: usize, left_count: usize, place: P) {
        if cost <= self.cost {
            let imbalance = left_count.abs_diff(n - left_count);
            if cost < self.cost || imbalance < self.imbalance {
                *self = Best { cost, left_count, imbalance, place: Some(place) };
            }
        }
    }
}

pub(super) fn longest_axis(size: Vec4) -> usize {
    let mut axis = 0;
    for k in 1..3 {
        if size[k] > size[axis] {
            axis = k;
        }
    }
    axis
}

/// What triangles are ordered by along an axis: the centroid, then the index.
type Key = (u32, u32);

fn key(p: &Primitive, axis: usize) -> Key {
    (sortable(p.centroid()[axis]), p.triangle())
}

/// Bits that are ordered as the numbers are.
#[inline(always)]
pub(super) fn sortable(number: f32) -> u32 {
    let bits = number.to_bits();
    bits ^ (((bits as i32) >> 31) as u32 | 1 << 31)
}

/// Moves the triangles from `from` to `to`, those of the left side first, both sides in the order in which
/// they were; the extents of both sides.
pub(super) fn divide(from: &[Primitive], to: &mut [Primitive], split: &Split) -> [Extent; 2] {
    match *split {
        Split::Bins { ref binning, axis, bin, left_count, bounds } => {
            let centroids = partition(from, to, left_count, |p| binning.of(p)[axis] < bin);
            [0, 1].map(|side| Extent { bounds: bounds[side], centroids: centroids[side] })
        }
        Split::Count { axis, left_count } => {
            to.copy_from_slice(from);
            let (_, pivot, _) = to.select_nth_unstable_by_key(left_count - 1, |p| key(p, axis));
            let pivot = key(pivot, axis);
            partition(from, to, left_count, |p| key(p, axis) <= pivot);
            let (left, right) = to.split_at(left_count);
            [Extent::of(left), Extent::of(right)]
        }
        Split::AsTheyLie { left_count } => {
            to.copy_from_slice(from);
            let (left, right) = to.split_at(left_count);
            [Extent::of(left), Extent::of(right)]
        }
    }
}

/// Moves `left_count` triangles to the front and the others behind them, without branching; the boxes
/// around the centroids of both sides.
fn partition(
    from: &[Primitive],
    to: &mut [Primitive],
    left_count: usize,
    goes_left: impl Fn(&Primitive) -> bool,
) -> [Box4; 2] {
    let mut next = [0, left_count];
    let mut centroids = [Box4::EMPTY; 2];
    for p in from {
        let side = usize::from(!goes_left(p));
        to[next[side]] = *p;
        next[side] += 1;
        centroids[side] = centroids[side].union(Box4::point(p.centroid()));
    }
    centroids
}
