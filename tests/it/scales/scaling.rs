//! Meshes and queries times a power of two.

use crate::common::TestMesh;
use crate::common::queries::Queries;
use carom::geometry::*;
use carom::mesh::PointQuery;

/// Times a power of two, rounded once.
pub(super) fn times(x: f32, exponent: i32) -> f32 {
    (f64::from(x) * 2f64.powi(exponent)) as f32
}

/// The same for coordinates and lengths.
pub(super) fn length(x: f32, exponent: i32) -> f32 {
    times(x, exponent).clamp(-LARGEST, LARGEST)
}

pub(super) fn vector(v: Vec3, exponent: i32) -> Vec3 {
    Vec3::from_array(v.to_array().map(|x| length(x, exponent)))
}

pub(super) fn scaled_mesh(mesh: &TestMesh, exponent: i32) -> TestMesh {
    let positions = mesh.positions.iter().map(|p| p.map(|x| length(x, exponent))).collect();
    TestMesh { positions, ..mesh.clone() }
}

/// Every other ray's direction is scaled, if it is long enough then; else its parameters are.
pub(super) fn scaled_ray(i: usize, ray: &Ray, exponent: i32) -> Ray {
    let Ray { origin, t_min, direction, t_max } = *ray;
    let origin = vector(origin, exponent);
    let scaled = vector(direction, exponent);
    if i.is_multiple_of(2) && max_abs(scaled) >= 1e-28 {
        return Ray { origin, t_min, direction: scaled, t_max };
    }
    Ray { origin, t_min: times(t_min, exponent), direction, t_max: times(t_max, exponent) }
}

pub(super) fn max_abs(v: Vec3) -> f32 {
    v.abs().max_element()
}

pub(super) fn scaled(queries: &Queries, exponent: i32) -> Queries {
    let vector = |v| vector(v, exponent);
    let length = |x| length(x, exponent);
    Queries {
        rays: queries.rays.iter().enumerate().map(|(i, ray)| scaled_ray(i, ray, exponent)).collect(),
        spheres: queries
            .spheres
            .iter()
            .map(|s| Sphere { center: vector(s.center), radius: length(s.radius) })
            .collect(),
        capsules: queries
            .capsules
            .iter()
            .map(|c| Capsule { a: vector(c.a), radius: length(c.radius), b: vector(c.b) })
            .collect(),
        boxes: queries
            .boxes
            .iter()
            .map(|b| OrientedBox { center: vector(b.center), half_extents: vector(b.half_extents), ..*b })
            .collect(),
        aabbs: queries.aabbs.iter().map(|b| Aabb::new(vector(b.min), vector(b.max))).collect(),
        points: queries
            .points
            .iter()
            .map(|p| PointQuery {
                point: vector(p.point),
                max_distance: if p.max_distance.is_finite() { length(p.max_distance) } else { f32::INFINITY },
            })
            .collect(),
        casts: queries
            .casts
            .iter()
            .map(|c| SphereCast {
                origin: vector(c.origin),
                radius: length(c.radius),
                displacement: vector(c.displacement),
            })
            .collect(),
        capsule_casts: queries
            .capsule_casts
            .iter()
            .map(|c| {
                let Capsule { a, radius, b } = c.capsule;
                let capsule = Capsule { a: vector(a), radius: length(radius), b: vector(b) };
                CapsuleCast { capsule, displacement: vector(c.displacement) }
            })
            .collect(),
        box_casts: queries
            .box_casts
            .iter()
            .map(|c| {
                let (center, half_extents) = (vector(c.shape.center), vector(c.shape.half_extents));
                let shape = BoxAxes { center, half_extents, ..c.shape };
                BoxCast { shape, displacement: vector(c.displacement) }
            })
            .collect(),
    }
}
