//! Convex hulls, to be asked of meshes.

use crate::answers::{Flags, Part, each, lists};
use crate::cooked::cooked;
use crate::error::Failure;
use crate::filter::{FilterParts, edges, filter};
use crate::input::{self, PoseArray, Questions, RowArray, given, poses};
use crate::memory::gathered;
use crate::mesh::Mesh;
use crate::shapes::{ContactParts, Contacts, Indices, ListsOf, NO_CONTACT, ShapeHits, contact_options};
use carom::geometry::{HullCast, HullPose, Vec3};
use carom::hull;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A convex hull.
#[pyclass(frozen, module = "carom._native")]
pub(crate) struct Hull {
    hull: hull::Hull<'static>,
}

impl Hull {
    /// The hull in each pose.
    fn at(&self, array: &PoseArray) -> PyResult<Vec<HullPose<'_>>> {
        Ok(gathered(poses(array, "poses")?.into_iter().map(|pose| self.hull.at(pose)))?)
    }
}

#[pymethods]
impl Hull {
    #[staticmethod]
    fn build(py: Python, points: RowArray) -> PyResult<Hull> {
        let points = input::points(&points)?;
        let built = py.detach(|| Ok::<_, Failure>(hull::Hull::build(&points.all()?)?));
        Ok(Hull { hull: built? })
    }

    fn vertices(&self) -> Vec<[f32; 3]> {
        self.hull.parts().vertices().iter().map(Vec3::to_array).collect()
    }
}

cooked!(Hull.hull: hull::Hull);

#[pymethods]
impl Mesh {
    fn overlap_hull<'py>(
        &self,
        py: Python<'py>,
        hull: &Hull,
        poses: PoseArray,
        seen: FilterParts,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (shapes, filter) = (hull.at(&poses)?, filter(seen)?);
        each(py, &given(&shapes), |shapes, answers: &mut Part<Flags>| {
            self.mesh.overlap_hull(shapes, &filter, answers)
        })
    }

    fn overlap_hull_all<'py>(
        &self,
        py: Python<'py>,
        hull: &Hull,
        poses: PoseArray,
        seen: FilterParts,
    ) -> PyResult<ListsOf<'py>> {
        let (shapes, filter) = (hull.at(&poses)?, filter(seen)?);
        lists::<_, _, Indices>(py, &given(&shapes), 0, |shapes, offsets, found| {
            self.mesh.overlap_hull_all(shapes, &filter, offsets, found)
        })
    }

    fn contacts_hull<'py>(
        &self,
        py: Python<'py>,
        hull: &Hull,
        poses: PoseArray,
        seen: FilterParts,
        options: ContactParts,
    ) -> PyResult<ListsOf<'py>> {
        let (shapes, filter) = (hull.at(&poses)?, filter(seen)?);
        let options = contact_options(options);
        lists::<_, _, Contacts>(py, &given(&shapes), NO_CONTACT, |shapes, offsets, found| {
            self.mesh.contacts_hull(shapes, &filter, &options, offsets, found)
        })
    }

    fn cast_hull<'py>(
        &self,
        py: Python<'py>,
        hull: &Hull,
        poses: PoseArray,
        displacements: RowArray,
        seen: FilterParts,
        all_edges: bool,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let shapes = hull.at(&poses)?;
        let displacements = input::points(&displacements)?;
        let count = input::count(&[("poses", shapes.len()), ("displacements", displacements.count)])?;
        let cast = |i: usize| HullCast {
            shape: shapes[if shapes.len() == 1 { 0 } else { i }],
            displacement: (displacements.make)(i),
        };
        let (casts, filter) = (Questions { count, make: cast }, filter(seen)?);
        each(py, &casts, |casts, hits: &mut Part<ShapeHits>| {
            self.mesh.cast_hull(casts, &filter, edges(all_edges), hits)
        })
    }
}
