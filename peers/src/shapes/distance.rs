//! Distances of shapes and triangles in f64, each from the definition: what the answers are compared with.

use super::shape::{Kind, Placed, double};
use glam::DVec3;

/// The corners of a triangle.
pub(super) type Corners = [DVec3; 3];

/// A shape's core in f64.
pub(super) struct Core {
    kind: Kind,
    center: DVec3,
    half: DVec3,
    axes: [DVec3; 3],
    pub(super) radius: f64,
}

impl Core {
    pub(super) fn new(kind: Kind, placed: &Placed) -> Core {
        Core {
            kind,
            center: double(placed.center),
            half: double(placed.half),
            axes: placed.axes.map(double),
            radius: placed.radius.into(),
        }
    }

    /// The shortest way from the triangle to the core when it has moved by `offset`; zero if they overlap.
    pub(super) fn away(&self, triangle: &Corners, offset: DVec3) -> DVec3 {
        let center = self.center + offset;
        match self.kind {
            Kind::Sphere => center - closest_on_triangle(center, triangle),
            Kind::Capsule => {
                let along = self.axes[1] * self.half.y;
                segment_from_triangle(center - along, center + along, triangle)
            }
            Kind::Box | Kind::Hull => {
                let local = triangle.map(|corner| self.local(corner - center));
                let way = box_from_triangle(self.half, &local);
                self.axes[0] * way.x + self.axes[1] * way.y + self.axes[2] * way.z
            }
        }
    }

    /// Above zero if shape and triangle are apart, below if they overlap. The least translation that
    /// separates them, for a box; the way along the closest points, for the others.
    pub(super) fn gap(&self, triangle: &Corners, offset: DVec3) -> f64 {
        match self.kind {
            Kind::Box | Kind::Hull => {
                let center = self.center + offset;
                separation(self.half, &triangle.map(|corner| self.local(corner - center)))
            }
            _ => self.away(triangle, offset).length() - self.radius,
        }
    }

    fn local(&self, v: DVec3) -> DVec3 {
        DVec3::new(self.axes[0].dot(v), self.axes[1].dot(v), self.axes[2].dot(v))
    }
}

fn shorter(a: DVec3, b: DVec3) -> DVec3 {
    if b.length_squared() < a.length_squared() { b } else { a }
}

fn edges(t: &Corners) -> [(DVec3, DVec3); 3] {
    [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])]
}

fn closest_on_segment(p: DVec3, (a, b): (DVec3, DVec3)) -> DVec3 {
    let along = b - a;
    let square = along.length_squared();
    if square == 0.0 { a } else { a + along * ((p - a).dot(along) / square).clamp(0.0, 1.0) }
}

fn closest_on_triangle(p: DVec3, t: &Corners) -> DVec3 {
    let normal = (t[1] - t[0]).cross(t[2] - t[0]);
    let square = normal.length_squared();
    if square > 0.0 && edges(t).iter().all(|&(a, b)| (b - a).cross(p - a).dot(normal) >= 0.0) {
        return p - normal * ((p - t[0]).dot(normal) / square);
    }
    let ways = edges(t).map(|edge| closest_on_segment(p, edge) - p);
    p + shorter(shorter(ways[0], ways[1]), ways[2])
}

/// The shortest way from the second segment to the first.
fn segment_from_segment((p, q): (DVec3, DVec3), (a, b): (DVec3, DVec3)) -> DVec3 {
    let ends = [
        p - closest_on_segment(p, (a, b)),
        q - closest_on_segment(q, (a, b)),
        closest_on_segment(a, (p, q)) - a,
        closest_on_segment(b, (p, q)) - b,
    ];
    let least = ends.into_iter().reduce(shorter).unwrap_or(DVec3::INFINITY);
    let (u, v, w) = (q - p, b - a, p - a);
    let (uu, uv, vv, uw, vw) = (u.dot(u), u.dot(v), v.dot(v), u.dot(w), v.dot(w));
    let det = uu * vv - uv * uv;
    if det <= 1e-14 * uu * vv {
        return least;
    }
    let (s, t) = ((uv * vw - vv * uw) / det, (uu * vw - uv * uw) / det);
    let inside = (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t);
    if inside { shorter(least, w + u * s - v * t) } else { least }
}

fn segment_from_triangle(p: DVec3, q: DVec3, t: &Corners) -> DVec3 {
    let normal = (t[1] - t[0]).cross(t[2] - t[0]);
    let (from, to) = ((p - t[0]).dot(normal), (q - t[0]).dot(normal));
    if from * to < 0.0 {
        let crossing = p + (q - p) * (from / (from - to));
        if edges(t).iter().all(|&(a, b)| (b - a).cross(crossing - a).dot(normal) >= 0.0) {
            return DVec3::ZERO;
        }
    }
    let of_ends = shorter(p - closest_on_triangle(p, t), q - closest_on_triangle(q, t));
    edges(t).iter().map(|&edge| segment_from_segment((p, q), edge)).fold(of_ends, shorter)
}

/// The way from a triangle to the box of these half sizes around the origin.
fn box_from_triangle(half: DVec3, t: &Corners) -> DVec3 {
    if separation(half, t) <= 0.0 {
        return DVec3::ZERO;
    }
    let of_corners = t.map(|corner| corner.clamp(-half, half) - corner);
    let mut least = of_corners.into_iter().fold(DVec3::INFINITY, shorter);
    let corner = |i: usize| {
        let sign = |axis: usize| if i >> axis & 1 == 0 { -1.0 } else { 1.0 };
        half * DVec3::new(sign(0), sign(1), sign(2))
    };
    for i in 0..8 {
        least = shorter(least, corner(i) - closest_on_triangle(corner(i), t));
        for axis in (0..3).filter(|axis| i >> axis & 1 == 0) {
            let edge = (corner(i), corner(i | 1 << axis));
            least = edges(t).iter().map(|&other| segment_from_segment(edge, other)).fold(least, shorter);
        }
    }
    least
}

/// The largest separation of that box and a triangle over all axes that can separate them.
fn separation(half: DVec3, t: &Corners) -> f64 {
    let mut largest = f64::NEG_INFINITY;
    let mut test = |axis: DVec3| {
        let length = axis.length();
        if length <= 1e-12 * half.max_element() {
            return;
        }
        let reach = half.dot(axis.abs());
        let along = t.map(|corner| corner.dot(axis));
        let (low, high) = along.iter().fold((f64::MAX, f64::MIN), |(l, h), &v| (l.min(v), h.max(v)));
        largest = largest.max((low - reach).max(-high - reach) / length);
    };
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    axes.into_iter().for_each(&mut test);
    test((t[1] - t[0]).cross(t[2] - t[0]));
    for (a, b) in edges(t) {
        axes.into_iter().for_each(|axis| test((b - a).cross(axis)));
    }
    largest
}
