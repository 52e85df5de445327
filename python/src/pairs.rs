//! A mesh against another, in poses.

use crate::answers::{Flags, Part, columns, each, lists};
use crate::filter::{FilterParts, filter};
use crate::input::{PoseArray, given, poses};
use crate::memory::gathered;
use crate::mesh::Mesh;
use crate::shapes::ListsOf;
use carom::geometry::PoseMatrix;
use carom::mesh::{Interiors, MeshDistance, MeshInside, PairDistance, PosePair, Share, TrianglePair};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

columns!(Pairs of TrianglePair, pair: pair: [u32; 2] = [pair.a, pair.b]);
columns!(Near of PairDistance, near: pair: [u32; 2] = [near.pair.a, near.pair.b], distance: f32 = near.distance);
columns!(Distances of MeshDistance, found: distance: f32 = found.distance, on_a: [f32; 3] = found.on_a.to_array(),
    on_b: [f32; 3] = found.on_b.to_array(), triangle_a: u32 = found.a, triangle_b: u32 = found.b);
columns!(Insides of MeshInside, inside: touches: bool = inside.touches, a_in_b: u8 = share(inside.a_in_b),
b_in_a: u8 = share(inside.b_in_a), interiors: u8 = match inside.interiors {
    Interiors::Apart => 0,
    Interiors::Overlap => 1,
    Interiors::Unknown => 2,
});

fn share(share: Share) -> u8 {
    match share {
        Share::None => 0,
        Share::Some => 1,
        Share::All => 2,
    }
}

/// Poses of the second mesh; the first stays.
fn pairs(array: &PoseArray) -> PyResult<Vec<PosePair>> {
    let poses = poses(array, "poses")?.into_iter();
    Ok(gathered(poses.map(|b| PosePair { a: PoseMatrix::IDENTITY, b }))?)
}

#[pymethods]
impl Mesh {
    fn overlap_mesh<'py>(
        &self,
        py: Python<'py>,
        other: &Mesh,
        poses: PoseArray,
        seen: (FilterParts, FilterParts),
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (poses, filters) = (pairs(&poses)?, [filter(seen.0)?, filter(seen.1)?]);
        each(py, &given(&poses), |poses, answers: &mut Part<Flags>| {
            self.mesh.overlap_mesh(&other.mesh, poses, filters.each_ref(), answers)
        })
    }

    fn overlap_mesh_all<'py>(
        &self,
        py: Python<'py>,
        other: &Mesh,
        poses: PoseArray,
        seen: (FilterParts, FilterParts),
    ) -> PyResult<ListsOf<'py>> {
        let (poses, filters) = (pairs(&poses)?, [filter(seen.0)?, filter(seen.1)?]);
        lists::<_, _, Pairs>(py, &given(&poses), TrianglePair { a: 0, b: 0 }, |poses, offsets, found| {
            self.mesh.overlap_mesh_all(&other.mesh, poses, filters.each_ref(), offsets, found)
        })
    }

    fn within<'py>(
        &self,
        py: Python<'py>,
        other: &Mesh,
        distance: f32,
        poses: PoseArray,
        seen: (FilterParts, FilterParts),
    ) -> PyResult<ListsOf<'py>> {
        let (poses, filters) = (pairs(&poses)?, [filter(seen.0)?, filter(seen.1)?]);
        let blank = PairDistance { pair: TrianglePair { a: 0, b: 0 }, distance: 0.0 };
        lists::<_, _, Near>(py, &given(&poses), blank, |poses, offsets, found| {
            self.mesh.within(&other.mesh, poses, distance, filters.each_ref(), offsets, found)
        })
    }

    fn distance<'py>(
        &self,
        py: Python<'py>,
        other: &Mesh,
        max_distance: f32,
        poses: PoseArray,
        seen: (FilterParts, FilterParts),
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (poses, filters) = (pairs(&poses)?, [filter(seen.0)?, filter(seen.1)?]);
        each(py, &given(&poses), |poses, answers: &mut Part<Distances>| {
            self.mesh.distance(&other.mesh, poses, max_distance, filters.each_ref(), answers)
        })
    }

    fn inside<'py>(&self, py: Python<'py>, other: &Mesh, poses: PoseArray) -> PyResult<Bound<'py, PyTuple>> {
        let poses = pairs(&poses)?;
        each(py, &given(&poses), |poses, answers: &mut Part<Insides>| {
            self.mesh.inside(&other.mesh, poses, answers)
        })
    }
}
