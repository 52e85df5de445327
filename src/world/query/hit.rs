//! The objects that rays and moving boxes meet.

use crate::world::objects::ObjectId;
use std::cmp::Ordering;

/// An object that a ray or a moving box meets.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Hit {
    /// [`ObjectId::NONE`] if nothing is met.
    pub object: ObjectId,
    /// The value that it was inserted with; 0 if nothing is met.
    pub user: u64,
    /// The ray's parameter, or the part of the way, where it is first met; infinite if nothing is.
    pub t: f32,
    /// So that no byte is undefined.
    zero: u32,
}

impl Hit {
    /// Nothing is met.
    pub const MISS: Hit = Hit::new(f32::INFINITY, ObjectId::NONE, 0);

    /// An object that is met.
    pub const fn new(t: f32, object: ObjectId, user: u64) -> Hit {
        Hit { object, user, t, zero: 0 }
    }

    /// The order of lists: along the way, and what is met together by id.
    pub(super) fn order(&self, other: &Hit) -> Ordering {
        // Both zeros are one place.
        (self.t + 0.0).total_cmp(&(other.t + 0.0)).then(self.object.cmp(&other.object))
    }
}
