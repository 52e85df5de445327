//! OpenVDB: narrow bands, and samples (`shims/openvdb_fields.cpp`).
#![allow(unsafe_code, reason = "a C++ library; every array is passed with its own length")]

use super::rival::{Contender, Rival, Run, timed};
use super::subject::{Slices, Subject};
use crate::library::PeerMesh;
use anyhow::{Result, ensure};
use carom::sdf::Grid;
use std::ffi::c_void;

unsafe extern "C" {
    fn openvdb_band(
        mesh: *const PeerMesh,
        origin: *const f32,
        cell: f32,
        half_width: f32,
        plain: bool,
    ) -> *mut c_void;
    fn openvdb_whole(values: *const f32, dims: *const u32, origin: *const f32, cell: f32) -> *mut c_void;
    fn openvdb_free(field: *mut c_void);
    fn openvdb_bytes(field: *const c_void) -> usize;
    fn openvdb_values(field: *const c_void, dims: *const u32, values: *mut f32);
    fn openvdb_sample(field: *const c_void, points: *const f32, count: usize, distances: *mut f32);
    fn openvdb_sample_gradients(
        field: *const c_void,
        points: *const f32,
        count: usize,
        distances: *mut f32,
        gradients: *mut f32,
    );
}

/// A grid of OpenVDB's.
pub(super) struct Field(*mut c_void);

impl Field {
    /// A level set within so many cells on either side; a plain one has the distances as they were found.
    pub(super) fn band(subject: &Subject, half_width: f32, plain: bool) -> Result<Field> {
        let (mesh, origin) = (PeerMesh::new(subject.mesh), subject.grid.origin().to_array());
        let cell = subject.grid.cell();
        // SAFETY: the mesh's arrays are alive, an origin has three numbers.
        let field = unsafe { openvdb_band(&raw const mesh, origin.as_ptr(), cell, half_width, plain) };
        ensure!(!field.is_null(), "it made no level set");
        Ok(Field(field))
    }

    /// The values at all nodes of a grid.
    pub(super) fn whole(grid: &Grid, values: &[f32]) -> Result<Field> {
        assert!(values.len() as u64 == grid.node_count(), "a value a node");
        let (origin, dims) = (grid.origin().to_array(), grid.dims());
        // SAFETY: a value a node, and three numbers each.
        let field = unsafe { openvdb_whole(values.as_ptr(), dims.as_ptr(), origin.as_ptr(), grid.cell()) };
        ensure!(!field.is_null(), "it made no grid");
        Ok(Field(field))
    }

    pub(super) fn bytes(&self) -> usize {
        // SAFETY: the grid is alive.
        unsafe { openvdb_bytes(self.0) }
    }

    fn values(&self, grid: &Grid) -> Vec<f32> {
        let mut values = vec![0.0; grid.node_count() as usize];
        // SAFETY: the grid is alive, and there is room for a value a node.
        unsafe { openvdb_values(self.0, grid.dims().as_ptr(), values.as_mut_ptr()) };
        values
    }

    /// Its `GridSampler` with `BoxSampler`, over an accessor.
    pub(super) fn sample(&self, points: &[[f32; 3]], distances: &mut [f32]) {
        assert!(points.len() <= distances.len(), "no room");
        // SAFETY: the grid is alive, and there is room for every answer.
        unsafe {
            openvdb_sample(self.0, points.as_flattened().as_ptr(), points.len(), distances.as_mut_ptr());
        }
    }

    /// Its `BoxStencil`, which also has the interpolant's gradient.
    pub(super) fn sample_gradients(
        &self,
        points: &[[f32; 3]],
        distances: &mut [f32],
        gradients: &mut [[f32; 3]],
    ) {
        assert!(points.len() <= distances.len().min(gradients.len()), "no room");
        let (count, points) = (points.len(), points.as_flattened().as_ptr());
        let (distances, gradients) = (distances.as_mut_ptr(), gradients.as_flattened_mut().as_mut_ptr());
        // SAFETY: the grid is alive, and there is room for every answer.
        unsafe { openvdb_sample_gradients(self.0, points, count, distances, gradients) };
    }
}

impl Drop for Field {
    fn drop(&mut self) {
        // SAFETY: made once, freed once.
        unsafe { openvdb_free(self.0) };
    }
}

struct Band {
    half_width: f32,
    plain: bool,
}

impl Rival for Band {
    fn run(&mut self, subject: &Subject, _: Slices) -> Result<Run> {
        let (nodes, field) = timed(|| Field::band(subject, self.half_width, self.plain));
        Ok(Run { build: 0.0, nodes, values: field?.values(&subject.grid) })
    }
}

/// Level sets as they come, and without the steps that follow.
pub(super) fn band_contenders(half_width: f32) -> [Contender; 2] {
    [("meshToLevelSet", false), ("plain", true)].map(|(configuration, plain)| Contender {
        library: "openvdb",
        configuration,
        rival: Box::new(Band { half_width, plain }),
        signs: true,
        by_node: false,
        quick: false,
        largest: u32::MAX,
    })
}
