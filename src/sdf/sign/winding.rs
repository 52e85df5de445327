//! The winding number of some triangles around a point: a hierarchy of dipoles.
//!
//! Barill, Dickson, Schmidt, Levin and Jacobson, "Fast Winding Numbers for Soups and Clouds" (2018). A
//! subtree that is far away counts as one dipole. Beyond the source: every dipole comes with a bound on its
//! error. So a comparison with a threshold descends no deeper than it must.

use crate::Result;
use crate::arrays::MapEach;
use crate::geometry::{Triangle, Vec3, arc_tangent, halve_by, longest_axis, moved_side};
use crate::sdf::nearest::key;
use crate::vectors::reserve;
use glam::{DMat3, DVec3};
use std::f64::consts::PI;

/// A subtree.
struct Node {
    /// The mean of its triangles, weighted by area.
    center: DVec3,
    /// The distance of its farthest corner from the center.
    radius: f64,
    /// The sum of its triangles' normals, as long as their areas: the dipole.
    dipole: DVec3,
    /// The sum of the outer products of the same normals with their triangles' offsets from the center: the
    /// first moment of the dipole.
    spread: DMat3,
    /// The sum of its triangles' areas.
    area: f64,
    /// Its triangles.
    first: usize,
    end: usize,
    /// The first node behind this subtree: children follow their parent.
    after: usize,
}

/// The triangles and their hierarchy.
pub(super) struct WindingTree {
    nodes: Vec<Node>,
    triangles: Vec<Triangle>,
}

/// The most triangles of a leaf.
const LEAF: usize = 4;
/// The accuracies that are tried: coarse first, because most nodes need no more.
const PARTS: [f64; 4] = [COARSE, 0.05, 2e-3, 5e-5];
pub(super) const COARSE: f64 = 0.5;
/// The distance, in radii of the leaf, up to which a point is nearly on a triangle.
const NEARLY: f64 = 1e-9;
/// The largest error of a solid angle of one triangle, as a winding number, the arctangent's 1e-15 included.
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

    /// Builds the subtree over triangles `first` to `end`. Sets are halved at the median, so recursion is not
    /// deeper than the count has bits.
    fn build(&mut self, first: usize, end: usize) {
        let members = &mut self.triangles[first..end];
        let bounds = members.iter().fold(crate::geometry::Aabb::EMPTY, |all, t| all.union(&t.bounds()));
        let (mut center, mut dipole, mut area) = (DVec3::ZERO, DVec3::ZERO, 0.0);
        for t in members.iter() {
            let normal = area_vector(t);
            let size = normal.length();
            center += middle_of(t) * size;
            dipole += normal;
            area += size;
        }
        let middle = (bounds.min.as_dvec3() + bounds.max.as_dvec3()) * 0.5;
        center = if area > 0.0 { center / area } else { middle };
        let corners = members.iter().flat_map(|t| [t.a, t.b, t.c]);
        let radius = corners.map(|corner| (corner.as_dvec3() - center).length()).fold(0.0, f64::max);
        let mut spread = DMat3::ZERO;
        for t in members.iter() {
            let (from, normal) = (middle_of(t) - center, area_vector(t));
            spread += DMat3::from_cols(from * normal.x, from * normal.y, from * normal.z);
        }
        let place = self.nodes.len();
        self.nodes.push(Node { center, radius, dipole, spread, area, first, end, after: place + 1 });
        if end - first <= LEAF {
            return;
        }
        let size = bounds.max - bounds.min;
        let axis = longest_axis(size);
        let height = |t: &Triangle| t.a[axis] * 0.25 + t.b[axis] * 0.25 + t.c[axis] * 0.25;
        let half = halve_by(members, height);
        self.build(first, first + half);
        self.build(first + half, end);
        self.nodes[place].after = self.nodes.len();
    }

    /// Returns true if the winding number around a point is above a threshold.
    pub(super) fn is_above(&self, point: Vec3, threshold: f64) -> bool {
        for part in PARTS {
            if let Some(is_above) = self.around(point, 0.0, part).is_above(threshold) {
                return is_above;
            }
        }
        self.around(point, 0.0, 0.0).number > threshold
    }

    /// Returns true if a point lies on one of the triangles, or nearly.
    pub(super) fn is_on(&self, point: Vec3) -> bool {
        let at = point.as_dvec3();
        let mut number = 0;
        while let Some(node) = self.nodes.get(number) {
            if (node.center - at).length() > node.radius * (1.0 + NEARLY) {
                number = node.after;
                continue;
            }
            let members = &self.triangles[node.first..node.end];
            let nearly = node.radius * NEARLY;
            let is_on = |t: &Triangle| key(point, t) <= nearly * nearly;
            if node.after == number + 1 && members.iter().any(is_on) {
                return true;
            }
            number += 1;
        }
        false
    }

    /// An estimate of the winding number around all points within `reach` of a point. A subtree is opened if
    /// its error may exceed both `part` of the most that its area could add at its distance, and a small
    /// allowance.
    pub(super) fn around(&self, point: Vec3, reach: f64, part: f64) -> WindingEstimate {
        let mut about = WindingEstimate::NOTHING;
        let at = point.as_dvec3();
        // The error allowed for each triangle, however small: an eighth in all.
        let allowed_each = part * PI / self.triangles.len() as f64;
        let mut number = 0;
        while let Some(node) = self.nodes.get(number) {
            let to = node.center - at;
            let square = to.length_squared();
            let distance = square.sqrt();
            let free = distance - node.radius - reach;
            // The remainder after two terms of the field's series: half its second derivative, at most 6 / (4
            // pi r^4) at the least distance r, times the square of the area's distance from the center. The
            // field's first derivative is at most 2 / (4 pi r^3).
            let left_out = 3.0 * node.radius * node.radius;
            let allowed = allowed_each * (node.end - node.first) as f64;
            let is_small = node.area * left_out <= allowed * free * free * free * free;
            if free > 0.0 && (left_out <= part * free * free || is_small) {
                let cube = square * distance;
                let bent = (node.spread.x_axis.x + node.spread.y_axis.y + node.spread.z_axis.z)
                    - 3.0 * to.dot(node.spread * to) / square;
                about.number += (node.dipole.dot(to) + bent) / (4.0 * PI * cube);
                about.error += node.area * (left_out / free + 2.0 * reach) / (4.0 * PI * free * free * free);
                number = node.after;
                continue;
            }
            if node.after == number + 1 {
                for triangle in &self.triangles[node.first..node.end] {
                    about.number += solid_angle(point, triangle) / (4.0 * PI);
                    about.error += ROUNDING;
                    if reach > 0.0 {
                        let area = area_vector(triangle).length();
                        let free = key(point, triangle).sqrt() - reach;
                        let changes = 2.0 * reach * area / (4.0 * PI * free * free * free);
                        about.error += if free > 0.0 { changes } else { f64::INFINITY };
                    }
                }
            }
            number += 1;
        }
        about
    }
}

/// A triangle's normal, as long as its area.
fn area_vector(triangle: &Triangle) -> DVec3 {
    triangle.area_vector_f64() * 0.5
}

/// The mean of its corners.
fn middle_of(triangle: &Triangle) -> DVec3 {
    (triangle.a.as_dvec3() + triangle.b.as_dvec3() + triangle.c.as_dvec3()) / 3.0
}

/// A winding number, and a bound on its error.
#[derive(Clone, Copy, Debug)]
pub(super) struct WindingEstimate {
    number: f64,
    error: f64,
}

impl WindingEstimate {
    pub(super) const NOTHING: WindingEstimate = WindingEstimate { number: 0.0, error: 0.0 };

    /// Returns true if the number is certainly on one side of all numbers halfway between whole ones.
    pub(super) fn is_far_from_halves(self) -> bool {
        let from_half = self.number - 0.5;
        (from_half - from_half.round()).abs() > self.error
    }

    /// Returns true if the number is above a threshold; `None` if that is not certain.
    #[inline]
    pub(super) fn is_above(self, threshold: f64) -> Option<bool> {
        ((self.number - threshold).abs() > self.error).then_some(self.number > threshold)
    }
}

/// The solid angle that a triangle takes up around a point, positive from behind.
///
/// Van Oosterom and Strackee, "The Solid Angle of a Plane Triangle" (1983), by an arctangent that is the same
/// on every platform, because sums of these decide signs. The sign is decided in exact arithmetic if it
/// matters: a point in the triangle counts as moved, as for crossings.
pub(super) fn solid_angle(point: Vec3, triangle: &Triangle) -> f64 {
    let [a, b, c] =
        [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3() - point.as_dvec3());
    let (along_a, along_b, along_c) = (a.length(), b.length(), c.length());
    let determinant = a.dot(b.cross(c));
    let divisor = along_a * along_b * along_c + a.dot(b) * along_c + b.dot(c) * along_a + c.dot(a) * along_b;
    if divisor > 0.0 {
        return 2.0 * arc_tangent(determinant, divisor);
    }
    let side = -moved_side(point, triangle);
    2.0 * f64::from(side) * arc_tangent(determinant.abs(), divisor)
}
