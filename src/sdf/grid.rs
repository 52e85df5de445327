//! The regular grid of a field: the positions of its nodes.

use crate::arrays::MapEach;
use crate::geometry::{Aabb, Vec3, check_coordinates, check_number};
use crate::{Error, Result};

/// The greatest number of nodes of a grid.
pub const MAX_NODES: u64 = u32::MAX as u64;

/// The largest part of their size by which cells of a grid around a box are enlarged, so that the grid
/// contains the box in spite of rounding.
const MOST_GROWN: f64 = 1.0 / 4096.0;

/// A regular grid of cubic cells. Its nodes are the corners of the cells, numbered with x fastest, then y,
/// then z.
///
/// ```
/// use carom::prelude::*;
///
/// let bounds = Aabb::new(Vec3::ZERO, Vec3::new(8.0, 4.0, 4.0));
/// let grid = Grid::around(&bounds, 8, 1)?;
/// assert_eq!((grid.cell(), grid.dims(), grid.origin()), (1.0, [11, 7, 7], -Vec3::ONE));
/// assert_eq!(grid.node([1, 0, 2]), Vec3::new(0.0, -1.0, 1.0));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    origin: Vec3,
    cell: f32,
    dims: [u32; 3],
}

impl Grid {
    /// A grid whose first node is `origin`, with `dims` nodes along each axis, `cell` apart.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for fewer than two nodes along an axis, a cell size that is not
    /// positive or too small for neighbouring nodes to differ, [`crate::ErrorKind::NotFinite`] for a
    /// coordinate that is not finite, [`crate::ErrorKind::TooLarge`] for more than [`MAX_NODES`] nodes.
    pub fn new(origin: Vec3, cell: f32, dims: [u32; 3]) -> Result<Grid> {
        let in_grid = |error: Error| error.within("grid");
        check_coordinates(origin, || text!("origin")).map_err(in_grid)?;
        check_number(cell, || text!("cell")).map_err(in_grid)?;
        if cell <= 0.0 {
            return Err(Error::invalid_argument(text!("{cell:e} is not positive")).of("grid", "cell"));
        }
        for (axis, nodes) in ["dims.x", "dims.y", "dims.z"].into_iter().zip(dims) {
            if nodes < 2 {
                let text = text!("{nodes} nodes do not make a cell; at least 2 are needed");
                return Err(Error::invalid_argument(text).of("grid", axis));
            }
        }
        let nodes = dims.iter().try_fold(1_u64, |product, &nodes| product.checked_mul(nodes.into()));
        if nodes.is_none_or(|nodes| nodes > MAX_NODES) {
            let [x, y, z] = dims;
            let text = text!("{x} x {y} x {z} nodes are more than {MAX_NODES}, the most a grid has");
            return Err(Error::too_large(text).of("grid", "dims"));
        }
        let grid = Grid { origin, cell, dims };
        check_coordinates(grid.bounds().max, || text!("the last node"))
            .map_err(|error| in_grid(error.folded()))?;
        grid.check_steps()?;
        Ok(grid)
    }

    /// A grid around a box: `resolution` cells along its longest side, as many as needed along the others,
    /// and `padding` more on every side. The box is in the middle, and no corner of it is outside, unless the
    /// cells are hardly larger than the rounding of its coordinates.
    ///
    /// # Errors
    /// As for [`Grid::new`], for a resolution of 0, and for a box without size.
    pub fn around(bounds: &Aabb, resolution: u32, padding: u32) -> Result<Grid> {
        let size = bounds.max.as_dvec3() - bounds.min.as_dvec3();
        let longest = size.max_element();
        if resolution == 0 {
            let error = Error::invalid_argument(text!("0 cells are no grid; at least 1 is needed"));
            return Err(error.at("resolution"));
        }
        if !(longest > 0.0) {
            let text = text!("{resolution} cells along the longest side of a box without size");
            return Err(Error::invalid_argument(text).at("resolution"));
        }
        let least = longest / f64::from(resolution);
        let cells_of = |cell: f64| {
            [size.x, size.y, size.z].map_each(|side| (side / cell).ceil().max(1.0) + 2.0 * f64::from(padding))
        };
        let middle = (bounds.min.as_dvec3() + bounds.max.as_dvec3()) / 2.0;
        // Nodes are rounded, so that the last ones may lie inside the box. Then cells are enlarged, by more
        // and more of their last places.
        let mut grown = 0.0;
        loop {
            let nearest = (least * (1.0 + grown)) as f32;
            let cell = if f64::from(nearest) < least { nearest.next_up() } else { nearest };
            let cells = cells_of(cell.into());
            let [x, y, z] = cells.map_each(|cells| cells + 1.0);
            if x * y * z > MAX_NODES as f64 {
                // As they were asked for: cells are rounded to f32.
                let [x, y, z] = cells_of(least).map_each(|cells| cells + 1.0);
                let text = text!(
                    "{resolution} cells along the longest side and a padding of {padding} are {x} x {y} x {z} \
                     nodes, more than {MAX_NODES}, the most a grid has"
                );
                return Err(Error::too_large(text).at("resolution"));
            }
            let [x, y, z] = cells.map_each(|cells| cells * f64::from(cell) / 2.0);
            let dims = cells.map_each(|cells| cells as u32 + 1);
            let grid = Grid::new((middle - glam::DVec3::new(x, y, z)).as_vec3(), cell, dims)?;
            if grid.bounds().contains(bounds) || grown > MOST_GROWN {
                return Ok(grid);
            }
            grown = 2.0 * grown + f64::from(f32::EPSILON);
        }
    }

    /// Checks that neighbouring nodes differ. They do everywhere if they do where coordinates are largest.
    fn check_steps(&self) -> Result<()> {
        let last = self.dims.map_each(|nodes| nodes - 1);
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            let steps = |a, b| self.coordinate(axis, a) < self.coordinate(axis, b);
            if !(steps(0, 1) && steps(last[axis] - 1, last[axis])) {
                let (cell, at) = (self.cell, self.origin[axis]);
                let text = text!("{cell:e} is lost in rounding along {name} at {at:e}");
                return Err(Error::invalid_argument(text).of("grid", "cell"));
            }
        }
        Ok(())
    }

    /// The first node.
    pub fn origin(&self) -> Vec3 {
        self.origin
    }

    /// The distance of neighbouring nodes.
    pub fn cell(&self) -> f32 {
        self.cell
    }

    /// The number of nodes along each axis.
    pub fn dims(&self) -> [u32; 3] {
        self.dims
    }

    /// The number of nodes, at most [`MAX_NODES`].
    pub fn node_count(&self) -> u64 {
        self.dims.iter().map(|&nodes| u64::from(nodes)).product()
    }

    /// The position of a node along an axis: `origin + cell * node` in f32, the product rounded before the
    /// sum.
    #[inline]
    pub fn coordinate(&self, axis: usize, node: u32) -> f32 {
        self.origin[axis] + self.cell * node as f32
    }

    /// The position of a node.
    #[inline]
    pub fn node(&self, node: [u32; 3]) -> Vec3 {
        Vec3::new(self.coordinate(0, node[0]), self.coordinate(1, node[1]), self.coordinate(2, node[2]))
    }

    /// The number of a node among all of them.
    #[inline]
    pub fn index(&self, [x, y, z]: [u32; 3]) -> usize {
        let [nx, ny, _] = self.dims.map_each(|nodes| nodes as usize);
        (z as usize * ny + y as usize) * nx + x as usize
    }

    /// The box from the first node to the last.
    pub fn bounds(&self) -> Aabb {
        Aabb { min: self.origin, max: self.node(self.dims.map_each(|nodes| nodes - 1)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_grids_are_refused_in_words() {
        let text = |origin: Vec3, cell, dims| Grid::new(origin, cell, dims).unwrap_err().to_string();
        assert!(text(Vec3::ZERO, 1.0, [4, 0, 4]).starts_with("grid.dims.y: 0 nodes"));
        assert!(text(Vec3::ZERO, 1.0, [u32::MAX; 3]).starts_with("grid.dims: 4294967295 x"));
        assert!(text(Vec3::ZERO, 0.0, [2; 3]).starts_with("grid.cell: 0e0 is not positive"));
        assert!(text(Vec3::ZERO, f32::NAN, [2; 3]).starts_with("grid.cell: NaN"));
        assert!(text(Vec3::new(0.0, f32::INFINITY, 0.0), 1.0, [2; 3]).starts_with("grid.origin.y: inf"));
        assert!(
            text(Vec3::splat(1e8), 1.0, [2; 3]).starts_with("grid.cell: 1e0 is lost in rounding along x")
        );
    }

    #[test]
    fn a_grid_around_a_box_contains_it() {
        let bounds = Aabb { min: Vec3::new(1.0, -2.0, 0.25), max: Vec3::new(5.0, -1.0, 0.25) };
        let grid = Grid::around(&bounds, 8, 2).unwrap();
        assert_eq!((grid.cell(), grid.dims()), (0.5, [13, 7, 6]));
        assert!(grid.bounds().contains(&bounds));
        let rng = &mut fastrand::Rng::with_seed(3);
        for _ in 0..20_000 {
            let mut point = |size: f32| Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5) * size;
            let (min, size) = (point(100.0), point(10.0).abs());
            let bounds = Aabb { min, max: min + size };
            let (resolution, padding) = (rng.u32(1..300), rng.u32(0..3));
            let grid = Grid::around(&bounds, resolution, padding).unwrap();
            let dims = grid.dims();
            assert!(grid.bounds().contains(&bounds), "{bounds:?} {grid:?}");
            assert_eq!(dims.into_iter().max(), Some(resolution + 1 + 2 * padding), "{bounds:?} {grid:?}");
            let fewest = (bounds.max - bounds.min).min_element() / grid.cell();
            assert!(dims.into_iter().min().unwrap() as f32 <= fewest + 3.0 + 2.0 * padding as f32);
        }
        let text = |bounds: &Aabb, resolution| Grid::around(bounds, resolution, 0).unwrap_err().to_string();
        assert!(text(&bounds, 0).starts_with("resolution: 0 cells"));
        assert!(text(&Aabb { min: Vec3::ONE, max: Vec3::ONE }, 8).ends_with("of a box without size"));
        assert!(text(&bounds, u32::MAX).starts_with("resolution: 4294967295 cells"));
        let wide = Grid::around(&bounds, 8, u32::MAX).unwrap_err().to_string();
        assert!(wide.contains("a padding of 4294967295 are 8589934599 x"), "{wide}");
    }

    #[test]
    fn nodes_are_numbered_with_x_fastest() {
        let grid = Grid::new(Vec3::new(1.0, 2.0, 3.0), 0.5, [3, 4, 5]).unwrap();
        assert_eq!(grid.node_count(), 60);
        assert_eq!(grid.index([2, 1, 3]), (3 * 4 + 1) * 3 + 2);
        assert_eq!(grid.node([2, 1, 3]), Vec3::new(2.0, 2.5, 4.5));
        assert_eq!(grid.bounds().max, Vec3::new(2.0, 3.5, 5.0));
    }
}
