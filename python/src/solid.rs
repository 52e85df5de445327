//! BSP trees of solids.

use crate::answers::{Flags, Part, columns, each};
use crate::cooked::{bounded, cooked};
use crate::error::raise;
use crate::filter::{FilterParts, filter};
use crate::input::{RowArray, SphereArrays, moving_spheres, spheres};
use crate::shapes::{asked, casts, contacts, overlaps, tree_boxes};
use carom::bsp::{
    BrushInput, Bsp, BspCastHit, BspContact, BspInput, BspOptions, PointContent, SphereMode, SurfaceInput,
};
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

columns!(Contents of PointContent, content: brush: u32 = content.brush, attributes: u16 = content.attributes);
columns!(SphereContacts of BspContact, contact: point: [f32; 3] = contact.point.to_array(), depth: f32 = contact.depth,
    normal: [f32; 3] = contact.normal.to_array(), brush: u32 = contact.brush);
columns!(CastHits of BspCastHit, hit: t: f32 = hit.t, point: [f32; 3] = hit.point.to_array(),
    normal: [f32; 3] = hit.normal.to_array(), brush: u32 = hit.brush);

/// A cooked tree.
#[pyclass(frozen, module = "carom._native")]
pub(crate) struct Solid {
    bsp: Bsp<'static>,
}

fn build(py: Python, input: &BspInput) -> PyResult<Solid> {
    let built = py.detach(|| Bsp::build(input, &BspOptions::default()));
    Ok(Solid { bsp: built.map_err(raise)? })
}

#[pymethods]
impl Solid {
    #[staticmethod]
    fn build_brushes(
        py: Python,
        planes: PyReadonlyArray2<f32>,
        plane_counts: PyReadonlyArray1<u32>,
        attributes: Option<PyReadonlyArray1<u16>>,
    ) -> PyResult<Solid> {
        let planes = planes.as_slice()?.as_chunks::<4>().0;
        let mut input = BrushInput::new(planes, plane_counts.as_slice()?);
        input.attributes = attributes.as_ref().map(|array| array.as_slice()).transpose()?;
        build(py, &BspInput::Brushes(input))
    }

    #[staticmethod]
    fn build_surface(
        py: Python,
        positions: PyReadonlyArray2<f32>,
        faces: PyReadonlyArray2<u32>,
    ) -> PyResult<Solid> {
        let input = SurfaceInput::triangles(positions.as_slice()?.as_chunks::<3>().0, faces.as_slice()?);
        build(py, &BspInput::Surface(input))
    }

    fn brush_count(&self) -> u32 {
        self.bsp.brush_count()
    }

    fn overlap_sphere<'py>(
        &self,
        py: Python<'py>,
        shapes: SphereArrays,
        seen: FilterParts,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (shapes, filter) = (spheres(&shapes)?, filter(seen)?);
        each(py, &shapes, |shapes, answers: &mut Part<Flags>| {
            self.bsp.overlap_sphere(shapes, SphereMode::Exact, &filter, answers)
        })
    }

    fn cast_sphere<'py>(
        &self,
        py: Python<'py>,
        shapes: SphereArrays,
        displacements: RowArray,
        seen: FilterParts,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let shapes = moving_spheres(spheres(&shapes)?, &displacements)?;
        let filter = filter(seen)?;
        each(py, &shapes, |shapes, hits: &mut Part<CastHits>| self.bsp.cast_sphere(shapes, &filter, hits))
    }
}

cooked!(Solid.bsp: Bsp);
bounded!(Solid.bsp);
tree_boxes!(Solid.bsp);
asked!(Solid.bsp:
    contains_point, RowArray points => Contents;
    collide_sphere, SphereArrays spheres => SphereContacts;
    raycast, RayArrays rays => CastHits;
);
overlaps!(Solid.bsp: overlap_capsule overlap_capsule_all, CapsuleArrays capsules);
overlaps!(Solid.bsp: overlap_box overlap_box_all, BoxArrays boxes);
casts!(Solid.bsp: cast_capsule, CapsuleArrays capsules moving_capsules);
casts!(Solid.bsp: cast_box, BoxArrays turned_boxes moving_boxes);
contacts!(Solid.bsp: contacts_sphere, SphereArrays spheres);
contacts!(Solid.bsp: contacts_capsule, CapsuleArrays capsules);
contacts!(Solid.bsp: contacts_box, BoxArrays box_axes);
