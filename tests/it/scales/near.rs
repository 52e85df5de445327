//! Queries near triangles, by their size.

use super::scaling::max_abs;
use crate::common::brute::Brute;
use crate::common::queries::{Queries, filters};
use carom::geometry::*;
use carom::mesh::PointQuery;

pub(super) fn direction(rng: &mut fastrand::Rng) -> Vec3 {
    loop {
        let v = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 2.0 - 1.0;
        if (0.1..1.0).contains(&v.length()) {
            return v.normalize();
        }
    }
}

/// Over a triangle and beside it, from a millionth of its size away to a thousand times as far.
pub(super) fn near_point(rng: &mut fastrand::Rng, triangles: &[Triangle]) -> Vec3 {
    let t = rng.choice(triangles).expect("triangles");
    let [u, v] = [rng.f32(), rng.f32()];
    let on = t.a + (t.b - t.a) * (u * 0.7) + (t.c - t.a) * (v * (1.0 - u * 0.7));
    let size = (t.b - t.a).length().max((t.c - t.a).length());
    let away = size * 2f32.powi(rng.i32(-20..10)) * if rng.bool() { 1.0 } else { -1.0 };
    let aside = direction(rng) * if rng.bool() { 0.0 } else { away };
    on + t.normal() * away + aside
}

/// Towards triangles, straight or aslant, from up to a million times as far away as they are large.
pub(super) fn near_rays(rng: &mut fastrand::Rng, triangles: &[Triangle], count: usize) -> Vec<Ray> {
    let ray = |i: usize| {
        let t = rng.choice(triangles).expect("triangles");
        let target = t.a + (t.b - t.a) * (rng.f32() * 0.5) + (t.c - t.a) * (rng.f32() * 0.5);
        let size = (t.b - t.a).length().max((t.c - t.a).length());
        let away = t.normal() * (size * 2f32.powi(rng.i32(-4..20)) * if rng.bool() { 1.0 } else { -1.0 });
        let aside = if i.is_multiple_of(3) { direction(rng) * away.length() * rng.f32() } else { Vec3::ZERO };
        let origin = target + away + aside;
        let direction = target - origin;
        Ray::new(origin, if max_abs(direction) >= 1e-28 { direction } else { Vec3::X })
    };
    (0..count).map(ray).collect()
}

/// Queries at given places, with limits that are the distance there, one unit beside it, and others.
pub(super) fn near_queries(rng: &mut fastrand::Rng, brute: &Brute, points: &[Vec3], queries: &mut Queries) {
    for &point in points {
        let anything = PointQuery { point, max_distance: f32::INFINITY };
        let distance = brute.closest_point(&anything, &filters()[0]).distance.min(LARGEST);
        for limit in [
            distance,
            distance.next_up(),
            distance.next_down().max(0.0),
            distance * 1.02,
            distance * 0.98,
            distance * 0.04,
            distance * 30.0,
        ] {
            let radius = limit.min(LARGEST);
            let along = Vec3::from_array(direction(rng).to_array().map(|x| x * radius));
            let there = (point + along).clamp(Vec3::splat(-LARGEST), Vec3::splat(LARGEST));
            queries.points.push(PointQuery { point, max_distance: limit });
            queries.spheres.push(Sphere { center: point, radius });
            queries.capsules.push(Capsule { a: point, radius, b: there });
            let half_extents = (along * 0.5).abs();
            let rotation = Quat::from_axis_angle(direction(rng), rng.f32() * 6.0);
            queries.boxes.push(OrientedBox { center: point, half_extents, rotation });
            queries.aabbs.push(Aabb::new(point.min(there), point.max(there)));
            let [of_way, of_radius] = [[4.0, 0.1], [1.0, 0.9], [0.0, 1.0], [2.0, 1.0]][rng.usize(0..4)];
            let displacement = (along * of_way).clamp(Vec3::splat(-LARGEST), Vec3::splat(LARGEST));
            queries.casts.push(SphereCast { origin: point, radius: radius * of_radius, displacement });
        }
    }
}
