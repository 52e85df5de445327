//! Grids in which an object lies in the one cell that holds its middle: one grid (Millington 2010, chapter
//! 12.4.3) or several, the cells of each twice as wide as those of the one before (chapter 12.4.4), of which
//! an object is in the first whose cells are larger than it.
//!
//! Objects no larger than a cell touch only where their cells are neighbours: all 26 of them, since an object
//! may reach into any, and not the three that its own corner is nearest to. An object is compared with those
//! in its own cell and the neighbours, and with those around it in all coarser grids, never in finer ones,
//! for which those are the coarser. In a single grid objects may be larger than cells; then neighbours reach
//! as far as the largest does.

use super::cells::{Cells, coordinate};
use super::crowd::{pairs_across, pairs_among};
use super::grid::{extent, usual_size};
use crate::Result;
use crate::arrays::MapEach;
use crate::geometry::Aabb;
use crate::vectors::{make_room, push};
use crate::world::objects::Objects;
use crate::world::pairs::PairBuffer;
use crate::world::structure::{NodeBox, Structure, StructureStats, Visitor};

/// One of the grids.
#[derive(Clone, Copy, Debug)]
struct Grid {
    /// The number of times that its cells are doubled.
    level: u32,
    width: f64,
    /// The largest extent of an object in it.
    largest: f64,
}

/// See the module.
#[derive(Default)]
pub(super) struct MultiGrid {
    wanted: f32,
    is_single: bool,
    /// Those that have objects, the finest first.
    grids: Vec<Grid>,
    cells: Cells,
    sizes: Vec<f32>,
    builds: u64,
}

/// Doublings, at most: f32 has no larger range.
const LEVELS: u32 = 300;
/// Rounding of quotients is far less.
const ROUNDING: f64 = 1.0 + 1.0 / (1u64 << 40) as f64;

/// The middle of a box, on an axis.
fn middle(bounds: &Aabb, axis: usize) -> f64 {
    (f64::from(bounds.min[axis]) + f64::from(bounds.max[axis])) * 0.5
}

impl MultiGrid {
    /// Several grids.
    pub(super) fn new(wanted: f32) -> MultiGrid {
        MultiGrid { wanted, ..MultiGrid::default() }
    }

    /// One grid.
    pub(super) fn single(wanted: f32) -> MultiGrid {
        MultiGrid { wanted, is_single: true, ..MultiGrid::default() }
    }

    /// The cells of a grid in which the middle of an object may lie that touches a box.
    fn reach(grid: &Grid, bounds: &Aabb) -> [[i32; 3]; 2] {
        let reach = grid.largest * (0.5 * ROUNDING);
        let cell = |number: f64| coordinate(number, grid.width);
        // Rounding makes no difference but at the sides of cells; those are looked into on both sides.
        let slack = |number: f32| (f64::from(number).abs() + reach) * (ROUNDING - 1.0);
        [
            [0, 1, 2].map_each(|k| cell(f64::from(bounds.min[k]) - reach - slack(bounds.min[k]))),
            [0, 1, 2].map_each(|k| cell(f64::from(bounds.max[k]) + reach + slack(bounds.max[k]))),
        ]
    }
}

impl Structure for MultiGrid {
    fn refresh(&mut self, objects: &Objects, _: &[u32]) -> Result<()> {
        self.builds += 1;
        self.grids.clear();
        self.cells.clear();
        let finest = match (self.wanted > 0.0, self.is_single) {
            (true, _) => self.wanted.into(),
            (false, true) => 1.5 * usual_size(objects, &mut self.sizes)?,
            (false, false) => usual_size(objects, &mut self.sizes)? / 8.0,
        };
        let mut by_level = [f64::NEG_INFINITY; LEVELS as usize];
        for slot in objects.live() {
            let bounds = objects.bounds(slot);
            let size = extent(&bounds);
            let (mut level, mut width) = (0, finest);
            while !self.is_single && width < size && level + 1 < LEVELS {
                (level, width) = (level + 1, width * 2.0);
            }
            let largest = &mut by_level[level as usize];
            *largest = largest.max(size);
            let at = [0, 1, 2].map_each(|k| coordinate(middle(&bounds, k), width));
            self.cells.add((level, at), slot, objects.row(slot))?;
        }
        make_room(&mut self.grids, by_level.len(), "grid")?;
        let mut width = finest;
        for (level, &largest) in by_level.iter().enumerate() {
            if largest >= 0.0 {
                push(&mut self.grids, Grid { level: level as u32, width, largest }, "grid")?;
            }
            width *= 2.0;
        }
        self.cells.finish()
    }

    fn pairs(&mut self, objects: &Objects, pairs: &mut PairBuffer) -> Result<()> {
        for (place, cell) in self.cells.occupied.iter().enumerate() {
            let members = self.cells.objects(cell);
            // From its own grid on, to the coarser ones.
            for grid in self.grids.iter().filter(|grid| grid.level >= cell.key.0) {
                let [low, high] = Self::reach(grid, &cell.bounds);
                let mut result = Ok(());
                self.cells.within(grid.level, low, high, &mut |other_place, other| {
                    // Of two cells of one grid, the first is compared with the second.
                    let is_later = grid.level > cell.key.0 || other_place >= place;
                    let may_touch = cell.bounds.touches(&other.bounds) && cell.sight.sees(&other.sight);
                    if result.is_err() || !is_later || !may_touch {
                        return;
                    }
                    let others = self.cells.objects(other);
                    let mut found = |a, b| pairs.push(a, b);
                    result = match other_place == place {
                        true => pairs_among(objects, members, &mut found),
                        false => pairs_across(objects, members, others, &mut found),
                    };
                });
                result?;
            }
        }
        Ok(())
    }

    fn visit(&self, objects: &Objects, visitor: &mut dyn Visitor) {
        let _ = objects;
        let (range, filter) = (visitor.range(), visitor.filter());
        for grid in &self.grids {
            let [low, high] = Self::reach(grid, &range);
            self.cells.within(grid.level, low, high, &mut |_, cell| {
                if cell.sight.sees(&filter) && visitor.bound(&cell.bounds).is_some() {
                    self.cells.objects(cell).iter().for_each(|&slot| visitor.object(slot));
                }
            });
        }
    }

    fn stats(&self) -> StructureStats {
        StructureStats {
            bytes: self.cells.bytes()
                + self.grids.capacity() * size_of::<Grid>()
                + self.sizes.capacity() * size_of::<f32>(),
            depth: self.grids.len(),
            builds: self.builds,
            refits: 0,
        }
    }

    fn boxes(&self, _: &Objects, found: &mut dyn FnMut(NodeBox)) {
        let grid = |level: u32| {
            let place = self.grids.partition_point(|grid| grid.level < level);
            (place, self.grids[place].width)
        };
        self.cells.boxes(grid, found);
    }
}
