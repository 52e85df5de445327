//! A grid in which an object lies in every cell that it covers: Millington 2010, chapter 12.4.3. Only objects
//! of one cell can be pairs; a pair is reported in the cell that holds the smallest corner of what the two
//! boxes share.

use super::cells::{Cells, coordinates};
use super::crowd::{pairs_across, pairs_among};
use crate::Result;
use crate::geometry::Aabb;
use crate::vectors::{make_room, push};
use crate::world::objects::Objects;
use crate::world::pairs::PairBuffer;
use crate::world::structure::{NodeBox, Structure, StructureStats, Visitor};

/// An object that covers more cells is in none, but compared with all.
const MOST_CELLS: f64 = 512.0;

/// See the module.
#[derive(Default)]
pub(super) struct Grid {
    /// The width that was asked for; 0 for none.
    wanted: f32,
    width: f64,
    cells: Cells,
    /// Objects that cover too many cells.
    large: Vec<u32>,
    /// All others, once they have been needed.
    small: Vec<u32>,
    sizes: Vec<f32>,
    builds: u64,
}

/// The largest extent of a box. In f64: a size that is rounded down reaches too few cells.
pub(super) fn extent(bounds: &Aabb) -> f64 {
    (bounds.max.as_dvec3() - bounds.min.as_dvec3()).max_element()
}

/// A size that most objects do not exceed, and not 0.
pub(super) fn usual_size(objects: &Objects, sizes: &mut Vec<f32>) -> Result<f64> {
    sizes.clear();
    for slot in objects.live() {
        push(sizes, extent(&objects.bounds(slot)) as f32, "grid")?;
    }
    if sizes.is_empty() {
        return Ok(1.0);
    }
    let place = (sizes.len() - 1) * 3 / 4;
    let (_, usual, _) = sizes.select_nth_unstable_by(place, f32::total_cmp);
    // Points have no size; then cells are a hundredth of the space that they are in.
    if *usual > 0.0 {
        return Ok(f64::from(*usual));
    }
    let around = objects.live().fold(Aabb::EMPTY, |all, slot| all.union(&objects.bounds(slot)));
    let size = extent(&around) * 0.01;
    Ok(if size > 0.0 { size } else { 1.0 })
}

impl Grid {
    pub(super) fn new(wanted: f32) -> Grid {
        Grid { wanted, ..Grid::default() }
    }

    /// The cells that a box covers.
    fn covered(&self, bounds: &Aabb) -> [[i32; 3]; 2] {
        [coordinates(bounds.min, self.width), coordinates(bounds.max, self.width)]
    }
}

impl Structure for Grid {
    fn refresh(&mut self, objects: &Objects, _: &[u32]) -> Result<()> {
        self.builds += 1;
        self.width = match self.wanted > 0.0 {
            true => self.wanted.into(),
            // Twice the size of most objects, so that few cover more than eight cells.
            false => 2.0 * usual_size(objects, &mut self.sizes)?,
        };
        self.cells.clear();
        self.large.clear();
        for slot in objects.live() {
            let bounds = objects.bounds(slot);
            let [low, high] = self.covered(&bounds);
            let count = (0..3).fold(1.0, |count, k| count * (f64::from(high[k]) - f64::from(low[k]) + 1.0));
            if count > MOST_CELLS {
                push(&mut self.large, slot, "grid")?;
                continue;
            }
            for x in low[0]..=high[0] {
                for y in low[1]..=high[1] {
                    for z in low[2]..=high[2] {
                        self.cells.add((0, [x, y, z]), slot, objects.row(slot))?;
                    }
                }
            }
        }
        self.cells.finish()
    }

    fn pairs(&mut self, objects: &Objects, pairs: &mut PairBuffer) -> Result<()> {
        for cell in self.cells.occupied.iter().filter(|cell| cell.sight.sees(&cell.sight)) {
            pairs_among(objects, self.cells.objects(cell), &mut |a, b| {
                let corner = objects.bounds(a).min.max(objects.bounds(b).min);
                if coordinates(corner, self.width) == cell.key.1 { pairs.push(a, b) } else { Ok(()) }
            })?;
        }
        pairs_among(objects, &self.large, &mut |a, b| pairs.push(a, b))?;
        self.small.clear();
        if !self.large.is_empty() {
            let is_small = |slot: &u32| self.large.binary_search(slot).is_err();
            make_room(&mut self.small, objects.len(), "grid")?;
            self.small.extend(objects.live().filter(is_small));
        }
        pairs_across(objects, &self.large, &self.small, &mut |a, b| pairs.push(a, b))
    }

    fn visit(&self, objects: &Objects, visitor: &mut dyn Visitor) {
        let range = visitor.range();
        let [low, high] = self.covered(&range);
        let filter = visitor.filter();
        self.cells.within(0, low, high, &mut |_, cell| {
            if !cell.sight.sees(&filter) || visitor.bound(&cell.bounds).is_none() {
                return;
            }
            for &slot in self.cells.objects(cell) {
                let corner = objects.bounds(slot).min.max(range.min);
                if coordinates(corner, self.width) == cell.key.1 {
                    visitor.object(slot);
                }
            }
        });
        self.large.iter().for_each(|&slot| visitor.object(slot));
    }

    fn stats(&self) -> StructureStats {
        StructureStats {
            bytes: self.cells.bytes()
                + (self.large.capacity() + self.small.capacity()) * size_of::<u32>()
                + self.sizes.capacity() * size_of::<f32>(),
            depth: usize::from(!self.cells.occupied.is_empty()),
            builds: self.builds,
            refits: 0,
        }
    }

    fn boxes(&self, _: &Objects, found: &mut dyn FnMut(NodeBox)) {
        self.cells.boxes(|_| (0, self.width), found);
    }
}
