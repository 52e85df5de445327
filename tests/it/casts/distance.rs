//! Distances in f64, from the definition.

use glam::DVec3;

fn to_edge(a: DVec3, b: DVec3) -> f64 {
    let along = b - a;
    let length = along.length_squared();
    let part = if length > 0.0 { (-a.dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
    (a + along * part).length()
}

/// Of a point and a triangle.
pub(super) fn of_point(p: DVec3, triangle: [DVec3; 3]) -> f64 {
    let [a, b, c] = triangle.map(|corner| corner - p);
    let best = to_edge(a, b).min(to_edge(b, c)).min(to_edge(c, a));
    let normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
    if normal == DVec3::ZERO {
        return best;
    }
    let foot = normal * (normal.dot(a) / normal.length_squared());
    let is_over =
        [(a, b), (b, c), (c, a)].iter().all(|&(u, v)| normal.dot((u - foot).cross(v - foot)) >= 0.0);
    if is_over { best.min(foot.length()) } else { best }
}

/// Of two segments, each from a point along a vector: the least of all pairs of points that may be closest.
fn of_segments(p: DVec3, d: DVec3, q: DVec3, e: DVec3) -> f64 {
    let from_first = |s: f64| to_edge(q - (p + d * s), q + e - (p + d * s));
    let from_second = |t: f64| to_edge(p - (q + e * t), p + d - (q + e * t));
    let normal = d.cross(e);
    let crossing = (q - p).cross(e).dot(normal) / normal.length_squared();
    let crossing = if crossing.is_nan() { 0.0 } else { crossing.clamp(0.0, 1.0) };
    let all = [from_first(0.0), from_first(1.0), from_first(crossing), from_second(0.0), from_second(1.0)];
    all.into_iter().fold(f64::INFINITY, f64::min)
}

/// Of a segment and a triangle.
pub(super) fn of_segment(a: DVec3, b: DVec3, triangle: [DVec3; 3]) -> f64 {
    let mut best = of_point(a, triangle).min(of_point(b, triangle));
    for i in 0..3 {
        best = best.min(of_segments(a, b - a, triangle[i], triangle[(i + 1) % 3] - triangle[i]));
    }
    let normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
    let (height, other) = (normal.dot(a - triangle[0]), normal.dot(b - triangle[0]));
    if height * other < 0.0 {
        let crossing = a + (b - a) * (height / (height - other));
        if of_point(crossing, triangle) < 1e-14 * normal.length().sqrt() {
            return 0.0;
        }
    }
    best
}

/// A box with the normals of its faces.
pub(super) struct Solid {
    pub(super) center: DVec3,
    pub(super) normals: [DVec3; 3],
    pub(super) half: [f64; 3],
}

impl Solid {
    /// Half its edges.
    fn edges(&self) -> [DVec3; 3] {
        let [x, y, z] = self.normals;
        let volume = x.cross(y).dot(z);
        let along = [y.cross(z) / volume, z.cross(x) / volume, x.cross(y) / volume];
        [along[0] * self.half[0], along[1] * self.half[1], along[2] * self.half[2]]
    }

    /// Returns true if the triangle reaches into the box by more than a margin, found by clipping it.
    pub(super) fn holds_part_of(&self, triangle: [DVec3; 3], margin: f64) -> bool {
        let mut polygon = triangle.to_vec();
        for (normal, half) in self.normals.into_iter().zip(self.half) {
            for side in [1.0, -1.0] {
                let below = |p: DVec3| half - margin - side * normal.dot(p - self.center);
                let mut kept = Vec::new();
                for (i, &point) in polygon.iter().enumerate() {
                    let before = polygon[(i + polygon.len() - 1) % polygon.len()];
                    let (height, height_before) = (below(point), below(before));
                    if (height < 0.0) != (height_before < 0.0) {
                        kept.push(before + (point - before) * (height_before / (height_before - height)));
                    }
                    if height >= 0.0 {
                        kept.push(point);
                    }
                }
                polygon = kept;
            }
        }
        !polygon.is_empty()
    }

    /// The distance of the box and a triangle.
    pub(super) fn distance(&self, triangle: [DVec3; 3]) -> f64 {
        if self.holds_part_of(triangle, 0.0) {
            return 0.0;
        }
        let edges = self.edges();
        let corner = |i: usize| {
            let side = |k: usize| edges[k] * if i >> k & 1 == 1 { 1.0 } else { -1.0 };
            self.center + side(0) + side(1) + side(2)
        };
        let mut best = f64::INFINITY;
        for i in 0..8 {
            best = best.min(of_point(corner(i), triangle));
            for k in (0..3).filter(|k| i >> k & 1 == 0) {
                let (from, to) = (corner(i), corner(i | 1 << k));
                for m in 0..3 {
                    let (start, end) = (triangle[m], triangle[(m + 1) % 3]);
                    best = best.min(of_segments(from, to - from, start, end - start));
                }
                // The faces, each in two triangles.
                let m = (k + 1) % 3;
                if i >> m & 1 == 0 {
                    let [p, q, r, s] =
                        [corner(i), corner(i | 1 << k), corner(i | 1 << k | 1 << m), corner(i | 1 << m)];
                    for vertex in triangle {
                        best = best.min(of_point(vertex, [p, q, r])).min(of_point(vertex, [p, r, s]));
                    }
                }
            }
        }
        best
    }
}
