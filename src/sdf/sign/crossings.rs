//! The crossings of the grid's lines along x with triangles: exact scan conversion of signed crossings.
//!
//! A line's crossing with a triangle counts 1 if the line leaves through it and -1 if it enters. The winding
//! number of a node is the sum of the crossings that come after it. Lines through edges and corners count as
//! passing beside them, by one rule for all triangles. Exact arithmetic decides between which nodes a
//! crossing lies: see `geometry::crossing_number`.

use crate::Result;
use crate::arrays::MapEach;
use crate::geometry::{Triangle, Vec3, is_before, line_crossing};
use crate::parallel;
use crate::progress::Monitor;
use crate::sdf::Grid;
use crate::vectors::{collected_results, filled, push, zeroed};
use rayon::prelude::*;

/// A crossing of a line.
#[derive(Clone, Copy)]
struct Crossing {
    line: u32,
    /// The number of nodes of the line before it.
    before: u32,
    sign: i32,
}

/// The crossings of all lines.
pub(super) struct Crossings {
    /// The index of each line's first crossing, and the end of the last line's.
    starts: Vec<usize>,
    /// The number of nodes before each crossing, and its sign.
    crossings: Vec<(u32, i32)>,
}

/// The number of triangles that are one thread's work.
const CHUNK: usize = 4096;

impl Crossings {
    /// The crossings of triangles 0 to `count`.
    pub(super) fn new(
        count: usize,
        triangle: impl Fn(usize) -> Triangle + Sync,
        grid: &Grid,
        monitor: &Monitor,
    ) -> Result<Crossings> {
        let chunk = |first: usize| {
            let mut found = Vec::new();
            if !monitor.is_cancelled() {
                for i in first..(first + CHUNK).min(count) {
                    cross(&triangle(i), grid, &mut found)?;
                }
            }
            Ok(found)
        };
        let chunks: Result<Vec<Vec<Crossing>>> = match parallel::has_threads() {
            true => (0..count.div_ceil(CHUNK)).into_par_iter().map(|i| chunk(i * CHUNK)).collect(),
            false => collected_results((0..count.div_ceil(CHUNK)).map(|i| chunk(i * CHUNK)), "sign"),
        };
        let chunks = chunks?;
        let all = || chunks.iter().flatten();
        let [_, y, z] = grid.dims().map_each(|nodes| nodes as usize);
        let mut starts = zeroed::<usize>(y * z + 1, "sign")?;
        all().for_each(|crossing| starts[crossing.line as usize + 1] += 1);
        for line in 0..y * z {
            starts[line + 1] += starts[line];
        }
        let mut crossings = filled((0, 0), starts[y * z], "sign")?;
        // Each line's start advances to its end, which is the next line's start.
        for crossing in all() {
            let place = &mut starts[crossing.line as usize];
            crossings[*place] = (crossing.before, crossing.sign);
            *place += 1;
        }
        starts.rotate_right(1);
        starts[0] = 0;
        Ok(Crossings { starts, crossings })
    }

    /// Writes the winding number of each node of a line; for parity, the number of crossings after it.
    /// Returns false if all are 0.
    pub(super) fn windings(&self, line: usize, is_parity: bool, windings: &mut [i32]) -> bool {
        let crossings = &self.crossings[self.starts[line]..self.starts[line + 1]];
        windings.fill(0);
        let mut any = false;
        for &(before, sign) in crossings {
            if let Some(last) = (before as usize).checked_sub(1) {
                windings[last] += if is_parity { 1 } else { sign };
                any = true;
            }
        }
        if any {
            let mut sum = 0;
            for winding in windings.iter_mut().rev() {
                sum += *winding;
                *winding = sum;
            }
        }
        any
    }
}

/// Adds the crossings of a triangle.
fn cross(triangle: &Triangle, grid: &Grid, found: &mut Vec<Crossing>) -> Result<()> {
    let bounds = triangle.bounds();
    // Most triangles are smaller than cells, and between lines.
    let nodes = |axis| within(grid, axis, bounds.min[axis], bounds.max[axis]);
    let y = nodes(1);
    if y.is_empty() {
        return Ok(());
    }
    let z = nodes(2);
    if z.is_empty() {
        return Ok(());
    }
    let x = nodes(0);
    let plane = Plane::new(triangle);
    for k in z {
        for j in y.clone() {
            let mut point = Vec3::new(bounds.min.x, grid.coordinate(1, j), grid.coordinate(2, k));
            let sign = line_crossing(point, triangle);
            if sign == 0 {
                continue;
            }
            // A guess in f64, moved to neighbours until it is right.
            let at = plane.x(point, &bounds);
            let guess = (at - f64::from(grid.origin().x)) / f64::from(grid.cell());
            let mut before = (guess.ceil().max(0.0) as u32).clamp(x.start, x.end);
            let mut comes_before = |node: u32| {
                point.x = grid.coordinate(0, node);
                is_before(point, triangle, sign)
            };
            while before < x.end && comes_before(before) {
                before += 1;
            }
            while before > x.start && !comes_before(before - 1) {
                before -= 1;
            }
            push(found, Crossing { line: k * grid.dims()[1] + j, before, sign }, "sign")?;
        }
    }
    Ok(())
}

/// The nodes between two coordinates, both included.
fn within(grid: &Grid, axis: usize, low: f32, high: f32) -> std::ops::Range<u32> {
    let nodes = grid.dims()[axis];
    let about = |at: f32| {
        let place = (f64::from(at) - f64::from(grid.origin()[axis])) / f64::from(grid.cell());
        (place.max(0.0) as u32).min(nodes)
    };
    // Coordinates are rounded, so the first guess may be off.
    let (mut first, mut end) = (about(low), about(high));
    while first > 0 && grid.coordinate(axis, first - 1) >= low {
        first -= 1;
    }
    while first < nodes && grid.coordinate(axis, first) < low {
        first += 1;
    }
    while end > 0 && grid.coordinate(axis, end - 1) > high {
        end -= 1;
    }
    while end < nodes && grid.coordinate(axis, end) <= high {
        end += 1;
    }
    first..end
}

/// A triangle's plane, as lines along x meet it.
struct Plane {
    corner: glam::DVec3,
    normal: glam::DVec3,
}

impl Plane {
    fn new(triangle: &Triangle) -> Plane {
        Plane { corner: triangle.a.as_dvec3(), normal: triangle.area_vector_f64() }
    }

    /// The approximate crossing.
    fn x(&self, point: Vec3, bounds: &crate::geometry::Aabb) -> f64 {
        let Plane { corner, normal } = self;
        let (y, z) = (f64::from(point.y) - corner.y, f64::from(point.z) - corner.z);
        let x = corner.x - (normal.y * y + normal.z * z) / normal.x;
        // NaN if the plane is all but parallel to the line.
        x.max(f64::from(bounds.min.x)).min(f64::from(bounds.max.x))
    }
}
