//! The values of nodes during generation, and the division of the work between threads.

use crate::Result;
use crate::arrays::MapEach;
use crate::mesh::NO_TRIANGLE;
use crate::parallel;
use crate::sdf::Grid;
use crate::sdf::nearest::Nearest;
use crate::vectors::{collected, filled};
use rayon::prelude::*;

/// Distances without a sign.
pub(in crate::sdf) struct Field {
    pub(in crate::sdf) values: Vec<f32>,
    /// Empty if they are not kept.
    pub(in crate::sdf) triangles: Vec<u32>,
}

/// The nodes of some layers along z, one after the other.
pub(super) struct Layers<'a> {
    /// The number of the first.
    pub(super) first: u32,
    pub(super) values: &'a mut [f32],
    pub(super) triangles: &'a mut [u32],
}

impl Layers<'_> {
    #[inline(always)]
    pub(super) fn write(&mut self, node: usize, nearest: Nearest, band: f32) {
        let (value, triangle) = nearest.within(band);
        self.values[node] = value;
        if let Some(place) = self.triangles.get_mut(node) {
            *place = triangle;
        }
    }
}

impl Field {
    /// The field of a mesh without triangles.
    pub(super) fn new(grid: &Grid, farthest: f32, keeps_triangles: bool) -> Result<Field> {
        let nodes = grid.node_count() as usize;
        let kept = if keeps_triangles { nodes } else { 0 };
        Ok(Field {
            values: filled(farthest, nodes, "generate")?,
            triangles: filled(NO_TRIANGLE, kept, "generate")?,
        })
    }

    /// Clamps values farther than `farthest`, with their signs, and removes their triangles, in a field with
    /// triangles.
    pub(super) fn limit(&mut self, farthest: f32) {
        for (value, triangle) in self.values.iter_mut().zip(&mut self.triangles) {
            if value.abs() > farthest {
                (*value, *triangle) = (farthest.copysign(*value), NO_TRIANGLE);
            }
        }
    }

    /// Does some work for every `count` layers, on the threads of the pool if this is one of them.
    pub(super) fn each_layers(
        &mut self,
        grid: &Grid,
        count: usize,
        work: impl Fn(Layers) -> Result<()> + Sync,
    ) -> Result<()> {
        let [x, y, _] = grid.dims().map_each(|nodes| nodes as usize);
        let size = x * y * count;
        let mut triangles: Vec<&mut [u32]> = collected(self.triangles.chunks_mut(size), "generate")?;
        let parts = self.values.len().div_ceil(size);
        let mut none: Vec<&mut [u32]> = collected((0..parts).map(|_| Default::default()), "generate")?;
        let triangles = if triangles.is_empty() { &mut none } else { &mut triangles };
        let layers = |(i, (values, triangles)): (usize, (&mut [f32], &mut &mut [u32]))| {
            work(Layers { first: (i * count) as u32, values, triangles })
        };
        if parallel::has_threads() {
            let values = self.values.par_chunks_mut(size);
            return values.zip(triangles.par_iter_mut()).enumerate().try_for_each(layers);
        }
        self.values.chunks_mut(size).zip(triangles.iter_mut()).enumerate().try_for_each(layers)
    }
}
