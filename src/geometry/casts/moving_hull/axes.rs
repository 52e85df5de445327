//! The directions that may separate a hull and a triangle, in the hull's own frame.

use super::facet::Facet;
use crate::arrays::MapEach;
use crate::geometry::ConvexHull;
use glam::DVec3;
use std::ops::ControlFlow;

/// A direction out of the hull, of any length.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub(super) direction: DVec3,
    /// The triangle's lowest height.
    pub(super) low: f64,
    /// At least the gap at the start: to a vertex of the hull.
    pub(super) most: f64,
    /// The speed at which the gap closes.
    pub(super) speed: f64,
}

/// Squared sines below this are those of parallel edges: 2^-80.
const PARALLEL: f64 = 1.0 / (1u128 << 80) as f64;
/// More than the number of faces of any hull.
const MOST_FACES: usize = 512;
/// The cosine between the normals of two faces below which their edge is sharp.
const SHARP: f64 = -0.5;

/// What the axes of a hull and a triangle are made of.
struct Pair<'a> {
    hull: &'a ConvexHull<'a>,
    facet: &'a Facet,
    displacement: DVec3,
}

impl Pair<'_> {
    #[inline(always)]
    fn vertex(&self, i: u8) -> DVec3 {
        self.hull.vertices()[usize::from(i)].as_dvec3()
    }

    /// An axis along which the hull reaches as high as `known` at least.
    #[inline(always)]
    fn axis(&self, direction: DVec3, known: f64) -> Axis {
        let low = self.facet.lowest(direction);
        Axis { direction, low, most: low - known, speed: direction.dot(self.displacement) }
    }

    /// Both directions of an axis.
    fn both(
        &self,
        direction: DVec3,
        vertex: DVec3,
        visit: &mut impl FnMut(Axis) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if direction.length_squared() <= PARALLEL {
            return ControlFlow::Continue(());
        }
        let known = direction.dot(vertex);
        visit(self.axis(direction, known))?;
        visit(self.axis(-direction, -known))
    }
}

/// The faces of the difference: the triangle's two sides, the hull's faces, and the cross products of edges of the hull
/// with edges of the triangle that pass between the normals of their faces.
#[inline(always)]
pub(super) fn faces(
    hull: &ConvexHull,
    facet: &Facet,
    displacement: DVec3,
    visit: &mut impl FnMut(Axis) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let pair = Pair { hull, facet, displacement };
    if let Some(normal) = facet.normal {
        let heights = hull.vertices().iter().map(|v| normal.dot(v.as_dvec3()));
        let (low, high) =
            heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
        visit(pair.axis(normal, high))?;
        visit(pair.axis(-normal, -low))?;
    }
    // Which edges of the triangle rise over a face: a bit an edge.
    let mut slopes = [0u8; MOST_FACES];
    for ((i, plane), slopes) in hull.planes().iter().enumerate().zip(&mut slopes) {
        let normal = plane.normal;
        let [a, b, c] = facet.corners.map_each(|corner| normal.dot(corner));
        *slopes = u8::from(b > a) | u8::from(c > b) << 1 | u8::from(a > c) << 2;
        let (low, known) = (a.min(b).min(c), normal.dot(pair.vertex(hull.face(i)[0])));
        visit(Axis { direction: normal, low, most: low - known, speed: normal.dot(displacement) })?;
    }
    let has_faces = hull.face_count() > 0;
    for edge in hull.edges() {
        let [left, right] = match has_faces {
            true => [edge.left, edge.right].map_each(|face| slopes[usize::from(face) % MOST_FACES]),
            // A segment's edge lies between all normals across it.
            false => [0, 7],
        };
        if left == right {
            continue;
        }
        let from = pair.vertex(edge.a);
        let along = pair.vertex(edge.b) - from;
        for (k, side) in facet.edges.into_iter().enumerate() {
            let (rises, falls) = (left >> k & 1 == 1, right >> k & 1 == 0);
            if rises != falls {
                continue;
            }
            let across = along.cross(side);
            if across.length_squared() <= PARALLEL * along.length_squared() * side.length_squared() {
                continue;
            }
            let across = if rises { across } else { -across };
            visit(pair.axis(across, across.dot(from)))?;
            if !has_faces {
                visit(pair.axis(-across, -across.dot(from)))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// What bounds a difference that is thin, across its rim, where faces meet at sharp edges: rounding errors move such an
/// edge far. For a thin hull, these are all axes that separate flat shapes, as in `geometry/polytope/flat.rs`, with the
/// path for what lies between them.
#[inline(never)]
pub(super) fn rims(
    hull: &ConvexHull,
    facet: &Facet,
    displacement: DVec3,
    is_thin: bool,
    visit: &mut impl FnMut(Axis) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let pair = Pair { hull, facet, displacement };
    let unit = |v: DVec3| (v / v.abs().max_element().max(f64::MIN_POSITIVE)).normalize_or_zero();
    let sides = facet.edges.map_each(unit);
    let first = pair.vertex(0);
    let normal = facet.normal.map_or(DVec3::ZERO, unit);
    for side in sides {
        pair.both(side.cross(normal), first, visit)?;
    }
    for edge in hull.edges().iter().filter(|_| hull.face_count() > 0) {
        let [left, right] =
            [edge.left, edge.right].map_each(|face| unit(hull.planes()[usize::from(face)].normal));
        if left.dot(right) < SHARP {
            let from = pair.vertex(edge.a);
            let across = unit(pair.vertex(edge.b) - from).cross(unit(left - right));
            pair.both(across, from, visit)?;
        }
    }
    if !is_thin {
        return ControlFlow::Continue(());
    }
    let own = hull.planes().first().map_or(DVec3::ZERO, |plane| unit(plane.normal));
    let (way, beside) = (unit(displacement), unit(facet.corners[0] - first));
    for axis in [way, beside, way.cross(way.cross(beside)), own] {
        pair.both(axis, first, visit)?;
    }
    // What is across an edge, in the planes of others.
    let mut across = |edge: DVec3, vertex: DVec3| {
        for axis in [
            edge,
            edge.cross(own),
            edge.cross(normal),
            edge.cross(way),
            edge.cross(unit(edge.cross(way))),
            edge.cross(unit(edge.cross(beside))),
        ] {
            pair.both(axis, vertex, visit)?;
        }
        ControlFlow::Continue(())
    };
    for side in sides {
        across(side, first)?;
    }
    for edge in hull.edges() {
        let from = pair.vertex(edge.a);
        across(unit(pair.vertex(edge.b) - from), from)?;
    }
    for edge in hull.edges() {
        let from = pair.vertex(edge.a);
        let along = unit(pair.vertex(edge.b) - from);
        for side in sides {
            let normal = unit(along.cross(side));
            for axis in [normal, along.cross(normal), side.cross(normal)] {
                pair.both(axis, from, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}
