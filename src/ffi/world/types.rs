//! Worlds: descriptors, objects, pairs and figures.

use crate::ffi::frame::types::{CaromAabb, CaromVec3};
use bytemuck::Zeroable;

/// Structure of a world: the fastest one in almost all cases, a packed tree over sorted objects. Every
/// structure gives the same answers.
pub const CAROM_WORLD_AUTO: u32 = 0;

/// The options of a world. All fields but struct_size may be zero. Those that do not concern the structure
/// are checked and ignored.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromWorldDesc {
    /// sizeof(CaromWorldDesc); carom_world_desc_init() sets it.
    pub struct_size: u32,
    /// CAROM_WORLD_AUTO, or a published structure: CAROM_WORLD_...
    pub structure: u32,
    /// From 1 to 255; a part of every id. Worlds with different tags refuse each other's ids, and those with
    /// the same tag and the same edits have the same ones. 0 for the next tag of a counter of the process,
    /// from 1 to 255 and again from 1.
    pub tag: u32,
    /// Number of threads, the caller's among them, that share the work of updates and lists of pairs: 0 and 1
    /// for the caller's alone. Answers never depend on it.
    pub thread_count: u32,
    /// Of published hierarchies: CAROM_HIERARCHY_...
    pub build: u32,
    /// Of published structures with cells: CAROM_PLACEMENT_...
    pub placement: u32,
    /// Of a published quadtree, the two different axes along which it halves: 0, 1, 2 for x, y, z. Both 0 for
    /// x and z.
    pub axes: [u32; 2],
    /// Of published grids, the width of the cells, or of the smallest ones; 0 to choose it from the objects.
    pub cell_size: f32,
    /// Of a published quadtree or octree: 1 if it halves bounds, 0 for the box of the objects.
    pub has_bounds: u32,
    /// See has_bounds. Objects may leave it.
    pub bounds: CaromAabb,
}

/// The id of no object. The upper 32 bits of an id are the object's place, from 1, by which arrays of yours
/// can be indexed: new places are counted up, and only when none is free that a removed object had. The lower
/// bits tell apart those that have had the same place.
pub const CAROM_NO_OBJECT: u64 = 0;

/// Shape of a volume: an axis-aligned box.
pub const CAROM_VOLUME_BOX: u32 = 0;
/// Shape of a volume: a sphere.
pub const CAROM_VOLUME_SPHERE: u32 = 1;

/// The volume that an object fills; closed, so that touching counts.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromVolume {
    /// CAROM_VOLUME_...
    pub shape: u32,
    /// Radius of a sphere; finite, not negative. Ignored for a box.
    pub radius: f32,
    /// Smallest corner of a box, or centre of a sphere; finite.
    pub min: CaromVec3,
    /// Largest corner of a box; finite, nowhere below the smallest. Ignored for a sphere.
    pub max: CaromVec3,
}

/// A filter of pairs of objects: two see each other if each has a group that the other's mask names. A group
/// or mask of 0 sees nothing.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromGroupFilter {
    /// A bit for each group that it is in.
    pub group: u32,
    /// A bit for each group that it sees.
    pub mask: u32,
}

/// An object of a world.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromWorldObject {
    /// For the caller; means nothing to the world.
    pub user: u64,
    /// The volume that it fills.
    pub volume: CaromVolume,
    /// The groups that it is in, and those that it sees. Beware of zeros, which a zeroed struct has: it sees
    /// nothing.
    pub filter: CaromGroupFilter,
    /// 1 if it is static, else 0: two static objects are never a pair.
    pub is_static: u32,
    /// Zero.
    pub reserved: u32,
}

/// Two objects that touch.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromWorldPair {
    /// The one with the lower id.
    pub a: u64,
    /// The one with the higher id.
    pub b: u64,
}

/// A box of a world's structure, for drawing.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CaromWorldBox {
    /// The box itself.
    pub bounds: CaromAabb,
    /// 0 at the root; of several grids, which of them, the finest first.
    pub depth: u32,
    /// Number of objects that lie directly in it; 0 for an inner node.
    pub objects: u32,
}

/// The figures of a world.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub struct CaromWorldStats {
    /// sizeof(CaromWorldStats); set by the caller.
    pub struct_size: u32,
    /// Levels from the root to the lowest leaf; of grids, how many there are.
    pub depth: u32,
    /// Number of objects.
    pub object_count: u64,
    /// Number of static ones among them.
    pub static_count: u64,
    /// Boxes that the structure is made of, as carom_world_boxes() hands them out.
    pub node_count: u64,
    /// Number of times that the structure, or a part of it, was built anew or sorted.
    pub build_count: u64,
    /// Number of times that it was fitted to objects that had moved.
    pub refit_count: u64,
    /// Bytes of the objects themselves.
    pub bytes_objects: u64,
    /// Bytes of objects of several volumes, beyond that.
    pub bytes_compounds: u64,
    /// Bytes of the structure.
    pub bytes_structure: u64,
    /// Bytes of the lists of pairs, and of what is noted from one list to the next.
    pub bytes_pairs: u64,
    /// The areas of all boxes of the structure, in areas of the box around all objects: the less, the better.
    pub area: f64,
    /// Number of these boxes that an object's box touches, on average over some of the objects: the less, the
    /// better.
    pub overlap: f64,
}
