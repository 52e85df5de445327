//! A field, prepared for the points of a call.

use super::super::frame::{Frame, WHOLE_BITS};
use super::super::sections::View;
use super::super::storage::{
    Blocks, Bricks, CELLS, COARSE, Code, Errors, NODES, Nodes, nodes_between, place,
};
use super::super::{Grid, Sdf};
use super::chunk::{Chunk, sample_one};
use crate::arrays::MapEach;
use crate::geometry::{Vec3, max};
use crate::mesh::NO_TRIANGLE;
use crate::simd::Scalar32;
use glam::DVec3;

/// A sample, with a bound on its error.
#[derive(Clone, Copy)]
pub(super) struct Sampled {
    pub(super) distance: f32,
    pub(super) gradient: Vec3,
    /// The largest error of the block's nodes.
    pub(super) error: f32,
}

/// The largest relative error of an interpolated value: between equal nodes, it is less than they by no more
/// than this part. Three interpolations round a few times each.
const INTERPOLATION_ERROR: f32 = 1.0 / (1 << 20) as f32;

/// A field, prepared.
pub(super) struct Sampler<'a> {
    pub(super) view: View<'a>,
    pub(super) frame: Frame,
    pub(super) errors: Errors,
    triangles: Option<&'a [u32]>,
    pub(super) grid: &'a Grid,
    pub(super) blocks: Blocks,
    /// The least and the greatest value of each block.
    pub(super) ranges: &'a [[f32; 2]],
    /// True if the values change their sign anywhere.
    pub(super) has_surface: bool,
    pub(super) nodes: [u32; 3],
    /// The distance of neighbouring nodes.
    pub(super) cell: f32,
    /// See [`SdfStats::slope`](super::super::SdfStats::slope).
    pub(super) slope: f32,
    /// [`StorageOptions::max_distance`](super::super::StorageOptions::max_distance), less the largest error
    /// of interpolation.
    farthest: f32,
}

impl<'a> Sampler<'a> {
    #[inline]
    pub(super) fn of(sdf: &'a Sdf) -> Sampler<'a> {
        let (parts, grid) = (sdf.parts(), sdf.grid());
        Sampler {
            view: sdf.view(),
            frame: parts.frame,
            errors: parts.errors,
            triangles: sdf.triangles(),
            grid,
            blocks: parts.blocks,
            ranges: sdf.ranges(),
            has_surface: sdf.has_surface(),
            nodes: grid.dims(),
            cell: grid.cell(),
            slope: parts.slope,
            farthest: parts.max_distance * (1.0 - INTERPOLATION_ERROR),
        }
    }

    /// Returns true if a sample may be beyond the field's largest distance, within the storage's error.
    #[inline(always)]
    pub(super) fn is_beyond(&self, sampled: &Sampled) -> bool {
        sampled.distance + sampled.error >= self.farthest
    }

    /// The largest difference of two values in the grid's box at a distance of `apart`.
    #[inline(always)]
    pub(super) fn steepness(&self, apart: f64) -> f64 {
        apart * f64::from(self.slope) + 2.0 * f64::from(max(self.errors.near, self.errors.far))
    }

    /// Returns true if a point is in the grid's box.
    #[inline(always)]
    pub(super) fn is_in_box(&self, point: DVec3) -> bool {
        let bounds = self.grid.bounds();
        point == point.clamp(bounds.min.as_dvec3(), bounds.max.as_dvec3())
    }

    /// Returns true if a point that has been sampled is beyond the grid's box, where the box cuts the solid
    /// off: there is no surface, and the value is no distance.
    #[inline(always)]
    pub(super) fn is_cut_off(&self, point: DVec3, value: f64) -> bool {
        let bounds = self.grid.bounds();
        let outside = point.distance(point.clamp(bounds.min.as_dvec3(), bounds.max.as_dvec3()));
        outside > 0.0 && value < outside
    }

    /// The cell of a point, or the one that is nearest to it.
    #[inline(always)]
    pub(super) fn cell_of(&self, point: Vec3) -> [u32; 3] {
        [0, 1, 2].map_each(|axis| self.frame.locate(Scalar32, axis, point[axis]).cell.to_bits() & WHOLE_BITS)
    }

    /// Samples the first `count` points of a chunk.
    #[inline(always)]
    pub(super) fn sample(&self, chunk: &mut Chunk, count: usize) {
        chunk.sample(self.view, &self.frame, count);
    }

    /// The sample in a place of a chunk.
    #[inline(always)]
    pub(super) fn sampled(&self, chunk: &Chunk, i: usize) -> Sampled {
        let coarse = chunk.coarse >> i & 1 != 0;
        let error = if coarse { self.errors.far } else { self.errors.near };
        Sampled { distance: chunk.distances[i], gradient: chunk.gradient(i), error }
    }

    /// A sample by itself.
    pub(super) fn one(&self, point: Vec3) -> Sampled {
        let (distance, gradient, coarse) = match &self.view {
            View::Infinite => (f32::INFINITY, Vec3::ZERO, false),
            View::Dense(nodes) => sample_one(nodes, &self.frame, point),
            View::Bricks16(nodes) => sample_one(nodes, &self.frame, point),
            View::Bricks8(nodes) => sample_one(nodes, &self.frame, point),
        };
        Sampled { distance, gradient, error: if coarse { self.errors.far } else { self.errors.near } }
    }

    /// The triangle that is kept for the node nearest to a point, or [`NO_TRIANGLE`].
    pub(super) fn triangle(&self, point: Vec3) -> u32 {
        let Some(triangles) = self.triangles else { return NO_TRIANGLE };
        let (mut cell, mut upper) = ([0; 3], [0; 3]);
        for axis in 0..3 {
            let place = self.frame.locate(Scalar32, axis, point[axis]);
            cell[axis] = place.cell.to_bits() & WHOLE_BITS;
            upper[axis] = u32::from(place.t > 0.5);
        }
        let at = match self.view {
            View::Infinite => None,
            View::Dense(_) => {
                let [x, y, z] = [0, 1, 2].map_each(|axis| (cell[axis] + upper[axis]) as usize);
                let [nx, ny, _] = self.nodes.map_each(|nodes| nodes as usize);
                Some((z * ny + y) * nx + x)
            }
            View::Bricks16(bricks) => self.brick_node(&bricks, cell, upper),
            View::Bricks8(bricks) => self.brick_node(&bricks, cell, upper),
        };
        at.and_then(|at| triangles.get(at).copied()).unwrap_or(NO_TRIANGLE)
    }

    fn brick_node<C: Code>(&self, bricks: &Bricks<C>, cell: [u32; 3], upper: [u32; 3]) -> Option<usize> {
        match bricks.table[self.blocks.index(cell.map_each(|cell| cell / CELLS))] {
            COARSE => None,
            brick => {
                let local = [0, 1, 2].map_each(|axis| cell[axis] % CELLS + upper[axis]);
                Some(brick as usize * NODES + place(local))
            }
        }
    }

    /// The value at a node, which is in the grid.
    #[inline(always)]
    pub(super) fn node(&self, node: [u32; 3]) -> f32 {
        match &self.view {
            View::Infinite => f32::INFINITY,
            View::Dense(nodes) => nodes.node(node),
            View::Bricks16(nodes) => nodes.node(node),
            View::Bricks8(nodes) => nodes.node(node),
        }
    }

    /// The values at the nodes of a block, as its own cells have them. Values beyond the grid are
    /// unspecified.
    pub(super) fn block(&self, block: [u32; 3]) -> [f32; NODES] {
        match &self.view {
            View::Infinite => [f32::INFINITY; NODES],
            View::Dense(nodes) => {
                let mut values = [0.0; NODES];
                let ends = self.blocks.nodes_of(block);
                for node in nodes_between(ends) {
                    values[place([0, 1, 2].map_each(|axis| node[axis] - ends[axis][0]))] = nodes.node(node);
                }
                values
            }
            View::Bricks16(bricks) => bricks.decode(block),
            View::Bricks8(bricks) => bricks.decode(block),
        }
    }

    /// Returns true if a cell lies in a block that is reduced to its corners.
    pub(super) fn is_coarse(&self, cell: [u32; 3]) -> bool {
        match &self.view {
            View::Infinite => false,
            View::Dense(nodes) => nodes.is_coarse(cell),
            View::Bricks16(nodes) => nodes.is_coarse(cell),
            View::Bricks8(nodes) => nodes.is_coarse(cell),
        }
    }
}
