//! An indexed mesh, welded, as every library gets it.

use crate::solid::Solid;
use carom::geometry::{Aabb, Vec3};
use rustc_hash::FxHashMap;

/// A mesh, and the solid that it bounds.
pub(crate) struct Mesh {
    pub(crate) name: String,
    /// One more than there are vertices: Embree reads 16 bytes from each.
    padded_positions: Vec<[f32; 3]>,
    pub(crate) triangles: Vec<[u32; 3]>,
    pub(crate) bounds: Aabb,
    /// True if cameras stand inside.
    pub(crate) interior: bool,
    /// The factor by which it has been scaled.
    pub(crate) scale: f32,
    /// The solid that it bounds, if it bounds one.
    pub(crate) solid: Option<Solid>,
}

impl Mesh {
    /// Welds equal positions, and scales by a power of two to a diagonal between 64 and 128, because some
    /// libraries have absolute tolerances and mean metres. Triangles stay as they are, degenerate and
    /// duplicate ones included.
    pub(crate) fn new(name: &str, interior: bool, positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> Mesh {
        let corners = || triangles.iter().flatten().map(|&i| Vec3::from(positions[i as usize]));
        let whole = corners().fold(Aabb::EMPTY, |all, corner| all.union(&Aabb::new(corner, corner)));
        let diagonal = (whole.max.as_dvec3() - whole.min.as_dvec3()).length();
        let scale = (6.0 - diagonal.log2().floor()).exp2() as f32;
        let mut places = FxHashMap::default();
        let mut welded: Vec<[f32; 3]> = Vec::new();
        let mut bounds = Aabb::EMPTY;
        let mut place_of = |old: u32| {
            // Adding 0 makes -0 equal to 0.
            let position = positions[old as usize].map(|v| v * scale + 0.0);
            *places.entry(position.map(f32::to_bits)).or_insert_with(|| {
                let corner = Vec3::from_array(position);
                bounds = bounds.union(&Aabb::new(corner, corner));
                welded.push(position);
                (welded.len() - 1) as u32
            })
        };
        let triangles = triangles.iter().map(|corners| corners.map(&mut place_of)).collect();
        welded.push([0.0; 3]);
        Mesh {
            name: name.to_owned(),
            padded_positions: welded,
            triangles,
            bounds,
            interior,
            scale,
            solid: None,
        }
    }

    pub(crate) fn positions(&self) -> &[[f32; 3]] {
        &self.padded_positions[..self.padded_positions.len() - 1]
    }

    /// The corners of a triangle.
    pub(crate) fn corners(&self, triangle: usize) -> [Vec3; 3] {
        self.triangles[triangle].map(|i| Vec3::from_array(self.padded_positions[i as usize]))
    }

    /// The length of the box's diagonal.
    pub(crate) fn diagonal(&self) -> f32 {
        (self.bounds.max - self.bounds.min).length()
    }

    /// The size of the plain indexed arrays.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.positions()) + size_of_val(self.triangles.as_slice())
    }
}
