//! Where the field is least on a segment: a walk through the cells that it passes.
//!
//! In a cell, the interpolant along a line is a cubic polynomial, whose least value is known. Outside of the grid's box the
//! distance to it is added, which is convex: there, intervals are halved until what both may come to together decides. Where the
//! slope says that nothing near is low enough, the walk goes on behind it.

use super::super::storage::Nodes;
use super::super::stored::View;
use super::cell_box::CellBox;
use super::lowest::Lowest;
use crate::arrays::MapEach;
use glam::DVec3;

/// How often intervals outside of the grid's box are halved at most.
const HALVINGS: u32 = 12;

/// Steps are no shorter than this part of a cell: a walk ends whatever rounding does.
const SHORTEST: f64 = 1.0 / 4096.0;

/// Looks for points of a segment that are deeper than what is known.
pub(super) fn search_segment(lowest: &mut Lowest, from: DVec3, to: DVec3) {
    match lowest.sampler.view {
        View::Infinite => {}
        View::Dense(nodes) => walk(lowest, &nodes, from, to),
        View::Bricks16(nodes) => walk(lowest, &nodes, from, to),
        View::Bricks8(nodes) => walk(lowest, &nodes, from, to),
    }
}

/// A cubic polynomial on an interval, from 0 to 1 there.
#[derive(Clone, Copy)]
struct Cubic([f64; 4]);

impl Cubic {
    /// Through the values at 0, 1/3, 2/3 and 1.
    fn through([a, b, c, d]: [f64; 4]) -> Cubic {
        Cubic([
            a,
            0.5 * (-11.0 * a + 18.0 * b - 9.0 * c + 2.0 * d),
            4.5 * (2.0 * a - 5.0 * b + 4.0 * c - d),
            4.5 * (-a + 3.0 * b - 3.0 * c + d),
        ])
    }

    fn at(&self, t: f64) -> f64 {
        let [a, b, c, d] = self.0;
        a + t * (b + t * (c + t * d))
    }

    /// Where it is least between two places.
    fn lowest(&self, low: f64, high: f64) -> f64 {
        let [_, b, c, d] = self.0;
        let mut best = if self.at(high) < self.at(low) { high } else { low };
        // The roots of b + 2 c t + 3 d t^2, without cancellation.
        let square = c * c - 3.0 * b * d;
        if square >= 0.0 {
            let sum = -(c + square.sqrt().copysign(c));
            for root in [sum / (3.0 * d), b / sum] {
                if root > low && root < high && self.at(root) < self.at(best) {
                    best = root;
                }
            }
        }
        best
    }
}

fn walk<N: Nodes>(lowest: &mut Lowest, nodes: &N, from: DVec3, to: DVec3) {
    let sampler = lowest.sampler;
    let (grid, bounds) = (sampler.grid, sampler.grid.bounds());
    let (along, length) = (to - from, from.distance(to));
    let at = |t: f64| if t < 1.0 { from + along * t } else { to };
    let shortest = SHORTEST * f64::from(sampler.cell) / length;
    // As many regions as planes of nodes are crossed; the rest is rounding.
    let steps = grid.dims().iter().map(|&nodes| u64::from(nodes)).sum::<u64>() + 64;
    let mut t = 0.0;
    for _ in 0..steps {
        let point = at(t);
        let sampled = lowest.offer(point);
        if !(t < 1.0) {
            return;
        }
        // How far the cell goes, or what is beyond the box along an axis.
        let cell = sampler.cell_of(point.as_vec3());
        let (mut leave, mut is_inside) = (1.0_f64, true);
        for axis in 0..3 {
            let (p, way) = (point[axis], along[axis]);
            let (first, last) = (f64::from(bounds.min[axis]), f64::from(bounds.max[axis]));
            let edge = if way > 0.0 {
                let upper = f64::from(grid.coordinate(axis, cell[axis] + 1));
                if p < first {
                    first
                } else if p >= last {
                    continue;
                } else if upper > p {
                    upper
                } else {
                    last.min(upper + f64::from(grid.cell()))
                }
            } else if way < 0.0 {
                let lower = f64::from(grid.coordinate(axis, cell[axis]));
                if p > last {
                    last
                } else if p <= first {
                    continue;
                } else if lower < p {
                    lower
                } else {
                    first.max(lower - f64::from(grid.cell()))
                }
            } else {
                continue;
            };
            leave = leave.min((edge - from[axis]) / way);
        }
        for axis in 0..3 {
            let (low, high) = (point[axis].min(at(leave)[axis]), point[axis].max(at(leave)[axis]));
            is_inside &= low >= f64::from(bounds.min[axis]) && high <= f64::from(bounds.max[axis]);
        }
        let clear = lowest.least_around(sampled.distance, 0.0, true) - lowest.cutoff();
        let slope = f64::from(sampler.slope)
            + if sampler.is_in_box(point) && sampler.is_in_box(to) { 0.0 } else { 1.0 };
        let skip = if clear > 0.0 { t + clear / slope / length } else { t };
        if skip > leave {
            t = skip.min(1.0);
            continue;
        }
        let leave = leave.max(t + shortest).min(1.0);
        solve(lowest, nodes, &Stretch { from, along, start: t, end: leave, is_inside });
        t = leave;
    }
}

/// A part of the segment in one cell, or beyond one.
struct Stretch {
    from: DVec3,
    along: DVec3,
    start: f64,
    end: f64,
    is_inside: bool,
}

fn solve<N: Nodes>(lowest: &mut Lowest, nodes: &N, stretch: &Stretch) {
    let &Stretch { from, along, start, end, is_inside } = stretch;
    let bounds = lowest.sampler.grid.bounds();
    let (first, last) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
    let at = |s: f64| from + along * (start + (end - start) * s);
    let cell = lowest.sampler.cell_of(at(0.5).as_vec3());
    let Some(cell) = CellBox::of_cell(lowest.sampler.grid, nodes, cell) else { return };
    let cubic = Cubic::through([0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0].map_each(|s| {
        // Rounding may have put the ends into a neighbour.
        cell.at(cell.clamp(at(s).clamp(first, last))).0
    }));
    if is_inside {
        let best = cubic.lowest(0.0, 1.0);
        if cubic.at(best) < lowest.cutoff() + lowest.tolerance() {
            lowest.offer(at(best));
        }
        return;
    }
    let beyond = |s: f64| at(s) - at(s).clamp(first, last);
    halve(lowest, &Beyond { cubic, start: beyond(0.0), end: beyond(1.0) }, &at, [0.0, 1.0], HALVINGS);
}

/// The interpolant at the box's nearest point, and how far the segment is from there at its ends.
struct Beyond {
    cubic: Cubic,
    start: DVec3,
    end: DVec3,
}

fn halve(lowest: &mut Lowest, beyond: &Beyond, at: &impl Fn(f64) -> DVec3, [low, high]: [f64; 2], left: u32) {
    let way = beyond.end - beyond.start;
    let square = way.length_squared();
    let nearest = if square > 0.0 { -beyond.start.dot(way) / square } else { low };
    let away = (beyond.start + way * nearest.clamp(low, high)).length();
    let best = beyond.cubic.lowest(low, high);
    if !(beyond.cubic.at(best) + away < lowest.cutoff()) {
        return;
    }
    let middle = 0.5 * (low + high);
    lowest.offer(at(middle));
    lowest.offer(at(best));
    if left > 0 {
        halve(lowest, beyond, at, [low, middle], left - 1);
        halve(lowest, beyond, at, [middle, high], left - 1);
    }
}
