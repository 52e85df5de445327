//! The truth about contacts and casts: all triangles near, in f64, found by a plain grid.

use super::distance::{Core, Corners};
use super::shape::{Kind, Placed, double};
use crate::mesh::Mesh;
use glam::DVec3;

/// The number of cells along the longest side.
const CELLS: f64 = 96.0;

/// A mesh in f64.
pub(super) struct Oracle {
    triangles: Vec<Corners>,
    low: DVec3,
    cell: f64,
    counts: [usize; 3],
    starts: Vec<usize>,
    members: Vec<u32>,
}

/// A triangle that touches a shape, or nearly does, and how deep.
pub(super) struct Touched {
    pub(super) triangle: u32,
    pub(super) depth: f64,
    /// True if the shape's center is behind it: many libraries take that for a miss.
    pub(super) is_back: bool,
}

impl Oracle {
    pub(super) fn new(mesh: &Mesh) -> Oracle {
        let triangles: Vec<Corners> =
            (0..mesh.triangles.len()).map(|i| mesh.corners(i).map(|v| v.as_dvec3())).collect();
        let (low, high) = (mesh.bounds.min.as_dvec3(), mesh.bounds.max.as_dvec3());
        let cell = (high - low).max_element() / CELLS;
        let counts = ((high - low) / cell).to_array().map(|count| count as usize + 1);
        let mut oracle = Oracle { triangles, low, cell, counts, starts: Vec::new(), members: Vec::new() };
        let mut cells = vec![Vec::new(); counts.iter().product()];
        for (i, triangle) in oracle.triangles.iter().enumerate() {
            let (low, high) = bounds(triangle);
            oracle.each_cell(low, high, |cell| cells[cell].push(i as u32));
        }
        for cell in cells {
            oracle.starts.push(oracle.members.len());
            oracle.members.extend(cell);
        }
        oracle.starts.push(oracle.members.len());
        oracle
    }

    fn each_cell(&self, low: DVec3, high: DVec3, mut visit: impl FnMut(usize)) {
        let place = |v: DVec3, axis: usize| {
            (((v - self.low) / self.cell)[axis].max(0.0) as usize).min(self.counts[axis] - 1)
        };
        for x in place(low, 0)..=place(high, 0) {
            for y in place(low, 1)..=place(high, 1) {
                for z in place(low, 2)..=place(high, 2) {
                    visit((x * self.counts[1] + y) * self.counts[2] + z);
                }
            }
        }
    }

    /// The triangles whose boxes meet a box, sorted.
    fn near(&self, low: DVec3, high: DVec3) -> Vec<u32> {
        let mut near = Vec::new();
        self.each_cell(low, high, |cell| {
            let members = &self.members[self.starts[cell]..self.starts[cell + 1]];
            near.extend(members.iter().copied().filter(|&i| {
                let (from, to) = bounds(&self.triangles[i as usize]);
                from.cmple(high).all() && low.cmple(to).all()
            }));
        });
        near.sort_unstable();
        near.dedup();
        near
    }

    /// All triangles that touch a shape, or have a gap below `slack`.
    pub(super) fn touching(&self, kind: Kind, placed: &Placed, slack: f64) -> Vec<Touched> {
        let (center, extent) = (double(placed.center), placed.extent() + DVec3::splat(slack));
        let core = Core::new(kind, placed);
        let near = self.near(center - extent, center + extent);
        let each = near.into_iter().map(|triangle| {
            let corners = &self.triangles[triangle as usize];
            let [a, b, c] = *corners;
            let is_back = (b - a).cross(c - a).dot(center - a) < 0.0;
            Touched { triangle, depth: -core.gap(corners, DVec3::ZERO), is_back }
        });
        each.filter(|touched| touched.depth > -slack).collect()
    }

    /// The depth of one triangle, below zero for a gap.
    pub(super) fn depth(&self, kind: Kind, placed: &Placed, triangle: u32) -> Option<f64> {
        let corners = self.triangles.get(triangle as usize)?;
        Some(-Core::new(kind, placed).gap(corners, DVec3::ZERO))
    }

    pub(super) fn is_clear(&self, kind: Kind, placed: &Placed, slack: f64) -> bool {
        let (center, extent) = (double(placed.center), placed.extent() + DVec3::splat(slack));
        let core = Core::new(kind, placed);
        let near = self.near(center - extent, center + extent);
        near.iter().all(|&i| core.gap(&self.triangles[i as usize], DVec3::ZERO) > slack)
    }

    /// Returns true if it touches anything by more than `depth` when it has moved for a time.
    pub(super) fn is_inside(&self, kind: Kind, placed: &Placed, time: f64, depth: f64) -> bool {
        let offset = double(placed.displacement) * time;
        let (center, extent) = (double(placed.center) + offset, placed.extent());
        let core = Core::new(kind, placed);
        let near = self.near(center - extent, center + extent);
        near.iter().any(|&i| core.gap(&self.triangles[i as usize], offset) < -depth)
    }

    /// The time at which a shape that begins clear first touches.
    ///
    /// The distance of two convex shapes is a convex function of the motion, so that Newton's method from
    /// the left never passes the root.
    pub(super) fn cast(&self, kind: Kind, placed: &Placed) -> Option<f64> {
        let (center, extent) = (double(placed.center), placed.extent());
        let displacement = double(placed.displacement);
        let (a, b) = (center, center + displacement);
        let core = Core::new(kind, placed);
        let (length, reach) = (displacement.length(), extent.length());
        // Nearest first: none is touched before the box around it is near enough.
        let bound = |i: &u32| {
            let (low, high) = bounds(&self.triangles[*i as usize]);
            ((center.clamp(low, high) - center).length() - reach) / length
        };
        let near = self.near(a.min(b) - extent, a.max(b) + extent);
        let mut near: Vec<(f64, u32)> = near.iter().map(|i| (bound(i), *i)).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut first: Option<f64> = None;
        for (bound, i) in near {
            let limit = first.unwrap_or(1.0);
            if bound > limit {
                break;
            }
            if let Some(time) = touch(&core, &self.triangles[i as usize], displacement, limit) {
                first = Some(time);
            }
        }
        first
    }
}

fn touch(core: &Core, triangle: &Corners, displacement: DVec3, limit: f64) -> Option<f64> {
    let mut time = 0.0;
    for _ in 0..100 {
        let away = core.away(triangle, displacement * time);
        let distance = away.length();
        if distance - core.radius <= 1e-9 {
            break;
        }
        let slope = away.dot(displacement) / distance;
        if slope >= 0.0 {
            return None;
        }
        time += (distance - core.radius) / -slope;
        if time > limit {
            return None;
        }
    }
    Some(time)
}

fn bounds(t: &Corners) -> (DVec3, DVec3) {
    (t[0].min(t[1]).min(t[2]), t[0].max(t[1]).max(t[2]))
}
