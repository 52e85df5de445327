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

#[inline(never)]
fn is_apart<T: WideInteger>(shape: &PosedHull, exact: &Exact<T>) -> bool {
    let hull = shape.hull();
    let zero = T::default();
    let none = [zero; 3];
    let separates = |axis: [T; 3]| axis != none && is_separating(shape, exact, axis);
    let [a, b, c] = exact.corners;
    let sides = [difference(b, a), difference(c, b), difference(a, c)];
    let normal = exact.normal();
    let own_normal = if hull.face_count() > 0 { exact.face(0).0 } else { none };
    if separates(own_normal) || separates(normal) {
        return true;
    }
    let beside = difference(a, exact.vertex(0));
    // The axes of an edge of the one with what the other has: its edges, both normals, and itself.
    let edge_separates = |edge: [T; 3], others: &[[T; 3]]| {
        edge != none
            && (separates(edge)
                || separates(cross(edge, own_normal))
                || separates(cross(edge, normal))
                || separates(cross(edge, cross(edge, beside)))
                || others.iter().any(|&other| {
                    let across = cross(edge, other);
                    separates(across) || separates(cross(edge, across)) || separates(cross(other, across))
                }))
    };
    let edge = |i: usize| {
        let edge = hull.edges()[i];
        difference(exact.vertex(edge.b.into()), exact.vertex(edge.a.into()))
    };
    (0..hull.edges().len()).any(|i| edge_separates(edge(i), &sides))
        || sides.into_iter().any(|side| edge_separates(side, &[]))
        || separates(beside)
}

/// Returns true if the two are apart along an axis.
fn is_separating<T: WideInteger>(shape: &PosedHull, exact: &Exact<T>, axis: [T; 3]) -> bool {
    let from = exact.corners[0];
    let along = |at: [T; 3]| product(axis, difference(at, from));
    let [_, b, c] = exact.corners.map(along);
    let zero = T::default();
    let (mut low, mut high) = (zero, zero);
    for at in [b, c] {
        low = if at < low { at } else { low };
        high = if at > high { at } else { high };
    }
    let mut heights = (0..shape.vertex_count()).map(|i| along(exact.vertex(i)));
    heights.clone().all(|at| at > high) || heights.all(|at| at < low)
}
