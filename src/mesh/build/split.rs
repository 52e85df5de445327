//! Where to divide a set of triangles: the candidates and their cost.
//!
//! Binned surface area heuristic after Wald, "On fast Construction of SAH-based Bounding Volume
//! Hierarchies" (2007); small sets are swept exactly over the sorted centroids.

use super::{Quality, SplitRule};
use crate::Result;
use crate::error::reserve;
use crate::geometry::{Aabb, Vec3};

/// A triangle as the builder sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Primitive {
    pub(super) bounds: Aabb,
    pub(super) triangle: u32,
}

impl Primitive {
    /// Twice its centre, halved first so that it cannot overflow.
    #[inline(always)]
    fn centroid(&self) -> Vec3 {
        self.bounds.min * 0.5 + self.bounds.max * 0.5
    }
}

/// Which numbers of triangles the left child may have: what the layout can represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CountRule {
    /// Any number; triangles are tested by the cluster, of which about this many fill one.
    Clusters(u8),
    /// `n * split / 256 + 1` for a `split` in `0..=255` (the 8-byte node).
    Ratio256,
}

impl CountRule {
    /// The left count that a stored `split` stands for.
    #[inline(always)]
    pub(crate) fn left_count(n: u32, split: u8) -> u32 {
        ((u64::from(n) * u64::from(split)) / 256) as u32 + 1
    }

    /// The smallest `split` whose left count is at least `wanted`, which must be in `1..n`.
    pub(crate) fn split_for(n: u32, wanted: u32) -> u8 {
        ((u64::from(wanted) - 1) * 256).div_ceil(n.into()).min(255) as u8
    }

    /// What testing `n` triangles costs, relative to one. Where they are tested by the cluster, that is
    /// the number of clusters, and what is left of a cluster is worth little.
    #[inline(always)]
    fn cost(self, n: usize) -> f64 {
        match self {
            CountRule::Ratio256 => n as f64,
            CountRule::Clusters(size) => {
                let clusters = n as f64 / f64::from(size);
                if n > 32 * usize::from(size) {
                    clusters
                } else if n > usize::from(size) {
                    clusters.ceil()
                } else {
                    0.5 + 0.5 * clusters
                }
            }
        }
    }

    /// The representable left counts next to `wanted`, below and above (possibly the same).
    fn around(self, n: usize, wanted: usize) -> [usize; 2] {
        if let CountRule::Clusters(_) = self {
            return [wanted; 2];
        }
        let above = CountRule::split_for(n as u32, wanted as u32);
        let count = |split: u8| CountRule::left_count(n as u32, split) as usize;
        let above = if count(above) < n { above } else { above - 1 };
        let below = if count(above) > wanted { above.saturating_sub(1) } else { above };
        [count(below), count(above)]
    }

    /// The representable left count nearest to `wanted`.
    fn nearest(self, n: usize, wanted: usize) -> usize {
        let [below, above] = self.around(n, wanted);
        if wanted - below.min(wanted) <= above - wanted.min(above) { below } else { above }
    }
}

/// A chosen division: the first `left_count` triangles by centroid along `axis` go left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Split {
    pub(super) axis: usize,
    pub(super) left_count: usize,
}

/// How splits are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    pub(super) rule: SplitRule,
    pub(super) counts: CountRule,
    bins: usize,
    sweep_limit: usize,
}

const MAX_BINS: usize = 64;

impl Search {
    pub(super) fn new(rule: SplitRule, quality: Quality, counts: CountRule) -> Search {
        let (bins, sweep_limit) = match quality {
            Quality::Fast => (16, 16),
            Quality::Medium => (32, 64),
            Quality::High => (MAX_BINS, 4096),
        };
        Search { rule, counts, bins, sweep_limit }
    }

    /// Chooses how to divide `primitives` (at least two), whose centroids span `centroids`. `balanced`
    /// forces halves, which bounds the depth.
    pub(super) fn choose(&self, primitives: &[Primitive], centroids: &Aabb, balanced: bool) -> Result<Split> {
        let n = primitives.len();
        let extent = centroids.max - centroids.min;
        let longest = longest_axis(extent);
        let halves = Split { axis: longest, left_count: self.counts.nearest(n, n / 2) };
        if balanced || !(extent[longest] > 0.0) {
            return Ok(halves);
        }
        let found = match self.rule {
            SplitRule::Median => self.similar_lengths(primitives, longest),
            SplitRule::SurfaceArea if n <= self.sweep_limit => self.sweep(primitives, extent),
            SplitRule::SurfaceArea => Ok(self.binned(primitives, centroids)),
        };
        Ok(found?.unwrap_or(halves))
    }

    /// The source's rule: of the representable counts, that whose two boxes have the most similar
    /// length along the axis.
    fn similar_lengths(&self, primitives: &[Primitive], axis: usize) -> Result<Option<Split>> {
        let n = primitives.len();
        let sorted = sorted_by_centroid(primitives, axis)?;
        let span = |lengths: &mut (f32, f32), p: &Primitive| {
            *lengths = (lengths.0.min(p.bounds.min[axis]), lengths.1.max(p.bounds.max[axis]));
            lengths.1 - lengths.0
        };
        let mut right = reserve(n, "build")?;
        right.resize(n, 0.0);
        let mut range = (f32::INFINITY, f32::NEG_INFINITY);
        for i in (1..n).rev() {
            right[i] = span(&mut range, &primitives[sorted[i].1 as usize]);
        }
        let mut best = Best::default();
        let mut range = (f32::INFINITY, f32::NEG_INFINITY);
        for i in 1..n {
            let left = span(&mut range, &primitives[sorted[i - 1].1 as usize]);
            if self.counts.nearest(n, i) == i {
                best.offer((left - right[i]).abs().into(), n, Split { axis, left_count: i });
            }
        }
        Ok(best.split)
    }

    /// Every representable division along every axis, at its exact cost.
    fn sweep(&self, primitives: &[Primitive], extent: Vec3) -> Result<Option<Split>> {
        let n = primitives.len();
        let mut best = Best::default();
        let mut right_area = reserve(n, "build")?;
        right_area.resize(n, 0.0);
        for axis in (0..3).filter(|&axis| extent[axis] > 0.0) {
            let sorted = sorted_by_centroid(primitives, axis)?;
            let mut bounds = Aabb::EMPTY;
            for i in (1..n).rev() {
                bounds = bounds.union(&primitives[sorted[i].1 as usize].bounds);
                right_area[i] = bounds.half_area();
            }
            let mut bounds = Aabb::EMPTY;
            for i in 1..n {
                bounds = bounds.union(&primitives[sorted[i - 1].1 as usize].bounds);
                if n <= 256 || self.counts.nearest(n, i) == i {
                    let cost =
                        bounds.half_area() * self.counts.cost(i) + right_area[i] * self.counts.cost(n - i);
                    best.offer(cost, n, Split { axis, left_count: i });
                }
            }
        }
        Ok(best.split)
    }

    /// Divisions at the boundaries of equal bins, each moved to the nearest representable counts.
    fn binned(&self, primitives: &[Primitive], centroids: &Aabb) -> Option<Split> {
        let n = primitives.len();
        let mut bins = [[(Aabb::EMPTY, 0usize); MAX_BINS]; 3];
        let extent = centroids.max - centroids.min;
        let scale = extent.map(|e| self.bins as f32 * 0.9999 / e);
        for p in primitives {
            let offset = (p.centroid() - centroids.min) * scale;
            for axis in 0..3 {
                // A flat axis gives NaN, which becomes bin 0.
                let bin = &mut bins[axis][(offset[axis] as usize).min(self.bins - 1)];
                *bin = (bin.0.union(&p.bounds), bin.1 + 1);
            }
        }
        let mut best = Best::default();
        for axis in (0..3).filter(|&axis| extent[axis] > 0.0) {
            let bins = &bins[axis][..self.bins];
            let mut right = [0.0; MAX_BINS];
            let mut bounds = Aabb::EMPTY;
            for i in (1..self.bins).rev() {
                bounds = bounds.union(&bins[i].0);
                right[i] = bounds.half_area();
            }
            let (mut bounds, mut count) = (Aabb::EMPTY, 0);
            for i in 1..self.bins {
                bounds = bounds.union(&bins[i - 1].0);
                count += bins[i - 1].1;
                if count == 0 || count == n {
                    continue;
                }
                for left_count in self.counts.around(n, count) {
                    let (l, r) = (self.counts.cost(left_count), self.counts.cost(n - left_count));
                    let cost = bounds.half_area() * l + right[i] * r;
                    best.offer(cost, n, Split { axis, left_count });
                }
            }
        }
        best.split
    }
}

/// The cheapest split so far; among equally cheap ones the most balanced, so that piles of equal
/// triangles do not become chains.
#[derive(Default)]
struct Best {
    cost: f64,
    imbalance: usize,
    split: Option<Split>,
}

impl Best {
    fn offer(&mut self, cost: f64, n: usize, split: Split) {
        let imbalance = split.left_count.abs_diff(n - split.left_count);
        if self.split.is_none() || cost < self.cost || (cost == self.cost && imbalance < self.imbalance) {
            *self = Best { cost, imbalance, split: Some(split) };
        }
    }
}

fn longest_axis(extent: Vec3) -> usize {
    let mut axis = 0;
    for k in 1..3 {
        if extent[k] > extent[axis] {
            axis = k;
        }
    }
    axis
}

/// Centroid and position in the slice, in the builder's total order (ties by triangle).
fn sorted_by_centroid(primitives: &[Primitive], axis: usize) -> Result<Vec<(f32, u32)>> {
    let mut sorted: Vec<(f32, u32)> = reserve(primitives.len(), "build")?;
    sorted.extend(primitives.iter().enumerate().map(|(i, p)| (p.centroid()[axis], i as u32)));
    sorted.sort_unstable_by(|a, b| {
        let by_triangle = || primitives[a.1 as usize].triangle.cmp(&primitives[b.1 as usize].triangle);
        a.0.total_cmp(&b.0).then_with(by_triangle)
    });
    Ok(sorted)
}

/// Reorders so that the first `left_count` by centroid (ties by triangle) come first.
pub(super) fn partition(primitives: &mut [Primitive], split: Split) {
    let axis = split.axis;
    primitives.select_nth_unstable_by(split.left_count - 1, |a, b| {
        a.centroid()[axis].total_cmp(&b.centroid()[axis]).then(a.triangle.cmp(&b.triangle))
    });
}

/// The boxes around all triangles and around their centroids.
pub(super) fn bounds_of(primitives: &[Primitive]) -> (Aabb, Aabb) {
    primitives.iter().fold((Aabb::EMPTY, Aabb::EMPTY), |(bounds, centroids), p| {
        let centroid = p.centroid();
        (bounds.union(&p.bounds), centroids.union(&Aabb::new(centroid, centroid)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_count_up_to_256_is_representable() {
        for n in 2..=256u32 {
            for wanted in 1..n {
                assert_eq!(CountRule::left_count(n, CountRule::split_for(n, wanted)), wanted, "{n} {wanted}");
                assert_eq!(CountRule::Ratio256.around(n as usize, wanted as usize), [wanted as usize; 2]);
            }
        }
    }

    #[test]
    fn large_counts_snap_to_representable_neighbours() {
        for n in [257usize, 1000, 65_537, 20_000_000, u32::MAX as usize - 1] {
            for wanted in [1, 2, n / 3, n / 2, n - 2, n - 1] {
                let [below, above] = CountRule::Ratio256.around(n, wanted);
                let step = n / 256 + 1;
                assert!((1..n).contains(&below) && (1..n).contains(&above), "{n} {wanted} {below} {above}");
                assert!(
                    below <= wanted.max(1) + step && above + step >= wanted,
                    "{n} {wanted} {below} {above}"
                );
                for count in [below, above] {
                    let split = CountRule::split_for(n as u32, count as u32);
                    assert_eq!(CountRule::left_count(n as u32, split) as usize, count);
                }
            }
        }
    }
}
