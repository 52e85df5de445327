//! A solid hull against a triangle by separating axes: the triangle's normal, the normals of the hull's faces, and the
//! cross products of edges whose faces the triangle's edge passes between (Gottschalk, Lin and Manocha, "OBBTree",
//! SIGGRAPH 1996; Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013). Others of the cross products
//! belong to no face of the Minkowski difference.
//!
//! Everything is computed in the hull's own frame, in f64 with a bound on its error. What that leaves undecided is asked
//! of [`Signs`].

use super::PosedHull;
use super::contains::Clip;
use super::exact::{Exact, cross};
use super::posed::ULP;
use crate::arrays::MapEach;
use crate::geometry::Triangle;
use crate::geometry::exact::{WideInteger, difference, product};

/// Answers to questions that f64 cannot answer.
pub(super) trait Signs {
    /// Returns true if a corner of the triangle is in front of a face.
    fn is_corner_in_front(&mut self, face: usize, corner: usize) -> bool;
    /// Returns true if a vertex is in front of the triangle, or behind it.
    fn is_vertex_beside(&mut self, vertex: usize, in_front: bool) -> bool;
    /// Returns true if the hull and the triangle are apart along the cross product of an edge and the triangle's edge
    /// that begins at a corner.
    fn separates(&mut self, edge: usize, corner: usize) -> bool;
}

/// Notes that there was a question; says no.
#[derive(Default)]
pub(super) struct Doubt(pub(super) bool);

impl Doubt {
    #[inline(always)]
    fn raise(&mut self) -> bool {
        self.0 = true;
        false
    }
}

impl Signs for Doubt {
    #[inline(always)]
    fn is_corner_in_front(&mut self, _: usize, _: usize) -> bool {
        self.raise()
    }

    #[inline(always)]
    fn is_vertex_beside(&mut self, _: usize, _: bool) -> bool {
        self.raise()
    }

    #[inline(always)]
    fn separates(&mut self, _: usize, _: usize) -> bool {
        self.raise()
    }
}

impl<T: WideInteger> Signs for Exact<'_, T> {
    #[inline(never)]
    fn is_corner_in_front(&mut self, face: usize, corner: usize) -> bool {
        let (normal, at) = self.face(face);
        product(normal, difference(self.corner(corner), at)) > T::default()
    }

    #[inline(never)]
    fn is_vertex_beside(&mut self, vertex: usize, in_front: bool) -> bool {
        let height = product(self.normal(), difference(self.vertex(vertex), self.corner(0)));
        if in_front { height > T::default() } else { height < T::default() }
    }

    #[inline(never)]
    fn separates(&mut self, edge: usize, corner: usize) -> bool {
        let edge = self.shape().hull().edges()[edge];
        let along = self.side(corner);
        let zero = T::default();
        let [left, right] = [edge.left, edge.right].map_each(|face| product(self.face(face.into()).0, along));
        // The edge's own normals are between those of its faces, towards the left where that rises.
        let is_rising = match (left > zero, left < zero, right > zero, right < zero) {
            (true, _, false, _) | (_, false, _, true) => true,
            (_, true, _, false) | (false, _, true, _) => false,
            _ => return false,
        };
        let from = self.vertex(edge.a.into());
        let across = cross(&difference(self.vertex(edge.b.into()), from), &along);
        [corner, (corner + 2) % 3].into_iter().all(|k| {
            let height = product(across, difference(self.corner(k), from));
            if is_rising { height > zero } else { height < zero }
        })
    }
}

/// What is known about a hull and a triangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    /// They share no point.
    Apart,
    /// They share a point.
    Touching,
    /// No axis separates them, as far as f64 and the questions tell.
    NotSeparated,
}

/// Returns true if all values are positive; `ask` answers for those within the bound.
#[inline(always)]
fn are_positive<const N: usize>(values: [f64; N], bound: f64, mut ask: impl FnMut(usize) -> bool) -> bool {
    if values.iter().any(|&value| value < -bound) {
        return false;
    }
    values.iter().enumerate().all(|(i, &value)| value > bound || ask(i))
}

/// Looks for an axis that separates a solid hull from a triangle.
///
/// With `L` for the largest coordinate in the hull's frame and `r` for the error of the triangle's corners there, all
/// bounds are multiples of `d = 4 u L + r`, where `u` is 2^-53:
///
/// - A height over a face is `n . (q - v)`. The plane's `size` is `k + 8` times the magnitudes `S` of the products of `n`,
///   whose components are off by `(k + 5) u S` together; differences are at most `2 L` and off by `r + 2 u L`, and the
///   dot product by `3 u S 2 L`. Together at most `size d`. A slope `n . e` is a difference of two heights: `2 size d`.
/// - Edges of the triangle are at most `E <= 2 L` long along each axis and off by `2 r + u E`, those of the hull `H`
///   and off by `u H`. A cross product is off by `4 H r + 8 u H E`, its dot product with a difference by less than
///   `48 H L d`. For the triangle's own normal, with `E` for `H`, it is less than `60 E L d`. 64 are taken for both.
pub(super) fn relation(shape: &PosedHull, triangle: &Triangle, signs: &mut impl Signs) -> Relation {
    let hull = shape.hull();
    let (corners, far) = shape.local_corners(triangle);
    let size = shape.local_size(far);
    let delta = 4.0 * ULP * size + shape.local_rounding(far);
    let [a, b, c] = corners;
    let sides = [b - a, c - b, a - c];
    let longest = sides.map_each(|side| side.abs().max_element());
    let longest = longest[0].max(longest[1]).max(longest[2]);

    // The faces.
    let mut clip = Clip::default();
    for (i, plane) in hull.planes().iter().enumerate() {
        let from = hull.face_origin(i).as_dvec3();
        let heights = corners.map_each(|corner| plane.normal.dot(corner - from));
        let bound = plane.size * delta;
        if are_positive(heights, bound, |corner| signs.is_corner_in_front(i, corner)) {
            return Relation::Apart;
        }
        clip.cut(heights, bound);
    }
    if clip.is_left() {
        return Relation::Touching;
    }

    // The triangle's plane.
    let normal = sides[0].cross(c - a);
    let bound = 64.0 * longest * size * delta;
    let heights = || hull.vertices().iter().map(|v| normal.dot(v.as_dvec3() - a));
    let (low, high) = heights().fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
    if low >= -bound && heights().enumerate().all(|(i, at)| at > bound || signs.is_vertex_beside(i, true))
        || high <= bound
            && heights().enumerate().all(|(i, at)| at < -bound || signs.is_vertex_beside(i, false))
    {
        return Relation::Apart;
    }

    // Pairs of edges.
    for (i, edge) in hull.edges().iter().enumerate() {
        let [left, right] = [edge.left, edge.right].map_each(|face| &hull.planes()[usize::from(face)]);
        let from = hull.vertices()[usize::from(edge.a)].as_dvec3();
        let along = hull.vertices()[usize::from(edge.b)].as_dvec3() - from;
        let bound = 64.0 * along.abs().max_element() * size * delta;
        let (left_bound, right_bound) = (2.0 * left.size * delta, 2.0 * right.size * delta);
        for (k, side) in sides.into_iter().enumerate() {
            let (rise, fall) = (left.normal.dot(side), right.normal.dot(side));
            if rise > left_bound && fall > right_bound || rise < -left_bound && fall < -right_bound {
                continue;
            }
            let across = along.cross(side);
            let heights = [corners[k], corners[(k + 2) % 3]].map_each(|corner| across.dot(corner - from));
            let is_rising = rise > left_bound && fall < -right_bound;
            let is_falling = rise < -left_bound && fall > right_bound;
            let may_separate = |heights: [f64; 2]| heights[0] >= -bound && heights[1] >= -bound;
            let separates = match (is_rising, is_falling) {
                (true, _) => are_positive(heights, bound, |_| signs.separates(i, k)),
                (_, true) => are_positive(heights.map_each(|at| -at), bound, |_| signs.separates(i, k)),
                _ => {
                    (may_separate(heights) || may_separate(heights.map_each(|at| -at)))
                        && signs.separates(i, k)
                }
            };
            if separates {
                return Relation::Apart;
            }
        }
    }
    Relation::NotSeparated
}
