//! A flat hull, a segment or a point against a triangle, by every axis that may separate them, in integers.
//!
//! The difference of the two is a solid, or it is flat, a segment or a point itself. A solid has the normals of either,
//! and the cross products of edges. Something flat has one of these for its own normal, and across it those of its
//! edges. A segment lies beside the origin, or on a line with it. So there is an axis among those here if, and only if,
//! the two are apart.

use super::exact::{ALL, Exact, Units, cross};
use super::posed::ULP;
use super::{Polytope, PosedHull};
use crate::geometry::Triangle;
use crate::geometry::exact::{WideInteger, difference, product};
use bnum::BInt;

/// Returns true if the two share a point.
pub(super) fn touches(shape: &PosedHull, triangle: &Triangle) -> bool {
    if is_certainly_beside(shape, triangle) {
        return false;
    }
    // A product of four differences, and sums of twelve.
    const FEW: i32 = 29;
    match Units::few(shape, triangle, FEW) {
        Some(units) => !is_apart(shape, &Exact::<i128>::new(shape, triangle, units)),
        // 1728 bits: four differences of 427 bits each, and sums.
        None => !is_apart(shape, &Exact::<BInt<27>>::new(shape, triangle, ALL)),
    }
}

/// Returns true if all corners are certainly on one side of a polygon.
fn is_certainly_beside(shape: &PosedHull, triangle: &Triangle) -> bool {
    let Some(plane) = shape.hull().planes().first() else { return false };
    let (corners, far) = shape.local_corners(triangle);
    // As in `solid`.
    let bound = plane.size * (4.0 * ULP * shape.local_size(far) + shape.local_rounding(far));
    let from = shape.hull().face_origin(0).as_dvec3();
    let heights = corners.map(|corner| plane.normal.dot(corner - from));
    heights.iter().all(|&height| height > bound) || heights.iter().all(|&height| height < -bound)
}

/// The two in integers. Its parts are functions of their own, so that few integers are on the thread's stack at once:
/// one of them has 216 bytes.
struct Pair<'a, T> {
    exact: &'a Exact<'a, T>,
    vertices: usize,
    /// The normals of both; zero where there is none.
    normals: [[T; 3]; 2],
    /// From a vertex to a corner.
    beside: [T; 3],
}

#[inline(never)]
fn is_apart<T: WideInteger>(shape: &PosedHull, exact: &Exact<T>) -> bool {
    let hull = shape.hull();
    let own = if hull.face_count() > 0 { exact.face(0).0 } else { [T::default(); 3] };
    let beside = difference(exact.corner(0), exact.vertex(0));
    let pair = Pair { exact, vertices: shape.vertex_count(), normals: [own, exact.normal()], beside };
    pair.separates(&pair.normals[0])
        || pair.separates(&pair.normals[1])
        || pair.separates(&pair.beside)
        || (0..hull.edges().len()).any(|i| {
            let edge = hull.edges()[i];
            let along = difference(exact.vertex(edge.b.into()), exact.vertex(edge.a.into()));
            pair.edge_separates(&along) || (0..3).any(|k| pair.edges_separate(&along, &exact.side(k)))
        })
        || (0..3).any(|k| pair.edge_separates(&exact.side(k)))
}

impl<T: WideInteger> Pair<'_, T> {
    /// Tries an edge, and what is across it and both normals, or in the plane of it and the other shape.
    #[inline(never)]
    fn edge_separates(&self, edge: &[T; 3]) -> bool {
        self.separates(edge)
            || self.normals.iter().any(|normal| self.separates(&cross(edge, normal)))
            || self.separates(&cross(edge, &cross(edge, &self.beside)))
    }

    /// Tries what is across two edges, and across that and either of them.
    #[inline(never)]
    fn edges_separate(&self, edge: &[T; 3], other: &[T; 3]) -> bool {
        let normal = cross(edge, other);
        self.separates(&normal)
            || self.separates(&cross(edge, &normal))
            || self.separates(&cross(other, &normal))
    }

    /// Returns true if the two are apart along an axis.
    #[inline(never)]
    fn separates(&self, axis: &[T; 3]) -> bool {
        let zero = T::default();
        if *axis == [zero; 3] {
            return false;
        }
        let (mut low, mut high) = (zero, zero);
        for k in 1..3 {
            let at = self.along(axis, &self.exact.corner(k));
            low = if at < low { at } else { low };
            high = if at > high { at } else { high };
        }
        let is_above = |i: usize| self.along(axis, &self.exact.vertex(i)) > high;
        let is_below = |i: usize| self.along(axis, &self.exact.vertex(i)) < low;
        (0..self.vertices).all(is_above) || (0..self.vertices).all(is_below)
    }

    /// A position along an axis, from the first corner.
    #[inline(never)]
    fn along(&self, axis: &[T; 3], at: &[T; 3]) -> T {
        product(*axis, difference(*at, self.exact.corner(0)))
    }
}
