//! The findings for the rays of a group.

use crate::geometry::{Triangle, Vec3};
use crate::mesh::query::nearest::KeyBounds;
use crate::mesh::tree::Block;
use crate::simd::{LANES, Simd};

/// The findings for sixteen rays so far, in lanes.
pub(in crate::mesh::query) trait Known: Copy {
    /// The result of the search for a ray.
    type Found: Copy;

    /// Of no rays.
    fn new() -> Self;

    /// Nothing yet, within these ends of the rays.
    fn begin(&mut self, t_max: [f32; LANES]);

    /// The present end of each ray.
    fn limits(&self) -> &[f32; LANES];

    /// Takes note of triangles that a ray may hit. `key` is the reference.
    fn note<S: Simd>(
        &mut self,
        simd: S,
        ray: usize,
        block: impl Block,
        hits: KeyBounds<S>,
        key: impl Fn(&Triangle) -> Option<f32>,
    );

    /// Takes note of the triangle in a lane of a block, with its corners along the rays' axes, and with what is known of where
    /// each ray hits it. `key` is the reference for a ray, up to where it ends.
    fn note_triangle<S: Simd>(
        &mut self,
        simd: S,
        block: impl Block,
        lane: usize,
        corners: [Vec3; 3],
        hits: KeyBounds<S>,
        key: impl Fn(usize, f32, &Triangle) -> Option<f32>,
    );

    /// The result for a ray.
    fn found(&self, ray: usize) -> Self::Found;
}
