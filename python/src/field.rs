//! Signed distance fields.

use crate::answers::{Column, Part, columns, each};
use crate::cooked::{bounded, cooked};
use crate::error::{Failure, raise, refuse};
use crate::input::{self, RayArrays, RowArray, SphereArrays, rays, spheres};
use crate::memory::{blanks, gathered};
use crate::mesh::Mesh;
use crate::progress::watched;
use carom::geometry::Vec3;
use carom::sdf::{
    GenerateOptions, Grid, InsideRule, Interpolation, Sdf, SdfClosestPoint, SdfContact, SdfRayHit, SdfSample,
    SdfSlice, SignMethod, Storage, StorageOptions, generate_from_mesh,
};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

columns!(Samples of SdfSample, sample: distance: f32 = sample.distance, gradient: [f32; 3] = sample.gradient.to_array());
columns!(ClosestPoints of SdfClosestPoint, closest: point: [f32; 3] = closest.point.to_array(),
    distance: f32 = closest.distance, normal: [f32; 3] = closest.normal.to_array(), triangle: u32 = closest.triangle,
    error: f32 = closest.error);
columns!(FieldContacts of SdfContact, contact: point: [f32; 3] = contact.point.to_array(), depth: f32 = contact.depth,
    normal: [f32; 3] = contact.normal.to_array(), triangle: u32 = contact.triangle);
columns!(FieldHits of SdfRayHit, hit: t: f32 = hit.t, point: [f32; 3] = hit.point.to_array(),
    normal: [f32; 3] = hit.normal.to_array(), triangle: u32 = hit.triangle);

/// A cooked field.
#[pyclass(frozen, module = "carom._native")]
pub(crate) struct Field {
    sdf: Sdf<'static>,
}

/// What a field is generated and stored by.
#[derive(FromPyObject)]
struct Options {
    #[pyo3(item)]
    storage: u32,
    #[pyo3(item)]
    band: f32,
    #[pyo3(item)]
    max_distance: Option<f32>,
    #[pyo3(item)]
    sign: u32,
    #[pyo3(item)]
    thickness: f32,
    #[pyo3(item)]
    nonzero: bool,
    #[pyo3(item)]
    triangles: bool,
    #[pyo3(item)]
    threads: usize,
}

fn stored_by(number: u32, band: f32) -> PyResult<StorageOptions> {
    let storage = Storage::from_number(number).ok_or_else(|| refuse(format!("storage: {number} is none")))?;
    Ok(StorageOptions { storage, band, ..StorageOptions::default() })
}

#[pymethods]
impl Field {
    /// On a grid around the mesh, or with this origin, cell and numbers of nodes.
    #[staticmethod]
    fn generate(
        py: Python,
        mesh: &Mesh,
        around: (u32, u32),
        grid: Option<([f32; 3], f32, [u32; 3])>,
        options: Options,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Field> {
        let grid = match grid {
            Some((origin, cell, dims)) => Grid::new(origin.into(), cell, dims),
            None => Grid::around(&mesh.mesh.bounds(), around.0, around.1),
        };
        let (grid, stored) = (grid.map_err(raise)?, stored_by(options.storage, options.band)?);
        let sign = match options.sign {
            0 => SignMethod::Auto,
            1 => SignMethod::Crossings,
            2 => SignMethod::WindingNumber,
            3 => SignMethod::Pseudonormal,
            4 => SignMethod::Parity,
            5 => SignMethod::Unsigned,
            6 => SignMethod::Thickness(options.thickness),
            other => return Err(refuse(format!("sign: {other} is none"))),
        };
        let inside = if options.nonzero { InsideRule::NonZero } else { InsideRule::Positive };
        let (max_distance, thread_count, keep_triangles) =
            (options.max_distance, options.threads, options.triangles);
        let sdf = watched(py, progress, |progress| {
            let options = GenerateOptions {
                sign,
                inside,
                max_distance,
                thread_count,
                keep_triangles,
                progress: Some(progress),
                ..GenerateOptions::default()
            };
            generate_from_mesh(&mesh.mesh, &grid, options)?.store(&stored)
        })?;
        Ok(Field { sdf })
    }

    #[staticmethod]
    fn from_values(
        py: Python,
        values: PyReadonlyArray1<f32>,
        grid: ([f32; 3], f32, [u32; 3]),
        storage: (u32, f32),
    ) -> PyResult<Field> {
        let (origin, cell, dims) = grid;
        let grid = Grid::new(origin.into(), cell, dims).map_err(raise)?;
        let (values, options) = (values.as_slice()?, stored_by(storage.0, storage.1)?);
        Ok(Field { sdf: py.detach(|| Sdf::build(&grid, values, None, &options)).map_err(raise)? })
    }

    /// Its origin, cell and numbers of nodes.
    fn grid(&self) -> ([f32; 3], f32, [u32; 3]) {
        let grid = self.sdf.grid();
        (grid.origin().to_array(), grid.cell(), grid.dims())
    }

    fn error(&self) -> f32 {
        self.sdf.error()
    }

    /// The values at all nodes, x first.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let values = py.detach(|| {
            let mut values = blanks(self.sdf.grid().node_count() as usize, 0.0)?;
            self.sdf.values(0, &mut values)?;
            Ok::<_, Failure>(values)
        });
        values?.array(py)
    }

    fn sample<'py>(&self, py: Python<'py>, points: RowArray, cubic: bool) -> PyResult<Bound<'py, PyTuple>> {
        let points = input::points(&points)?;
        let interpolation = if cubic { Interpolation::Cubic } else { Interpolation::Linear };
        each(py, &points, |points, samples: &mut Part<Samples>| {
            self.sdf.sample(points, interpolation, samples)
        })
    }

    fn closest_point<'py>(&self, py: Python<'py>, points: RowArray) -> PyResult<Bound<'py, PyTuple>> {
        let points = input::points(&points)?;
        each(py, &points, |points, found: &mut Part<ClosestPoints>| self.sdf.closest_point(points, found))
    }

    fn collide_sphere<'py>(
        &self,
        py: Python<'py>,
        shapes: SphereArrays,
        margin: f32,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let shapes = spheres(&shapes)?;
        each(py, &shapes, |shapes, found: &mut Part<FieldContacts>| {
            self.sdf.collide_sphere(shapes, margin, found)
        })
    }

    fn raycast<'py>(&self, py: Python<'py>, queries: RayArrays) -> PyResult<Bound<'py, PyTuple>> {
        let rays = rays(&queries)?;
        each(py, &rays, |rays, hits: &mut Part<FieldHits>| self.sdf.raycast(rays, hits))
    }

    fn slice<'py>(
        &self,
        py: Python<'py>,
        place: [[f32; 3]; 3],
        width: u32,
        height: u32,
    ) -> PyResult<Bound<'py, PyAny>> {
        let [origin, right, down] = place.map(Vec3::from);
        let slice = SdfSlice { origin, right, down, width, height };
        let count = (width as usize).saturating_mul(height as usize);
        let distances = py.detach(|| {
            let mut distances = blanks(count, 0.0)?;
            self.sdf.slice(&slice, &mut distances)?;
            Ok::<_, Failure>(distances)
        });
        distances?.array(py)
    }

    fn inside_points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let points = py.detach(|| {
            let count = self.sdf.inside_points(&mut [][..]).total;
            let mut points = blanks(count, Vec3::ZERO)?;
            self.sdf.inside_points(&mut points);
            gathered(points.into_iter().map(|point| point.to_array()))
        });
        points?.array(py)
    }
}

cooked!(Field.sdf: Sdf);
bounded!(Field.sdf);
