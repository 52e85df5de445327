//! The cuts of a set of pieces by planes across an axis, and their costs.

use super::polygon::bounds_within;
use crate::arrays::MapEach;
use crate::geometry::{Aabb, Triangle};
use crate::mesh::MeshInput;
use crate::mesh::builder::CountRule;
use crate::mesh::builder::kernel::compiled;
use crate::mesh::builder::lanes::{Box4, Primitive};
use crate::mesh::builder::node::CHUNK;
use crate::mesh::builder::split::areas;
use crate::parallel::is_subtree_divided;
use glam::Vec4;
use rayon::prelude::*;

/// The number of slabs that a set is cut into along each axis, to find the best of the planes between them.
const SLABS: usize = 16;

/// A plane across an axis, and what it leaves on its sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) axis: usize,
    pub(super) at: f32,
    /// The cost of both sides by the surface area heuristic, with lengths as the set's box scales them.
    pub(super) cost: f32,
    pub(super) sides: [Side; 2],
}

/// The pieces on a side of a plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) bounds: Box4,
    pub(super) count: u32,
}

/// The contents of the slabs of one axis.
#[derive(Clone, Copy)]
struct Slabs {
    bounds: [Box4; SLABS],
    /// The numbers of pieces that begin in each slab, and that end there.
    begun: [u32; SLABS],
    ended: [u32; SLABS],
}

impl Slabs {
    const EMPTY: Slabs = Slabs { bounds: [Box4::EMPTY; SLABS], begun: [0; SLABS], ended: [0; SLABS] };

    fn union(mut self, other: Slabs) -> Slabs {
        for i in 0..SLABS {
            self.bounds[i] = self.bounds[i].union(other.bounds[i]);
            self.begun[i] += other.begun[i];
            self.ended[i] += other.ended[i];
        }
        self
    }

    /// Adds a piece from its first slab to its last. Each gets the part that lies in it, up to rounding: costs are
    /// estimates.
    #[inline(always)]
    fn add(
        &mut self,
        input: &MeshInput,
        piece: &Primitive,
        axis: usize,
        [first, last]: [usize; 2],
        grid: &Grid,
    ) {
        let bounds = piece.bounds();
        if first >= last {
            self.bounds[first] = self.bounds[first].union(bounds);
            self.begun[first] += 1;
            self.ended[first] += 1;
            return;
        }
        let Triangle { a, b, c } = input.triangle(piece.triangle() as usize);
        let corners = [a, b, c].map_each(|corner| corner.extend(0.0));
        let places = corners.map_each(|corner| grid.slabs(corner)[axis]);
        let (mut begin, mut end, mut before) = (None, first, Box4::EMPTY);
        for slab in first..=last {
            let behind =
                if slab < last { section(&corners, axis, grid.plane(axis, slab + 1)) } else { Box4::EMPTY };
            let mut part = before.union(behind);
            for (corner, place) in corners.iter().zip(places) {
                if place == slab {
                    part = part.union(Box4::point(*corner));
                }
            }
            let part = part.common(bounds);
            if part.is_any() {
                self.bounds[slab] = self.bounds[slab].union(part);
                begin = begin.or(Some(slab));
                end = slab;
            }
            before = behind;
        }
        self.begun[begin.unwrap_or(first)] += 1;
        self.ended[end] += 1;
    }
}

/// The slabs of a box along each axis.
struct Grid {
    bounds: Box4,
    /// Slabs a unit of length; 0 along an axis that is flat, or too short or long to be cut.
    scale: Vec4,
}

impl Grid {
    fn new(bounds: Box4) -> Grid {
        let scale = |size: f32| {
            let scale = SLABS as f32 / size;
            if scale.is_normal() && size.is_normal() { scale } else { 0.0 }
        };
        let size = bounds.extent();
        Grid { bounds, scale: Vec4::new(scale(size.x), scale(size.y), scale(size.z), 0.0) }
    }

    /// The slabs of a point along the axes.
    #[inline(always)]
    fn slabs(&self, point: Vec4) -> [usize; 3] {
        let place =
            ((point - self.bounds.lower) * self.scale).max(Vec4::ZERO).min(Vec4::splat((SLABS - 1) as f32));
        [place.x, place.y, place.z].map_each(|place| place as usize % SLABS)
    }

    /// The plane in front of a slab.
    #[inline(always)]
    fn plane(&self, axis: usize, slab: usize) -> f32 {
        let (low, high) = (self.bounds.lower.as_ref()[axis], self.bounds.upper.as_ref()[axis]);
        let part = slab as f32 / SLABS as f32;
        low * (1.0 - part) + high * part
    }

    fn is_cut(&self, axis: usize) -> bool {
        self.scale.as_ref()[axis] > 0.0
    }
}

/// The box around the section of a triangle with a plane across an axis.
#[inline(always)]
fn section(corners: &[Vec4; 3], axis: usize, at: f32) -> Box4 {
    let mut section = Box4::EMPTY;
    for (from, to) in [(0, 1), (1, 2), (2, 0)] {
        let (from, to) = (corners[from], corners[to]);
        let (before, behind) = (from.as_ref()[axis] - at, to.as_ref()[axis] - at);
        if (before < 0.0) != (behind < 0.0) {
            section = section.union(Box4::point(from + (to - from) * (before / (before - behind))));
        }
    }
    section
}

/// The cheapest cut of a set of pieces in a box; none if it is too small to be cut.
pub(super) fn cheapest_cut(
    input: &MeshInput,
    pieces: &[Primitive],
    bounds: Box4,
    counts: CountRule,
) -> Option<Cut> {
    let grid = &Grid::new(bounds);
    let of = |pieces: &[Primitive]| {
        compiled(|| {
            let mut all = [Slabs::EMPTY; 3];
            for piece in pieces {
                let Box4 { lower, upper } = piece.bounds();
                let (first, last) = (grid.slabs(lower), grid.slabs(upper));
                for (axis, slabs) in all.iter_mut().enumerate() {
                    slabs.add(input, piece, axis, [first[axis], last[axis]], grid);
                }
            }
            all
        })
    };
    let slabs = match is_subtree_divided(pieces.len()) {
        true => pieces
            .par_chunks(CHUNK)
            .map(of)
            .reduce(|| [Slabs::EMPTY; 3], |a, b| [a[0].union(b[0]), a[1].union(b[1]), a[2].union(b[2])]),
        false => of(pieces),
    };
    let mut best = None;
    for axis in (0..3).filter(|&axis| grid.is_cut(axis)) {
        offer_all(&slabs[axis], axis, grid, counts, &mut best);
    }
    best
}

/// Offers the planes between an axis' slabs.
fn offer_all(slabs: &Slabs, axis: usize, grid: &Grid, counts: CountRule, best: &mut Option<Cut>) {
    let mut sides = [[0.0; SLABS]; 2];
    areas(SLABS, grid.bounds.scale(), |i| slabs.bounds[i], &mut sides);
    let [left, right] = sides;
    let (mut left_count, mut right_count) = (0, slabs.ended.iter().sum::<u32>());
    for i in 1..SLABS {
        left_count += slabs.begun[i - 1];
        right_count -= slabs.ended[i - 1];
        if left_count == 0 || right_count == 0 {
            continue;
        }
        let cost = left[i] * counts.cost(left_count) + right[i] * counts.cost(right_count);
        if best.is_none_or(|best| cost < best.cost) {
            let union = |slabs: &[Box4]| slabs.iter().fold(Box4::EMPTY, |all, slab| all.union(*slab));
            let (low, high) = slabs.bounds.split_at(i);
            let sides = [
                Side { bounds: union(low), count: left_count },
                Side { bounds: union(high), count: right_count },
            ];
            *best = Some(Cut { axis, at: grid.plane(axis, i), cost, sides });
        }
    }
}

/// The parts of a piece on both sides of a plane across an axis.
pub(super) fn parts(input: &MeshInput, piece: &Primitive, axis: usize, at: f32) -> [Option<Aabb>; 2] {
    let triangle = input.triangle(piece.triangle() as usize);
    let bounds = piece.bounds().to_aabb();
    let (mut low, mut high) = (bounds, bounds);
    low.max[axis] = at;
    high.min[axis] = at;
    [bounds_within(&triangle, &low), bounds_within(&triangle, &high)]
}
