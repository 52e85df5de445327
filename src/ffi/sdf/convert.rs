//! Between the ABI's structs of fields and the library's types.

use super::query_types::*;
use crate::ffi::frame::pointer::same_layout;
use crate::geometry::Triangle;
use crate::sdf::{SdfClosestPoint, SdfContact, SdfRayHit, SdfSample, SdfSlice};

impl From<SdfSample> for CaromSdfSample {
    fn from(sample: SdfSample) -> CaromSdfSample {
        CaromSdfSample { distance: sample.distance, gradient: sample.gradient.into() }
    }
}

impl From<SdfClosestPoint> for CaromSdfClosestPoint {
    fn from(found: SdfClosestPoint) -> CaromSdfClosestPoint {
        CaromSdfClosestPoint {
            point: found.point.into(),
            distance: found.distance,
            normal: found.normal.into(),
            triangle: found.triangle,
            error: found.error,
        }
    }
}

impl From<SdfContact> for CaromSdfContact {
    fn from(contact: SdfContact) -> CaromSdfContact {
        CaromSdfContact {
            point: contact.point.into(),
            depth: contact.depth,
            normal: contact.normal.into(),
            triangle: contact.triangle,
            deepest: contact.deepest.into(),
        }
    }
}

impl From<SdfRayHit> for CaromSdfRayHit {
    fn from(hit: SdfRayHit) -> CaromSdfRayHit {
        CaromSdfRayHit {
            t: hit.t,
            point: hit.point.into(),
            normal: hit.normal.into(),
            triangle: hit.triangle,
        }
    }
}

impl From<CaromSdfTriangle> for Triangle {
    fn from(triangle: CaromSdfTriangle) -> Triangle {
        Triangle::new(triangle.a.into(), triangle.b.into(), triangle.c.into())
    }
}

impl From<CaromSdfSlice> for SdfSlice {
    fn from(slice: CaromSdfSlice) -> SdfSlice {
        SdfSlice {
            origin: slice.origin.into(),
            right: slice.right.into(),
            down: slice.down.into(),
            width: slice.width,
            height: slice.height,
        }
    }
}

same_layout! {
    CaromSdfContact => SdfContact { point, depth, normal, triangle, deepest }
}
