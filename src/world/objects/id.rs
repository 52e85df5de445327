//! Names of objects: a place and a generation, so that the id of what was removed is an error and not another
//! object.

use crate::{Error, Result};
use bytemuck::{Pod, Zeroable};
use std::fmt;

/// The name of an object in a world. Ids are ordered by the place in the world that they name, and no two
/// living objects share one: sorting by id is sorting by place.
///
/// The upper 32 bits are the place, from 1; then come 8 bits of the world's tag, and 24 of the generation,
/// from 1. A place is given up once its generations are used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct ObjectId(pub u64);

/// The last generation of a place.
pub(in crate::world) const LAST_GENERATION: u32 = (1 << 24) - 1;

impl ObjectId {
    /// No object.
    pub const NONE: ObjectId = ObjectId(0);

    /// The id of a place and what its lower half says.
    #[inline(always)]
    pub(in crate::world) fn new(place: u32, lower: u32) -> ObjectId {
        ObjectId(u64::from(place) << 32 | u64::from(lower))
    }

    /// The place in its world, which is not always its slot.
    #[inline(always)]
    pub(in crate::world) fn place(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// Tag and generation.
    #[inline(always)]
    pub(in crate::world) fn lower(self) -> u32 {
        self.0 as u32
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Checks that there is a value for each id of a batch.
pub(in crate::world) fn check_values(ids: usize, values: usize, name: &str) -> Result<()> {
    match values == ids {
        true => Ok(()),
        false => Err(Error::invalid_argument(text!("{name}: {values} for {ids} ids"))),
    }
}

/// Two objects that touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(C)]
pub struct Pair {
    /// The one with the lower id.
    pub a: ObjectId,
    /// The one with the higher id.
    pub b: ObjectId,
}
