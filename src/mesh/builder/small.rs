//! Small sets of triangles: every division along every axis at its exact cost, over centroids that are
//! sorted once, down to single triangles or to sets that fit a cluster of the layout.
//!
//! A set is a range of three lists, its triangles in their order along each axis; dividing it divides the
//! lists. (Presorted sweeps as in Wald, Boulos, Shirley, "Ray Tracing Deformable Scenes Using Dynamic
//! Bounding Volume Hierarchies", 2007.)

use super::best::Best;
use super::kernel::compiled;
use super::lanes::{Box4, Primitive, sortable};
use super::node::{BinaryNode, Corners, Part, SMALL};
use super::primitives::Primitives;
use super::published::median;
use super::split::{Search, areas};
use super::weld::Weld;
use super::{CountRule, SplitRule, must_halve};
use crate::geometry::{Triangle, longest_axis};
use arrayvec::ArrayVec;
use glam::Vec4;

/// A set of vertices among those of a small set.
type Vertices = u128;

/// A set that fits a cluster is divided if its halves have less than this part of its area together: visiting
/// a cluster costs the same, however few triangles it has.
const WORTHWHILE: f32 = 0.75;

/// A small set with what dividing it needs.
pub(super) struct Small {
    search: Search,
    bounds: [Box4; SMALL],
    triangles: [u32; SMALL],
    corners: [Corners; SMALL],
    vertices: [Vertices; SMALL],
    /// The set's members in their order along each axis.
    sorted: [[u8; SMALL]; 3],
}

/// A division of a set.
#[derive(Clone, Copy)]
struct Division {
    axis: usize,
    left_count: usize,
}

impl Small {
    /// An empty set.
    #[inline(always)]
    pub(super) fn new(search: Search) -> Small {
        Small {
            search,
            bounds: [Box4::EMPTY; SMALL],
            triangles: [0; SMALL],
            corners: [[0; 3]; SMALL],
            vertices: [0; SMALL],
            sorted: [[0; SMALL]; 3],
        }
    }

    /// Fills an empty set with at least two triangles and at most [`SMALL`], in ascending order. Where it lies: a set is too
    /// large to be moved about.
    #[inline(always)]
    pub(super) fn fill(&mut self, input: Primitives, primitives: &[Primitive]) {
        let n = primitives.len();
        let mut keys = [[0u64; SMALL]; 3];
        for (i, p) in primitives.iter().enumerate() {
            self.bounds[i] = p.bounds();
            self.triangles[i] = p.triangle();
            let centroid = p.centroid();
            for axis in 0..3 {
                keys[axis][i] = u64::from(sortable(centroid[axis])) << 32 | i as u64;
            }
        }
        for (keys, sorted) in keys.iter_mut().zip(&mut self.sorted) {
            keys[..n].sort_unstable();
            for (place, key) in sorted.iter_mut().zip(&keys[..n]) {
                *place = *key as u8;
            }
        }
        if let CountRule::Clusters(_) = self.search.counts {
            self.weld(input, n);
        }
    }

    /// Builds the subtree over the set's members in `range` of the lists; how many inner nodes lie on its longest
    /// path.
    pub(super) fn build(&mut self, range: std::ops::Range<usize>, part: Part, level: usize) -> u32 {
        let n = range.len();
        let members = set(&self.sorted[0][range.clone()]);
        let (mut bounds, mut vertices) = (Box4::EMPTY, 0);
        for &member in &self.sorted[0][range.clone()] {
            bounds = bounds.union(self.bounds[usize::from(member)]);
            vertices |= self.vertices[usize::from(member)];
        }
        let fits = n == 1
            || match self.search.counts {
                CountRule::Clusters(most) => n <= most.into() && vertices.count_ones() <= most.into(),
                CountRule::Ratio256 | CountRule::Any => false,
            };
        let division = match n {
            1 => None,
            _ => self.choose(range.clone(), bounds, fits, level),
        };
        if let Some(node) = part.nodes.first_mut() {
            let left_count = division.map_or(0, |division| division.left_count as u32);
            *node = BinaryNode { bounds: bounds.to_aabb(), left_count, fits };
        }
        let Some(Division { axis, left_count }) = division else {
            let mut members = members;
            for (i, triangle) in part.order.iter_mut().enumerate() {
                let member = members.trailing_zeros() as usize % SMALL;
                (*triangle, part.corners[i]) = (self.triangles[member], self.corners[member]);
                members &= members.wrapping_sub(1);
            }
            return 0;
        };
        self.divide(range.clone(), axis, left_count);
        let middle = range.start + left_count;
        let [left, right] = part.children(left_count);
        let left = self.build(range.start..middle, left, level + 1);
        let right = self.build(middle..range.end, right, level + 1);
        1 + left.max(right)
    }

    /// The division of the members in `range`, at least two; `None`: they stay together.
    fn choose(
        &self,
        range: std::ops::Range<usize>,
        bounds: Box4,
        fits: bool,
        level: usize,
    ) -> Option<Division> {
        let n = range.len();
        let halves = Division { axis: longest_axis(bounds.extent()), left_count: n / 2 };
        if must_halve(n, level) {
            return (!fits).then_some(halves);
        }
        if self.search.rule == SplitRule::Median {
            return (!fits).then(|| self.median(range, halves.axis));
        }
        let scale = bounds.scale();
        if fits && !self.is_worthwhile(&self.sorted[halves.axis][range.clone()], bounds, scale) {
            return None;
        }
        let mut best = Best::default();
        compiled(|| {
            for axis in 0..3 {
                self.sweep(&self.sorted[axis][range.clone()], axis, scale, fits, &mut best);
            }
        });
        Some(best.place.map_or(halves, |axis| Division { axis, left_count: best.left_count }))
    }

    /// Returns true if a set that fits a cluster is long and slanted enough for halves to have much smaller boxes.
    fn is_worthwhile(&self, list: &[u8], bounds: Box4, scale: Vec4) -> bool {
        let union = |list: &[u8]| {
            list.iter().fold(Box4::EMPTY, |all, &member| all.union(self.bounds[usize::from(member) % SMALL]))
        };
        let (left, right) = list.split_at(list.len() / 2);
        let halves = union(left).half_area(scale) + union(right).half_area(scale);
        halves < WORTHWHILE * bounds.half_area(scale)
    }

    /// The division by the published rule; a single triangle goes left where no length is a number.
    fn median(&self, range: std::ops::Range<usize>, axis: usize) -> Division {
        let list = &self.sorted[axis][range];
        let bounds = |i: usize| self.bounds[usize::from(list[i])];
        let left_count =
            median::similar_lengths(self.search.counts, axis, &mut [0.0; SMALL][..list.len()], bounds);
        Division { axis, left_count: left_count.unwrap_or(1) }
    }

    /// Offers every division of a list.
    #[inline(always)]
    fn sweep(&self, list: &[u8], axis: usize, scale: Vec4, fits: bool, best: &mut Best<usize>) {
        let n = list.len();
        // The numbers of the first and of the last that fit a cluster.
        let [fitting_left, fitting_right] = match self.search.counts {
            CountRule::Clusters(_) if fits => [n; 2],
            CountRule::Clusters(most) => {
                [self.fitting(list.iter(), most), self.fitting(list.iter().rev(), most)]
            }
            CountRule::Ratio256 | CountRule::Any => [0; 2],
        };
        let bounds = |i: usize| self.bounds[usize::from(list[i]) % SMALL];
        let [left, right] = areas::<SMALL>(n, scale, bounds);
        let mut costs = [f32::INFINITY; SMALL];
        for i in 1..n {
            costs[i] = match fits {
                true => left[i] + right[i],
                false => left[i] * self.cost(i, fitting_left) + right[i] * self.cost(n - i, fitting_right),
            };
        }
        best.offer_all(&costs[..n], n, |i| i, |_| axis);
    }

    /// The cost of testing `count` triangles, if up to `fitting` of them fit a cluster.
    #[inline(always)]
    fn cost(&self, count: usize, fitting: usize) -> f32 {
        if count <= fitting { 1.0 } else { self.search.counts.cost(count as u32) }
    }

    /// The number of members at the front of a list that fit a cluster.
    #[inline(always)]
    fn fitting<'a>(&self, list: impl Iterator<Item = &'a u8>, most: u8) -> usize {
        let mut all = 0;
        for (count, &member) in list.enumerate().take(most.into()) {
            all |= self.vertices[usize::from(member) % SMALL];
            // So few fit anyhow.
            if 3 * (count + 1) > most.into() && all.count_ones() > most.into() {
                return count;
            }
        }
        most.into()
    }

    /// Divides the lists of the members in `range`, so that the first `left_count` along `axis` come first
    /// in each.
    fn divide(&mut self, range: std::ops::Range<usize>, axis: usize, left_count: usize) {
        let left = set(&self.sorted[axis][range.clone()][..left_count]);
        for list in (0..3).filter(|&list| list != axis) {
            let list = &mut self.sorted[list][range.clone()];
            let mut behind = [0; SMALL];
            let mut next = [0; 2];
            for i in 0..list.len() {
                let member = list[i];
                let side = usize::from(left >> member & 1 == 0);
                // Written to both places, of which one is overwritten later: cheaper than a branch that is
                // mispredicted.
                list[next[0]] = member;
                behind[next[1]] = member;
                next[side] += 1;
            }
            list[left_count..].copy_from_slice(&behind[..next[1]]);
        }
    }

    /// Finds out which vertices the first `n` triangles have, and share.
    fn weld(&mut self, input: Primitives, n: usize) {
        // All loads first, so that their cache misses overlap.
        let mut triangles = ArrayVec::<Triangle, SMALL>::new();
        triangles.extend(self.triangles[..n].iter().map(|&index| input.triangle(index)));
        let mut weld = Weld::new();
        for (i, &Triangle { a, b, c }) in triangles.iter().enumerate() {
            let corners = [weld.number(a), weld.number(b), weld.number(c)];
            self.vertices[i] = 1 << corners[0] | 1 << corners[1] | 1 << corners[2];
            self.corners[i] = corners;
        }
    }
}

/// The members of a list as bits.
fn set(list: &[u8]) -> u64 {
    list.iter().fold(0, |all, &member| all | 1 << member)
}
