//! The contacts of two triangles, found by exact signs alone: corners that touch, and edges that cross.
//!
//! Two closed triangles share a point if and only if an edge of one meets the other. The points found here
//! are those where edges end or cross. Among them are the ends of the segment that a pair shares, or, for
//! coplanar pairs, the polygon's corners.

use super::predicates::{is_between, is_on_segment, projection, side, turn};
use crate::arrays::{MapEach, array_of};
use crate::geometry::{Triangle, Vec3};

/// A point that two triangles share.
#[derive(Clone, Copy, Debug)]
pub(super) enum Contact {
    /// A corner.
    Corner(Vec3),
    /// The crossing of a segment and a plane: the segment's ends are on opposite sides of the plane.
    Crossing { segment: [Vec3; 2], plane: [Vec3; 3] },
    /// The crossing of two segments of a plane: each segment's ends are on opposite sides of the other.
    Meeting { segment: [Vec3; 2], other: [Vec3; 2], axis: usize },
}

/// A triangle by its dimension.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// All corners are equal.
    Point(Vec3),
    /// All corners are on one line: the segment's ends.
    Segment([Vec3; 2]),
    /// A triangle with an inside.
    Face(Face),
}

/// A triangle with an inside, and an axis along which it can be projected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    pub(super) corners: [Vec3; 3],
    pub(super) axis: usize,
}

impl Face {
    pub(super) fn edges(&self) -> [[Vec3; 2]; 3] {
        let [a, b, c] = self.corners;
        [[a, b], [b, c], [c, a]]
    }

    /// The sides of this face's plane on which points are.
    pub(super) fn sides<const N: usize>(&self, points: [Vec3; N]) -> [i32; N] {
        let [a, b, c] = self.corners;
        array_of(|i| side(a, b, c, points[i]))
    }

    /// Returns true if a point of this face's plane is on the face, its edges included.
    fn contains(&self, p: Vec3) -> bool {
        are_not_mixed(self.edges().map_each(|[from, to]| turn(self.axis, from, to, p)))
    }
}

impl Shape {
    pub(super) fn new(triangle: &Triangle) -> Shape {
        let corners = [triangle.a, triangle.b, triangle.c];
        if let Some(axis) = projection(triangle.a, triangle.b, triangle.c) {
            return Shape::Face(Face { corners, axis });
        }
        // Along a line, the order of points is that of their coordinates.
        let order = |v: &Vec3, w: &Vec3| v.to_array().partial_cmp(&w.to_array());
        let is_less = |v: &Vec3, w: &Vec3| order(v, w) == Some(std::cmp::Ordering::Less);
        let [mut first, mut last] = [corners[0]; 2];
        for corner in corners {
            first = if is_less(&corner, &first) { corner } else { first };
            last = if is_less(&last, &corner) { corner } else { last };
        }
        if first == last { Shape::Point(first) } else { Shape::Segment([first, last]) }
    }
}

/// Finds points that both shapes contain, until `found` returns true. Returns true if it did. Some points may
/// be found more than once.
pub(super) fn contacts(a: &Shape, b: &Shape, found: &mut impl FnMut(Contact) -> bool) -> bool {
    match (*a, *b) {
        (Shape::Point(p), Shape::Point(q)) => p == q && found(Contact::Corner(p)),
        (Shape::Point(p), Shape::Segment(segment)) | (Shape::Segment(segment), Shape::Point(p)) => {
            is_on_segment(p, segment) && found(Contact::Corner(p))
        }
        (Shape::Segment(segment), Shape::Segment(other)) => of_segments(segment, other, found),
        (Shape::Point(p), Shape::Face(face)) | (Shape::Face(face), Shape::Point(p)) => {
            face.sides([p]) == [0] && face.contains(p) && found(Contact::Corner(p))
        }
        (Shape::Segment(segment), Shape::Face(face)) | (Shape::Face(face), Shape::Segment(segment)) => {
            of_segment_and_face(segment, face.sides(segment), &face, found)
        }
        (Shape::Face(a), Shape::Face(b)) => {
            let of_a = b.sides(a.corners);
            if are_on_one_side(of_a) {
                return false;
            }
            let of_b = a.sides(b.corners);
            !are_on_one_side(of_b)
                && (of_edges_and_face(&a, of_a, &b, found) || of_edges_and_face(&b, of_b, &a, found))
        }
    }
}

fn of_edges_and_face(
    edges: &Face,
    sides: [i32; 3],
    face: &Face,
    found: &mut impl FnMut(Contact) -> bool,
) -> bool {
    let [a, b, c] = sides;
    edges
        .edges()
        .into_iter()
        .zip([[a, b], [b, c], [c, a]])
        .any(|(edge, sides)| of_segment_and_face(edge, sides, face, found))
}

/// `sides` are the sides of the face's plane on which the segment's ends are.
fn of_segment_and_face(
    segment: [Vec3; 2],
    sides: [i32; 2],
    face: &Face,
    found: &mut impl FnMut(Contact) -> bool,
) -> bool {
    let [p, q] = segment;
    let mut at_corner = |corner: Vec3| face.contains(corner) && found(Contact::Corner(corner));
    match sides {
        [0, 0] => {
            at_corner(p)
                || at_corner(q)
                || face.edges().into_iter().any(|edge| in_plane(face.axis, segment, edge, found))
        }
        [0, _] => at_corner(p),
        [_, 0] => at_corner(q),
        [of_p, of_q] if of_p == of_q => false,
        _ => {
            are_not_mixed(face.edges().map_each(|[from, to]| side(p, q, from, to)))
                && found(Contact::Crossing { segment, plane: face.corners })
        }
    }
}

fn of_segments(segment: [Vec3; 2], other: [Vec3; 2], found: &mut impl FnMut(Contact) -> bool) -> bool {
    let ([p, q], [r, s]) = (segment, other);
    if side(p, q, r, s) != 0 {
        return false;
    }
    match projection(p, q, r).or_else(|| projection(p, q, s)) {
        Some(axis) => in_plane(axis, segment, other, found),
        // On one line.
        None => {
            [r, s].into_iter().any(|corner| is_between(corner, p, q) && found(Contact::Corner(corner)))
                || [p, q].into_iter().any(|corner| is_between(corner, r, s) && found(Contact::Corner(corner)))
        }
    }
}

/// Two segments of a plane that can be projected along `axis`.
fn in_plane(
    axis: usize,
    segment: [Vec3; 2],
    other: [Vec3; 2],
    found: &mut impl FnMut(Contact) -> bool,
) -> bool {
    let ([p, q], [r, s]) = (segment, other);
    let (of_r, of_s) = (turn(axis, p, q, r), turn(axis, p, q, s));
    let (of_p, of_q) = (turn(axis, r, s, p), turn(axis, r, s, q));
    if of_r * of_s < 0 && of_p * of_q < 0 {
        return found(Contact::Meeting { segment, other, axis });
    }
    [(of_r, r, segment), (of_s, s, segment), (of_p, p, other), (of_q, q, other)]
        .into_iter()
        .any(|(turn, end, [from, to])| turn == 0 && is_between(end, from, to) && found(Contact::Corner(end)))
}

fn are_on_one_side(signs: [i32; 3]) -> bool {
    signs[0] != 0 && signs[0] == signs[1] && signs[0] == signs[2]
}

/// Returns true if no two signs are opposite.
fn are_not_mixed(signs: [i32; 3]) -> bool {
    signs.iter().all(|&sign| sign >= 0) || signs.iter().all(|&sign| sign <= 0)
}
