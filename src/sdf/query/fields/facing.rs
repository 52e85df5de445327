//! The surface of one field in the solid of another, block by block.
//!
//! The interpolant is linear along the edges between nodes, so if the values of two neighbours differ in
//! sign, the surface's crossing of their edge is known without a sample. Every cell that the surface passes
//! has such an edge.

use super::super::super::Sdf;
use super::super::super::storage::{Blocks, place};
use super::super::chunk::{CHUNK, Chunk};
use super::super::sampler::Sampler;
use super::foot::Place;
use super::motion::Motion;
use crate::arrays::MapEach;
use crate::geometry::{Aabb, Vec3};
use crate::sdf::Grid;

/// A cell's diagonal, in cells.
const DIAGONAL: f64 = 1.7320508;

/// One of the two fields.
pub(super) struct Side<'a> {
    pub(super) sampler: Sampler<'a>,
    pub(super) grid: &'a Grid,
    pub(super) blocks: Blocks,
    /// The least and the greatest value of each block.
    pub(super) ranges: &'a [[f32; 2]],
    /// The largest jump of values where blocks meet.
    jump: f64,
}

impl<'a> Side<'a> {
    pub(super) fn of(sdf: &'a Sdf) -> Side<'a> {
        let parts = sdf.parts();
        let jump = 2.0 * f64::from(parts.errors.near.max(parts.errors.far));
        Side { sampler: Sampler::of(sdf), grid: sdf.grid(), blocks: parts.blocks, ranges: sdf.ranges(), jump }
    }

    /// The box of a block.
    fn bounds(&self, block: [u32; 3]) -> Aabb {
        let ends = self.blocks.nodes_of(block);
        let [min, max] = [0, 1].map_each(|end| self.grid.node(ends.map_each(|ends| ends[end])));
        Aabb { min, max }
    }

    /// The cell's width.
    pub(super) fn cell(&self) -> f64 {
        f64::from(self.sampler.cell)
    }
}

/// A point of the surface, in its field's space, and the solid's field there.
#[derive(Clone, Copy)]
pub(super) struct Meeting {
    pub(super) on: Vec3,
    pub(super) place: Place,
}

/// The surface of one field, and the solid of the other.
pub(super) struct Facing<'a> {
    pub(super) surface: &'a Side<'a>,
    pub(super) solid: &'a Side<'a>,
    /// The map from the surface's space into the solid's.
    pub(super) motion: Motion,
    /// The largest change of the solid's values over a unit of the surface's space.
    steepness: f64,
    /// The largest distance that still counts, in the solid's space.
    pub(super) margin: f64,
}

impl<'a> Facing<'a> {
    pub(super) fn of(surface: &'a Side, solid: &'a Side, motion: Motion, margin: f64) -> Facing<'a> {
        // The squared distance of two points is at least the sum of two squares: the distance of their
        // nearest points in the box, and the difference of their distances to these. The values differ by at
        // most the slope times the first, plus the second. The scale along an axis may be off by the
        // tolerance of poses.
        let slope = f64::from(solid.sampler.slope);
        let steepness = (slope * slope + 1.0).sqrt() * motion.scale() * 1.01;
        Facing { surface, solid, motion, steepness, margin }
    }

    /// The largest change of the solid's values over a distance, but for jumps where blocks meet.
    pub(super) fn drop_within(&self, radius: f64) -> f64 {
        self.steepness * radius
    }

    /// A lower bound on the solid's values within `radius` of a point with this value.
    pub(super) fn least_within(&self, radius: f64, value: f64) -> f64 {
        value - self.drop_within(radius) - self.solid.jump
    }

    /// A lower bound on the solid's values on the surface within the cells around a point on an edge that has
    /// this value.
    pub(super) fn least_near_crossing(&self, value: f64) -> f64 {
        self.least_within(self.surface.cell() * DIAGONAL, value)
    }

    /// A point of the surface's space in the solid's.
    pub(super) fn meet(&self, on: Vec3) -> Meeting {
        let at = self.motion.point(on.as_dvec3());
        Meeting { on, place: Place { at, sampled: self.solid.sampler.one(at) } }
    }

    /// The blocks of the surface's field, in their order, that may have a value of the solid of at most
    /// `most`, and whose own range is wanted.
    pub(super) fn blocks_near(
        &self,
        most: f64,
        wanted: impl Fn([f32; 2]) -> bool,
    ) -> impl Iterator<Item = [u32; 3]> {
        let Side { blocks, ranges, .. } = *self.surface;
        blocks.all().filter(move |&block| {
            if !wanted(ranges[blocks.index(block)]) {
                return false;
            }
            let bounds = self.surface.bounds(block);
            let middle = bounds.min + (bounds.max - bounds.min) * 0.5;
            let radius = f64::from((bounds.max - bounds.min).length()) * 0.5;
            let value = self.meet(middle).place.value();
            self.least_within(radius, value) <= most
        })
    }

    /// The deepest of the points at which the surface crosses the edges of a block between nodes. An edge
    /// belongs to the block that owns its lower node.
    pub(super) fn deepest_crossing(&self, block: [u32; 3]) -> Option<Meeting> {
        let Side { blocks, grid, sampler, .. } = self.surface;
        let values = sampler.block(block);
        let ends = blocks.nodes_of(block);
        let counts = ends.map_each(|[first, last]| last - first);
        let dims = grid.dims();
        // The last nodes belong to the next block, if there is one.
        let own = [0, 1, 2].map_each(|axis| counts[axis] + u32::from(ends[axis][1] + 1 == dims[axis]));
        let mut deepest = None;
        let (mut chunk, mut crossings, mut count) = (Chunk::new(), [Vec3::ZERO; CHUNK], 0);
        for local in
            (0..own[2]).flat_map(|z| (0..own[1]).flat_map(move |y| (0..own[0]).map(move |x| [x, y, z])))
        {
            let value = values[place(local)];
            for axis in 0..3 {
                if local[axis] == counts[axis] {
                    continue;
                }
                let mut next = local;
                next[axis] += 1;
                let other = values[place(next)];
                if (value < 0.0) == (other < 0.0) {
                    continue;
                }
                let [low, high] = [local, next].map_each(|node| {
                    grid.node([0, 1, 2].map_each(|axis| ends[axis][0] + node[axis])).as_dvec3()
                });
                let t = f64::from(value) / (f64::from(value) - f64::from(other));
                crossings[count] = (low * (1.0 - t) + high * t).as_vec3();
                chunk.put(count, self.motion.point(crossings[count].as_dvec3()));
                count += 1;
                if count == CHUNK {
                    self.deeper(&mut chunk, &crossings, count, &mut deepest);
                    count = 0;
                }
            }
        }
        self.deeper(&mut chunk, &crossings, count, &mut deepest);
        deepest
    }

    /// Samples the solid at the points of a chunk, and takes the deepest, if it is deeper than another.
    pub(super) fn deeper(
        &self,
        chunk: &mut Chunk,
        on: &[Vec3; CHUNK],
        count: usize,
        deepest: &mut Option<Meeting>,
    ) {
        self.solid.sampler.sample(chunk, count);
        for (i, &on) in on.iter().enumerate().take(count) {
            let value = chunk.distances[i];
            // A solid that reaches beyond its grid has no contact there, and that must not hide another
            // contact.
            if deepest.is_none_or(|deepest| value < deepest.place.sampled.distance)
                && !self.solid.sampler.is_cut_off(chunk.point(i).as_dvec3(), value.into())
            {
                let sampled = self.solid.sampler.sampled(chunk, i);
                *deepest = Some(Meeting { on, place: Place { at: chunk.point(i), sampled } });
            }
        }
    }
}
