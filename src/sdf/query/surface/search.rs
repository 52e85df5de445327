//! The search for the nearest point of the surface, by branch and bound.
//!
//! Boxes are blocks in rings around the point, then cells, sixteen at a time, then parts of cells. A box is left
//! out if it
//! - is not nearer than the nearest point so far, less a tolerance;
//! - is a block whose range of values has no zero;
//! - is a cell or a part of it whose interpolant is so nearly a plane ([`CellBox::bend`]) that its zeros are
//!   not nearer than that, or whose corners have one sign.
//!
//! In the smallest boxes, which are no larger than the tolerance, any zero is taken. So no point of the
//! surface is nearer than the answer by more than the tolerance. If very many places are about as near, as
//! from the centre of a ball, the tolerance is doubled from time to time, which bounds the work. The answer
//! includes the final tolerance.

use super::foot::{Foot, ON_SURFACE};
use crate::arrays::{MapEach, lane_of};
use crate::bits::bits;
use crate::geometry::Vec3;
use crate::sdf::query::cell_box::CellBox;
use crate::sdf::query::facets::Facets;
use crate::sdf::query::sampler::{Sampled, Sampler};
use crate::sdf::storage::{CELLS, Nodes, SIDE};
use crate::simd::{Kernel, LANES, Simd, dispatch};
use glam::DVec3;

/// The distance, in cells, by which a point of the surface in boxes that are left out may be nearer than the
/// answer, at first; and the rest of 1/16, for rounding and for the distance of a point from a zero.
const TOLERANCE: f64 = 15.0 / 256.0;
const SLACK: f64 = 1.0 / 256.0;

/// The most halvings of a cell: the diagonal of the smallest part is less than the tolerance, and a zero of
/// it is offered.
const DEEPEST: u32 = 5;

/// The number of boxes after which the tolerance is doubled.
const BOXES: u32 = 1 << 14;

/// The signs of rows of a block.
type SignRows = [[u32; 2]; (SIDE * SIDE) as usize];

/// Finds the signs of all rows of nodes at the cells of some rows and layers. There is room for all rows of a
/// block.
struct Signs<N> {
    nodes: N,
    block: [u32; 3],
    rows: [usize; 2],
    layers: [usize; 2],
    /// The number of nodes in a row.
    count: usize,
}

impl<N: Nodes> Kernel for Signs<N> {
    type Output = SignRows;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> SignRows {
        let Signs { nodes, block, rows, layers, count } = self;
        let mut signs = [[0; 2]; (SIDE * SIDE) as usize];
        for z in layers[0]..=layers[1] {
            for y in rows[0]..=rows[1] {
                signs[z * SIDE as usize + y] = nodes.signs(simd, block, [y as u32, z as u32], count);
            }
        }
        signs
    }
}

/// A search under way.
struct Search<'a, 's, N> {
    sampler: &'a Sampler<'s>,
    nodes: N,
    point: DVec3,
    /// The nearest point so far, and its distance.
    foot: Option<DVec3>,
    distance: f64,
    tolerance: f64,
    boxes: u32,
    /// Cells that the surface passes, near enough to be searched.
    facets: Facets,
}

/// The nearest point of the surface, from any point of it, if one is known.
#[inline]
pub(super) fn search<N: Nodes>(
    sampler: &Sampler,
    nodes: N,
    point: Vec3,
    sampled: &Sampled,
    start: Option<DVec3>,
) -> Option<Foot> {
    let mut search = Search {
        sampler,
        nodes,
        point: point.as_dvec3(),
        foot: None,
        distance: f64::INFINITY,
        tolerance: TOLERANCE * f64::from(sampler.cell),
        boxes: 0,
        facets: Facets::new(),
    };
    if let Some(start) = start {
        search.offer(start);
    }
    if !search.is_proven(sampled) {
        search.blocks();
    }
    let error = search.tolerance + SLACK * f64::from(sampler.cell);
    search.foot.map(|point| Foot { point, error })
}

impl<N: Nodes> Search<'_, '_, N> {
    fn offer(&mut self, foot: DVec3) {
        let distance = foot.distance(self.point);
        if distance < self.distance || self.foot.is_none() {
            (self.foot, self.distance) = (Some(foot), distance);
        }
    }

    /// Returns true if the value at the point shows, by the slope, that nothing is nearer.
    fn is_proven(&self, sampled: &Sampled) -> bool {
        let reach = self.distance - self.tolerance;
        reach <= 0.0
            || self.sampler.is_in_box(self.point)
                && f64::from(sampled.distance.abs()) >= self.sampler.steepness(reach)
    }

    /// Returns true if boxes at a distance need not be searched.
    #[inline(always)]
    fn is_far(&self, distance: f64) -> bool {
        distance >= self.distance - self.tolerance
    }

    /// The square of the distance below which boxes are searched.
    #[inline(always)]
    fn reach_squared(&self) -> f64 {
        let reach = (self.distance - self.tolerance).max(0.0);
        reach * reach
    }

    #[inline(always)]
    fn count(&mut self) {
        self.boxes += 1;
        if self.boxes.is_multiple_of(BOXES) {
            self.tolerance *= 2.0;
        }
    }

    /// Searches blocks ring by ring around the block of the point, which is that of the grid's nearest cell.
    fn blocks(&mut self) {
        let dims = self.sampler.blocks.dims.map_each(i64::from);
        let cell = self.sampler.cell_of(self.point.as_vec3());
        let middle = cell.map_each(|cell| i64::from(cell / CELLS));
        for ring in 0.. {
            let range = [0, 1, 2]
                .map_each(|axis| [(middle[axis] - ring).max(0), (middle[axis] + ring).min(dims[axis] - 1)]);
            for z in range[2][0]..=range[2][1] {
                for y in range[1][0]..=range[1][1] {
                    let is_side = (z - middle[2]).abs() == ring || (y - middle[1]).abs() == ring;
                    // Only the two ends of rows between the ring's sides.
                    let [first, last] = range[0];
                    let step = if is_side { 1 } else { (2 * ring).max(1) };
                    let first = if is_side { first } else { middle[0] - ring };
                    for x in (first..=last).step_by(step as usize).filter(|&x| x >= 0) {
                        self.block([x, y, z].map_each(|block| block as u32));
                    }
                }
            }
            self.look_into_facets();
            // The least distance of the blocks beyond.
            let mut beyond = f64::INFINITY;
            for axis in 0..3 {
                let node = |block: i64| f64::from(self.sampler.grid.coordinate(axis, block as u32 * CELLS));
                let [first, last] = range[axis];
                if first > 0 {
                    beyond = beyond.min((self.point[axis] - node(first)).max(0.0));
                }
                if last + 1 < dims[axis] {
                    beyond = beyond.min((node(last + 1) - self.point[axis]).max(0.0));
                }
            }
            if beyond == f64::INFINITY || self.is_far(beyond) {
                return;
            }
        }
    }

    #[inline(always)]
    fn block(&mut self, block: [u32; 3]) {
        let [least, most] = self.sampler.ranges[self.sampler.blocks.index(block)];
        if !(least <= 0.0 && most >= 0.0) {
            return;
        }
        let ends = self.sampler.blocks.nodes_of(block);
        let [low, high] =
            [0, 1].map_each(|end| self.sampler.grid.node(ends.map_each(|ends| ends[end])).as_dvec3());
        if !self.is_far(self.point.distance(self.point.clamp(low, high))) {
            self.cells(block, ends);
        }
    }

    /// Adds the cells of a block that the surface passes, by the signs at their corners, and that are near
    /// enough.
    fn cells(&mut self, block: [u32; 3], ends: [[u32; 2]; 3]) {
        self.count();
        let counts = ends.map_each(|[first, last]| (last - first) as usize);
        // The squares of the distances of cells along each axis.
        let mut apart = [[f64::INFINITY; CELLS as usize]; 3];
        for axis in 0..3 {
            let at = |node: usize| f64::from(self.sampler.grid.coordinate(axis, ends[axis][0] + node as u32));
            let (point, mut low) = (self.point[axis], at(0));
            for (i, apart) in apart[axis][..counts[axis]].iter_mut().enumerate() {
                let high = at(i + 1);
                let way = (low - point).max(point - high).max(0.0);
                (*apart, low) = (way * way, high);
            }
        }
        let least = apart.map_each(|apart| apart.into_iter().fold(f64::INFINITY, f64::min));
        let mut reach = self.reach_squared();
        // The layers, and the rows of each, that may be near enough.
        let [rows, layers] = [1, 2].map_each(|axis: usize| {
            let others = least[0] + least[3 - axis];
            let is_near = |&i: &usize| apart[axis][i] + others < reach;
            let first = (0..counts[axis]).find(is_near).unwrap_or(0);
            [first, (first..counts[axis]).rev().find(is_near).map_or(first, |last| last + 1)]
        });
        let signs = dispatch(Signs { nodes: self.nodes, block, rows, layers, count: counts[0] + 1 });
        // About from the near side on.
        let nth = |axis: usize, [first, end]: [usize; 2], i: usize| {
            if apart[axis][0] <= apart[axis][counts[axis] - 1] { i } else { first + end - 1 - i }
        };
        for z in (layers[0]..layers[1]).map(|z| nth(2, layers, z)) {
            for y in (rows[0]..rows[1]).map(|y| nth(1, rows, y)) {
                let beside = apart[2][z] + apart[1][y];
                if beside >= reach {
                    continue;
                }
                let side = SIDE as usize;
                let at = z * side + y;
                let [a, b, c, d] = [at, at + 1, at + side, at + side + 1].map_each(|at| signs[at]);
                let (some, all) = (a[0] | b[0] | c[0] | d[0], a[1] & b[1] & c[1] & d[1]);
                let passed = (some | some >> 1) & !(all & all >> 1) & ((1 << counts[0]) - 1);
                for x in bits(passed) {
                    let x = x as usize;
                    if beside + apart[0][x] < reach {
                        let local = [x, y, z];
                        if self.facets.push([0, 1, 2].map_each(|axis| ends[axis][0] + local[axis] as u32)) {
                            self.look_into_facets();
                            reach = self.reach_squared();
                        }
                    }
                }
            }
        }
    }

    /// Looks into the cells that wait.
    fn look_into_facets(&mut self) {
        let reach = self.distance - self.tolerance;
        let (cells, near) = self.facets.take(self.sampler, self.nodes, self.point, reach);
        for lane in bits(near) {
            let lane = lane as usize % LANES;
            self.count();
            if let Some(cell) = CellBox::of_cell(self.sampler.grid, &self.nodes, lane_of(&cells, lane)) {
                self.part(&cell, 0);
            }
        }
    }

    /// Returns true if no zero in a part of a cell is nearer than the best so far.
    #[inline(always)]
    fn is_done(&self, part: &CellBox) -> bool {
        if self.is_far(self.point.distance(part.clamp(self.point))) {
            return true;
        }
        let reach = self.distance - self.tolerance;
        // Rounding errors are far less than the tolerance.
        reach.is_finite() && part.least_distance_squared(self.point) > reach * reach * (1.0 + 1e-12)
    }

    fn part(&mut self, part: &CellBox, depth: u32) {
        if !part.has_zero() || self.is_done(part) {
            return;
        }
        let close = ON_SURFACE * f64::from(self.sampler.cell);
        // Only where the plane promises a nearer one.
        let promised = part.plane(self.point).abs() < part.gradient().length() * self.distance;
        let zero = if promised { part.near_zero(self.point, close) } else { None };
        let zero = if depth == DEEPEST { zero.or_else(|| part.some_zero()) } else { zero };
        if let Some(zero) = zero {
            self.offer(zero);
        }
        if depth == DEEPEST || self.is_done(part) {
            return;
        }
        let nearest = part.child_towards(self.point);
        for k in 0..8 {
            self.count();
            self.part(&part.child(k ^ nearest), depth + 1);
        }
    }
}
