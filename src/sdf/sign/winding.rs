//! The winding number of some triangles around a point: a hierarchy of dipoles.
//!
//! Barill, Dickson, Schmidt, Levin and Jacobson, "Fast Winding Numbers for Soups and Clouds" (2018). A subtree that is far away
//! counts as one dipole. Beyond the source: every dipole comes with a bound on its error, so a caller that only wants to know
//! on which side of a threshold the number is descends no deeper than that takes.

use crate::Result;
use crate::error::reserve;
use crate::geometry::{Triangle, Vec3, moved_side};
use glam::{DMat3, DVec3};
use std::f64::consts::PI;

/// A subtree.
struct Node {
    /// The mean of its triangles, weighted by area.
    center: DVec3,
    /// How far its farthest corner is from there.
    radius: f64,
    /// The sum of its triangles' normals, as long as their areas: the dipole.
    dipole: DVec3,
    /// The sum of the same, each times where it is, from the center: how the dipole is spread.
    spread: DMat3,
    /// The sum of its triangles' areas.
    area: f64,
    /// Its triangles.
    first: usize,
    end: usize,
    /// The second child; the first is the next node. 0 for a leaf.
    second: usize,
}

/// The triangles and their hierarchy.
pub(super) struct WindingTree {
    nodes: Vec<Node>,
    triangles: Vec<Triangle>,
}

/// So many triangles are a leaf.
const LEAF: usize = 4;
/// The parts that are tried: coarse first, for most nodes need no more.
const PARTS: [f64; 4] = [0.5, 0.05, 2e-3, 5e-5];
/// What a solid angle of one triangle is off by at most, as a winding number.
const ROUNDING: f64 = 1e-14;

impl WindingTree {
    pub(super) fn new(triangles: Vec<Triangle>) -> Result<WindingTree> {
        let nodes = reserve(2 * triangles.len() + 1, "sign")?;
        let mut tree = WindingTree { nodes, triangles };
        let count = tree.triangles.len();
        if count > 0 {
            tree.build(0, count);
        }
        Ok(tree)
    }

    /// Halved at the median, so recursion is not deeper than the count has bits.
    fn build(&mut self, first: usize, end: usize) {
        let members = &mut self.triangles[first..end];
        let bounds = members.iter().fold(crate::geometry::Aabb::EMPTY, |all, t| all.union(&t.bounds()));
        let (mut center, mut dipole, mut area) = (DVec3::ZERO, DVec3::ZERO, 0.0);
        for t in members.iter() {
            let [a, b, c] = [t.a, t.b, t.c].map(|corner| corner.as_dvec3());
            let normal = (b - a).cross(c - a) * 0.5;
            let size = normal.length();
            center += (a + b + c) * (size / 3.0);
            dipole += normal;
            area += size;
        }
        let middle = (bounds.min.as_dvec3() + bounds.max.as_dvec3()) * 0.5;
        center = if area > 0.0 { center / area } else { middle };
        let corners = members.iter().flat_map(|t| [t.a, t.b, t.c]);
        let radius = corners.map(|corner| (corner.as_dvec3() - center).length()).fold(0.0, f64::max);
        let mut spread = DMat3::ZERO;
        for t in members.iter() {
            let [a, b, c] = [t.a, t.b, t.c].map(|corner| corner.as_dvec3());
            let (from, normal) = ((a + b + c) / 3.0 - center, (b - a).cross(c - a) * 0.5);
            spread += DMat3::from_cols(from * normal.x, from * normal.y, from * normal.z);
        }
        let place = self.nodes.len();
        self.nodes.push(Node { center, radius, dipole, spread, area, first, end, second: 0 });
        if end - first <= LEAF {
            return;
        }
        let size = bounds.max - bounds.min;
        let axis = (0..3).fold(0, |best, axis| if size[axis] > size[best] { axis } else { best });
        let half = (end - first) / 2;
        let height = |t: &Triangle| t.a[axis] * 0.25 + t.b[axis] * 0.25 + t.c[axis] * 0.25;
        members.select_nth_unstable_by(half, |a, b| height(a).total_cmp(&height(b)));
        self.build(first, first + half);
        self.nodes[place].second = self.nodes.len();
        self.build(first + half, end);
    }

    /// Whether the winding number around a point is surely less than one half, of either sign.
    #[inline]
    pub(super) fn is_far(&self, point: Vec3) -> bool {
        // All of the area at the least distance would not be enough; a little more, for rounding.
        self.nodes.first().is_none_or(|root| {
            let reach = root.radius + (root.area / (2.0 * PI)).sqrt();
            (root.center - point.as_dvec3()).length_squared() > reach * reach * 1.000_001
        })
    }

    /// Whether the winding number around a point is above a threshold.
    pub(super) fn is_above(&self, point: Vec3, threshold: f64) -> bool {
        for part in PARTS {
            let (number, error) = self.number(point, part);
            if (number - threshold).abs() > error {
                return number > threshold;
            }
        }
        self.number(point, 0.0).0 > threshold
    }

    /// The winding number, and a bound on its error. Subtrees that may be off by more than a part of the most that their area could
    /// add from where they are, are looked into.
    fn number(&self, point: Vec3, part: f64) -> (f64, f64) {
        let (mut sum, mut error) = (0.0, 0.0);
        let at = point.as_dvec3();
        let mut number = 0;
        while let Some(node) = self.nodes.get(number) {
            let to = node.center - at;
            let square = to.length_squared();
            let distance = square.sqrt();
            let free = distance - node.radius;
            // What two terms of the field's series leave out: half its second derivative, at most 6 / (4 pi r^4) at the least
            // distance r, times the square of how far area is from the center.
            let left_out = 3.0 * node.radius * node.radius;
            if free > 0.0 && left_out <= part * free * free {
                let cube = square * distance;
                let bent = (node.spread.x_axis.x + node.spread.y_axis.y + node.spread.z_axis.z)
                    - 3.0 * to.dot(node.spread * to) / square;
                sum += (node.dipole.dot(to) + bent) / (4.0 * PI * cube);
                error += node.area * left_out / (4.0 * PI * free * free * free * free);
                number = self.after(number);
                continue;
            }
            if node.second == 0 {
                for triangle in &self.triangles[node.first..node.end] {
                    sum += solid_angle(point, triangle) / (4.0 * PI);
                    error += ROUNDING;
                }
            }
            number += 1;
        }
        (sum, error)
    }

    /// The first node behind a subtree.
    fn after(&self, number: usize) -> usize {
        let mut next = number;
        // Its last leaf is that of its second child.
        while self.nodes[next].second != 0 {
            next = self.nodes[next].second;
        }
        next + 1
    }
}

/// The solid angle that a triangle takes up around a point, positive from behind.
///
/// Van Oosterom and Strackee, "The Solid Angle of a Plane Triangle" (1983). Its sign is decided in exact arithmetic where that
/// matters: a point in the triangle counts as moved, as for crossings.
pub(super) fn solid_angle(point: Vec3, triangle: &Triangle) -> f64 {
    let [a, b, c] = [triangle.a, triangle.b, triangle.c].map(|corner| corner.as_dvec3() - point.as_dvec3());
    let (along_a, along_b, along_c) = (a.length(), b.length(), c.length());
    let determinant = a.dot(b.cross(c));
    let divisor = along_a * along_b * along_c + a.dot(b) * along_c + b.dot(c) * along_a + c.dot(a) * along_b;
    if divisor > 0.0 {
        return 2.0 * determinant.atan2(divisor);
    }
    let side = -moved_side(point, triangle);
    2.0 * f64::from(side) * determinant.abs().atan2(divisor)
}
