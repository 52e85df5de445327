//! Small sets of triangles: every division along every axis at its exact cost, over centroids that are
//! sorted once, down to single triangles or to sets that fit a cluster of the layout.
//!
//! A set is a range of three lists, its triangles in their order along each axis; dividing it divides the
//! lists. (Presorted sweeps as in Wald, Boulos, Shirley, "Ray Tracing Deformable Scenes Using Dynamic
//! Bounding Volume Hierarchies", 2007.)

use super::best::Best;
use super::lanes::{Box4, Primitive};
use super::node::{BinaryNode, Corners, Part, ROOM, SMALL};
use super::primitives::Primitives;
use super::published::median;
use super::split::Search;
use super::weld::Weld;
use super::{CountRule, SplitRule, must_halve};
use crate::bits::wide_bits;
use crate::geometry::{Triangle, longest_axis};
use crate::simd::{Kernel, LANES, Simd, dispatch};
use arrayvec::ArrayVec;
use bytemuck::Zeroable;
use glam::Vec4;

/// Some of the members of a small set, a bit each.
type Members = u64;

/// Some of its vertices.
type Vertices = u128;

/// A set that fits a cluster is divided if its halves have less than this part of its area together: visiting
/// a cluster costs the same, however few triangles it has.
const WORTHWHILE: f32 = 0.75;

/// A small set with what dividing it needs.
pub(super) struct Small<'a> {
    search: &'a Search,
    bounds: [Box4; ROOM],
    triangles: [u32; ROOM],
    corners: [Corners; ROOM],
    vertices: [Vertices; ROOM],
    /// The set's members in their order along each axis.
    sorted: [[u8; ROOM]; 3],
}

/// A division of a set.
#[derive(Clone, Copy)]
struct Division {
    axis: usize,
    left_count: usize,
}

/// Some members that lie one after another in a list.
struct Group {
    bounds: Box4,
    vertices: Vertices,
    count: u32,
}

impl Group {
    const EMPTY: Group = Group { bounds: Box4::EMPTY, vertices: 0, count: 0 };
}

impl Small<'_> {
    /// An empty set.
    #[inline(always)]
    pub(super) fn new(search: &Search) -> Small<'_> {
        Small {
            search,
            bounds: [Box4::zeroed(); ROOM],
            triangles: [0; ROOM],
            corners: [[0; 3]; ROOM],
            vertices: [0; ROOM],
            sorted: [[0; ROOM]; 3],
        }
    }

    /// Fills an empty set with at least two triangles and at most [`SMALL`], in ascending order. Where it lies: a set is too
    /// large to be moved about.
    #[inline(always)]
    pub(super) fn fill(&mut self, input: Primitives, primitives: &[Primitive]) {
        let n = primitives.len();
        let mut keys = [[f32::INFINITY; ROOM]; 3];
        for (i, p) in primitives.iter().enumerate() {
            self.bounds[i] = p.bounds();
            self.triangles[i] = p.triangle();
            let centroid = p.centroid();
            for axis in 0..3 {
                keys[axis][i] = centroid[axis];
            }
        }
        for (keys, list) in keys.iter().zip(&mut self.sorted) {
            dispatch(Sort { keys, count: n, list });
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
            bounds = bounds.union(self.bounds[usize::from(member) % ROOM]);
            vertices |= self.vertices[usize::from(member) % ROOM];
        }
        let fits = n == 1 || fits(n as u32, vertices, self.search.counts.cluster());
        let division = match n {
            1 => None,
            _ => self.choose(range.clone(), bounds, fits, level),
        };
        if let Some(node) = part.nodes.first_mut() {
            let left_count = division.map_or(0, |division| division.left_count as u32);
            *node = BinaryNode { bounds: bounds.to_aabb(), left_count, fits };
        }
        let Some(Division { axis, left_count }) = division else {
            let places = part.order.iter_mut().zip(part.corners);
            for ((triangle, corners), member) in places.zip(wide_bits(members)) {
                let member = member as usize % ROOM;
                (*triangle, *corners) = (self.triangles[member], self.corners[member]);
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
        dispatch(Sweeps { set: self, range, scale, best: &mut best });
        Some(best.place.map_or(halves, |axis| Division { axis, left_count: best.left_count }))
    }

    /// Returns true if a set that fits a cluster is long and slanted enough for halves to have much smaller boxes.
    fn is_worthwhile(&self, list: &[u8], bounds: Box4, scale: Vec4) -> bool {
        let union = |list: &[u8]| {
            list.iter().fold(Box4::EMPTY, |all, &member| all.union(self.bounds[usize::from(member) % ROOM]))
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
    fn sweep<S: Simd>(&self, simd: S, list: &[u8], axis: usize, scale: Vec4, best: &mut Best<usize>) {
        let n = list.len();
        let most = self.search.counts.cluster();
        let mut left = [0.0; ROOM];
        let mut all = Group::EMPTY;
        for (i, cost) in left[1..n].iter_mut().enumerate() {
            *cost = self.grow(&mut all, list[i], most, scale);
        }
        let mut costs = [f32::INFINITY; ROOM];
        let mut all = Group::EMPTY;
        for (i, cost) in costs[1..n].iter_mut().enumerate().rev() {
            *cost = self.grow(&mut all, list[i + 1], most, scale);
        }
        for (cost, left) in costs[1..n].iter_mut().zip(&left[1..n]) {
            *cost += left;
        }
        best.offer_all(simd, &costs[..n.next_multiple_of(LANES)], n, |i| i, |_| axis);
    }

    /// Adds a member; the area times the cost of testing the triangles, which is one where they fit a cluster.
    #[inline(always)]
    fn grow(&self, group: &mut Group, member: u8, most: u32, scale: Vec4) -> f32 {
        let member = usize::from(member) % ROOM;
        group.bounds = group.bounds.union(self.bounds[member]);
        group.vertices |= self.vertices[member];
        group.count += 1;
        // By arithmetic: nobody can predict where they no longer fit.
        let tested = group.count * u32::from(!fits(group.count, group.vertices, most));
        group.bounds.half_area(scale) * self.search.costs[tested as usize % ROOM]
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

/// Returns true if `n` triangles with these vertices fit a cluster of so many.
#[inline(always)]
fn fits(n: u32, vertices: Vertices, most: u32) -> bool {
    (n <= most) & (vertices.count_ones() <= most)
}

/// Offers every division of the members in `range`.
struct Sweeps<'a> {
    set: &'a Small<'a>,
    range: std::ops::Range<usize>,
    scale: Vec4,
    best: &'a mut Best<usize>,
}

impl Kernel for Sweeps<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Sweeps { set, range, scale, best } = self;
        for axis in 0..3 {
            set.sweep(simd, &set.sorted[axis][range.clone()], axis, scale, best);
        }
    }
}

/// Lists members in the order of their keys, equal ones as they come. The number of those in front of a member is its place,
/// which takes no branches to find.
struct Sort<'a> {
    /// Of each member a number; infinity where there is none.
    keys: &'a [f32; ROOM],
    count: usize,
    list: &'a mut [u8; ROOM],
}

impl Kernel for Sort<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Sort { keys, count, list } = self;
        let lanes = keys.as_chunks::<LANES>().0;
        for (member, &key) in keys[..count].iter().enumerate() {
            let key = simd.splat(key);
            let (mut at_most, mut at_least) = (0, 0);
            for (i, &lanes) in lanes.iter().enumerate().take(SMALL.div_ceil(LANES)) {
                let others = simd.load_array(lanes);
                at_most |= Members::from(simd.le(others, key)) << (LANES * i);
                at_least |= Members::from(simd.le(key, others)) << (LANES * i);
            }
            let earlier = (1 << member) - 1;
            let before = at_most & (!at_least | earlier);
            list[before.count_ones() as usize % ROOM] = member as u8;
        }
    }
}

/// The members of a list as bits.
fn set(list: &[u8]) -> Members {
    list.iter().fold(0, |all, &member| all | 1 << member)
}

#[cfg(test)]
mod tests {
    use super::super::lanes::sortable;
    use super::*;
    use crate::simd::{SimdLevel, run_on};

    #[test]
    fn members_are_sorted_by_their_keys_and_equal_ones_as_they_come() {
        let random = &mut fastrand::Rng::with_seed(5);
        let numbers = [f32::MIN, -1.0, -1e-45, 0.0, 1e-45, 1.0, f32::MAX];
        for count in 0..=SMALL {
            for _ in 0..20 {
                let mut keys = [f32::INFINITY; ROOM];
                for key in &mut keys[..count] {
                    *key = if random.bool() { numbers[random.usize(..numbers.len())] } else { random.f32() };
                }
                let mut expected: Vec<u8> = (0..count as u8).collect();
                expected.sort_by_key(|&member| sortable(keys[usize::from(member)]));
                for level in SimdLevel::available() {
                    let mut list = [0; ROOM];
                    run_on(level, Sort { keys: &keys, count, list: &mut list });
                    assert_eq!(list[..count], expected);
                }
            }
        }
    }
}
