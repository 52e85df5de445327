//! Exact distances at the nodes next to each triangle, which are then handed on from neighbour to neighbour:
//! for each node, the nearest of its neighbours' triangles. A node is inside if an odd number of triangles
//! lies before it, along x. After Bridson's SDFGen (2012), in f32, written anew. Near the surface distances
//! are exact; elsewhere a nearest triangle may be missed.

use super::rival::{Contender, Rival, Run, timed};
use super::subject::{Slices, Subject};
use anyhow::Result;
use carom::geometry::Vec3;
use glam::DVec3;

/// The number of nodes around the box of a triangle that get its distance.
const BAND: f64 = 1.0;

/// No triangle.
const NONE: u32 = u32::MAX;

struct Propagation;

impl Rival for Propagation {
    fn run(&mut self, subject: &Subject, _: Slices) -> Result<Run> {
        let (nodes, values) = timed(|| {
            let mut field = Field::new(subject);
            (0..subject.mesh.triangles.len() as u32).for_each(|triangle| field.add(triangle));
            for _ in 0..2 {
                for steps in 0..8 {
                    field.sweep([0, 1, 2].map(|axis| steps >> axis & 1 == 0));
                }
            }
            field.signed()
        });
        Ok(Run { build: 0.0, nodes, values })
    }
}

struct Field<'a> {
    subject: &'a Subject<'a>,
    side: i64,
    values: Vec<f32>,
    nearest: Vec<u32>,
    /// The number of triangles that the line along x passes between the node before and this one.
    crossings: Vec<u32>,
}

impl<'a> Field<'a> {
    fn new(subject: &'a Subject<'a>) -> Field<'a> {
        let (side, count) = (subject.side() as usize, subject.grid.node_count() as usize);
        let far = 3.0 * side as f32 * subject.grid.cell();
        Field {
            subject,
            side: side as i64,
            values: vec![far; count],
            nearest: vec![NONE; count],
            crossings: vec![0; count],
        }
    }

    fn index(&self, [x, y, z]: [i64; 3]) -> usize {
        ((z * self.side + y) * self.side + x) as usize
    }

    fn node(&self, node: [i64; 3]) -> Vec3 {
        self.subject.grid.node(node.map(|i| i as u32))
    }

    /// Distances of the nodes around a triangle, and where lines cross it.
    fn add(&mut self, triangle: u32) {
        let grid = &self.subject.grid;
        let corners = self.subject.mesh.corners(triangle as usize);
        let origin = grid.origin().as_dvec3();
        let [p, q, r] = corners.map(|corner| (corner.as_dvec3() - origin) / f64::from(grid.cell()));
        let (low, high) = (p.min(q).min(r), p.max(q).max(r));
        let clamp = |at: f64| (at as i64).clamp(0, self.side - 1);
        let from = [low.x, low.y, low.z].map(|at| clamp(at - BAND));
        let to = [high.x, high.y, high.z].map(|at| clamp(at + 1.0 + BAND));
        for z in from[2]..=to[2] {
            for y in from[1]..=to[1] {
                for x in from[0]..=to[0] {
                    let (i, found) = (self.index([x, y, z]), distance(self.node([x, y, z]), &corners));
                    if found < self.values[i] {
                        self.values[i] = found;
                        self.nearest[i] = triangle;
                    }
                }
            }
        }
        let range = |low: f64, high: f64| clamp(low.ceil())..=clamp(high.floor());
        for z in range(low.z, high.z) {
            for y in range(low.y, high.y) {
                if let Some(at) = crossing(y as f64, z as f64, [p, q, r])
                    && at <= (self.side - 1) as f64
                {
                    let i = self.index([at.ceil().max(0.0) as i64, y, z]);
                    self.crossings[i] += 1;
                }
            }
        }
    }

    /// Hands triangles on along each axis, up or down.
    fn sweep(&mut self, up: [bool; 3]) {
        let last = self.side - 1;
        let order = |axis: usize| {
            let up = up[axis];
            (1..=last).map(move |i| if up { i } else { last - i })
        };
        let back = up.map(|up| if up { -1 } else { 1 });
        for z in order(2) {
            for y in order(1) {
                for x in order(0) {
                    self.look_back([x, y, z], back);
                }
            }
        }
    }

    /// Takes the nearest of the triangles of the seven neighbours that have been before.
    fn look_back(&mut self, node: [i64; 3], back: [i64; 3]) {
        let (here, at) = (self.index(node), self.node(node));
        for neighbour in 1..8 {
            let there = [0, 1, 2].map(|axis| node[axis] + back[axis] * (neighbour >> axis & 1));
            let triangle = self.nearest[self.index(there)];
            if triangle == NONE || triangle == self.nearest[here] {
                continue;
            }
            let found = distance(at, &self.subject.mesh.corners(triangle as usize));
            if found < self.values[here] {
                self.values[here] = found;
                self.nearest[here] = triangle;
            }
        }
    }

    fn signed(mut self) -> Vec<f32> {
        let lines = self.values.chunks_exact_mut(self.side as usize);
        for (line, crossings) in lines.zip(self.crossings.chunks_exact(self.side as usize)) {
            let mut before = 0;
            for (value, count) in line.iter_mut().zip(crossings) {
                before += count;
                if before % 2 == 1 {
                    *value = -*value;
                }
            }
        }
        self.values
    }
}

/// The distance of a point to a triangle (Ericson, Real-Time Collision Detection, 5.1.5).
fn distance(p: Vec3, &[a, b, c]: &[Vec3; 3]) -> f32 {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return ap.length();
    }
    let bp = p - b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return bp.length();
    }
    let cp = p - c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return cp.length();
    }
    let (vc, vb, va) = (d1 * d4 - d3 * d2, d5 * d2 - d1 * d6, d3 * d6 - d5 * d4);
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return (ap - ab * (d1 / (d1 - d3))).length();
    }
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return (ap - ac * (d2 / (d2 - d6))).length();
    }
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        let w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return (bp - (c - b) * w).length();
    }
    let scale = 1.0 / (va + vb + vc);
    (ap - ab * (vb * scale) - ac * (vc * scale)).length()
}

/// The x at which the line along x through (y, z) crosses a triangle. Through an edge or a corner it crosses
/// once in all triangles there together.
fn crossing(y: f64, z: f64, corners: [DVec3; 3]) -> Option<f64> {
    let [a, b, c] = corners.map(|corner| [corner.y - y, corner.z - z]);
    let (u, v, w) = (turn(b, c), turn(c, a), turn(a, b));
    if u.1 == 0 || u.1 != v.1 || v.1 != w.1 {
        return None;
    }
    let whole = u.0 + v.0 + w.0;
    (whole != 0.0).then(|| (u.0 * corners[0].x + v.0 * corners[1].x + w.0 * corners[2].x) / whole)
}

/// Twice the area of a triangle with a corner at 0, and which way round it goes; 0 only if the corners are
/// one point.
fn turn([x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) -> (f64, i32) {
    let area = y1 * x2 - x1 * y2;
    let order = area.partial_cmp(&0.0).filter(|order| order.is_ne());
    let order = order.or_else(|| y2.partial_cmp(&y1).filter(|order| order.is_ne()));
    let order = order.or_else(|| x1.partial_cmp(&x2));
    (area, order.map_or(0, |order| order as i32))
}

pub(super) fn contender() -> Contender {
    Contender {
        library: "propagation",
        configuration: "as SDFGen",
        rival: Box::new(Propagation),
        signs: true,
        by_node: false,
        quick: true,
        largest: 64,
    }
}
