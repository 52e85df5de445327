//! The point of a triangle where the field is least: branch and bound.
//!
//! The triangle is halved across its longest edge. A piece is left out if it cannot be low enough:
//! - by the slope, from the sample in its middle;
//! - once it is a few cells large, in each cell that the triangle's plane passes: if the interpolant is
//!   nearly a plane, as it is nearly everywhere, the part of its gradient along the triangle bounds it
//!   ([`Slices`](super::slices::Slices));
//! - clipped to the cell, by the interpolant's plane at the corners of the rest, and its largest difference
//!   from that plane ([`CellBox::bend`]).
//!
//! Pieces that are still undecided are halved within the cell. Outside of the grid's box, small pieces are
//! bounded by the nodes around them. With any vector `g`, the interpolant at a place is `g` times the place,
//! plus the interpolant of the nodes' values less `g` times the nodes' places. The first term is least at a
//! corner of the piece, the second at a node.

use super::super::sections::View;
use super::super::storage::Nodes;
use super::cell_box::CellBox;
use super::lowest::Lowest;
use super::sampler::Sampled;
use super::slices::Slices;
use crate::arrays::{MapEach, lane_of};
use crate::bits::bits;
use crate::simd::LANES;
use arrayvec::ArrayVec;
use glam::DVec3;

/// The length of a longest edge, in cells, up to which pieces are searched cell by cell, or bounded by the
/// nodes around them.
const FEW_CELLS: f64 = 5.0;

/// The most cells that such a piece passes along an axis; more only if rounding makes them narrower.
const AXIS: usize = 8;

/// The most halvings of a triangle. Pieces of a triangle whose size fits f32 are as small as a cell by then.
const HALVINGS: u32 = 100;

/// The most halvings of a piece within a cell.
const PARTS: u32 = 16;

/// The least half size of parts of a cell, in cells, so that nothing is divided by zero.
const THINNEST: f64 = 1.0 / (1 << 20) as f64;

/// Looks for points of a triangle that are deeper than the best so far.
pub(super) fn search_triangle(lowest: &mut Lowest, corners: [DVec3; 3]) {
    match lowest.sampler.view {
        View::Infinite => {}
        View::Dense(nodes) => search(lowest, &nodes, corners),
        View::Bricks16(nodes) => search(lowest, &nodes, corners),
        View::Bricks8(nodes) => search(lowest, &nodes, corners),
    }
}

fn search<N: Nodes>(lowest: &mut Lowest, nodes: &N, corners: [DVec3; 3]) {
    let [a, b, c] = corners;
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let mut search = Search { lowest, nodes, normal };
    let whole = search.piece(corners);
    search.look_into(&whole, HALVINGS);
}

/// Corners with the longest edge first.
fn turned([a, b, c]: [DVec3; 3]) -> ([DVec3; 3], f64) {
    let [ab, bc, ca] = [a.distance_squared(b), b.distance_squared(c), c.distance_squared(a)];
    if ab >= bc && ab >= ca {
        ([a, b, c], ab.sqrt())
    } else if bc >= ca {
        ([b, c, a], bc.sqrt())
    } else {
        ([c, a, b], ca.sqrt())
    }
}

/// A piece of the triangle, and the field in its middle.
struct Piece {
    /// The corners, with the longest edge first.
    corners: [DVec3; 3],
    longest: f64,
    middle: DVec3,
    sampled: Sampled,
    /// The least that the field may be, by the slope.
    least: f64,
    is_inside: bool,
}

struct Search<'a, 'b, 's, N> {
    lowest: &'a mut Lowest<'b, 's>,
    nodes: &'a N,
    /// The unit normal of the triangle; zero if it has no area.
    normal: DVec3,
}

impl<N: Nodes> Search<'_, '_, '_, N> {
    fn piece(&mut self, corners: [DVec3; 3]) -> Piece {
        let (corners, longest) = turned(corners);
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let sampled = self.lowest.offer(middle);
        let apart = corners.map_each(|corner| corner.distance_squared(middle));
        let apart = apart[0].max(apart[1]).max(apart[2]).sqrt();
        let is_inside = corners.iter().all(|&corner| self.lowest.sampler.is_in_box(corner));
        let least = self.lowest.least_around(sampled.distance, apart, is_inside);
        Piece { corners, longest, middle, sampled, least, is_inside }
    }

    fn look_into(&mut self, piece: &Piece, left: u32) {
        // Also ends if a bound has overflowed, and nothing is known.
        if !(piece.least < self.lowest.cutoff()) {
            return;
        }
        let cell = f64::from(self.lowest.sampler.cell);
        if piece.longest <= FEW_CELLS * cell {
            if piece.is_inside {
                return self.look_into_cells(piece);
            }
            let (least, has_coarse) = self.least_by_nodes(piece);
            if !(least < self.lowest.cutoff_in(has_coarse)) {
                return;
            }
        }
        // Outside of the box, bounds improve only with smaller pieces.
        if left == 0 || piece.longest <= cell / 256.0 {
            return;
        }
        let [a, b, c] = piece.corners;
        let middle = (a + b) * 0.5;
        let (one, other) = (self.piece([a, middle, c]), self.piece([middle, b, c]));
        let (first, second) = if other.least < one.least { (other, one) } else { (one, other) };
        self.look_into(&first, left - 1);
        self.look_into(&second, left - 1);
    }

    /// The cells that a box around some points passes, or that are nearest to it.
    fn cells(&self, points: &[DVec3]) -> [[u32; 2]; 3] {
        let (mut low, mut high) = (points[0], points[0]);
        for &point in points {
            (low, high) = (low.min(point), high.max(point));
        }
        // Rounded outwards.
        let [low, high] = [low.as_vec3(), high.as_vec3()];
        let low = glam::Vec3::new(low.x.next_down(), low.y.next_down(), low.z.next_down());
        let high = glam::Vec3::new(high.x.next_up(), high.y.next_up(), high.z.next_up());
        let [low, high] = [low, high].map_each(|point| self.lowest.sampler.cell_of(point));
        [0, 1, 2].map_each(|axis| [low[axis], high[axis]])
    }

    /// The least that the field may be on a small piece, by the nodes of the cells that it passes, and true
    /// if one of these cells is in a reduced block.
    fn least_by_nodes(&mut self, piece: &Piece) -> (f64, bool) {
        let sampler = self.lowest.sampler;
        let grid = sampler.grid;
        let cells = self.cells(&piece.corners);
        if cells.iter().any(|[low, high]| high - low >= AXIS as u32) {
            // Nodes are hardly farther apart than their rounding, and there may be any number of them.
            return (f64::NEG_INFINITY, true);
        }
        let bounds = grid.bounds();
        let (first, last) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
        // Beyond the box the interpolant is constant along the axis, and the distance to the box is added.
        let [a, b, c] = piece.corners;
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let mut gradient = piece.sampled.gradient.as_dvec3();
        for axis in 0..3 {
            if low[axis] < first[axis] || high[axis] > last[axis] {
                gradient[axis] = 0.0;
            }
        }
        let along = piece.corners.map_each(|corner| gradient.dot(corner - piece.middle));
        let along = along[0].min(along[1]).min(along[2]);
        let beyond = (low - last).max(first - high).max(DVec3::ZERO).length();
        let mut least = f64::INFINITY;
        let [xs, ys, zs] = cells;
        for z in zs[0]..=zs[1] + 1 {
            for y in ys[0]..=ys[1] + 1 {
                for x in xs[0]..=xs[1] + 1 {
                    let from = grid.node([x, y, z]).as_dvec3() - piece.middle;
                    least = least.min(f64::from(self.nodes.node([x, y, z])) - gradient.dot(from));
                }
            }
        }
        // Blocks that are reduced to their corners may have other values at nodes that they share.
        let has_coarse =
            (0..8).any(|k| self.nodes.is_coarse([0, 1, 2].map_each(|axis| cells[axis][k >> axis & 1])));
        let error = if has_coarse { sampler.steepness(0.0) } else { 0.0 };
        self.lowest.look();
        (along + least + beyond - error, has_coarse)
    }

    /// Looks into every cell that a piece may pass.
    fn look_into_cells(&mut self, piece: &Piece) {
        let grid = self.lowest.sampler.grid;
        let cells = self.cells(&piece.corners);
        if cells.iter().any(|[low, high]| high - low >= AXIS as u32) {
            // Only if nodes are hardly farther apart than their rounding.
            return self.look_into_many(piece, cells);
        }
        // The cells' middles and half widths along each axis.
        let (mut middles, mut halves) = ([[0.0; AXIS]; 3], [[0.0; AXIS]; 3]);
        for axis in 0..3 {
            let [low, high] = cells[axis];
            let mut begin = f64::from(grid.coordinate(axis, low));
            for cell in low..=high {
                let end = f64::from(grid.coordinate(axis, cell + 1));
                let i = (cell - low) as usize;
                (middles[axis][i], halves[axis][i]) = (0.5 * (begin + end), 0.5 * (end - begin));
                begin = end;
            }
        }
        self.look_into_columns(piece, cells, &middles, &halves);
    }

    /// Looks into the cells of columns along the axis along which the triangle's plane is passed soonest.
    fn look_into_columns(
        &mut self,
        piece: &Piece,
        cells: [[u32; 2]; 3],
        middles: &[[f64; AXIS]; 3],
        halves: &[[f64; AXIS]; 3],
    ) {
        let count = cells.map_each(|[low, high]| (high - low) as usize + 1);
        let normal = self.normal;
        let steep = normal.abs();
        let up = if steep.z >= steep.x && steep.z >= steep.y { 2 } else { usize::from(steep.y >= steep.x) };
        let [across, along] = [(up + 1) % 3, (up + 2) % 3];
        // The piece's edges seen along the columns, positive on the outside.
        let [a, b, c] = piece.corners;
        let around = if normal[up] < 0.0 { -1.0 } else { 1.0 };
        let edges = [[a, b], [b, c], [c, a]].map_each(|[from, to]| {
            let way = (to - from) * around;
            ([way[along], -way[across]], from)
        });
        let mut slices = Slices::new();
        for j in 0..count[along] {
            for i in 0..count[across] {
                let (x, y) = (middles[across][i], middles[along][j]);
                let (half_x, half_y) = (halves[across][i], halves[along][j]);
                let is_beside = edges.iter().any(|([nx, ny], from)| {
                    let out = nx * (x - from[across]) + ny * (y - from[along]);
                    out > (nx.abs() * half_x + ny.abs() * half_y) * (1.0 + 1e-6)
                });
                if is_beside {
                    continue;
                }
                for k in 0..count[up] {
                    let mut place = [0; 3];
                    (place[across], place[along], place[up]) = (i, j, k);
                    let middle = DVec3::from([0, 1, 2].map_each(|axis| middles[axis][place[axis]]));
                    let half = DVec3::from([0, 1, 2].map_each(|axis| halves[axis][place[axis]]));
                    // The distance of the middle from the triangle's plane.
                    let away = normal.dot(middle - piece.middle);
                    let reach = normal.abs().dot(half);
                    if away.abs() > reach * (1.0 + 1e-6) || !(half.min_element() > 0.0) {
                        continue;
                    }
                    let cell = [0, 1, 2].map_each(|axis| cells[axis][0] + place[axis] as u32);
                    if slices.push(cell, half, away) {
                        self.look_into_slices(piece, &mut slices);
                    }
                }
            }
        }
        self.look_into_slices(piece, &mut slices);
    }

    /// Looks into the cells that wait.
    fn look_into_slices(&mut self, piece: &Piece, slices: &mut Slices) {
        let inverse = 1.0 / f64::from(self.lowest.sampler.cell);
        let cutoff = self.lowest.cutoff();
        let (cells, low) = slices.take(self.nodes, self.normal, inverse, cutoff);
        for lane in bits(low) {
            let lane = lane as usize % LANES;
            let place = lane_of(&cells, lane);
            if let Some(cell) = CellBox::of_cell(self.lowest.sampler.grid, self.nodes, place) {
                self.look_into_cell(&cell, &piece.corners, self.nodes.is_coarse(place));
            }
        }
    }

    /// The same for any number of cells.
    #[cold]
    fn look_into_many(&mut self, piece: &Piece, [xs, ys, zs]: [[u32; 2]; 3]) {
        for z in zs[0]..=zs[1] {
            for y in ys[0]..=ys[1] {
                if self.lowest.is_over() {
                    return;
                }
                for x in xs[0]..=xs[1] {
                    let cell = CellBox::of_cell(self.lowest.sampler.grid, self.nodes, [x, y, z]);
                    if let Some(cell) = cell {
                        self.look_into_cell(&cell, &piece.corners, self.nodes.is_coarse([x, y, z]));
                    }
                }
            }
        }
    }

    fn look_into_cell(&mut self, cell: &CellBox, corners: &[DVec3; 3], is_coarse: bool) {
        self.lowest.look();
        let [a, b, c] = cell.planes(*corners);
        if a.min(b).min(c) - cell.bend() >= self.lowest.cutoff_in(is_coarse) {
            return;
        }
        let polygon = cut_to_cell(corners, cell);
        let Some((&first, others)) = polygon.split_first() else { return };
        if let &[last] = others {
            self.part(cell, [first, last, last], (PARTS, is_coarse));
        }
        for pair in others.windows(2) {
            self.part(cell, [first, pair[0], pair[1]], (PARTS, is_coarse));
        }
    }

    /// A triangle in a cell.
    fn part(&mut self, cell: &CellBox, corners: [DVec3; 3], (left, is_coarse): (u32, bool)) {
        let [a, b, c] = corners;
        let least_half = THINNEST * f64::from(self.lowest.sampler.cell);
        let around = cell.around([a.min(b).min(c), a.max(b).max(c)], least_half);
        let (bend, values) = (around.bend(), around.planes(corners));
        let mut lowest = 0;
        for k in 1..3 {
            lowest = if values[k] < values[lowest] { k } else { lowest };
        }
        if !(values[lowest] - bend < self.lowest.cutoff_in(is_coarse)) {
            return;
        }
        // The first point that touches may be higher than one that does not, if the error is smaller there.
        let value = cell.at(corners[lowest]).0;
        let best = f64::from(self.lowest.best().sampled.distance);
        if value < best || value < self.lowest.cutoff_in(is_coarse) {
            self.lowest.offer(corners[lowest]);
        }
        if left == 0 || values[lowest] - bend >= self.lowest.cutoff_in(is_coarse) {
            return;
        }
        let ([a, b, c], _) = turned(corners);
        let middle = (a + b) * 0.5;
        self.part(cell, [a, middle, c], (left - 1, is_coarse));
        self.part(cell, [middle, b, c], (left - 1, is_coarse));
    }
}

/// Clips a triangle to a cell; returns a convex polygon. Sutherland and Hodgman, "Reentrant Polygon Clipping"
/// (1974).
fn cut_to_cell(corners: &[DVec3; 3], cell: &CellBox) -> ArrayVec<DVec3, 9> {
    let [low, high] = cell.ends();
    let mut polygon: ArrayVec<DVec3, 9> = corners.iter().copied().collect();
    for axis in 0..3 {
        for (plane, side) in [(low[axis], 1.0), (high[axis], -1.0)] {
            let inside = |point: DVec3| (point[axis] - plane) * side;
            let mut kept = ArrayVec::new();
            for (i, &from) in polygon.iter().enumerate() {
                let to = polygon[(i + 1) % polygon.len()];
                let (before, behind) = (inside(from), inside(to));
                if before >= 0.0 && !kept.is_full() {
                    kept.push(from);
                }
                if (before > 0.0 && behind < 0.0 || before < 0.0 && behind > 0.0) && !kept.is_full() {
                    let mut at = from + (to - from) * (before / (before - behind));
                    at[axis] = plane;
                    kept.push(at);
                }
            }
            polygon = kept;
        }
    }
    polygon
}
