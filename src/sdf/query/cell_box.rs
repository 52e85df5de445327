//! Boxes inside a cell, and the trilinear interpolant there: a polynomial whose bounds are known.
//!
//! With coordinates from -1 to 1 along each axis of the box, the interpolant is a sum of eight terms, in f64:
//! a constant, and one of each axis, of each pair and of all three. Halving a box scales these terms, so no
//! value is read again. If all but the first four are small, the interpolant is a plane within their sum, the
//! *bend*.

use super::super::Grid;
use super::super::storage::Nodes;
use crate::arrays::MapEach;
use glam::DVec3;

/// The terms that a plane does not have: of pairs and of all three axes. Bit `k` of a term's number is set if
/// it has axis `k`.
const BENT: [usize; 4] = [3, 5, 6, 7];

/// A box in a cell and the interpolant's terms there.
#[derive(Clone, Copy)]
pub(super) struct CellBox {
    middle: DVec3,
    /// Half its size.
    half: DVec3,
    terms: [f64; 8],
}

/// Replaces the numbers at both ends of an edge, the lower one first, for all edges along all axes.
#[inline(always)]
fn along_edges(mut numbers: [f64; 8], combine: impl Fn(f64, f64) -> (f64, f64)) -> [f64; 8] {
    for axis in [1, 2, 4] {
        for k in 0..8 {
            if k & axis == 0 {
                (numbers[k], numbers[k | axis]) = combine(numbers[k], numbers[k | axis]);
            }
        }
    }
    numbers
}

impl CellBox {
    /// The box of a cell; `None` if rounding has put its nodes in one place.
    #[inline(always)]
    pub(super) fn of_cell<N: Nodes>(grid: &Grid, nodes: &N, cell: [u32; 3]) -> Option<CellBox> {
        let low = grid.node(cell).as_dvec3();
        let high = grid.node(cell.map_each(|node| node + 1)).as_dvec3();
        let half = (high - low) * 0.5;
        let is_wide = half.x > 0.0 && half.y > 0.0 && half.z > 0.0;
        is_wide.then(|| CellBox::new(low + half, half, nodes.corners(cell)))
    }

    /// A box by its middle, half its size and the values at its corners, x fastest.
    #[inline(always)]
    pub(super) fn new(middle: DVec3, half: DVec3, corners: [f32; 8]) -> CellBox {
        let terms =
            along_edges(corners.map_each(f64::from), |low, high| ((low + high) * 0.5, (high - low) * 0.5));
        CellBox { middle, half, terms }
    }

    /// One of its eight halves: the upper one along the axes of the bits that are set.
    #[inline(always)]
    pub(super) fn child(&self, which: usize) -> CellBox {
        let side = |axis: usize| if which & axis == 0 { -0.5 } else { 0.5 };
        self.part(DVec3::new(side(1), side(2), side(4)), DVec3::new(0.5, 0.5, 0.5))
    }

    /// The part with a middle and half a size in the box's own coordinates.
    #[inline(always)]
    fn part(&self, middle: DVec3, half: DVec3) -> CellBox {
        let mut terms = self.terms;
        for axis in 0..3 {
            let bit = 1 << axis;
            for k in 0..8 {
                if k & bit == 0 {
                    terms[k] += middle[axis] * terms[k | bit];
                    terms[k | bit] *= half[axis];
                }
            }
        }
        CellBox { middle: self.middle + self.half * middle, half: self.half * half, terms }
    }

    /// The part between two corners, with at least so much of half a size.
    #[inline(always)]
    pub(super) fn around(&self, [low, high]: [DVec3; 2], least: f64) -> CellBox {
        let half = ((high - low) * 0.5).max(DVec3::splat(least));
        self.part(((low + high) * 0.5 - self.middle) / self.half, half / self.half)
    }

    /// Its lower and upper corner.
    #[inline(always)]
    pub(super) fn ends(&self) -> [DVec3; 2] {
        [self.middle - self.half, self.middle + self.half]
    }

    /// The plane in the middle at three points.
    #[inline(always)]
    pub(super) fn planes(&self, points: [DVec3; 3]) -> [f64; 3] {
        let gradient = self.gradient();
        points.map_each(|point| self.terms[0] + gradient.dot(point - self.middle))
    }

    /// The half that a point is nearest to.
    #[inline(always)]
    pub(super) fn child_towards(&self, point: DVec3) -> usize {
        let bit = |axis: usize| usize::from(point[axis] > self.middle[axis]) << axis;
        bit(0) | bit(1) | bit(2)
    }

    /// The point of the box that is nearest to another.
    #[inline(always)]
    pub(super) fn clamp(&self, point: DVec3) -> DVec3 {
        point.clamp(self.middle - self.half, self.middle + self.half)
    }

    /// The largest difference of the interpolant from [`CellBox::plane`].
    #[inline(always)]
    pub(super) fn bend(&self) -> f64 {
        BENT.map_each(|k| self.terms[k].abs()).into_iter().sum()
    }

    /// The gradient in the middle.
    #[inline(always)]
    pub(super) fn gradient(&self) -> DVec3 {
        DVec3::new(self.terms[1], self.terms[2], self.terms[4]) / self.half
    }

    /// The plane in the middle, at any point.
    #[inline(always)]
    pub(super) fn plane(&self, point: DVec3) -> f64 {
        self.terms[0] + self.gradient().dot(point - self.middle)
    }

    /// A lower bound on the squared distance of a point to the zeros of the box. Zeros lie between two
    /// planes, the bend to either side of the one in the middle. The bound is made of the distance to these
    /// planes, and the distance along them to the box's sphere.
    #[inline(always)]
    pub(super) fn least_distance_squared(&self, point: DVec3) -> f64 {
        let (gradient, from) = (self.gradient(), point - self.middle);
        let (square, along) = (gradient.length_squared(), gradient.dot(from));
        if !(square > 0.0) {
            return 0.0;
        }
        let above = ((self.terms[0] + along).abs() - self.bend()).max(0.0);
        let beside = (from.length_squared() - along * along / square).max(0.0).sqrt() - self.half.length();
        above * above / square + beside.max(0.0) * beside.max(0.0)
    }

    /// The values at the corners, x fastest.
    #[inline(always)]
    fn corners(&self) -> [f64; 8] {
        along_edges(self.terms, |term, along| (term - along, term + along))
    }

    /// Returns true if the interpolant is zero somewhere: its least and greatest value are those of corners.
    #[inline(always)]
    pub(super) fn has_zero(&self) -> bool {
        let reach: f64 = self.terms[1..].iter().map(|term| term.abs()).sum();
        if self.terms[0].abs() > reach {
            return false;
        }
        let corners = self.corners();
        let (mut least, mut most) = (corners[0], corners[0]);
        for corner in corners {
            (least, most) = (least.min(corner), most.max(corner));
        }
        least <= 0.0 && most >= 0.0
    }

    /// The interpolant and its gradient at a point of the box.
    #[inline(always)]
    pub(super) fn at(&self, point: DVec3) -> (f64, DVec3) {
        let u = (point - self.middle) / self.half;
        let [t, x, y, xy, z, xz, yz, xyz] = self.terms;
        let along_x = (x + xy * u.y) + (xz + xyz * u.y) * u.z;
        let along_y = (y + xy * u.x) + (yz + xyz * u.x) * u.z;
        let along_z = (z + xz * u.x) + (yz + xyz * u.x) * u.y;
        let value = (t + z * u.z) + (y + yz * u.z) * u.y + along_x * u.x;
        (value, DVec3::new(along_x, along_y, along_z) / self.half)
    }

    /// The interpolant along the segment between two points of the box: the coefficients of a polynomial in
    /// the part of the way.
    #[inline(always)]
    pub(super) fn along(&self, [from, to]: [DVec3; 2]) -> [f64; 4] {
        let inverse = 1.0 / self.half;
        let u = (from - self.middle) * inverse;
        let way = (to - from) * inverse;
        let [t, x, y, xy, z, xz, yz, xyz] = self.terms;
        let line = |start: f64, slope: f64| [start + slope * u.z, slope * way.z];
        // Times y, and added to another.
        let plane = |[a, b]: [f64; 2], [c, d]: [f64; 2]| [a + u.y * c, b + u.y * d + way.y * c, way.y * d];
        let [a, b, c] = plane(line(t, z), line(y, yz));
        let [d, e, f] = plane(line(x, xz), line(xy, xyz));
        [a + u.x * d, b + u.x * e + way.x * d, c + u.x * f + way.x * e, way.x * f]
    }

    /// A zero of the interpolant in the box, if it has one, between the corners with its least and its
    /// greatest value.
    pub(super) fn some_zero(&self) -> Option<DVec3> {
        let corners = self.corners();
        let (mut least, mut most) = (0, 0);
        for k in 1..8 {
            least = if corners[k] < corners[least] { k } else { least };
            most = if corners[k] > corners[most] { k } else { most };
        }
        if corners[least] > 0.0 || corners[most] < 0.0 {
            return None;
        }
        let corner = |k: usize| {
            let side = |axis: usize| if k >> axis & 1 == 0 { -1.0 } else { 1.0 };
            self.middle + self.half * DVec3::new(side(0), side(1), side(2))
        };
        let (mut inside, mut outside) = (corner(least), corner(most));
        for _ in 0..HALVINGS {
            let middle = (inside + outside) * 0.5;
            *(if self.at(middle).0 <= 0.0 { &mut inside } else { &mut outside }) = middle;
        }
        Some(inside)
    }

    /// A zero of the interpolant in the box that is near to a point, if steps of Newton's lead to one.
    #[inline(always)]
    pub(super) fn near_zero(&self, point: DVec3, tolerance: f64) -> Option<DVec3> {
        let (mut at, mut value, mut gradient) = (self.middle, self.terms[0], self.gradient());
        for step in 0..TOWARDS + ONTO {
            let square = gradient.length_squared();
            if !(square > 0.0) {
                return None;
            }
            // First to the point's foot on the plane at the current place; then straight onto the surface.
            let from = if step < TOWARDS { point } else { at };
            at = self.clamp(from - gradient * ((value + gradient.dot(from - at)) / square));
            (value, gradient) = self.at(at);
            if step + 1 >= TOWARDS && value.abs() <= tolerance * gradient.length() {
                return Some(at);
            }
        }
        None
    }
}

/// Steps towards the foot of a point, and onto the surface.
const TOWARDS: u32 = 2;
const ONTO: u32 = 4;

/// The number of halvings of the way between two corners: far more than boxes are halved.
const HALVINGS: u32 = 24;
