//! Meshes and what they are asked.

use crate::answers::{Columns, Flags, Part, columns, each, filled, lists};
use crate::cooked::{bounded, cooked};
use crate::error::{Failure, refuse};
use crate::filter::{FilterParts, filter};
use crate::input::{self, RayArrays, RowArray, rays};
use crate::memory::blanks;
use crate::progress::watched;
use crate::shapes::{ListsOf, asked, casts, contacts, overlaps, tree_boxes};
use carom::geometry::Triangle;
use carom::mesh::{
    self, ClosestPoint, CookOptions, Crossing, LayoutKind, MeshInput, Output, Quality, RayHit, SurfacePoint,
    WidePreset,
};
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

columns!(RayHits of RayHit, hit: t: f32 = hit.t, triangle: u32 = hit.triangle, uv: [f32; 2] = [hit.u, hit.v]);
columns!(Surfaces of (RayHit, SurfacePoint), both:
    t: f32 = both.0.t, triangle: u32 = both.0.triangle, uv: [f32; 2] = [both.0.u, both.0.v],
    point: [f32; 3] = both.1.point.to_array(), normal: [f32; 3] = both.1.normal.to_array(),
    attributes: u16 = both.1.attributes);
columns!(Crossings of Crossing, crossing: t: f32 = crossing.t, triangle: u32 = crossing.triangle,
    uv: [f32; 2] = [crossing.u, crossing.v], sign: i32 = crossing.sign);
columns!(ClosestPoints of ClosestPoint, closest: point: [f32; 3] = closest.point.to_array(),
    distance: f32 = closest.distance, triangle: u32 = closest.triangle, feature: u8 = closest.feature as u8);
columns!(Triangles of (Triangle, u16), triangle:
    a: [f32; 3] = triangle.0.a.to_array(), b: [f32; 3] = triangle.0.b.to_array(), c: [f32; 3] = triangle.0.c.to_array());
columns!(Attributes of (Triangle, u16), triangle: attributes: u16 = triangle.1);

/// A cooked mesh.
#[pyclass(frozen, module = "carom._native")]
pub(crate) struct Mesh {
    pub(crate) mesh: mesh::Mesh<'static>,
}

/// Options by their numbers, as in carom.h.
#[derive(FromPyObject)]
struct Options {
    #[pyo3(item)]
    layout: u32,
    #[pyo3(item)]
    preset: u32,
    #[pyo3(item)]
    quality: u32,
    #[pyo3(item)]
    threads: usize,
    #[pyo3(item)]
    triangle_table: bool,
}

impl Mesh {
    /// Parts of all triangles.
    fn all_triangles<'py, C: Columns<(Triangle, u16)>>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        filled(py, self.mesh.triangle_count() as usize, |found: &mut C| Ok(self.mesh.triangles(0, found)?))
    }
}

#[pymethods]
impl Mesh {
    #[staticmethod]
    fn build(
        py: Python,
        positions: PyReadonlyArray2<f32>,
        faces: PyReadonlyArray2<u32>,
        attributes: Option<PyReadonlyArray1<u16>>,
        options: Options,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Mesh> {
        let (positions, indices) = (positions.as_slice()?.as_chunks::<3>().0, faces.as_slice()?);
        let attributes = attributes.as_ref().map(|array| array.as_slice()).transpose()?;
        let mut input = MeshInput::new(positions, indices);
        if let Some(attributes) = attributes {
            input = input.with_attributes(attributes);
        }
        let layout = match options.layout {
            0 => LayoutKind::default(),
            1 => LayoutKind::Compact,
            2 => LayoutKind::Delta,
            _ => LayoutKind::Wide,
        };
        let preset = WidePreset::ALL.get(options.preset as usize).copied();
        let preset = preset.ok_or_else(|| refuse(format!("preset: {} is none", options.preset)))?;
        let quality = match options.quality {
            1 => Quality::Fast,
            3 => Quality::High,
            _ => Quality::Medium,
        };
        let (threads, triangle_table) = (options.threads, options.triangle_table);
        let built = watched(py, progress, |progress| {
            let options = CookOptions {
                layout,
                preset,
                quality,
                thread_count: threads,
                triangle_table,
                progress: Some(progress),
                ..CookOptions::default()
            };
            mesh::Mesh::build(&input, options)
        })?;
        Ok(Mesh { mesh: built })
    }

    fn byte_count(&self) -> usize {
        self.mesh.bytes().len()
    }

    fn triangle_count(&self) -> u32 {
        self.mesh.triangle_count()
    }

    fn is_closed(&self, py: Python) -> bool {
        py.detach(|| self.mesh.is_closed())
    }

    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.all_triangles::<Triangles>(py)
    }

    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.all_triangles::<Attributes>(py)
    }

    fn raycast_surface<'py>(
        &self,
        py: Python<'py>,
        queries: RayArrays,
        seen: FilterParts,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (rays, filter) = (rays(&queries)?, filter(seen)?);
        each(py, &rays, |rays, hits: &mut Part<Surfaces>| {
            let mut surface = blanks(rays.len(), SurfacePoint::MISS)?;
            let mut found = blanks(rays.len(), RayHit::MISS)?;
            self.mesh.raycast_surface(rays, &filter, &mut found, &mut surface)?;
            found.into_iter().zip(surface).enumerate().for_each(|(i, both)| hits.write(i, both));
            Ok::<_, Failure>(())
        })
    }

    fn raycast_all<'py>(
        &self,
        py: Python<'py>,
        queries: RayArrays,
        seen: FilterParts,
    ) -> PyResult<ListsOf<'py>> {
        let (rays, filter) = (rays(&queries)?, filter(seen)?);
        lists::<_, _, RayHits>(py, &rays, RayHit::MISS, |rays, offsets, hits| {
            self.mesh.raycast_all(rays, &filter, offsets, hits)
        })
    }

    fn crossings<'py>(
        &self,
        py: Python<'py>,
        queries: RayArrays,
        seen: FilterParts,
    ) -> PyResult<ListsOf<'py>> {
        let (rays, filter) = (rays(&queries)?, filter(seen)?);
        lists::<_, _, Crossings>(py, &rays, Crossing::default(), |rays, offsets, found| {
            self.mesh.crossings(rays, &filter, offsets, found)
        })
    }

    fn winding_numbers<'py>(&self, py: Python<'py>, points: RowArray) -> PyResult<Bound<'py, PyTuple>> {
        let points = input::points(&points)?;
        each(py, &points, |points, numbers: &mut Part<WindingNumbers>| {
            self.mesh.winding_numbers(points, numbers)
        })
    }
}

columns!(WindingNumbers of i32, number: number: i32 = number);

cooked!(Mesh.mesh: mesh::Mesh);
bounded!(Mesh.mesh);
tree_boxes!(Mesh.mesh);
asked!(Mesh.mesh:
    raycast, RayArrays rays => RayHits;
    occluded, RayArrays rays => Flags;
    closest_point, PointQueryArrays point_queries => ClosestPoints;
);
overlaps!(Mesh.mesh: overlap_sphere overlap_sphere_all, SphereArrays spheres);
overlaps!(Mesh.mesh: overlap_capsule overlap_capsule_all, CapsuleArrays capsules);
overlaps!(Mesh.mesh: overlap_box overlap_box_all, BoxArrays boxes);
casts!(Mesh.mesh: cast_sphere, SphereArrays spheres moving_spheres);
casts!(Mesh.mesh: cast_capsule, CapsuleArrays capsules moving_capsules);
casts!(Mesh.mesh: cast_box, BoxArrays turned_boxes moving_boxes);
contacts!(Mesh.mesh: contacts_sphere, SphereArrays spheres);
contacts!(Mesh.mesh: contacts_capsule, CapsuleArrays capsules);
contacts!(Mesh.mesh: contacts_box, BoxArrays box_axes);
