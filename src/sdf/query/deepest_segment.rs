//! The point of a segment where the field is least: a walk through the cells that the segment passes.
//! Intervals between samples are left out if the slope shows that nothing there is low enough.
//!
//! In a cell, the interpolant along a line is a cubic polynomial, whose least value is known. Outside of the
//! grid's box, the distance to it is added, which is convex: there, intervals are halved until the sum of
//! both bounds decides. If the slope shows that nothing near is low enough, the walk skips that interval.

use super::super::sections::View;
use super::super::storage::Nodes;
use super::cell_box::CellBox;
use super::lowest::Lowest;
use crate::arrays::MapEach;
use glam::DVec3;

/// The most halvings of intervals outside of the grid's box.
const HALVINGS: u32 = 12;

/// The least length of a step, in cells: a walk ends in spite of rounding.
const SHORTEST: f64 = 1.0 / 4096.0;

/// Looks for points of a segment that are deeper than the best so far. The segment has been sampled at equal
/// distances, at both ends too.
pub(super) fn search_segment(lowest: &mut Lowest, from: DVec3, to: DVec3, samples: &[f32]) {
    match lowest.sampler.view {
        View::Infinite => {}
        View::Dense(nodes) => search(lowest, &nodes, [from, to], samples),
        View::Bricks16(nodes) => search(lowest, &nodes, [from, to], samples),
        View::Bricks8(nodes) => search(lowest, &nodes, [from, to], samples),
    }
}

fn search<N: Nodes>(lowest: &mut Lowest, nodes: &N, [from, to]: [DVec3; 2], samples: &[f32]) {
    let parts = samples.len() - 1;
    let is_inside = lowest.sampler.is_in_box(from) && lowest.sampler.is_in_box(to);
    // Samples are taken at rounded points.
    let size = from.abs().max(to.abs()).max_element();
    let half = 0.5 * from.distance(to) / parts as f64 + ROUNDING * size;
    // The bound of the values between two samples: the slopes from both, where they meet.
    let least = |lowest: &Lowest, i: usize| {
        let mean = 0.5 * (f64::from(samples[i]) + f64::from(samples[i + 1]));
        lowest.least_around(mean, half, is_inside)
    };
    let mut deepest = 0;
    for i in 1..samples.len() {
        deepest = if samples[i] < samples[deepest] { i } else { deepest };
    }
    // The intervals around the deepest sample first.
    let (first, last) = (deepest.saturating_sub(1), (deepest + 1).min(parts));
    for [begin, end] in [[first, last], [0, first], [last, parts]] {
        let mut i = begin;
        while i < end {
            let start = i;
            while i < end && least(lowest, i) < lowest.cutoff() {
                i += 1;
            }
            if i > start {
                let place = |i: usize| i as f64 / parts as f64;
                walk(lowest, nodes, [from, to], [place(start), place(i)]);
            } else {
                i += 1;
            }
        }
    }
}

/// The largest length by which rounding to f32 moves a point along all axes, relative to its largest
/// coordinate.
const ROUNDING: f64 = 1.0 / (1 << 23) as f64;

/// A cubic polynomial on an interval, from 0 to 1 there.
#[derive(Clone, Copy)]
struct Cubic([f64; 4]);

impl Cubic {
    fn at(&self, t: f64) -> f64 {
        let [a, b, c, d] = self.0;
        a + t * (b + t * (c + t * d))
    }

    /// The place between two others where the polynomial is least.
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

/// Walks from one place of a segment to another, from 0 to 1 on it.
fn walk<N: Nodes>(lowest: &mut Lowest, nodes: &N, [from, to]: [DVec3; 2], [start, end]: [f64; 2]) {
    let sampler = lowest.sampler;
    let (grid, bounds) = (sampler.grid, sampler.grid.bounds());
    let (along, length) = (to - from, from.distance(to));
    let at = |t: f64| if t < 1.0 { from + along * t } else { to };
    let shortest = SHORTEST * f64::from(sampler.cell) / length;
    // The number of regions is that of the planes of nodes; the rest is for rounding.
    let steps = grid.dims().iter().map(|&nodes| u64::from(nodes)).sum::<u64>() + 64;
    let (mut t, mut value) = (start, None);
    for _ in 0..steps {
        let point = at(t);
        if !(t < end) {
            return;
        }
        // The polynomial of the last cell gives the value at its end.
        let distance = value.take().unwrap_or_else(|| f64::from(lowest.offer(point).distance));
        // The place where the segment leaves the cell, or the region beyond the box along an axis.
        let cell = sampler.cell_of(point.as_vec3());
        let (mut leave, mut is_inside) = (end, true);
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
        let clear = lowest.least_around(distance, 0.0, true) - lowest.cutoff();
        let slope = f64::from(sampler.slope)
            + if sampler.is_in_box(point) && sampler.is_in_box(to) { 0.0 } else { 1.0 };
        let skip = if clear > 0.0 { t + clear / slope / length } else { t };
        if skip > leave {
            t = skip.min(end);
            continue;
        }
        let leave = leave.max(t + shortest).min(end);
        value = solve(lowest, nodes, &Stretch { from, along, start: t, end: leave, is_inside });
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

/// Looks for a deeper point in a stretch; returns the value at its end, if that is known.
fn solve<N: Nodes>(lowest: &mut Lowest, nodes: &N, stretch: &Stretch) -> Option<f64> {
    let &Stretch { from, along, start, end, is_inside } = stretch;
    let bounds = lowest.sampler.grid.bounds();
    let (first, last) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
    let at = |s: f64| from + along * (start + (end - start) * s);
    let cell = lowest.sampler.cell_of(at(0.5).as_vec3());
    let cell = CellBox::of_cell(lowest.sampler.grid, nodes, cell)?;
    lowest.look();
    // Rounding may have put the ends into a neighbour.
    let ends = [0.0, 1.0].map_each(|s| cell.clamp(at(s).clamp(first, last)));
    let cubic = Cubic(cell.along(ends));
    if is_inside {
        let best = cubic.lowest(0.0, 1.0);
        if cubic.at(best) < lowest.cutoff() + lowest.tolerance() {
            lowest.offer(at(best));
        }
        return Some(cubic.at(1.0));
    }
    let beyond = |s: f64| at(s) - at(s).clamp(first, last);
    halve(lowest, &Beyond { cubic, start: beyond(0.0), end: beyond(1.0) }, &at, [0.0, 1.0], HALVINGS);
    None
}

/// The interpolant at the box's nearest point, and the offsets of the segment's ends from the box.
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
