//! Between the structs of BSP trees and the library's types.

use super::query_types::*;
use crate::bsp::{BspCastHit, BspContact, NO_BRUSH, PointContent};
use crate::ffi::frame::types::CAROM_NONE;

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
