//! The division of a large set of triangles: the candidates, their cost, and the division itself.
//!
//! Binned surface area heuristic after Wald, "On fast Construction of SAH-based Bounding Volume
//! Hierarchies" (2007). Dividing moves the triangles from one array to another and keeps their order, so
//! that they stay in ascending order of their indices wherever they go.

use super::best::Best;
use super::kernel::compiled;
use super::lanes::{Box4, Extent, Primitive, Reach, key};
use super::node::{CHUNK, ROOM};
use super::published::median;
use super::{CountRule, Quality, SplitRule};
use crate::Result;
use crate::arrays::{MapEach, array_of};
use crate::geometry::longest_axis;
use crate::parallel::is_subtree_divided;
use crate::simd::{Kernel, Simd, Simd8, dispatch};
use glam::Vec4;
use rayon::prelude::*;

/// The search for splits.
#[derive(Debug)]
pub(super) struct Search {
    pub(super) rule: SplitRule,
    pub(super) counts: CountRule,
    /// The costs of testing small sets that do not fit a cluster, by the number of their triangles; in the first place, of one
    /// that does.
    pub(super) costs: [f32; ROOM],
    bins: usize,
}

const MAX_BINS: usize = 32;
/// Sets of fewer triangles get half as many bins.
const SPARSE: usize = 512;

/// A chosen division.
pub(super) enum Split {
    /// The triangles in bins below `bin` along `axis` go left, in all `left_count`.
    Bins { binning: Binning, axis: usize, bin: usize, left_count: usize },
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
        Search { rule, counts, costs: array_of(|n| if n > 0 { counts.cost(n as u32) } else { 1.0 }), bins }
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
            SplitRule::Median => median::split(primitives, axis, self.counts)?
                .map(|left_count| Split::Count { axis, left_count }),
            SplitRule::SurfaceArea => {
                // Few triangles do not fill many bins.
                let count = if n < SPARSE { self.bins / 2 } else { self.bins };
                match count <= MAX_BINS / 2 {
                    true => self.binned::<{ MAX_BINS / 2 }>(primitives, extent, count),
                    false => self.binned::<MAX_BINS>(primitives, extent, count),
                }
            }
        };
        Ok(found.unwrap_or(Split::Count { axis, left_count }))
    }

    /// Divisions at the boundaries of `count` equal bins, at most `N`; the best is then moved to the nearest representable
    /// count.
    fn binned<const N: usize>(
        &self,
        primitives: &[Primitive],
        extent: &Extent,
        count: usize,
    ) -> Option<Split> {
        let n = primitives.len();
        let binning = Binning::new(&extent.centroids, count);
        // Filled where they are: they are large.
        let mut bins = Bins::<N>::EMPTY;
        if is_subtree_divided(n) {
            let chunks = primitives.par_chunks(CHUNK).map(|chunk| {
                let mut bins = Bins::EMPTY;
                bins.add(chunk, &binning);
                bins
            });
            bins = chunks.reduce(|| Bins::EMPTY, Bins::union);
        } else {
            bins.add(primitives, &binning);
        }
        let scale = extent.bounds.scale();
        let best = dispatch(Offer { bins: &bins, count, scale, binning: &binning, counts: self.counts, n });
        let (axis, bin) = best.place?;
        let left_count = self.counts.nearest(n, best.left_count);
        if left_count != best.left_count {
            return Some(Split::Count { axis, left_count });
        }
        Some(Split::Bins { binning, axis, bin, left_count })
    }
}

/// The bin of a triangle along each axis.
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
            // Places are rounded to the nearest bin, whose middle is half a bin from its beginning.
            origin: centroids.lower + size * (0.5 / bins as f32),
            scale: Vec4::new(scale(size.x), scale(size.y), scale(size.z), 0.0),
            last: Vec4::splat((bins - 1) as f32),
        }
    }

    /// Below `N`, which is more than the last.
    #[inline(always)]
    fn of<const N: usize>(&self, p: &Primitive) -> [usize; 3] {
        // From 2^23 on, an f32 is an integer: adding rounds, and the last bits say to what, without a
        // conversion.
        let place = ((p.centroid() - self.origin) * self.scale).max(Vec4::ZERO).min(self.last);
        let place = place + Vec4::splat(FIRST_BIN);
        [place.x, place.y, place.z].map_each(|lane| lane.to_bits() as usize % N)
    }

    /// Says whether a triangle's bin along an axis lies below `bin`, neither the first nor behind the last.
    #[inline(always)]
    fn below(&self, axis: usize, bin: usize) -> impl Fn(&Primitive) -> bool {
        let along = |v: Vec4| v.to_array()[axis];
        let (origin, scale) = (along(self.origin), along(self.scale));
        // Halfway between two bins, a place is in the even one.
        let end = bin as f32 - 0.5;
        let end = if bin.is_multiple_of(2) { end } else { end.next_up() };
        move |p| (p.centroid_along(axis) - origin) * scale < end
    }
}

/// The number that bins are counted from.
const FIRST_BIN: f32 = 8_388_608.0;

/// The contents of up to `N` bins, a power of two, of each axis.
struct Bins<const N: usize> {
    bounds: [[Reach; N]; 3],
    counts: [[u32; N]; 3],
}

impl<const N: usize> Bins<N> {
    const EMPTY: Self = Bins { bounds: [[Reach::EMPTY; N]; 3], counts: [[0; N]; 3] };

    /// Adds triangles.
    fn add(&mut self, primitives: &[Primitive], binning: &Binning) {
        dispatch(Fill { bins: self, primitives, binning });
    }

    /// Adds a triangle.
    #[inline(always)]
    fn put<S: Simd8>(&mut self, s: S, p: &Primitive, binning: &Binning) {
        let (places, reach) = (binning.of::<N>(p), Reach::of(s, p));
        for (axis, place) in places.into_iter().enumerate() {
            self.bounds[axis][place].add(s, reach);
            self.counts[axis][place] += 1;
        }
    }

    fn union(mut self, other: Self) -> Self {
        for (all, bounds) in self.bounds.as_flattened_mut().iter_mut().zip(other.bounds.as_flattened()) {
            all.union(bounds);
        }
        for (all, count) in self.counts.as_flattened_mut().iter_mut().zip(other.counts.as_flattened()) {
            *all += count;
        }
        self
    }
}

/// Adds triangles to bins.
struct Fill<'a, const N: usize> {
    bins: &'a mut Bins<N>,
    primitives: &'a [Primitive],
    binning: &'a Binning,
}

impl<const N: usize> Kernel for Fill<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let s = simd.lanes8();
        let Fill { bins, primitives, binning } = self;
        // Neighbours often share a bin, whose next update waits for the one before. Those of four parts seldom do.
        let (parts, rest) = primitives.split_at(primitives.len() / 4 * 4);
        let (low, high) = parts.split_at(parts.len() / 2);
        let ((a, b), (c, d)) = (low.split_at(low.len() / 2), high.split_at(high.len() / 2));
        for (((a, b), c), d) in a.iter().zip(b).zip(c).zip(d) {
            for p in [a, b, c, d] {
                bins.put(s, p, binning);
            }
        }
        for p in rest {
            bins.put(s, p, binning);
        }
    }
}

/// Finds the best division of `n` triangles at a boundary of the first `count` bins: its axis and the bin behind it.
struct Offer<'a, const N: usize> {
    bins: &'a Bins<N>,
    count: usize,
    scale: Vec4,
    binning: &'a Binning,
    counts: CountRule,
    n: usize,
}

impl<const N: usize> Kernel for Offer<'_, N> {
    type Output = Best<(usize, usize)>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        let Offer { bins, count, scale, binning, counts, n } = self;
        let mut best = Best::default();
        for axis in (0..3).filter(|&axis| binning.scale[axis] > 0.0) {
            let bounds = &bins.bounds[axis];
            // An empty side's area is infinite, so that such divisions are never chosen.
            let mut sides = [[0.0; N]; 2];
            areas(count, scale, |i| bounds[i].bounds(), &mut sides);
            let [left, right] = &sides;
            let mut left_counts = [0; N];
            let mut before = 0;
            for (place, bin) in left_counts.iter_mut().zip(&bins.counts[axis]) {
                *place = before;
                before += bin;
            }
            let mut costs = [f32::INFINITY; N];
            for i in 1..count {
                let l = left[i] * counts.cost(left_counts[i]);
                costs[i] = l + right[i] * counts.cost(n as u32 - left_counts[i]);
            }
            best.offer_all(simd, &costs, n, |i| left_counts[i] as usize, |i| (axis, i));
        }
        best
    }
}

/// The half areas of the boxes around the first `i` of `n` boxes and around the others, for each `i` from 1
/// on.
#[inline(always)]
pub(super) fn areas<const N: usize>(
    n: usize,
    scale: Vec4,
    bounds: impl Fn(usize) -> Box4,
    [left, right]: &mut [[f32; N]; 2],
) {
    let mut all = Box4::EMPTY;
    for (i, area) in left[1..n].iter_mut().enumerate() {
        all = all.union(bounds(i));
        *area = all.half_area(scale);
    }
    let mut all = Box4::EMPTY;
    for (i, area) in right[1..n].iter_mut().enumerate().rev() {
        all = all.union(bounds(i + 1));
        *area = all.half_area(scale);
    }
}

/// Moves the triangles from `from` to `to`, those of the left side first, both sides in the order in which
/// they were; the extents of both sides.
pub(super) fn divide(from: &[Primitive], to: &mut [Primitive], split: &Split) -> [Extent; 2] {
    let left_count = split.left_count();
    match *split {
        Split::Bins { ref binning, axis, bin, .. } => {
            compiled(|| partition(from, to, left_count, binning.below(axis, bin)));
        }
        Split::Count { axis, .. } => {
            to.copy_from_slice(from);
            let (_, pivot, _) = to.select_nth_unstable_by_key(left_count - 1, |p| key(p, axis));
            let pivot = key(pivot, axis);
            partition(from, to, left_count, |p| key(p, axis) <= pivot);
        }
        Split::AsTheyLie { .. } => to.copy_from_slice(from),
    }
    let (left, right) = to.split_at(left_count);
    [left, right].map_each(|side| compiled(|| Extent::of(side)))
}

/// Moves `left_count` triangles to the front and the others behind them, without branching.
#[inline(always)]
fn partition(
    from: &[Primitive],
    to: &mut [Primitive],
    left_count: usize,
    goes_left: impl Fn(&Primitive) -> bool,
) {
    let (mut left, mut right) = (0, left_count);
    for p in from {
        let goes_left = goes_left(p);
        to[if goes_left { left } else { right }] = *p;
        left += usize::from(goes_left);
        right += usize::from(!goes_left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Aabb, Vec3};

    #[test]
    fn triangles_are_below_a_bin_where_their_own_is() {
        let random = &mut fastrand::Rng::with_seed(6);
        for bins in [16, 32] {
            // Places of whole and half bins, too, and their neighbours.
            let centroids = Box4 { lower: Vec4::ZERO, upper: Vec4::splat(bins as f32 / 4.0) };
            let binning = Binning::new(&centroids, bins);
            for i in 0..10_000 {
                let along = match i % 4 {
                    0 => random.f32() * bins as f32,
                    // Centroids are half the centres.
                    1 => random.u32(..=bins as u32 * 2) as f32 / 2.0,
                    2 => (random.u32(1..=bins as u32 * 2) as f32 / 2.0).next_down(),
                    _ => (random.u32(..bins as u32 * 2) as f32 / 2.0).next_up(),
                };
                let at = Vec3::splat(along / 2.0);
                let p = Primitive::new(&Aabb { min: at, max: at }, 0);
                let places = binning.of::<MAX_BINS>(&p);
                for (axis, place) in places.into_iter().enumerate() {
                    for bin in 1..bins {
                        assert_eq!(binning.below(axis, bin)(&p), place < bin, "{along} {place} {bin}");
                    }
                }
            }
        }
    }
}
