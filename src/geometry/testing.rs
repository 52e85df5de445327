//! Parts shared by the tests of this module: brute force in f64, and generators of well- and ill-behaved
//! input.

use super::{Aabb, LARGEST, Triangle, Vec3};
use crate::arrays::MapEach;
use glam::DVec3;
use proptest::prelude::*;
use proptest::sample::select;

/// Distance from a point to a triangle in f64: the best of the face and the three edges.
pub(crate) fn distance(p: DVec3, triangle: &Triangle) -> f64 {
    let [a, b, c] = [triangle.a, triangle.b, triangle.c].map_each(|v| v.as_dvec3() - p);
    let edge = |from: DVec3, to: DVec3| {
        let along = to - from;
        let t = -from.dot(along) / along.length_squared();
        (from + along * if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) }).length()
    };
    let best = edge(a, b).min(edge(b, c)).min(edge(c, a));
    let n = (b - a).cross(c - a);
    // Over the face if the foot of `p` on its plane is on the inner side of every edge.
    let foot = n * (n.dot(a) / n.length_squared());
    let over = [(a, b), (b, c), (c, a)].iter().all(|&(u, v)| n.dot((u - foot).cross(v - foot)) >= 0.0);
    if over { best.min(foot.length()) } else { best }
}

/// The parameter at which a point that moves along `origin + t * path`, `0 <= t <= 1`, is nearest to the
/// triangle, and its distance there. The distance to a convex set is convex along a line, so ternary search
/// finds it.
pub(crate) fn nearest_on_path(origin: Vec3, path: Vec3, triangle: &Triangle) -> (f64, f64) {
    let at = |t: f64| distance(origin.as_dvec3() + path.as_dvec3() * t, triangle);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..120 {
        let third = (high - low) / 3.0;
        if at(low + third) <= at(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    [0.0, (low + high) * 0.5, 1.0]
        .map_each(|t| (t, at(t)))
        .into_iter()
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap()
}

/// The parameter at which that point first comes within `radius`, by bisection.
pub(crate) fn first_contact(origin: Vec3, path: Vec3, radius: f64, triangle: &Triangle) -> Option<f64> {
    let near = |t: f64| distance(origin.as_dvec3() + path.as_dvec3() * t, triangle) <= radius;
    let (nearest, gap) = nearest_on_path(origin, path, triangle);
    if near(0.0) {
        return Some(0.0);
    }
    if gap > radius {
        return None;
    }
    let (mut low, mut high) = (0.0, nearest);
    for _ in 0..80 {
        let middle = (low + high) * 0.5;
        if near(middle) { high = middle } else { low = middle }
    }
    Some(high)
}

/// A vector whose components lie in `-range..range`.
pub(crate) fn vector(range: f32) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-range..range).prop_map(Vec3::from)
}

/// A triangle about the origin: plump, slender, flat or a point.
pub(crate) fn triangle() -> impl Strategy<Value = Triangle> {
    let squash = select(vec![1.0f32, 1.0, 1.0, 1e-2, 1e-4, 1e-6, 0.0]);
    let stretch = select(vec![1.0f32, 1.0, 1.0, 1e-3, 0.0]);
    let shapes = (vector(1.0), vector(1.5), vector(1.5), -0.5f32..1.5, squash, stretch, 0usize..3);
    shapes.prop_map(|(a, e, f, along, squash, stretch, turn)| {
        let mut corners = [a, a + e * stretch, a + e * (stretch * along) + f * (squash * stretch)];
        corners.rotate_left(turn);
        Triangle::new(corners[0], corners[1], corners[2])
    })
}

/// A fan of triangles around a vertex, closed and nearly level; a point above it, and one on it that two or
/// all of its triangles share. No triangle is seen edge-on from any such point above.
pub(crate) fn fan() -> impl Strategy<Value = (Vec<Triangle>, Vec3, Vec3)> {
    let ring = prop::collection::vec((0.2f32..1.0, -0.04f32..0.04), 3..12);
    let origin = (-0.5f32..0.5, -0.5f32..0.5, 1.0f32..9.0).prop_map(Vec3::from);
    (ring, vector(0.05), origin, 0.0f32..0.15, 0usize..12).prop_map(|(ring, hub, origin, mix, spoke)| {
        let n = ring.len();
        let hub = Vec3::new(hub.x, hub.y, 0.0);
        let rim = |i: usize| {
            let (angle, (size, height)) = ((i % n) as f32 / n as f32 * std::f32::consts::TAU, ring[i % n]);
            Vec3::new(angle.cos() * size, angle.sin() * size, height)
        };
        let triangles = (0..n).map(|i| Triangle::new(hub, rim(i), rim(i + 1))).collect();
        (triangles, origin, hub + (rim(spoke) - hub) * mix)
    })
}

/// Any finite number, with a liking for the extremes.
pub(crate) fn wild() -> impl Strategy<Value = f32> {
    let special = [0.0, -0.0, 1.0, 1e-45, 1e-38, 1e-20, 1e18, 1e20, 3e38, f32::MAX];
    prop_oneof![
        3 => -2.0f32..2.0,
        2 => (select(special.to_vec()), any::<bool>()).prop_map(|(v, neg)| if neg { -v } else { v }),
        1 => any::<f32>().prop_filter("finite", |v| v.is_finite()),
    ]
}

/// A vector of such numbers.
pub(crate) fn wild_vector() -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(wild()).prop_map(Vec3::from)
}

/// A triangle of such numbers.
pub(crate) fn wild_triangle() -> impl Strategy<Value = Triangle> {
    (wild_vector(), wild_vector(), wild_vector()).prop_map(|(a, b, c)| Triangle::new(a, b, c))
}

/// Any number that meshes and queries may have, with the same liking.
pub(crate) fn large() -> impl Strategy<Value = f32> {
    let special = [LARGEST, LARGEST * 0.999, 1e17, 1e-17, 1e-30, 1e-37];
    prop_oneof![
        4 => wild().prop_filter("not too large", |v| v.abs() <= LARGEST),
        1 => (select(special.to_vec()), any::<bool>()).prop_map(|(v, neg)| if neg { -v } else { v }),
    ]
}

/// A vector of such numbers.
pub(crate) fn large_vector() -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(large()).prop_map(Vec3::from)
}

/// A triangle of such numbers.
pub(crate) fn large_triangle() -> impl Strategy<Value = Triangle> {
    (large_vector(), large_vector(), large_vector()).prop_map(|(a, b, c)| Triangle::new(a, b, c))
}

/// The box around a triangle, and one that contains it.
pub(crate) fn nested_boxes() -> impl Strategy<Value = (Aabb, Aabb)> {
    (wild_triangle(), wild_triangle()).prop_map(|(inner, other)| {
        let bounds = inner.bounds();
        (bounds, bounds.union(&other.bounds()))
    })
}
