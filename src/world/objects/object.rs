//! Objects as they are inserted, and their rows as structures read them.

use super::volume::Volume;
use crate::geometry::Aabb;
use bytemuck::{Pod, Zeroable};

/// Groups by which objects see each other: two do if each has a group that the other's mask names. A group or
/// mask of 0 sees nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupFilter {
    /// A bit for each group that it is in.
    pub group: u32,
    /// A bit for each group that it sees.
    pub mask: u32,
}

impl GroupFilter {
    /// In all groups, and sees all: for queries.
    pub const ALL: GroupFilter = GroupFilter { group: u32::MAX, mask: u32::MAX };

    /// In no group, and sees none.
    pub(in crate::world) const NOBODY: GroupFilter = GroupFilter { group: 0, mask: 0 };

    /// The groups of both, and all that either sees: sees whatever one of them does.
    #[inline(always)]
    pub(in crate::world) fn or(&self, other: &GroupFilter) -> GroupFilter {
        GroupFilter { group: self.group | other.group, mask: self.mask | other.mask }
    }

    /// Returns true if each sees the other.
    #[inline(always)]
    pub fn sees(&self, other: &GroupFilter) -> bool {
        self.group & other.mask != 0 && other.group & self.mask != 0
    }
}

/// In the first group, and sees all.
impl Default for GroupFilter {
    fn default() -> GroupFilter {
        GroupFilter { group: 1, mask: u32::MAX }
    }
}

/// An object to be inserted. A box or a sphere becomes one with the default filter.
///
/// ```
/// use carom::prelude::*;
///
/// let world = World::new(&WorldOptions::default())?;
/// let ground = Aabb::new(Vec3::splat(-10.0), Vec3::new(10.0, 10.0, 0.0));
/// let id = world.insert_one(Object { is_static: true, user: 7, ..ground.into() })?;
/// assert_eq!(world.object(id)?.user, 7);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Object {
    /// Its volume.
    pub volume: Volume,
    /// Its filter.
    pub filter: GroupFilter,
    /// For whoever inserts it; means nothing to the world.
    pub user: u64,
    /// True if it is static: two static objects are never a pair.
    pub is_static: bool,
}

impl<V: Into<Volume>> From<V> for Object {
    fn from(volume: V) -> Object {
        Object { volume: volume.into(), filter: GroupFilter::default(), user: 0, is_static: false }
    }
}

/// An object's box and filter, as structures read them: half a cache line.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(32))]
pub(in crate::world) struct Row {
    pub(in crate::world) min: [f32; 3],
    pub(in crate::world) group: u32,
    pub(in crate::world) max: [f32; 3],
    pub(in crate::world) mask: u32,
}

impl Row {
    pub(in crate::world) const EMPTY: Row =
        Row { min: [f32::INFINITY; 3], group: 0, max: [f32::NEG_INFINITY; 3], mask: 0 };

    #[inline(always)]
    pub(in crate::world) fn bounds(&self) -> Aabb {
        Aabb::new(self.min.into(), self.max.into())
    }

    #[inline(always)]
    pub(in crate::world) fn filter(&self) -> GroupFilter {
        GroupFilter { group: self.group, mask: self.mask }
    }
}
