//! Between the ABI's structs and the library's types.

use super::pointer::same_layout;
use super::types::*;
use crate::bsp::{BspCastHit, BspContact, NO_BRUSH, PointContent};
use crate::ffi::bsp::query_types::*;
use crate::ffi::mesh::pairs_types::*;
use crate::ffi::mesh::query_types::*;
use crate::ffi::mesh::types::CaromTriangle;
use crate::geometry::{
    Aabb, Capsule, OrientedBox, PoseMatrix, Quat, Ray, Sphere, SphereCast, Triangle, Vec3,
};
use crate::mesh::{
    CastHit, ClosestPoint, Crossing, MeshDistance, PairDistance, PairIntersection, PointQuery, RayHit,
    SurfacePoint, TrianglePair,
};

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

impl From<CaromRay> for Ray {
    fn from(ray: CaromRay) -> Ray {
        Ray { origin: ray.origin.into(), t_min: ray.t_min, direction: ray.direction.into(), t_max: ray.t_max }
    }
}

impl From<RayHit> for CaromRayHit {
    fn from(hit: RayHit) -> CaromRayHit {
        CaromRayHit { t: hit.t, u: hit.u, v: hit.v, triangle: hit.triangle }
    }
}

impl From<CaromSphere> for Sphere {
    fn from(sphere: CaromSphere) -> Sphere {
        Sphere { center: sphere.center.into(), radius: sphere.radius }
    }
}

impl From<CaromCapsule> for Capsule {
    fn from(capsule: CaromCapsule) -> Capsule {
        Capsule { a: capsule.a.into(), radius: capsule.radius, b: capsule.b.into() }
    }
}

impl From<CaromBox> for OrientedBox {
    fn from(b: CaromBox) -> OrientedBox {
        OrientedBox {
            center: b.center.into(),
            half_extents: b.half_extents.into(),
            rotation: Quat::from_array(b.rotation),
        }
    }
}

impl From<CaromAabb> for Aabb {
    fn from(aabb: CaromAabb) -> Aabb {
        Aabb::new(aabb.min.into(), aabb.max.into())
    }
}

impl From<CaromPointQuery> for PointQuery {
    fn from(query: CaromPointQuery) -> PointQuery {
        PointQuery { point: query.point.into(), max_distance: query.max_distance }
    }
}

impl From<ClosestPoint> for CaromClosestPoint {
    fn from(closest: ClosestPoint) -> CaromClosestPoint {
        CaromClosestPoint {
            point: closest.point.into(),
            distance: closest.distance,
            triangle: closest.triangle,
            feature: closest.feature as u32,
        }
    }
}

impl From<CaromSphereCast> for SphereCast {
    fn from(cast: CaromSphereCast) -> SphereCast {
        SphereCast { origin: cast.origin.into(), radius: cast.radius, displacement: cast.displacement.into() }
    }
}

impl From<CastHit> for CaromCastHit {
    fn from(hit: CastHit) -> CaromCastHit {
        CaromCastHit { t: hit.t, point: hit.point.into(), normal: hit.normal.into(), triangle: hit.triangle }
    }
}

impl From<PointContent> for CaromBspContent {
    fn from(content: PointContent) -> CaromBspContent {
        CaromBspContent { brush: content.brush, attributes: content.attributes.into() }
    }
}

impl From<BspContact> for CaromBspContact {
    fn from(contact: BspContact) -> CaromBspContact {
        CaromBspContact {
            point: contact.point.into(),
            depth: contact.depth,
            normal: contact.normal.into(),
            brush: contact.brush,
        }
    }
}

impl From<BspCastHit> for CaromBspCastHit {
    fn from(hit: BspCastHit) -> CaromBspCastHit {
        CaromBspCastHit { t: hit.t, point: hit.point.into(), normal: hit.normal.into(), brush: hit.brush }
    }
}

// The number of no brush is the ABI's.
const _: () = assert!(NO_BRUSH == CAROM_NONE);

impl From<SurfacePoint> for CaromSurfacePoint {
    fn from(surface: SurfacePoint) -> CaromSurfacePoint {
        CaromSurfacePoint {
            point: surface.point.into(),
            normal: surface.normal.into(),
            attributes: surface.attributes.into(),
        }
    }
}

impl From<(Triangle, u16)> for CaromTriangle {
    fn from((triangle, attributes): (Triangle, u16)) -> CaromTriangle {
        CaromTriangle {
            a: triangle.a.into(),
            b: triangle.b.into(),
            c: triangle.c.into(),
            attributes: attributes.into(),
        }
    }
}

impl From<CaromPose> for PoseMatrix {
    fn from(pose: CaromPose) -> PoseMatrix {
        let [x, y, z] = pose.rows;
        PoseMatrix {
            rows: pose.rows.map(|[x, y, z, _]| Vec3::new(x, y, z)),
            translation: Vec3::new(x[3], y[3], z[3]),
        }
    }
}

impl From<PoseMatrix> for CaromPose {
    fn from(matrix: PoseMatrix) -> CaromPose {
        let [x, y, z] = matrix.rows;
        let row = |row: Vec3, t: f32| [row.x, row.y, row.z, t];
        let t = matrix.translation;
        CaromPose { rows: [row(x, t.x), row(y, t.y), row(z, t.z)] }
    }
}

impl From<MeshDistance> for CaromMeshDistance {
    fn from(found: MeshDistance) -> CaromMeshDistance {
        CaromMeshDistance {
            on_a: found.on_a.into(),
            on_b: found.on_b.into(),
            distance: found.distance,
            a: found.a,
            b: found.b,
        }
    }
}

same_layout! {
    CaromVec3 => Vec3 { x, y, z }
    CaromRayHit => RayHit { t, u, v, triangle }
    CaromCrossing => Crossing { t, u, v, triangle, sign }
    CaromTrianglePair => TrianglePair { a, b }
    CaromPairDistance => PairDistance { a = pair.a, b = pair.b, distance }
    CaromPairIntersection => PairIntersection { a = pair.a, b = pair.b, point_count, flags, points }
}
