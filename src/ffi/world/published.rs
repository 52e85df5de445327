//! Published structures of worlds, for comparison: what a descriptor names them by.

/// Structure of a world: none, but a loop over all pairs.
pub const CAROM_WORLD_ALL_PAIRS: u32 = 1;
/// Structure of a world: a binary hierarchy of spheres; see CAROM_HIERARCHY_...
pub const CAROM_WORLD_SPHERE_TREE: u32 = 2;
/// Structure of a world: a binary hierarchy of boxes; see CAROM_HIERARCHY_...
pub const CAROM_WORLD_BOX_TREE: u32 = 3;
/// Structure of a world: a BSP over the objects, with hierarchies in its leaves; see CAROM_PLACEMENT_...
pub const CAROM_WORLD_BSP: u32 = 4;
/// Structure of a world: a box halved along two axes, again and again; see CAROM_PLACEMENT_...
pub const CAROM_WORLD_QUADTREE: u32 = 5;
/// Structure of a world: a box halved along three axes, again and again; see CAROM_PLACEMENT_...
pub const CAROM_WORLD_OCTREE: u32 = 6;
/// Structure of a world: cells of one size; see CAROM_PLACEMENT_... With CAROM_PLACEMENT_EVERY, an object
/// that covers more than 512 cells lies in none, and so in no box that carom_world_boxes() hands out, but is
/// compared with all.
pub const CAROM_WORLD_GRID: u32 = 7;
/// Structure of a world: grids whose cells double in width, in which objects lie by their size.
pub const CAROM_WORLD_MULTI_GRID: u32 = 8;

/// Build of a hierarchy: objects are inserted one after another, and moved by removing and inserting them.
pub const CAROM_HIERARCHY_INSERTION: u32 = 0;
/// Build of a hierarchy: the nearest two are merged again and again; anew after each change.
pub const CAROM_HIERARCHY_BOTTOM_UP: u32 = 1;
/// Build of a hierarchy: the objects are split in two again and again; anew after each change.
pub const CAROM_HIERARCHY_TOP_DOWN: u32 = 2;

/// Placement of an object that touches several cells or halves: in the one of its centre; in a BSP, on the
/// plane.
pub const CAROM_PLACEMENT_SINGLE: u32 = 0;
/// Placement of an object that touches several cells or halves: in all of them.
pub const CAROM_PLACEMENT_EVERY: u32 = 1;
