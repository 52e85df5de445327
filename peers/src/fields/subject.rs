//! A mesh and a grid around it.

use crate::mesh::Mesh;
use anyhow::Result;
use carom::geometry::Vec3;
use carom::mesh::MeshInput;
use carom::sdf::Grid;

/// Cells that are left free before and behind the mesh along its longest side.
const FREE: u32 = 2;

/// The mesh and the grid that distances are asked of.
pub(super) struct Subject<'a> {
    pub(super) mesh: &'a Mesh,
    pub(super) grid: Grid,
}

impl<'a> Subject<'a> {
    /// A cube of so many nodes a side, with the mesh in the middle.
    pub(super) fn new(mesh: &'a Mesh, side: u32) -> Result<Subject<'a>> {
        let size = mesh.bounds.max.as_dvec3() - mesh.bounds.min.as_dvec3();
        let middle = (mesh.bounds.max.as_dvec3() + mesh.bounds.min.as_dvec3()) / 2.0;
        let cell = (size.max_element() / f64::from(side - 1 - 2 * FREE)) as f32;
        let half = f64::from(side - 1) * f64::from(cell) / 2.0;
        let origin = [middle.x, middle.y, middle.z].map(|at| (at - half) as f32);
        Ok(Subject { mesh, grid: Grid::new(Vec3::from_array(origin), cell, [side; 3])? })
    }

    pub(super) fn input(&self) -> MeshInput<'a> {
        MeshInput::new(self.mesh.positions(), self.mesh.triangles.as_flattened())
    }

    /// Nodes a side.
    pub(super) fn side(&self) -> u32 {
        self.grid.dims()[0]
    }
}

/// Slices of a grid, nodes with the same z: all of them, or every so many.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Slices {
    /// A power of two, at most [`Slices::FEWEST`].
    pub(super) every: u32,
}

impl Slices {
    pub(super) const ALL: Slices = Slices { every: 1 };
    pub(super) const FEWEST: Slices = Slices { every: 16 };

    /// The numbers of the slices; those of [`Slices::FEWEST`] are in all.
    pub(super) fn of(self, grid: &Grid) -> impl Iterator<Item = u32> + use<> {
        let first = Slices::FEWEST.every / 2 % self.every;
        (first..grid.dims()[2]).step_by(self.every as usize)
    }

    /// Their nodes, in order.
    pub(super) fn nodes(self, grid: &Grid) -> Vec<[f32; 3]> {
        let [x, y, _] = grid.dims();
        let row = |z, y| (0..x).map(move |x| [x, y, z]);
        let slice = |z| (0..y).flat_map(move |y| row(z, y));
        self.of(grid).flat_map(slice).map(|node| grid.node(node).to_array()).collect()
    }
}
