//! The figures of a world.

use super::structure::NodeBox;
use super::world::World;
use crate::Result;
use crate::geometry::{Aabb, LARGEST, Vec3};
use arrayvec::ArrayVec;

/// Counts, sizes and quality.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WorldStats {
    /// The number of objects.
    pub objects: u64,
    /// The number of static ones.
    pub statics: u64,
    /// Boxes that the structure is made of, as [`World::boxes`] hands them out; of trees without those of
    /// single objects, unless these are nodes of their own.
    pub nodes: u64,
    /// Levels from the root to the lowest leaf; of grids, how many grids there are.
    pub depth: u32,
    /// The number of times that a structure was built anew, or sorted.
    pub builds: u64,
    /// The number of times that it was fitted to objects that had moved.
    pub refits: u64,
    /// Bytes of the objects themselves.
    pub object_bytes: u64,
    /// Bytes of objects of several volumes, beyond that.
    pub compound_bytes: u64,
    /// Bytes of the structure.
    pub structure_bytes: u64,
    /// Bytes of the lists of pairs and of what else is noted from one list to the next.
    pub pair_bytes: u64,
    /// The areas of all boxes of the structure, in areas of the box around all objects: the less, the better.
    pub area: f64,
    /// The number of these boxes that an object's box touches, on average over some objects: the less, the
    /// better.
    pub overlap: f64,
}

/// Objects for which [`WorldStats::overlap`] is measured, at most.
const SAMPLE: usize = 256;

impl World {
    /// The world's figures. Takes some time: it looks at all objects.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfMemory`] if the structure cannot be brought up to date.
    pub fn stats(&self) -> Result<WorldStats> {
        let state = self.up_to_date()?;
        let objects = &state.objects;
        let (structure, figures) = (state.structure(), state.structure().stats());
        let (object_bytes, compound_bytes, note_bytes) = objects.bytes();
        let around = objects.live().fold(Aabb::EMPTY, |all, slot| all.union(&objects.bounds(slot)));
        let sample: ArrayVec<Aabb, SAMPLE> = objects
            .live()
            .step_by(objects.len().div_ceil(SAMPLE).max(1))
            .take(SAMPLE)
            .map(|slot| objects.bounds(slot))
            .collect();
        let (mut nodes, mut area, mut touched) = (0, 0.0, 0);
        structure.boxes(objects, &mut |node| {
            nodes += 1;
            area += node.bounds.half_area();
            touched += sample.iter().filter(|bounds| bounds.touches(&node.bounds)).count();
        });
        let whole = around.half_area();
        Ok(WorldStats {
            objects: objects.len() as u64,
            statics: objects.statics() as u64,
            nodes,
            depth: figures.depth as u32,
            builds: figures.builds,
            refits: figures.refits,
            object_bytes: object_bytes as u64,
            compound_bytes: compound_bytes as u64,
            structure_bytes: figures.bytes as u64,
            pair_bytes: (state.list.bytes() + note_bytes) as u64,
            area: if whole > 0.0 { area / whole } else { 0.0 },
            overlap: touched as f64 / sample.len().max(1) as f64,
        })
    }

    /// Hands out the boxes that the structure is made of, for drawing, in an order of its own.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfMemory`] if the structure cannot be brought up to date.
    pub fn boxes(&self, mut each: impl FnMut(NodeBox)) -> Result<()> {
        let state = self.up_to_date()?;
        let limit = Vec3::splat(4.0 * LARGEST);
        state.structure().boxes(&state.objects, &mut |node| {
            let bounds = Aabb::new(node.bounds.min.max(-limit), node.bounds.max.min(limit));
            each(NodeBox { bounds, ..node });
        });
        Ok(())
    }
}
