//! Hulls in poses: the caller's, and from there to the library's.

use super::cook::CaromHull;
use crate::ffi::frame::handle::Handle;
use crate::ffi::frame::pointer::Converted;
use crate::ffi::mesh::pairs_types::CaromPose;
use crate::geometry::HullPose;
use crate::mesh::Batch;
use crate::{Error, Result};
use bytemuck::{AnyBitPattern, Zeroable};

/// A convex hull in a pose. It is where the pose's numbers take it in real numbers: a vertex v is at exactly
/// R v + t, and nothing is rounded.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromHullPose {
    /// The hull; not NULL.
    pub hull: *const CaromHull,
    /// Its pose.
    pub pose: CaromPose,
}

// SAFETY: any bits are a value of a pointer, and of the numbers; what it points to is looked at only where the header
// has the caller promise that it is a hull.
unsafe impl AnyBitPattern for CaromHullPose {}

/// Hulls in poses, none of which is NULL.
pub(in crate::ffi) struct HullPoses<'a>(&'a [CaromHullPose]);

impl<'a> HullPoses<'a> {
    /// # Safety
    /// Pointers that are not null must come from [`crate::ffi::frame::handle::handle`], and not be destroyed during `'a`.
    pub(in crate::ffi) unsafe fn new(
        hulls: &Converted<'a, CaromHullPose>,
        name: &str,
    ) -> Result<HullPoses<'a>> {
        let hulls = hulls.as_slice();
        match hulls.iter().position(|shape| shape.hull.is_null() || !shape.hull.is_aligned()) {
            None => Ok(HullPoses(hulls)),
            Some(i) if hulls[i].hull.is_null() => {
                Err(Error::null_argument(format!("{name}[{i}].hull: NULL")))
            }
            Some(i) => Err(Error::misaligned(format!("{name}[{i}].hull: no address of a hull"))),
        }
    }
}

impl<'a> Batch<HullPose<'a>> for HullPoses<'a> {
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn query(&self, i: usize) -> HullPose<'a> {
        let CaromHullPose { hull, pose } = self.0[i];
        // SAFETY: not null and aligned; the rest was promised to `new`.
        unsafe { &*hull }.inner().at(pose.into())
    }
}
