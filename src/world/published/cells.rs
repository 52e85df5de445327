//! Cells of grids that have no end: a hash table of the cells that are occupied, so that empty ones cost
//! nothing (Teschner et al., "Optimized Spatial Hashing for Collision Detection of Deformable Objects", VMV
//! 2003), and the objects in each, one cell after another.

use crate::Result;
use crate::arrays::MapEach;
use crate::geometry::{Aabb, Vec3};
use crate::vectors::{make_room, make_room_in_map};
use crate::world::objects::{GroupFilter, Row};
use crate::world::structure::NodeBox;
use rustc_hash::FxHashMap;

/// A cell: the grid it is of, and its coordinates there, which may be negative.
pub(super) type Key = (u32, [i32; 3]);

/// Coordinates are cut off here, so that neighbours of cells have coordinates too. All that lies beyond
/// shares the last cells.
const FARTHEST: f64 = (1 << 30) as f64;

/// The coordinate of the cell, of width `width`, that a number lies in. Cells are counted from the origin of
/// the world, and downwards from there. Monotone.
#[inline(always)]
pub(super) fn coordinate(number: f64, width: f64) -> i32 {
    let cell = (number / width).floor();
    if cell < -FARTHEST {
        -(1 << 30)
    } else if cell > FARTHEST {
        1 << 30
    } else {
        cell as i32
    }
}

/// The coordinates of the cell that a point lies in.
#[inline(always)]
pub(super) fn coordinates(point: Vec3, width: f64) -> [i32; 3] {
    [point.x, point.y, point.z].map_each(|number| coordinate(number.into(), width))
}

/// An occupied cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) key: Key,
    first: u32,
    end: u32,
    /// Around the objects in it.
    pub(super) bounds: Aabb,
    /// The groups of all of these together, and those that they see.
    pub(super) sight: GroupFilter,
}

/// See the module.
#[derive(Default)]
pub(super) struct Cells {
    /// By key, the place among the occupied ones.
    places: FxHashMap<Key, u32>,
    pub(super) occupied: Vec<Cell>,
    items: Vec<u32>,
    /// The cells and objects that were added.
    added: Vec<(u32, u32)>,
}

impl Cells {
    /// Forgets everything but its memory.
    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.occupied.clear();
        self.items.clear();
        self.added.clear();
    }

    /// Adds an object to a cell.
    pub(super) fn add(&mut self, key: Key, slot: u32, row: &Row) -> Result<()> {
        make_room_in_map(&mut self.places, 1, "grid")?;
        make_room(&mut self.occupied, 1, "grid")?;
        make_room(&mut self.added, 1, "grid")?;
        let place = *self.places.entry(key).or_insert_with(|| {
            let (bounds, sight) = (Aabb::EMPTY, GroupFilter::NOBODY);
            self.occupied.push(Cell { key, first: 0, end: 0, bounds, sight });
            (self.occupied.len() - 1) as u32
        });
        let cell = &mut self.occupied[place as usize];
        // For now, how many there are.
        cell.end += 1;
        cell.bounds = cell.bounds.union(&row.bounds());
        cell.sight = cell.sight.or(&row.filter());
        self.added.push((place, slot));
        Ok(())
    }

    /// Lays the objects of each cell side by side, once all have been added.
    pub(super) fn finish(&mut self) -> Result<()> {
        make_room(&mut self.items, self.added.len(), "grid")?;
        self.items.resize(self.added.len(), 0);
        let mut sum = 0;
        for cell in &mut self.occupied {
            (cell.first, sum) = (sum, sum + cell.end);
            cell.end = cell.first;
        }
        for &(place, slot) in &self.added {
            let cell = &mut self.occupied[place as usize];
            self.items[cell.end as usize] = slot;
            cell.end += 1;
        }
        Ok(())
    }

    /// The objects of a cell.
    pub(super) fn objects(&self, cell: &Cell) -> &[u32] {
        &self.items[cell.first as usize..cell.end as usize]
    }

    /// An occupied cell and its place among them.
    pub(super) fn find(&self, key: &Key) -> Option<(usize, &Cell)> {
        let place = *self.places.get(key)? as usize;
        Some((place, &self.occupied[place]))
    }

    /// The occupied cells of a grid from `low` to `high`, both included.
    pub(super) fn within(
        &self,
        grid: u32,
        low: [i32; 3],
        high: [i32; 3],
        found: &mut dyn FnMut(usize, &Cell),
    ) {
        let count = (0..3).fold(1.0, |count, k| count * (f64::from(high[k]) - f64::from(low[k]) + 1.0));
        if count > self.occupied.len() as f64 {
            let is_in = |cell: &&Cell| (0..3).all(|k| (low[k]..=high[k]).contains(&cell.key.1[k]));
            for (place, cell) in self.occupied.iter().enumerate() {
                if cell.key.0 == grid && is_in(&cell) {
                    found(place, cell);
                }
            }
            return;
        }
        for x in low[0]..=high[0] {
            for y in low[1]..=high[1] {
                for z in low[2]..=high[2] {
                    if let Some((place, cell)) = self.find(&(grid, [x, y, z])) {
                        found(place, cell);
                    }
                }
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<(Key, u32)>()
            + self.occupied.capacity() * size_of::<Cell>()
            + self.items.capacity() * size_of::<u32>()
            + self.added.capacity() * size_of::<(u32, u32)>()
    }

    /// Hands out the cells. `grid` tells the place of a grid among all, and the width of its cells.
    pub(super) fn boxes(&self, grid: impl Fn(u32) -> (usize, f64), found: &mut dyn FnMut(NodeBox)) {
        for cell in &self.occupied {
            let (key, at) = cell.key;
            let (depth, width) = grid(key);
            let low = Vec3::from_array(at.map_each(|x| (f64::from(x) * width) as f32));
            let high = Vec3::from_array(at.map_each(|x| ((f64::from(x) + 1.0) * width) as f32));
            let bounds = Aabb::new(low, high);
            found(NodeBox { bounds, depth: depth as u32, objects: cell.end - cell.first });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_numbers_are_in_cells_of_their_own() {
        assert_eq!(
            [-4.0, -3.9, -2.0, -0.1, -0.0, 0.0, 1.9, 2.0].map(|x| coordinate(x, 2.0)),
            [-2, -2, -1, -1, 0, 0, 0, 1]
        );
        assert_eq!(coordinate(1e30, 1e-30), 1 << 30);
        assert_eq!(coordinate(-1e30, 1e-30), -(1 << 30));
    }
}
