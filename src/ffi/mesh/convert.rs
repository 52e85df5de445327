//! Between the structs of meshes and the library's types.

use super::pairs_types::*;
use super::query_types::*;
use super::types::CaromTriangle;
use crate::ffi::frame::pointer::same_layout;
use crate::geometry::{BoxAxes, OrientedBox, PoseMatrix, Quat, Triangle, Vec3};
use crate::mesh::{
    ClosestPoint, Crossing, MeshDistance, PairDistance, PairIntersection, RayHit, SurfacePoint, TrianglePair,
};

impl From<RayHit> for CaromRayHit {
    fn from(hit: RayHit) -> CaromRayHit {
        CaromRayHit { t: hit.t, u: hit.u, v: hit.v, triangle: hit.triangle }
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

impl From<CaromBoxAxes> for BoxAxes {
    fn from(b: CaromBoxAxes) -> BoxAxes {
        BoxAxes {
            center: b.center.into(),
            half_extents: b.half_extents.into(),
            axes: b.axes.map(Vec3::from_array),
        }
    }
}

impl From<BoxAxes> for CaromBoxAxes {
    fn from(b: BoxAxes) -> CaromBoxAxes {
        CaromBoxAxes {
            center: b.center.into(),
            half_extents: b.half_extents.into(),
            axes: b.axes.map(|axis| axis.to_array()),
        }
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
    CaromRayHit => RayHit { t, u, v, triangle }
    CaromCrossing => Crossing { t, u, v, triangle, sign }
    CaromTrianglePair => TrianglePair { a, b }
    CaromPairDistance => PairDistance { a = pair.a, b = pair.b, distance }
    CaromPairIntersection => PairIntersection { a = pair.a, b = pair.b, point_count, flags, points }
}
