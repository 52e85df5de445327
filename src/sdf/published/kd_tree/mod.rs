//! The k-d tree of the published method: triangles in the cells that they overlap, and a search for the
//! nearest of them to a point.
//!
//! Source: <https://github.com/qkrdmstn/pbd-sdf-collision>. A cell with many triangles is halved across its
//! longest axis, at the median of the corners in it. A triangle goes to every half that it really overlaps.
//! The nearest triangle is among those of the cells within a range. The range begins as the distance of the
//! nearest corner in the point's own cell, and then is that of the nearest triangle so far.
//!
//! Beyond the source: a cell without corners takes the range from the smallest cell around it that has any.
//! The nearer half is visited first. A triangle that lies in several cells is marked, so that it is tested
//! once.

mod overlap;

use overlap::separating_axis;

use crate::Result;
use crate::geometry::{Aabb, Feature, Triangle, Vec3, closest_point_triangle, longest_axis};
use crate::mesh::MeshInput;
use crate::sdf::nearest::{KEY_ERROR, Nearest, key};
use crate::vectors::{push, reserve};
use std::fmt;

/// The default number of triangles up to which a cell is not divided.
pub const DEFAULT_LEAF_TRIANGLES: usize = 10;

/// A cell of the tree.
#[derive(Clone, Copy, Debug)]
struct Cell {
    bounds: Aabb,
    /// A corner of one of its triangles, for the first range.
    corner: Option<Vec3>,
    contents: Contents,
}

#[derive(Clone, Copy, Debug)]
enum Contents {
    /// Two halves, the second one's number after the first's, and the plane between them.
    Halves { first: u32, axis: usize, at: f32 },
    /// Triangles, by their place in the list.
    Leaf { first: u32, count: u32 },
}

/// A k-d tree over the triangles of a mesh.
pub struct KdTree {
    triangles: Vec<Triangle>,
    cells: Vec<Cell>,
    /// The triangles of one leaf after the other.
    list: Vec<u32>,
    depth: usize,
    /// The length by which keys may be less than distances, besides a part of themselves.
    slack: f64,
}

impl fmt::Debug for KdTree {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("KdTree").field("stats", &self.stats()).finish_non_exhaustive()
    }
}

/// The nearest triangle to a point, and the cost of finding it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KdNearest {
    /// Its number, the lowest of equally near ones; [`crate::mesh::NO_TRIANGLE`] if there is none.
    pub triangle: u32,
    /// Its distance; infinite if there is none.
    pub distance: f32,
    /// The part of it that is nearest.
    pub feature: Feature,
    /// The numbers of cells and triangles visited.
    pub figures: KdFigures,
}

/// The numbers of cells and triangles that searches visited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KdFigures {
    /// Cells, halved ones and leaves.
    pub cells_visited: u64,
    /// Triangles whose distance was computed.
    pub triangles_tested: u64,
    /// Triangles met again in another cell, and not tested again.
    pub triangles_skipped: u64,
}

/// The figures of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KdStats {
    /// Cells, halved ones and leaves.
    pub cells: usize,
    /// Leaves.
    pub leaves: usize,
    /// Leaves without triangles.
    pub empty_leaves: usize,
    /// Triangles in leaves, each as often as it is in one.
    pub references: usize,
    /// Halvings above the deepest leaf.
    pub depth: usize,
}

/// The memory that searches need, with marks of the triangles tested. One a thread.
#[derive(Debug)]
pub struct KdSearch {
    tested: Vec<u32>,
    now: u32,
    stack: Vec<u32>,
}

impl KdTree {
    /// Builds the tree. Cells with up to `leaf_triangles` triangles, and cells whose halves would both hold
    /// every triangle, are leaves.
    ///
    /// # Errors
    /// The errors of [`MeshInput::validate`], and [`crate::ErrorKind::OutOfMemory`].
    pub fn build(input: &MeshInput, leaf_triangles: usize) -> Result<KdTree> {
        input.validate()?;
        let count = input.triangle_count();
        let mut triangles = reserve(count, "k-d tree")?;
        triangles.extend((0..count).map(|i| input.triangle(i)));
        let mut all: Vec<u32> = reserve(count, "k-d tree")?;
        all.extend(0..count as u32);
        let bounds = triangles.iter().fold(Aabb::EMPTY, |all, t: &Triangle| all.union(&t.bounds()));
        let size = |t: &Triangle| (t.bounds().max - t.bounds().min).as_dvec3().length();
        let slack = triangles.iter().map(size).fold(0.0, f64::max) * KEY_ERROR;
        let mut tree = KdTree { triangles, cells: Vec::new(), list: Vec::new(), depth: 0, slack };
        // Doubling a mesh's triangles takes one level more. If triangles overlap both halves, deeper levels
        // do not help.
        let most = 8 + 3 * (usize::BITS - count.leading_zeros()) as usize / 2;
        let empty = Cell { bounds, corner: None, contents: Contents::Leaf { first: 0, count: 0 } };
        push(&mut tree.cells, empty, "k-d tree")?;
        let mut todo = Vec::new();
        push(&mut todo, (0, all, 0), "k-d tree")?;
        while let Some((place, members, depth)) = todo.pop() {
            tree.depth = tree.depth.max(depth);
            tree.cells[place].corner = members.first().map(|&t| tree.triangles[t as usize].a);
            let halves = match members.len() > leaf_triangles && depth < most {
                true => tree.halve(&tree.cells[place].bounds, &members)?,
                false => None,
            };
            let Some((axis, at, halves)) = halves else {
                let first = tree.list.len() as u32;
                let contents = Contents::Leaf { first, count: members.len() as u32 };
                tree.cells[place].contents = contents;
                members.into_iter().try_for_each(|triangle| push(&mut tree.list, triangle, "k-d tree"))?;
                continue;
            };
            let first = tree.cells.len();
            tree.cells[place].contents = Contents::Halves { first: first as u32, axis, at };
            for (i, (bounds, members)) in halves.into_iter().enumerate() {
                push(&mut tree.cells, Cell { bounds, ..empty }, "k-d tree")?;
                push(&mut todo, (first + i, members, depth + 1), "k-d tree")?;
            }
        }
        Ok(tree)
    }

    /// The axis, the place and the halves of a cell; `None` if both would hold every triangle.
    #[expect(clippy::type_complexity, reason = "two halves, used once")]
    fn halve(&self, bounds: &Aabb, members: &[u32]) -> Result<Option<(usize, f32, [(Aabb, Vec<u32>); 2])>> {
        let size = bounds.max - bounds.min;
        let axis = longest_axis(size);
        let mut corners: Vec<f32> = reserve(3 * members.len(), "k-d tree")?;
        for &member in members {
            let Triangle { a, b, c } = self.triangles[member as usize];
            let inside = |v: &Vec3| v.cmpge(bounds.min).all() && v.cmple(bounds.max).all();
            corners.extend([a, b, c].iter().filter(|v| inside(v)).map(|v| v[axis]));
        }
        let middle = corners.len() / 2;
        let at = match corners.is_empty() {
            // Only large triangles, without corners in the cell: any place does, so the middle.
            true => bounds.min[axis] * 0.5 + bounds.max[axis] * 0.5,
            false => *corners.select_nth_unstable_by(middle, f32::total_cmp).1,
        };
        if !(at > bounds.min[axis] && at < bounds.max[axis]) {
            return Ok(None);
        }
        let (mut low, mut high) = (*bounds, *bounds);
        (low.max[axis], high.min[axis]) = (at, at);
        let mut halves = [(low, Vec::new()), (high, Vec::new())];
        for (bounds, inside) in &mut halves {
            for &member in members {
                if separating_axis(bounds, &self.triangles[member as usize]).is_none() {
                    push(inside, member, "k-d tree")?;
                }
            }
        }
        let helps = halves.iter().any(|(_, inside)| inside.len() < members.len());
        Ok(helps.then_some((axis, at, halves)))
    }

    /// The figures of the tree.
    pub fn stats(&self) -> KdStats {
        let leaves = || {
            self.cells.iter().filter_map(|cell| match cell.contents {
                Contents::Leaf { count, .. } => Some(count),
                Contents::Halves { .. } => None,
            })
        };
        KdStats {
            cells: self.cells.len(),
            leaves: leaves().count(),
            empty_leaves: leaves().filter(|&count| count == 0).count(),
            references: self.list.len(),
            depth: self.depth,
        }
    }

    /// The memory for searches.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfMemory`].
    pub fn search(&self) -> Result<KdSearch> {
        let mut stack = reserve(self.depth + 2, "k-d tree")?;
        stack.push(0);
        Ok(KdSearch { tested: crate::vectors::zeroed(self.triangles.len(), "k-d tree")?, now: 0, stack })
    }

    /// The nearest triangle to a point, which must be finite and no farther out than
    /// [`crate::geometry::LARGEST`]. `search` must have been made by this tree.
    pub fn nearest(&self, point: Vec3, search: &mut KdSearch) -> KdNearest {
        let (nearest, figures) = self.find(point, f32::INFINITY, search);
        let feature = match self.triangles.get(nearest.triangle as usize) {
            Some(triangle) => closest_point_triangle(point, triangle).feature,
            None => Feature::Face,
        };
        KdNearest { triangle: nearest.triangle, distance: nearest.distance(), feature, figures }
    }

    /// The nearest triangle that is not farther than `most`, or one that is.
    pub(in crate::sdf) fn find(&self, point: Vec3, most: f32, search: &mut KdSearch) -> (Nearest, KdFigures) {
        let (mut nearest, mut figures) = (Nearest::NONE, KdFigures::default());
        search.now = search.now.wrapping_add(1);
        if search.now == 0 {
            search.tested.fill(0);
            search.now = 1;
        }
        let mut range = min_f64(self.first_range(point, &mut figures), f64::from(most) * f64::from(most));
        search.stack.clear();
        search.stack.push(0);
        while let Some(number) = search.stack.pop() {
            let cell = &self.cells[number as usize];
            // The slack is for the rounding of a key, and of a sliver's normal.
            if distance(&cell.bounds, point) > range.sqrt() * (1.0 + 1e-6) + self.slack {
                continue;
            }
            figures.cells_visited += 1;
            match cell.contents {
                Contents::Halves { first, axis, at } => {
                    // The nearer one on top.
                    let near = u32::from(point[axis] >= at);
                    search.stack.push(first + 1 - near);
                    search.stack.push(first + near);
                }
                Contents::Leaf { first, count } => {
                    for &triangle in &self.list[first as usize..][..count as usize] {
                        let tested = &mut search.tested[triangle as usize];
                        if *tested == search.now {
                            figures.triangles_skipped += 1;
                            continue;
                        }
                        *tested = search.now;
                        figures.triangles_tested += 1;
                        nearest = nearest.or(key(point, &self.triangles[triangle as usize]), triangle);
                    }
                    range = min_f64(range, nearest.key);
                }
            }
        }
        (nearest, figures)
    }

    /// The squared distance of the nearest corner in the leaf of a point. If the leaf is empty, that of any
    /// corner in the smallest cell around it that has some.
    fn first_range(&self, point: Vec3, figures: &mut KdFigures) -> f64 {
        let to = |corner: Vec3| (corner.as_dvec3() - point.as_dvec3()).length_squared();
        let (mut number, mut range) = (0, f64::INFINITY);
        loop {
            let cell = &self.cells[number as usize];
            figures.cells_visited += 1;
            range = cell.corner.map_or(range, to);
            match cell.contents {
                Contents::Halves { first, axis, at } => number = first + u32::from(point[axis] >= at),
                Contents::Leaf { first, count } => {
                    let members = &self.list[first as usize..][..count as usize];
                    let corners =
                        members.iter().map(|&t| self.triangles[t as usize]).flat_map(|t| [t.a, t.b, t.c]);
                    return corners.map(to).fold(range, min_f64);
                }
            }
        }
    }
}

fn min_f64(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The distance of a box; infinite for the empty one.
fn distance(bounds: &Aabb, point: Vec3) -> f64 {
    let (low, high, point) = (bounds.min.as_dvec3(), bounds.max.as_dvec3(), point.as_dvec3());
    (low - point).max(point - high).max(glam::DVec3::ZERO).length()
}
