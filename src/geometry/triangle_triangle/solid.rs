//! Decides if two closed surfaces that touch have interiors that overlap, at one pair of triangles or around
//! one edge.
//!
//! If the interiors overlap, a part of one surface is inside of the other, or both have a face in common from
//! the same side. At the border of such a part, the surfaces meet along a segment: face and face, edge and
//! face, or edge and edge. (If they meet in points alone, no part has a border: then the whole surface is
//! inside, and so are all of its triangles.) Signs of determinants decide all of these. A face that another
//! triangle touches from behind, within its edges, has that triangle's surface inside. Around a segment where
//! edges meet, the faces on both sides, sorted by their angle, bound sectors that are inside. The idea is
//! that of regularized set operations, whose neighbourhoods of edges these sectors are: Requicha and
//! Voelcker, "Boolean Operations in Solid Modeling: Boundary Evaluation and Merging Algorithms", Proceedings
//! of the IEEE 73(1), 1985.

use super::contacts::{Face, Shape};
use super::intersection::intersection;
use super::predicates::{projection, side, turn};
use crate::arrays::MapEach;
use crate::geometry::{Triangle, Vec3};
use arrayvec::ArrayVec;

/// The relation of two solids' interiors, as far as two touching triangles of their surfaces decide it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SolidContact {
    /// They overlap.
    Overlap,
    /// The triangles do not show that they overlap.
    Touch,
    /// A triangle without area decides nothing.
    Unknown,
}

/// A contact segment on the edge of at least one of two triangles. The decision needs the other triangles at
/// the edge, too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeContact {
    /// The ends of an edge of the first triangle, if the segment is on one; else the segment is within the
    /// first triangle.
    pub(crate) of_a: Option<[Vec3; 2]>,
    /// The same for the second triangle.
    pub(crate) of_b: Option<[Vec3; 2]>,
}

/// Room for the faces around an edge.
pub(crate) const MOST_FACES: usize = 16;

/// Decides at two triangles that touch. Calls `at_edge` with each edge contact, until that returns that the
/// interiors overlap.
pub(crate) fn solid_contact(
    a: &Triangle,
    b: &Triangle,
    mut at_edge: impl FnMut(&EdgeContact) -> SolidContact,
) -> SolidContact {
    let (Shape::Face(p), Shape::Face(q)) = (Shape::new(a), Shape::new(b)) else {
        return SolidContact::Unknown;
    };
    let (of_p, of_q) = (q.sides(p.corners), p.sides(q.corners));
    if of_p == [0; 3] {
        if sense(&p) == sense(&q) && intersection(a, b).is_some_and(|shared| shared.has_area()) {
            return SolidContact::Overlap;
        }
    } else if is_behind(&p, of_p, &q, of_q) || is_behind(&q, of_q, &p, of_p) {
        return SolidContact::Overlap;
    }
    let mut answer = SolidContact::Touch;
    let mut ask = |contact: EdgeContact| {
        match at_edge(&contact) {
            SolidContact::Touch => {}
            found => answer = if answer == SolidContact::Overlap { answer } else { found },
        }
        answer == SolidContact::Overlap
    };
    // Of the two faces at an edge, the one that runs along it in this direction asks.
    let asks = |[u, v]: [Vec3; 2]| u.to_array() < v.to_array();
    if of_p != [0; 3] {
        for k in 0..3 {
            let n = (k + 1) % 3;
            let (e, f) = ([p.corners[k], p.corners[n]], [q.corners[k], q.corners[n]]);
            let is_in_q = [of_p[k], of_p[n]] == [0, 0] && asks(e) && crosses_within(&q, e);
            if is_in_q && ask(EdgeContact { of_a: Some(e), of_b: None }) {
                return SolidContact::Overlap;
            }
            let is_in_p = [of_q[k], of_q[n]] == [0, 0] && asks(f) && crosses_within(&p, f);
            if is_in_p && ask(EdgeContact { of_a: None, of_b: Some(f) }) {
                return SolidContact::Overlap;
            }
        }
    }
    for e in p.edges().into_iter().filter(|&e| asks(e)) {
        for f in q.edges().into_iter().filter(|&f| asks(f)) {
            if overlap_along(e, f) && ask(EdgeContact { of_a: Some(e), of_b: Some(f) }) {
                return SolidContact::Overlap;
            }
        }
    }
    answer
}

/// The turn of a face, seen along its axis.
fn sense(face: &Face) -> i32 {
    let [a, b, c] = face.corners;
    turn(face.axis, a, b, c)
}

/// Returns true if a triangle has points strictly behind a face, and meets it within its edges: then points
/// of the triangle are inside. `of_other` are the sides of its corners, `of_face` the sides of the triangle's
/// plane on which the face's corners are.
fn is_behind(face: &Face, of_face: [i32; 3], other: &Face, of_other: [i32; 3]) -> bool {
    if of_other.iter().all(|&side| side >= 0) || of_other.iter().all(|&side| side < 0) {
        return false;
    }
    let mut ends = ArrayVec::<[i32; 3], 4>::new();
    for k in 0..3 {
        let n = (k + 1) % 3;
        let (from, to) = (other.corners[k], other.corners[n]);
        if of_other[k] == 0 {
            ends.push(within(face, from));
        }
        if of_other[k] * of_other[n] < 0 {
            let (above, below) = if of_other[k] > 0 { (from, to) } else { (to, from) };
            ends.push(face.edges().map_each(|[a, b]| -side(a, b, above, below)));
        }
    }
    // Otherwise the other's plane does not divide the face, and its line passes beside the inner points.
    let divides = of_face.contains(&1) && of_face.contains(&-1);
    meets_within(&ends, divides)
}

/// The side of each edge of a face on which a point of its plane is: 1 inside.
fn within(face: &Face, p: Vec3) -> [i32; 3] {
    let sense = sense(face);
    face.edges().map_each(|[a, b]| turn(face.axis, a, b, p) * sense)
}

/// Returns true if a segment in a face's plane has points inside of all edges. `ends` are the sides of the
/// segment's ends; `divides` is true if its line has points inside.
fn meets_within(ends: &[[i32; 3]], divides: bool) -> bool {
    let is_inside = |end: &[i32; 3]| end.iter().all(|&side| side > 0);
    if ends.iter().any(is_inside) {
        return true;
    }
    ends.len() > 1 && divides && !(0..3).any(|edge| ends.iter().all(|end| end[edge] <= 0))
}

/// Returns true if a segment in a face's plane has points inside of all edges.
fn crosses_within(face: &Face, [u, v]: [Vec3; 2]) -> bool {
    let sides = face.corners.map_each(|corner| turn(face.axis, u, v, corner));
    meets_within(&[within(face, u), within(face, v)], sides.contains(&1) && sides.contains(&-1))
}

/// Returns true if two segments have more than a point in common.
fn overlap_along(e: [Vec3; 2], f: [Vec3; 2]) -> bool {
    let [low, high] = [e[0].min(e[1]), e[0].max(e[1])];
    let [other_low, other_high] = [f[0].min(f[1]), f[0].max(f[1])];
    if !(low.cmple(other_high).all() && other_low.cmple(high).all()) {
        return false;
    }
    let Some(axis) = (0..3).find(|&k| e[0][k] != e[1][k]) else { return false };
    // On one line, the intervals of one coordinate decide.
    let shares = low[axis].max(other_low[axis]) < high[axis].min(other_high[axis]);
    shares && f.iter().all(|&p| projection(e[0], e[1], p).is_none())
}

/// A half-plane that ends at a line, with the side on which the solid is.
#[derive(Clone, Copy)]
struct Half {
    /// A point of it beside the line.
    toward: Vec3,
    /// True if the solid is on the counter-clockwise side, seen against the line's direction.
    inside_next: bool,
}

/// The surface of a solid around a segment.
pub(crate) struct Around {
    line: [Vec3; 2],
    halves: ArrayVec<Half, MOST_FACES>,
    is_unclear: bool,
}

impl Around {
    /// No faces yet, around a line through two points.
    pub(crate) fn new(line: [Vec3; 2]) -> Around {
        Around { line, halves: ArrayVec::new(), is_unclear: false }
    }

    fn add(&mut self, half: Half) {
        self.is_unclear |= self.halves.try_push(half).is_err();
    }

    /// Adds a face with points on both sides of the line, which is in its plane.
    pub(crate) fn add_through(&mut self, triangle: &Triangle) {
        let (Shape::Face(face), [u, v]) = (Shape::new(triangle), self.line) else { return };
        let sense = sense(&face);
        for wanted in [1, -1] {
            let beside = |&&corner: &&Vec3| turn(face.axis, u, v, corner) == wanted;
            if let Some(&toward) = face.corners.iter().find(beside) {
                // A turn of the half-plane goes to the face's front where both turn the same way, seen along
                // the axis.
                self.add(Half { toward, inside_next: wanted != sense });
            }
        }
    }

    /// Adds a face at an edge along the line, whatever its direction, if it has that edge.
    pub(crate) fn add_at(&mut self, triangle: &Triangle, edge: [Vec3; 2]) {
        let corners = [triangle.a, triangle.b, triangle.c];
        for k in 0..3 {
            let (from, to, third) = (corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]);
            if [from, to] == edge || [to, from] == edge {
                let [u, v] = self.line;
                let axis = (0..3).find(|&k| u[k] != v[k]).unwrap_or(0);
                let is_along = (from[axis] < to[axis]) == (u[axis] < v[axis]);
                if projection(from, to, third).is_none() {
                    self.is_unclear = true;
                }
                self.add(Half { toward: third, inside_next: !is_along });
                return;
            }
        }
    }

    /// Returns true if the solid is just counter-clockwise of a half-plane; `None` if faces lie on each other
    /// there.
    fn is_inside_next(&self, of: &Half) -> Option<bool> {
        let mut last: Option<(Turn, Half)> = None;
        for half in &self.halves {
            let turn = Turn::between(self.line, of.toward, half.toward);
            match &last {
                Some((other, nearest)) => match turn.is_later(*other, self.line, nearest.toward, half.toward)
                {
                    Some(true) => last = Some((turn, *half)),
                    Some(false) => {}
                    None => return None,
                },
                None => last = Some((turn, *half)),
            }
        }
        last.map(|(_, half)| half.inside_next)
    }

    /// Returns true if each face and the one after it agree about the sector between them.
    fn is_consistent(&self) -> bool {
        let count = self.halves.iter().filter(|half| half.inside_next).count();
        let follows = |half: &Half| {
            // Without the face itself, the last one before it.
            let others = self.halves.iter().filter(|other| other.toward != half.toward);
            let others = Around { line: self.line, halves: others.copied().collect(), is_unclear: false };
            others.halves.is_empty() || others.is_inside_next(half) == Some(!half.inside_next)
        };
        !self.is_unclear && 2 * count == self.halves.len() && count > 0 && self.halves.iter().all(follows)
    }
}

/// The angle by which a half-plane is turned counter-clockwise from another, in coarse steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Turn {
    /// Turned by less than half a turn.
    Less,
    Half,
    More,
    /// Not turned at all, which counts as a whole turn: the last one before the next sector.
    Whole,
}

impl Turn {
    fn between([u, v]: [Vec3; 2], from: Vec3, to: Vec3) -> Turn {
        match side(u, v, from, to) {
            1 => Turn::Less,
            -1 => Turn::More,
            _ => {
                let axis = projection(u, v, from).unwrap_or(0);
                if turn(axis, u, v, from) == turn(axis, u, v, to) { Turn::Whole } else { Turn::Half }
            }
        }
    }

    /// Returns true if one half-plane is turned farther than another; `None` if they are the same.
    fn is_later(self, other: Turn, [u, v]: [Vec3; 2], to_other: Vec3, to: Vec3) -> Option<bool> {
        if self != other {
            return Some(self > other);
        }
        match side(u, v, to_other, to) {
            0 => None,
            sign => Some(sign > 0),
        }
    }
}

/// Decides if the interiors of two solids overlap around a segment that both surfaces have.
pub(crate) fn sectors(a: &Around, b: &Around) -> SolidContact {
    if !a.is_consistent() || !b.is_consistent() {
        return SolidContact::Unknown;
    }
    for half in a.halves.iter().chain(&b.halves) {
        match (a.is_inside_next(half), b.is_inside_next(half)) {
            (Some(true), Some(true)) => return SolidContact::Overlap,
            (Some(_), Some(_)) => {}
            _ => return SolidContact::Unknown,
        }
    }
    SolidContact::Touch
}
