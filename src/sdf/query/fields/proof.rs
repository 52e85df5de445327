//! Decides if two solids overlap, by branch and bound: finds a contact that points of surfaces have not
//! shown, or proves that there is none.
//!
//! The search is for a point of the posed surface in the solid. Each cell that the surface passes is halved
//! along each axis until it is certain that no point of the surface in a part is deep in the solid, or a
//! point is found. In a part, the surface is the zero set of the posed field `b`. So the solid's field `a`
//! is, on it, the same as `a + m b` for every `m`. With the `m` that makes this sum flattest, its least value
//! in a part is bounded by the value in the middle and the differences of neighbouring nodes, which bound the
//! gradients of both interpolants. If two faces are parallel, the sum is constant, and a whole cell is
//! decided at once, however near they are.

use super::super::chunk::{CHUNK, Chunk};
use super::super::contact::SdfContact;
use super::facing::{Facing, Meeting};
use super::foot::{Place, on_surface};
use crate::arrays::{MapEach, zip_each};
use crate::geometry::{Vec3, max, min};
use crate::sdf::storage::{lerp, nodes_between, place};
use crate::simd::Scalar32;
use glam::DVec3;

/// The most cells of the solid's grid that a part may span along an axis. A larger part is divided at once.
const WIDEST: i64 = 3;

/// The largest rounding error of a place in a grid, in cells.
const ROUNDING: f64 = 1.0 / 1024.0;

/// The most divisions of a part: then they are 1/4096 of a cell.
const LEVELS: u32 = 12;

/// A part of a cell of the surface's field: its lower corner, its size, and the field's values at its
/// corners.
struct Part {
    low: DVec3,
    size: DVec3,
    corners: [f32; 8],
}

impl Part {
    /// Returns true if the surface may pass the part.
    fn has_surface(&self) -> bool {
        let inside = self.corners.iter().filter(|&&value| value < 0.0).count();
        inside != 0 && inside != 8
    }

    /// An eighth of it.
    fn eighth(&self, k: usize) -> Part {
        let upper = [k & 1, k >> 1 & 1, k >> 2].map_each(|bit| bit as f32);
        let mut corners = [0.0; 8];
        for (i, corner) in corners.iter_mut().enumerate() {
            let [x, y, z] = [i & 1, i >> 1 & 1, i >> 2].map_each(|bit| bit as f32 * 0.5);
            let [x, y, z] = [x + upper[0] * 0.5, y + upper[1] * 0.5, z + upper[2] * 0.5];
            let c = &self.corners;
            let rows = [0, 1, 2, 3].map_each(|k| lerp(Scalar32, c[2 * k], c[2 * k + 1], x));
            *corner =
                lerp(Scalar32, lerp(Scalar32, rows[0], rows[1], y), lerp(Scalar32, rows[2], rows[3], y), z);
        }
        let size = self.size * 0.5;
        let [x, y, z] = upper.map_each(f64::from);
        Part { low: self.low + size * DVec3::new(x, y, z), size, corners }
    }

    /// The value in the middle.
    fn middle_value(&self) -> f64 {
        self.corners.iter().map(|&value| f64::from(value)).sum::<f64>() / 8.0
    }

    /// The range of each component of the gradient: that of the edges.
    fn gradients(&self) -> [[f64; 2]; 3] {
        let c = self.corners.map_each(f64::from);
        let of = |axis: usize| {
            let step = 1 << axis;
            let mut range = NOTHING;
            for i in (0..8).filter(|i| i & step == 0) {
                range = wider(range, (c[i + step] - c[i]) / self.size[axis]);
            }
            range
        };
        [of(0), of(1), of(2)]
    }
}

const NOTHING: [f64; 2] = [f64::INFINITY, f64::NEG_INFINITY];

fn wider([least, most]: [f64; 2], value: f64) -> [f64; 2] {
    [least.min(value), most.max(value)]
}

impl Facing<'_> {
    /// The first contact that a point of the surface has. If there is none, no point of the surface is deeper
    /// in the solid than `depth`.
    pub(super) fn prove(
        &self,
        depth: f64,
        contact: &dyn Fn(Meeting) -> Option<SdfContact>,
    ) -> Option<SdfContact> {
        let grid = self.surface.grid;
        let levels = self.levels(depth);
        for block in self.blocks_near(0.0, |[least, most]| least < 0.0 && most >= 0.0) {
            let crossing = self.deepest_crossing(block);
            if crossing.is_none_or(|crossing| self.least_near_crossing(crossing.place.value()) > -depth) {
                continue;
            }
            let values = self.surface.sampler.block(block);
            let ends = self.surface.blocks.nodes_of(block);
            let cells = ends.map_each(|[first, last]| [0, last - first - 1]);
            for local in nodes_between(cells) {
                let mut corners = [0.0; 8];
                for (i, corner) in corners.iter_mut().enumerate() {
                    let [x, y, z] = local;
                    *corner =
                        values[place([x + (i & 1) as u32, y + (i >> 1 & 1) as u32, z + (i >> 2) as u32])];
                }
                let node = |more: u32| {
                    grid.node([0, 1, 2].map_each(|axis| ends[axis][0] + local[axis] + more)).as_dvec3()
                };
                let part = Part { low: node(0), size: node(1) - node(0), corners };
                let found = self.prove_part(&part, depth, levels, contact);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// The number of halvings of cells after which the solid's values in a part are known to half of a depth.
    fn levels(&self, depth: f64) -> u32 {
        let mut radius = self.surface.cell();
        let mut levels = 0;
        while levels < LEVELS && self.drop_within(radius) > 0.5 * depth {
            radius *= 0.5;
            levels += 1;
        }
        levels
    }

    fn prove_part(
        &self,
        part: &Part,
        depth: f64,
        levels: u32,
        contact: &dyn Fn(Meeting) -> Option<SdfContact>,
    ) -> Option<SdfContact> {
        if !part.has_surface() {
            return None;
        }
        let half = part.size * 0.5;
        let middle = self.meet((part.low + half).as_vec3());
        if self.least_within(half.length(), middle.place.value()) > -depth
            || self.least_on_surface(part, &middle).is_some_and(|least| least > -depth)
        {
            return None;
        }
        let surface = &self.surface.sampler;
        let near = on_surface(surface, Place::of(surface, middle.on.as_dvec3()));
        if let Some(found) = near.and_then(|near| contact(self.meet(near.at))) {
            return Some(found);
        }
        if levels == 0 {
            return None;
        }
        (0..8).find_map(|k| self.prove_part(&part.eighth(k), depth, levels - 1, contact))
    }

    /// A bound for the solid's values at the points of the surface in a part, if it is small enough for one.
    fn least_on_surface(&self, part: &Part, middle: &Meeting) -> Option<f64> {
        let half = part.size * 0.5;
        let (lowest, solid) = self.solid_ranges(middle.place.at, self.motion.extents(half))?;
        let surface = part.gradients();
        // The gradient in the space of the surface: each component is a sum of multiples of three intervals.
        let columns = [DVec3::X, DVec3::Y, DVec3::Z].map_each(|axis| self.motion.vector(axis));
        let pulled = columns.map_each(|column| {
            zip_each(column.to_array(), solid).fold([0.0, 0.0], |[least, most], (factor, range)| {
                let [a, b] = range.map_each(|end| factor * end);
                [least + a.min(b), most + a.max(b)]
            })
        });
        let middle_of = |ranges: &[[f64; 2]; 3]| {
            let [x, y, z] = ranges.map_each(|[least, most]| 0.5 * (least + most));
            DVec3::new(x, y, z)
        };
        let (a, b) = (middle_of(&pulled), middle_of(&surface));
        let square = b.length_squared();
        let multiple = if square > 0.0 { -a.dot(b) / square } else { 0.0 };
        let mut least = middle.place.value() + multiple * part.middle_value();
        for axis in 0..3 {
            let [low, high] = surface[axis].map_each(|end| multiple * end);
            let ends = [pulled[axis][0] + low.min(high), pulled[axis][1] + low.max(high)];
            least -= half[axis] * ends[0].abs().max(ends[1].abs());
        }
        Some(least.max(lowest))
    }

    /// The least value of the solid's nodes around a box, and the range of each component of the gradient in
    /// it. `None` if the box does not lie in the grid, spans too many cells, or has a reduced one.
    fn solid_ranges(&self, middle: Vec3, extents: DVec3) -> Option<(f64, [[f64; 2]; 3])> {
        let (grid, sampler) = (self.solid.grid, &self.solid.sampler);
        let (origin, dims) = (grid.origin(), grid.dims());
        let mut cells = [[0; 2]; 3];
        for axis in 0..3 {
            let at = |side: f64| {
                let from = f64::from(middle[axis]) + side * extents[axis] - f64::from(origin[axis]);
                (from / self.solid.cell() + side * ROUNDING).floor() as i64
            };
            let [low, high] = [at(-1.0), at(1.0)];
            if low < 0 || high > i64::from(dims[axis]) - 2 || high - low >= WIDEST {
                return None;
            }
            cells[axis] = [low as u32, high as u32];
        }
        let corner = |i: usize| [cells[0][i & 1], cells[1][i >> 1 & 1], cells[2][i >> 2]];
        if (0..8).any(|i| sampler.is_coarse(corner(i))) {
            return None;
        }
        const SIDE: usize = WIDEST as usize + 1;
        let counts = cells.map_each(|[low, high]| (high - low) as usize + 2);
        let at = |[x, y, z]: [usize; 3]| (z * SIDE + y) * SIDE + x;
        let mut values = [0.0; SIDE * SIDE * SIDE];
        let mut lowest = f32::INFINITY;
        let all = nodes_between(counts.map_each(|count| [0, count as u32 - 1]));
        for local in all {
            let node = [0, 1, 2].map_each(|axis| cells[axis][0] + local[axis]);
            let value = sampler.node(node);
            values[at(local.map_each(|k| k as usize))] = value;
            lowest = min(value, lowest);
        }
        let mut ranges = [[f32::INFINITY, f32::NEG_INFINITY]; 3];
        for local in nodes_between(counts.map_each(|count| [0, count as u32 - 1])) {
            let local = local.map_each(|k| k as usize);
            for axis in 0..3 {
                let mut next = local;
                next[axis] += 1;
                if next[axis] < counts[axis] {
                    let step = values[at(next)] - values[at(local)];
                    ranges[axis] = [min(step, ranges[axis][0]), max(step, ranges[axis][1])];
                }
            }
        }
        Some((
            f64::from(lowest),
            ranges.map_each(|range| range.map_each(|step| f64::from(step) / self.solid.cell())),
        ))
    }

    /// A node of the surface's field that is in both solids. This finds solids that lie in the other so
    /// closely that no point of their surface at the edges between nodes does.
    pub(super) fn common_node(&self) -> Option<Meeting> {
        for block in self.blocks_near(0.0, |[least, _]| least < 0.0) {
            let values = self.surface.sampler.block(block);
            let ends = self.surface.blocks.nodes_of(block);
            let (mut chunk, mut on, mut count) = (Chunk::new(), [Vec3::ZERO; CHUNK], 0);
            let mut deepest = None;
            for local in nodes_between(ends.map_each(|[first, last]| [0, last - first])) {
                if values[place(local)] >= 0.0 {
                    continue;
                }
                on[count] = self.surface.grid.node([0, 1, 2].map_each(|axis| ends[axis][0] + local[axis]));
                chunk.put(count, self.motion.point(on[count].as_dvec3()));
                count += 1;
                if count == CHUNK {
                    self.deeper(&mut chunk, &on, count, &mut deepest);
                    count = 0;
                }
            }
            self.deeper(&mut chunk, &on, count, &mut deepest);
            if deepest.is_some_and(|deepest| deepest.place.value() < 0.0) {
                return deepest;
            }
        }
        None
    }
}
