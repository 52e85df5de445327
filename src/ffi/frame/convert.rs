//! Between the structs that all systems share and the library's types.

use super::pointer::same_layout;
use super::types::*;
use crate::batch::TreeBox;
use crate::geometry::{Aabb, Capsule, PointQuery, Ray, Sphere, SphereCast, Vec3};

impl From<CaromVec3> for Vec3 {
    fn from(v: CaromVec3) -> Vec3 {
        Vec3::new(v.x, v.y, v.z)
    }
}

impl From<Vec3> for CaromVec3 {
    fn from(v: Vec3) -> CaromVec3 {
        CaromVec3 { x: v.x, y: v.y, z: v.z }
    }
}

impl From<Aabb> for CaromAabb {
    fn from(aabb: Aabb) -> CaromAabb {
        CaromAabb { min: aabb.min.into(), max: aabb.max.into() }
    }
}

impl From<TreeBox> for CaromTreeBox {
    fn from(node: TreeBox) -> CaromTreeBox {
        CaromTreeBox { bounds: node.bounds.into(), depth: node.depth, count: node.count }
    }
}

impl From<CaromRay> for Ray {
    fn from(ray: CaromRay) -> Ray {
        Ray { origin: ray.origin.into(), t_min: ray.t_min, direction: ray.direction.into(), t_max: ray.t_max }
    }
}

impl From<CaromSphere> for Sphere {
    fn from(sphere: CaromSphere) -> Sphere {
        Sphere { center: sphere.center.into(), radius: sphere.radius }
    }
}

impl From<CaromAabb> for Aabb {
    fn from(aabb: CaromAabb) -> Aabb {
        Aabb::new(aabb.min.into(), aabb.max.into())
    }
}

impl From<CaromSphereCast> for SphereCast {
    fn from(cast: CaromSphereCast) -> SphereCast {
        SphereCast { origin: cast.origin.into(), radius: cast.radius, displacement: cast.displacement.into() }
    }
}

impl From<CaromCapsule> for Capsule {
    fn from(capsule: CaromCapsule) -> Capsule {
        Capsule { a: capsule.a.into(), radius: capsule.radius, b: capsule.b.into() }
    }
}

impl From<CaromPointQuery> for PointQuery {
    fn from(query: CaromPointQuery) -> PointQuery {
        PointQuery { point: query.point.into(), max_distance: query.max_distance }
    }
}

same_layout! {
    CaromRay => Ray { origin, t_min, direction, t_max }
    CaromVec3 => Vec3 { x, y, z }
}
