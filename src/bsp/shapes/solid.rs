//! The edges of a convex solid, computed from its planes.
//!
//! The line that two planes share is clipped by all others; what is left is an edge. Each half-space is taken a
//! little larger than it is, by more than rounding, so that no edge is lost where more than three planes meet: a
//! solid never seems smaller than it is. What seems longer than it is by that, is out of no half-space by more.
//!
//! Edges are kept on the stack as far as there is room; those of solids of more faces are computed again each time.

use crate::bsp::tree::{Plane, PlaneRef};
use arrayvec::ArrayVec;
use glam::DVec3;

/// The bound on rounding errors of heights, relative to the numbers involved: 2^-45.
pub(super) const ROUNDING: f64 = 1.0 / (1u64 << 45) as f64;
/// The length below which there is no edge, in the same way: 2^-36.
const SHORTEST: f64 = 1.0 / (1u64 << 36) as f64;
/// The square of the sine of the angle below which planes have no line in common: 10^-20, as in `convex`.
const PARALLEL: f64 = 1e-20;

/// The most faces of a solid whose edges are kept.
const FACES: usize = 32;
/// Their edges: three for each face, less six, and some that rounding adds.
const EDGES: usize = 3 * FACES;

/// A half-space `normal . x <= d`, with a unit normal.
#[derive(Clone, Copy)]
pub(super) struct Face {
    pub(super) normal: DVec3,
    pub(super) d: f64,
}

impl Face {
    /// The height of a point in front of its plane.
    #[inline(always)]
    pub(super) fn height(&self, point: DVec3) -> f64 {
        self.normal.dot(point) - self.d
    }
}

/// An edge between two faces.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) a: DVec3,
    pub(super) b: DVec3,
    /// The faces, the lower one first.
    pub(super) faces: [u16; 2],
}

/// The half-spaces of a solid.
struct Sides<'a> {
    planes: &'a [Plane],
    sides: &'a [PlaneRef],
    /// The first of them, with unit normals.
    faces: ArrayVec<Face, FACES>,
    /// The largest distance of a plane from the origin.
    far: f64,
}

/// A convex solid.
pub(super) struct Solid<'a> {
    sides: Sides<'a>,
    /// The largest coordinate of a corner.
    pub(super) size: f64,
    edges: ArrayVec<Edge, EDGES>,
    /// True if these are all edges.
    is_whole: bool,
}

impl Sides<'_> {
    /// A face, from its plane.
    fn unit(&self, i: usize) -> Face {
        let (normal, d) = self.sides[i].half_space(self.planes);
        let length = normal.length();
        Face { normal: normal / length, d: d / length }
    }

    /// A face.
    #[inline(always)]
    fn face(&self, i: usize) -> Face {
        self.faces.get(i).copied().unwrap_or_else(|| self.unit(i))
    }

    /// Computes all edges, and shows them.
    #[inline(never)]
    fn compute(&self, mut show: impl FnMut(&Edge)) {
        for i in 0..self.sides.len() {
            for j in i + 1..self.sides.len() {
                if let Some(edge) = self.edge(i, j) {
                    show(&edge);
                }
            }
        }
    }

    /// The edge between two faces.
    fn edge(&self, i: usize, j: usize) -> Option<Edge> {
        let (a, b) = (self.face(i), self.face(j));
        let along = a.normal.cross(b.normal);
        let square = along.length_squared();
        if square < PARALLEL {
            return None;
        }
        let meet = |p: f64, q: f64| (b.normal.cross(along) * p + along.cross(a.normal) * q) / square;
        let foot = meet(a.d, b.d);
        // Once more, for planes that are nearly parallel.
        let foot = foot + meet(-a.height(foot), -b.height(foot));
        let along = along / square.sqrt();
        let reach = self.far + foot.abs().element_sum();
        let epsilon = reach * ROUNDING;
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        let count = self.sides.len();
        // The faces between the two are the most likely ones to cut everything off.
        let middle = i.midpoint(j);
        for k in (middle..count).chain(0..middle) {
            if k == i || k == j {
                continue;
            }
            let face = self.face(k);
            let (slope, room) = (face.normal.dot(along), epsilon - face.height(foot));
            let bound = room / slope;
            if slope > 0.0 {
                high = high.min(bound);
            } else if slope < 0.0 {
                low = low.max(bound);
            } else if room < 0.0 {
                return None;
            }
            if !(high - low > reach * SHORTEST) {
                return None;
            }
        }
        let is_bounded = low > f64::NEG_INFINITY && high < f64::INFINITY;
        let faces = [i as u16, j as u16];
        is_bounded.then(|| Edge { a: foot + along * low, b: foot + along * high, faces })
    }
}

impl<'a> Solid<'a> {
    /// The solid behind all of some planes.
    #[inline(never)]
    pub(super) fn new(planes: &'a [Plane], sides: &'a [PlaneRef]) -> Solid<'a> {
        let sides = Sides { planes, sides, faces: ArrayVec::new(), far: 0.0 };
        let mut solid = Solid { sides, size: 0.0, edges: ArrayVec::new(), is_whole: false };
        let Solid { sides, edges, is_whole, .. } = &mut solid;
        let count = sides.sides.len();
        sides.far = (0..count).map(|i| sides.unit(i).d.abs()).fold(0.0, f64::max);
        for i in 0..count.min(FACES) {
            sides.faces.push(sides.unit(i));
        }
        if count <= FACES {
            *is_whole = true;
            sides.compute(|edge| *is_whole &= edges.try_push(*edge).is_ok());
        }
        let mut size = 0.0f64;
        solid.each_edge(|edge| size = size.max(edge.a.abs().max(edge.b.abs()).max_element()));
        solid.size = size;
        solid
    }

    /// The number of faces.
    pub(super) fn face_count(&self) -> usize {
        self.sides.sides.len()
    }

    /// A face.
    #[inline(always)]
    pub(super) fn face(&self, i: usize) -> Face {
        self.sides.face(i)
    }

    /// Shows all edges.
    #[inline(always)]
    pub(super) fn each_edge(&self, mut show: impl FnMut(&Edge)) {
        match self.is_whole {
            true => self.edges.iter().for_each(show),
            false => self.sides.compute(&mut show),
        }
    }

    /// How far it reaches along a direction; minus infinity if it has no edges.
    pub(super) fn highest(&self, direction: DVec3) -> f64 {
        let mut highest = f64::NEG_INFINITY;
        self.each_edge(|edge| highest = highest.max(direction.dot(edge.a)).max(direction.dot(edge.b)));
        highest
    }

    /// The rounding errors of heights of points near it, for numbers of that size.
    pub(super) fn rounding(&self, size: f64) -> f64 {
        (self.sides.far.max(self.size) + size) * ROUNDING
    }

    /// Returns true if a point is in front of no face by more than `margin`.
    pub(super) fn contains(&self, point: DVec3, margin: f64) -> bool {
        contains(self.sides.planes, self.sides.sides, point, margin)
    }

    /// The mean of the corners of a face.
    pub(super) fn middle(&self, face: usize) -> DVec3 {
        let (mut sum, mut count) = (DVec3::ZERO, 0.0f64);
        self.each_edge(|edge| {
            if edge.faces.contains(&(face as u16)) {
                sum += edge.a + edge.b;
                count += 2.0;
            }
        });
        sum / count.max(1.0)
    }

    /// The face whose normal is the nearest to a direction.
    pub(super) fn facing(&self, direction: DVec3) -> usize {
        let mut best = (f64::NEG_INFINITY, 0);
        for i in 0..self.face_count() {
            let cosine = self.face(i).normal.dot(direction);
            if cosine > best.0 {
                best = (cosine, i);
            }
        }
        best.1
    }
}

/// Returns true if a point is in front of none of some planes by more than `margin`, and there are planes.
pub(super) fn contains(planes: &[Plane], sides: &[PlaneRef], point: DVec3, margin: f64) -> bool {
    let is_behind = |side: &PlaneRef| {
        let (normal, d) = side.half_space(planes);
        normal.dot(point) - d <= margin
    };
    !sides.is_empty() && sides.iter().all(is_behind)
}
