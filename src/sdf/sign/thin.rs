//! Triangles that the field does not show, because the solid behind them is so thin that it lies between
//! nodes.

use crate::Result;
use crate::geometry::Triangle;
use crate::mesh::MeshInput;
use crate::parallel;
use crate::progress::Monitor;
use crate::sdf::Grid;
use glam::DVec3;

/// The most rows of points in which a triangle is tested.
const MOST_ROWS: f64 = 16.0;
/// The distance, in cells, in front of and behind a point at which it is tested, too. If faces lie on nodes,
/// which are not inside then, rounding must not decide.
const BESIDE: f64 = 1.0 / 16.0;

/// The number of triangles of which most points lie in cells without a node inside.
///
/// Each triangle is divided into `n * n` equal ones, with `n` such that they are about half a cell in area,
/// 16 at most. The middles of these are the triangle's points. Points outside of the grid do not count. A
/// cell that the plane of a wall's face passes has a node behind the plane, by the cell's width at most.
/// Proof: take a chain of the cell's corners, each a step along one axis from the last, from the corner that
/// is farthest in front to the one that is farthest behind; no step goes deeper than a width. So a flat wall
/// that is thicker than a cell and `BESIDE` has no thin triangles but along its edges.
pub(in crate::sdf) fn thin_triangles(
    input: &MeshInput,
    grid: &Grid,
    values: &[f32],
    monitor: &Monitor,
) -> Result<u64> {
    let cells = Cells { grid, values, origin: grid.origin().as_dvec3(), cell: f64::from(grid.cell()) };
    let is_thin = |i| !monitor.is_cancelled() && cells.are_outside(&input.triangle(i));
    let all = parallel::each(input.triangle_count(), "sign", is_thin)?;
    Ok(all.into_iter().map(u64::from).sum())
}

/// The cells of a field.
struct Cells<'a> {
    grid: &'a Grid,
    values: &'a [f32],
    origin: DVec3,
    cell: f64,
}

impl Cells<'_> {
    /// Returns true if more than half of a triangle's points lie in cells without a node inside.
    fn are_outside(&self, triangle: &Triangle) -> bool {
        let area = triangle.area_vector_f64();
        let twice = area.length();
        if !(twice > 0.0) {
            return false;
        }
        let beside = area * (self.cell * BESIDE / twice);
        let rows = (twice.sqrt() / self.cell).ceil().clamp(1.0, MOST_ROWS) as u32;
        let corner = triangle.a.as_dvec3();
        let part = 1.0 / (3.0 * f64::from(rows));
        let (u, v) = ((triangle.b.as_dvec3() - corner) * part, (triangle.c.as_dvec3() - corner) * part);
        let (mut outside, mut all) = (0, 0);
        for i in 0..rows {
            for j in 0..rows - i {
                // The middles of the small triangles that stand as the whole one does, and of those that are
                // upside down.
                for third in [1, 2] {
                    if third == 2 && i + j + 1 == rows {
                        continue;
                    }
                    let point = corner + u * f64::from(3 * i + third) + v * f64::from(3 * j + third);
                    let Some(has_inside) = self.has_inside(point) else { continue };
                    let is_near = |point| self.has_inside(point) == Some(true);
                    let shows = has_inside || is_near(point - beside) || is_near(point + beside);
                    all += 1;
                    outside += u32::from(!shows);
                }
            }
        }
        2 * outside > all
    }

    /// Returns true if any corner of the cell around a point is inside; `None` outside of the grid.
    fn has_inside(&self, point: DVec3) -> Option<bool> {
        let at = (point - self.origin) / self.cell;
        let dims = self.grid.dims();
        let mut low = [0; 3];
        for axis in 0..3 {
            let last = dims[axis] - 1;
            if !(at[axis] >= 0.0 && at[axis] <= f64::from(last)) {
                return None;
            }
            low[axis] = (at[axis] as u32).min(last - 1);
        }
        let is_inside = |corner: u32| {
            let [x, y, z] = low;
            let node = [x + (corner & 1), y + (corner >> 1 & 1), z + (corner >> 2)];
            self.values[self.grid.index(node)] < 0.0
        };
        Some((0..8).any(is_inside))
    }
}
