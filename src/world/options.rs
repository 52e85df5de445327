//! The options of a world.

use crate::geometry::{Aabb, LARGEST};
use crate::{Error, Result};
use std::sync::atomic::{AtomicU32, Ordering};

/// The structure by which a world finds objects that may touch. Answers never depend on it. Numbers are
/// append-only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum StructureKind {
    /// The fastest in almost all cases: a packed tree over sorted objects.
    #[default]
    Auto = 0,
    /// A loop over all pairs: what all others are compared with.
    AllPairs = 1,
    /// A binary hierarchy of spheres.
    SphereTree = 2,
    /// A binary hierarchy of boxes.
    BoxTree = 3,
    /// A BSP over the objects, with hierarchies of boxes in its leaves.
    Bsp = 4,
    /// A tree of squares, each halved along two axes.
    Quadtree = 5,
    /// A tree of cubes, each halved along three axes.
    Octree = 6,
    /// Cells of one size.
    Grid = 7,
    /// Grids whose cells double in width, in which objects lie by their size.
    MultiGrid = 8,
}

impl StructureKind {
    /// All of them, by number.
    pub const ALL: [StructureKind; 9] = [
        StructureKind::Auto,
        StructureKind::AllPairs,
        StructureKind::SphereTree,
        StructureKind::BoxTree,
        StructureKind::Bsp,
        StructureKind::Quadtree,
        StructureKind::Octree,
        StructureKind::Grid,
        StructureKind::MultiGrid,
    ];

    /// The structure with a number.
    pub fn from_number(number: u32) -> Option<StructureKind> {
        StructureKind::ALL.get(number as usize).copied()
    }
}

/// The way in which a hierarchy is built. Numbers are append-only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum HierarchyBuild {
    /// Objects are inserted one after another, and moved by removing and inserting them.
    #[default]
    Insertion = 0,
    /// Again and again, the nearest two are merged; anew after each change.
    BottomUp = 1,
    /// The objects are split in two again and again; anew after each change.
    TopDown = 2,
}

impl HierarchyBuild {
    /// The build with a number.
    pub fn from_number(number: u32) -> Option<HierarchyBuild> {
        [HierarchyBuild::Insertion, HierarchyBuild::BottomUp, HierarchyBuild::TopDown]
            .get(number as usize)
            .copied()
    }
}

/// The place of an object that touches more than one cell or half. Numbers are append-only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Placement {
    /// In one: that of its centre; in a BSP, on the plane that it straddles.
    #[default]
    Single = 0,
    /// In all that it touches.
    Every = 1,
}

impl Placement {
    /// The placement with a number.
    pub fn from_number(number: u32) -> Option<Placement> {
        [Placement::Single, Placement::Every].get(number as usize).copied()
    }
}

/// A tag from 1 to 255 for another world: each in turn, from a counter of this process. Two of up to 255
/// worlds that follow each other so refuse each other's ids; but the ids that a world gives then depend on
/// how many worlds were made before.
pub fn next_tag() -> u8 {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let (turn, tags) = (COUNT.fetch_add(1, Ordering::Relaxed), u32::from(u8::MAX));
    (turn % tags + 1) as u8
}

/// The options of a world. All but the tag and the threads are ignored by structures that they do not
/// concern.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldOptions {
    /// The structure.
    pub structure: StructureKind,
    /// A part of every id: worlds with different tags refuse each other's ids, see [`next_tag`].
    pub tag: u8,
    /// The number of threads, the caller's among them, that share the work of updates and lists of pairs: 0
    /// and 1 for the caller's alone. Answers never depend on it.
    pub thread_count: usize,
    /// The way in which hierarchies are built.
    pub build: HierarchyBuild,
    /// The places of objects in a BSP, quadtree, octree and grid.
    pub placement: Placement,
    /// The two different axes along which a quadtree halves: 0, 1, 2 for x, y, z.
    pub axes: [u8; 2],
    /// The width of a grid's cells, or of the smallest cells of a multi-resolution grid; 0 to choose it from
    /// the objects.
    pub cell_size: f32,
    /// The box that a quadtree or octree halves; objects may leave it. None for the box of the objects.
    pub bounds: Option<Aabb>,
}

impl Default for WorldOptions {
    fn default() -> WorldOptions {
        WorldOptions {
            structure: StructureKind::default(),
            tag: 0,
            thread_count: 1,
            build: HierarchyBuild::default(),
            placement: Placement::default(),
            axes: [0, 2],
            cell_size: 0.0,
            bounds: None,
        }
    }
}

impl WorldOptions {
    pub(super) fn check(&self) -> Result<()> {
        let [a, b] = self.axes;
        if a > 2 || b > 2 || a == b {
            let error = Error::invalid_argument(text!("{a} and {b} are not two of 0, 1 and 2"));
            return Err(error.of("options", "axes"));
        }
        if self.cell_size.is_nan() || self.cell_size.is_infinite() {
            let error = Error::not_finite(text!("{} is not finite", self.cell_size));
            return Err(error.of("options", "cell_size"));
        }
        if !(0.0..=LARGEST).contains(&self.cell_size) {
            let text = text!("{} is not between 0 and {LARGEST:e}", self.cell_size);
            return Err(Error::invalid_argument(text).of("options", "cell_size"));
        }
        check_threads(self.thread_count).map_err(|error| error.within("options"))?;
        match &self.bounds {
            Some(bounds) => bounds.check(|| text!("bounds")).map_err(|error| error.within("options")),
            None => Ok(()),
        }
    }
}

/// Checks a number of threads.
pub(super) fn check_threads(count: usize) -> Result<()> {
    /// More are too many.
    const MOST: usize = 1024;
    if count > MOST {
        return Err(Error::invalid_argument(text!("{count} exceeds {MOST}")).at("thread_count"));
    }
    Ok(())
}
