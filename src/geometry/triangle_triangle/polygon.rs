//! The intersection of two triangles of one plane: a convex polygon, whose corners and their order are found
//! by exact signs.
//!
//! A corner of the polygon is a corner of one triangle that the other contains, or a crossing of two edges.
//! Each lies on the lines of at least two of the six edges, each side of the polygon on the line of one, and
//! no line has a third corner. So neighbours are the corners that share an edge, and no angles or distances
//! are compared.

use super::contacts::{Contact, Face};
use super::predicates::turn;
use crate::arrays::MapEach;
use arrayvec::ArrayVec;

/// The corners of the intersection of two faces of one plane, in order around it.
pub(super) fn polygon(a: &Face, b: &Face) -> ArrayVec<Contact, 6> {
    let corners = corners(a, b);
    let mut polygon = ArrayVec::new();
    let mut pending: u32 = (1 << corners.len()) - 1;
    let mut edges = u32::MAX;
    while let Some(next) = (0..corners.len()).find(|&i| pending & (1 << i) != 0 && corners[i].1 & edges != 0)
    {
        pending &= !(1 << next);
        edges = corners[next].1;
        polygon.push(corners[next].0);
    }
    polygon
}

/// The corners in any order, each with the edges that it lies on: bits 0 to 2 for those of `a`, 3 to 5 for
/// those of `b`.
fn corners(a: &Face, b: &Face) -> ArrayVec<(Contact, u32), 6> {
    let (of_b, of_a) = (turns(a, b), turns(b, a));
    let mut corners = ArrayVec::new();
    let mut add = |contact, edges| {
        // There are never more than six.
        if !corners.is_full() {
            corners.push((contact, edges));
        }
    };
    for i in 0..3 {
        if (0..3).all(|j| of_a[j][i] >= 0) {
            add(Contact::Corner(a.corners[i]), ends_at(i) | on(of_a, i) << 3);
        }
        if (0..3).all(|j| of_b[j][i] >= 0) && !a.corners.contains(&b.corners[i]) {
            add(Contact::Corner(b.corners[i]), ends_at(i) << 3 | on(of_b, i));
        }
    }
    for (i, segment) in a.edges().into_iter().enumerate() {
        for (j, other) in b.edges().into_iter().enumerate() {
            let crosses = |turns: [i32; 3], edge: usize| turns[edge] * turns[(edge + 1) % 3] < 0;
            if crosses(of_b[i], j) && crosses(of_a[j], i) {
                add(Contact::Meeting { segment, other, axis: a.axis }, 1 << i | 8 << j);
            }
        }
    }
    corners
}

/// The sides of a face's edges on which the corners of another face are, a row an edge: 1 inside, -1 outside,
/// 0 on its line.
fn turns(face: &Face, other: &Face) -> [[i32; 3]; 3] {
    let [a, b, c] = face.corners;
    let sense = turn(face.axis, a, b, c);
    face.edges().map_each(|[from, to]| other.corners.map_each(|p| turn(face.axis, from, to, p) * sense))
}

/// The edges that have a corner for an end.
fn ends_at(corner: usize) -> u32 {
    1 << corner | 1 << ((corner + 2) % 3)
}

/// The edges on whose lines a corner is.
fn on(turns: [[i32; 3]; 3], corner: usize) -> u32 {
    (0..3).map(|edge| u32::from(turns[edge][corner] == 0) << edge).sum()
}
