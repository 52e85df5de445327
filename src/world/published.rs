//! The published structures, one of which a world may have. They lie in the world itself and not behind a box, because
//! a box that cannot be allocated ends the process.

use super::all_pairs::AllPairs;
use super::bounding::BoundingSphere;
use super::grid::Grid;
use super::hierarchy::Hierarchy;
use super::multi_grid::MultiGrid;
use super::object_bsp::ObjectBsp;
use super::octree::Halving;
use super::options::{Placement, StructureKind, WorldOptions};
use super::structure::Structure;
use crate::geometry::Aabb;
use std::ops::{Deref, DerefMut};

pub(super) enum Published {
    AllPairs(AllPairs),
    SphereTree(Hierarchy<BoundingSphere>),
    BoxTree(Hierarchy<Aabb>),
    Bsp(ObjectBsp),
    Halving(Halving),
    Grid(Grid),
    MultiGrid(MultiGrid),
}

impl Published {
    /// The one that options ask for; none for the structure that is not published.
    pub(super) fn new(options: &WorldOptions) -> Option<Published> {
        Some(match options.structure {
            StructureKind::Auto => return None,
            StructureKind::AllPairs => Published::AllPairs(AllPairs),
            StructureKind::SphereTree => Published::SphereTree(Hierarchy::new(options.build)),
            StructureKind::BoxTree => Published::BoxTree(Hierarchy::new(options.build)),
            StructureKind::Bsp => Published::Bsp(ObjectBsp::new(options.placement)),
            StructureKind::Quadtree => Published::Halving(Halving::quadtree(options)),
            StructureKind::Octree => Published::Halving(Halving::octree(options)),
            StructureKind::MultiGrid => Published::MultiGrid(MultiGrid::new(options.cell_size)),
            StructureKind::Grid => match options.placement {
                Placement::Single => Published::MultiGrid(MultiGrid::single(options.cell_size)),
                Placement::Every => Published::Grid(Grid::new(options.cell_size)),
            },
        })
    }
}

impl Deref for Published {
    type Target = dyn Structure;

    fn deref(&self) -> &Self::Target {
        match self {
            Published::AllPairs(structure) => structure,
            Published::SphereTree(structure) => structure,
            Published::BoxTree(structure) => structure,
            Published::Bsp(structure) => structure,
            Published::Halving(structure) => structure,
            Published::Grid(structure) => structure,
            Published::MultiGrid(structure) => structure,
        }
    }
}

impl DerefMut for Published {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Published::AllPairs(structure) => structure,
            Published::SphereTree(structure) => structure,
            Published::BoxTree(structure) => structure,
            Published::Bsp(structure) => structure,
            Published::Halving(structure) => structure,
            Published::Grid(structure) => structure,
            Published::MultiGrid(structure) => structure,
        }
    }
}
