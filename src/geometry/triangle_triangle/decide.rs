//! Decides if two triangles share a point.
//!
//! Guigue and Devillers, "Fast and Robust Triangle-Triangle Overlap Test Using Orientation Predicates",
//! Journal of Graphics Tools 8(1), 2003, decides by signs of determinants alone, and so does this: in f32 if
//! the signs are certain, exactly if they are not. Beyond the source, degenerate triangles are segments and
//! points.

use super::contacts::{Shape, contacts};
use super::filter::triangles_intersect_filter;
use crate::geometry::Triangle;

/// Returns true if the triangles share a point, touching included. Exact for all finite corners, which are
/// taken as real numbers.
#[inline]
pub fn triangles_intersect(a: &Triangle, b: &Triangle) -> bool {
    if !a.bounds().touches(&b.bounds()) {
        return false;
    }
    triangles_intersect_filter(a, b).unwrap_or_else(|| triangles_intersect_exactly(a, b))
}

/// The same answer as [`triangles_intersect`], without the filter: for pairs that
/// [`triangles_intersect_filter`] or lanes could not decide.
#[cold]
pub fn triangles_intersect_exactly(a: &Triangle, b: &Triangle) -> bool {
    let (p, q) = ([a.a, a.b, a.c], [b.a, b.b, b.c]);
    // Neighbours in a mesh, and identical ones.
    if p.iter().any(|corner| q.contains(corner)) {
        return true;
    }
    contacts(&Shape::new(a), &Shape::new(b), &mut |_| true)
}
