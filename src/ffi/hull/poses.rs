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
        for (i, shape) in hulls.iter().enumerate() {
            shape.check_hull(|| text!("{name}[{i}]"))?;
        }
        Ok(HullPoses(hulls))
    }
}

impl CaromHullPose {
    /// Makes sure that its pointer may be that of a hull; `name` is only called for the error text.
    #[inline]
    pub(in crate::ffi) fn check_hull(&self, name: impl FnOnce() -> String) -> Result<()> {
        match self.hull {
            hull if hull.is_null() => Err(Error::null_argument(text!("{}.hull: NULL", name()))),
            hull if !hull.is_aligned() => {
                Err(Error::misaligned(text!("{}.hull: no address of a hull", name())))
            }
            _ => Ok(()),
        }
    }

    /// The hull in its pose.
    ///
    /// # Safety
    /// The pointer must have been checked, come from [`crate::ffi::frame::handle::handle`], and not be destroyed during
    /// `'a`.
    #[inline]
    pub(in crate::ffi) unsafe fn posed<'a>(self) -> HullPose<'a> {
        // SAFETY: the caller's promise.
        unsafe { &*self.hull }.inner().at(self.pose.into())
    }
}

impl<'a> Batch<HullPose<'a>> for HullPoses<'a> {
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn query(&self, i: usize) -> HullPose<'a> {
        // SAFETY: checked; the rest was promised to `new`.
        unsafe { self.0[i].posed() }
    }
}
