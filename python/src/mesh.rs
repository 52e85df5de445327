//! Meshes and what they are asked.

use crate::answers::{Flags, Part, columns, each, filled, lists};
use crate::error::{raise, refuse};
use crate::filter::{FilterParts, edges, filter};
use crate::input::{
    self, BoxArrays, CapsuleArrays, PointQueryArrays, RayArrays, RowArray, SphereArrays, axes, boxes,
    capsules, moving_boxes, moving_capsules, moving_spheres, point_queries, rays, spheres,
};
use crate::progress::watched;
use carom::geometry::{Aabb, Triangle, Vec3};
use carom::mesh::{
    self, ClosestPoint, Contact, ContactOptions, CookOptions, Crossing, LayoutKind, MeshInput, Output,
    Quality, RayHit, ShapeHit, SurfacePoint, WidePreset,
};
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

/// Where lists begin, and the fields of their items.
pub(crate) type ListsOf<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

columns!(RayHits of RayHit, hit: t: f32 = hit.t, triangle: u32 = hit.triangle, uv: [f32; 2] = [hit.u, hit.v]);
columns!(Surfaces of (RayHit, SurfacePoint), both:
    t: f32 = both.0.t, triangle: u32 = both.0.triangle, uv: [f32; 2] = [both.0.u, both.0.v],
    point: [f32; 3] = both.1.point.to_array(), normal: [f32; 3] = both.1.normal.to_array(),
    attributes: u16 = both.1.attributes);
columns!(Crossings of Crossing, crossing: t: f32 = crossing.t, triangle: u32 = crossing.triangle,
    uv: [f32; 2] = [crossing.u, crossing.v], sign: i32 = crossing.sign);
columns!(ClosestPoints of ClosestPoint, closest: point: [f32; 3] = closest.point.to_array(),
    distance: f32 = closest.distance, triangle: u32 = closest.triangle, feature: u8 = closest.feature as u8);
columns!(ShapeHits of ShapeHit, hit: t: f32 = hit.t, depth: f32 = hit.depth, point: [f32; 3] = hit.point.to_array(),
    normal: [f32; 3] = hit.normal.to_array(), triangle: u32 = hit.triangle);
columns!(Contacts of Contact, contact: point: [f32; 3] = contact.point.to_array(), depth: f32 = contact.depth,
    normal: [f32; 3] = contact.normal.to_array(), triangle: u32 = contact.triangle, manifold: u32 = contact.manifold);
columns!(Indices of u32, index: index: u32 = index);
columns!(Triangles of (Triangle, u16), triangle:
    a: [f32; 3] = triangle.0.a.to_array(), b: [f32; 3] = triangle.0.b.to_array(), c: [f32; 3] = triangle.0.c.to_array(),
    attributes: u16 = triangle.1);

pub(crate) const NO_CONTACT: Contact = Contact {
    point: Vec3::ZERO,
    depth: 0.0,
    normal: Vec3::ZERO,
    triangle: 0,
    feature: 0,
    manifold: 0,
    attributes: 0,
    reserved: 0,
};

/// The largest gap, whether all edges count, the most points of a manifold, and the cosine by which normals are one.
pub(crate) type ContactParts = (f32, bool, u32, f32);

pub(crate) fn contact_options(
    (max_distance, all_edges, max_points, merge_cos): ContactParts,
) -> ContactOptions {
    ContactOptions { max_distance, edges: edges(all_edges), max_points, merge_cos }
}

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

    #[staticmethod]
    fn open(py: Python, blob: &[u8]) -> PyResult<Mesh> {
        Ok(Mesh { mesh: py.detach(|| mesh::Mesh::open_copy(blob)).map_err(raise)? })
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.mesh.bytes())
    }

    fn byte_count(&self) -> usize {
        self.mesh.bytes().len()
    }

    fn triangle_count(&self) -> u32 {
        self.mesh.triangle_count()
    }

    fn bounds(&self) -> ([f32; 3], [f32; 3]) {
        let Aabb { min, max } = self.mesh.bounds();
        (min.to_array(), max.to_array())
    }

    fn is_closed(&self, py: Python) -> bool {
        py.detach(|| self.mesh.is_closed())
    }

    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        filled(py, self.mesh.triangle_count() as usize, |found: &mut Triangles| self.mesh.triangles(0, found))
    }

    fn raycast<'py>(
        &self,
        py: Python<'py>,
        queries: RayArrays,
        seen: FilterParts,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (rays, filter) = (rays(&queries)?, filter(seen)?);
        each(py, &rays, |rays, hits: &mut Part<RayHits>| self.mesh.raycast(rays, &filter, hits))
    }

    fn raycast_surface<'py>(
        &self,
        py: Python<'py>,
        queries: RayArrays,
        seen: FilterParts,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (rays, filter) = (rays(&queries)?, filter(seen)?);
        each(py, &rays, |rays, hits: &mut Part<Surfaces>| {
            let mut surface = vec![SurfacePoint::MISS; rays.len()];
            let mut found = vec![RayHit::MISS; rays.len()];
            self.mesh.raycast_surface(rays, &filter, &mut found, &mut surface)?;
            found.into_iter().zip(surface).enumerate().for_each(|(i, both)| hits.write(i, both));
            Ok(())
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

    fn occluded<'py>(
        &self,
        py: Python<'py>,
        queries: RayArrays,
        seen: FilterParts,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (rays, filter) = (rays(&queries)?, filter(seen)?);
        each(py, &rays, |rays, answers: &mut Part<Flags>| self.mesh.occluded(rays, &filter, answers))
    }

    fn winding_numbers<'py>(&self, py: Python<'py>, points: RowArray) -> PyResult<Bound<'py, PyTuple>> {
        let points = input::points(&points)?;
        each(py, &points, |points, numbers: &mut Part<WindingNumbers>| {
            self.mesh.winding_numbers(points, numbers)
        })
    }

    fn closest_point<'py>(
        &self,
        py: Python<'py>,
        points: PointQueryArrays,
        seen: FilterParts,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (points, filter) = (point_queries(&points)?, filter(seen)?);
        each(py, &points, |points, found: &mut Part<ClosestPoints>| {
            self.mesh.closest_point(points, &filter, found)
        })
    }

    fn overlap_sphere<'py>(
        &self,
        py: Python<'py>,
        shapes: SphereArrays,
        seen: FilterParts,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (shapes, filter) = (spheres(&shapes)?, filter(seen)?);
        each(py, &shapes, |shapes, answers: &mut Part<Flags>| {
            self.mesh.overlap_sphere(shapes, &filter, answers)
        })
    }

    fn overlap_capsule<'py>(
        &self,
        py: Python<'py>,
        shapes: CapsuleArrays,
        seen: FilterParts,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (shapes, filter) = (capsules(&shapes)?, filter(seen)?);
        each(py, &shapes, |shapes, answers: &mut Part<Flags>| {
            self.mesh.overlap_capsule(shapes, &filter, answers)
        })
    }

    fn overlap_box<'py>(
        &self,
        py: Python<'py>,
        shapes: BoxArrays,
        seen: FilterParts,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (shapes, filter) = (boxes(&shapes)?, filter(seen)?);
        each(py, &shapes, |shapes, answers: &mut Part<Flags>| self.mesh.overlap_box(shapes, &filter, answers))
    }

    fn overlap_sphere_all<'py>(
        &self,
        py: Python<'py>,
        shapes: SphereArrays,
        seen: FilterParts,
    ) -> PyResult<ListsOf<'py>> {
        let (shapes, filter) = (spheres(&shapes)?, filter(seen)?);
        lists::<_, _, Indices>(py, &shapes, 0, |shapes, offsets, found| {
            self.mesh.overlap_sphere_all(shapes, &filter, offsets, found)
        })
    }

    fn overlap_capsule_all<'py>(
        &self,
        py: Python<'py>,
        shapes: CapsuleArrays,
        seen: FilterParts,
    ) -> PyResult<ListsOf<'py>> {
        let (shapes, filter) = (capsules(&shapes)?, filter(seen)?);
        lists::<_, _, Indices>(py, &shapes, 0, |shapes, offsets, found| {
            self.mesh.overlap_capsule_all(shapes, &filter, offsets, found)
        })
    }

    fn overlap_box_all<'py>(
        &self,
        py: Python<'py>,
        shapes: BoxArrays,
        seen: FilterParts,
    ) -> PyResult<ListsOf<'py>> {
        let (shapes, filter) = (boxes(&shapes)?, filter(seen)?);
        lists::<_, _, Indices>(py, &shapes, 0, |shapes, offsets, found| {
            self.mesh.overlap_box_all(shapes, &filter, offsets, found)
        })
    }

    fn cast_sphere<'py>(
        &self,
        py: Python<'py>,
        shapes: SphereArrays,
        displacements: RowArray,
        seen: FilterParts,
        all_edges: bool,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let shapes = moving_spheres(spheres(&shapes)?, &displacements)?;
        let filter = filter(seen)?;
        each(py, &shapes, |shapes, hits: &mut Part<ShapeHits>| {
            self.mesh.cast_sphere(shapes, &filter, edges(all_edges), hits)
        })
    }

    fn cast_capsule<'py>(
        &self,
        py: Python<'py>,
        shapes: CapsuleArrays,
        displacements: RowArray,
        seen: FilterParts,
        all_edges: bool,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let shapes = moving_capsules(capsules(&shapes)?, &displacements)?;
        let filter = filter(seen)?;
        each(py, &shapes, |shapes, hits: &mut Part<ShapeHits>| {
            self.mesh.cast_capsule(shapes, &filter, edges(all_edges), hits)
        })
    }

    fn cast_box<'py>(
        &self,
        py: Python<'py>,
        shapes: BoxArrays,
        displacements: RowArray,
        seen: FilterParts,
        all_edges: bool,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let shapes = moving_boxes(boxes(&shapes)?, &displacements)?;
        let filter = filter(seen)?;
        each(py, &shapes, |shapes, hits: &mut Part<ShapeHits>| {
            self.mesh.cast_box(shapes, &filter, edges(all_edges), hits)
        })
    }

    fn contacts_sphere<'py>(
        &self,
        py: Python<'py>,
        shapes: SphereArrays,
        seen: FilterParts,
        options: ContactParts,
    ) -> PyResult<ListsOf<'py>> {
        let (shapes, filter) = (spheres(&shapes)?, filter(seen)?);
        let options = contact_options(options);
        lists::<_, _, Contacts>(py, &shapes, NO_CONTACT, |shapes, offsets, found| {
            self.mesh.contacts_sphere(shapes, &filter, &options, offsets, found)
        })
    }

    fn contacts_capsule<'py>(
        &self,
        py: Python<'py>,
        shapes: CapsuleArrays,
        seen: FilterParts,
        options: ContactParts,
    ) -> PyResult<ListsOf<'py>> {
        let (shapes, filter) = (capsules(&shapes)?, filter(seen)?);
        let options = contact_options(options);
        lists::<_, _, Contacts>(py, &shapes, NO_CONTACT, |shapes, offsets, found| {
            self.mesh.contacts_capsule(shapes, &filter, &options, offsets, found)
        })
    }

    fn contacts_box<'py>(
        &self,
        py: Python<'py>,
        shapes: BoxArrays,
        seen: FilterParts,
        options: ContactParts,
    ) -> PyResult<ListsOf<'py>> {
        let (shapes, filter) = (axes(boxes(&shapes)?), filter(seen)?);
        let options = contact_options(options);
        lists::<_, _, Contacts>(py, &shapes, NO_CONTACT, |shapes, offsets, found| {
            self.mesh.contacts_box(shapes, &filter, &options, offsets, found)
        })
    }
}

columns!(WindingNumbers of i32, number: number: i32 = number);
