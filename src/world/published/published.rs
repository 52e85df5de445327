//! The published structures, one of which a world may have.

use super::all_pairs::AllPairs;
use super::bounding::BoundingSphere;
use super::grid::Grid;
use super::hierarchy::Hierarchy;
use super::multi_grid::MultiGrid;
use super::object_bsp::ObjectBsp;
use super::octree::Halving;
use crate::geometry::Aabb;
use crate::world::options::{Placement, StructureKind, WorldOptions};
use crate::world::structure::Structure;
use std::ops::{Deref, DerefMut};

/// See the module.
pub(in crate::world) struct Published(OneOf);

enum OneOf {
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
    pub(in crate::world) fn new(options: &WorldOptions) -> Option<Published> {
        Some(Published(match options.structure {
            StructureKind::Auto => return None,
            StructureKind::AllPairs => OneOf::AllPairs(AllPairs),
            StructureKind::SphereTree => OneOf::SphereTree(Hierarchy::new(options.build)),
            StructureKind::BoxTree => OneOf::BoxTree(Hierarchy::new(options.build)),
            StructureKind::Bsp => OneOf::Bsp(ObjectBsp::new(options.placement)),
            StructureKind::Quadtree => OneOf::Halving(Halving::quadtree(options)),
            StructureKind::Octree => OneOf::Halving(Halving::octree(options)),
            StructureKind::MultiGrid => OneOf::MultiGrid(MultiGrid::new(options.cell_size)),
            StructureKind::Grid => match options.placement {
                Placement::Single => OneOf::MultiGrid(MultiGrid::single(options.cell_size)),
                Placement::Every => OneOf::Grid(Grid::new(options.cell_size)),
            },
        }))
    }
}

impl Deref for Published {
    type Target = dyn Structure;

    fn deref(&self) -> &Self::Target {
        match &self.0 {
            OneOf::AllPairs(structure) => structure,
            OneOf::SphereTree(structure) => structure,
            OneOf::BoxTree(structure) => structure,
            OneOf::Bsp(structure) => structure,
            OneOf::Halving(structure) => structure,
            OneOf::Grid(structure) => structure,
            OneOf::MultiGrid(structure) => structure,
        }
    }
}

impl DerefMut for Published {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match &mut self.0 {
            OneOf::AllPairs(structure) => structure,
            OneOf::SphereTree(structure) => structure,
            OneOf::BoxTree(structure) => structure,
            OneOf::Bsp(structure) => structure,
            OneOf::Halving(structure) => structure,
            OneOf::Grid(structure) => structure,
            OneOf::MultiGrid(structure) => structure,
        }
    }
}
