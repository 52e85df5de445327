//! The contact of a shape and a solid by themselves: the normal, and its points.
//!
//! The normal leads along their closest points where they are apart. Where they overlap, it is the direction of the
//! least translation that separates them, of those that the solids around let pass.

use super::axes::{Axis, Origin, each_axis, widest};
use super::closest::{Features, Pair, closest};
use super::core::Core;
use super::neighbours::Neighbours;
use super::points::{Clip, Points};
use super::solid::{Edge, Solid};
use crate::geometry::closest_on_segments;
use glam::DVec3;

/// Distances below this part of the largest coordinate are not relied on for a direction: 2^-30.
const NEAREST: f64 = 1.0 / (1u64 << 30) as f64;
/// The length, in the same way, by which faces are preferred to edges where they are as deep: 2^-40.
const LEVEL: f64 = 1.0 / (1u64 << 40) as f64;

/// A contact.
pub(super) struct Contact {
    /// Unit, from the solid to the shape.
    pub(super) normal: DVec3,
    /// The way along it that separates them; negative for a gap.
    pub(super) depth: f64,
    /// There is always one.
    pub(super) points: Points,
}

/// The relation of a shape and a solid.
pub(super) enum Relation {
    /// Their closest points, far enough apart for a direction.
    Apart(Pair),
    /// They overlap, or are as near as rounding.
    Crossing,
}

/// The relation, unless they are farther apart than `reach`, the radius not counted.
pub(super) fn relation(solid: &Solid, core: &Core, reach: f64) -> Option<Relation> {
    let margin = solid.rounding(core.size);
    let widest = widest(solid, core)?;
    if widest.gap > reach + margin {
        return None;
    }
    if widest.gap <= margin {
        return Some(Relation::Crossing);
    }
    let pair = closest(solid, core)?;
    if pair.distance > reach + margin {
        return None;
    }
    let size = solid.size.max(core.size);
    let is_far = pair.distance > size * NEAREST;
    Some(if is_far { Relation::Apart(pair) } else { Relation::Crossing })
}

/// The contact, gaps up to `max_distance` included; none if there is none, or the neighbours let none pass.
#[inline(never)]
pub(super) fn contact(
    solid: &Solid,
    core: &Core,
    max_distance: f64,
    neighbours: Option<&Neighbours>,
) -> Option<Contact> {
    match relation(solid, core, core.radius + max_distance)? {
        Relation::Apart(pair) => {
            let mut found = apart(solid, core, &pair, max_distance);
            if let Some(neighbours) = neighbours {
                if !neighbours.admit(solid, found.normal, &found.points) {
                    return None;
                }
                found.points.retain(|point| !neighbours.is_of_lower(point.at));
                if found.points.is_empty() {
                    return None;
                }
            }
            Some(found)
        }
        Relation::Crossing => crossing(solid, core, max_distance, neighbours),
    }
}

/// The contact of a pair of closest points.
pub(super) fn apart(solid: &Solid, core: &Core, pair: &Pair, max_distance: f64) -> Contact {
    let depth = core.radius - pair.distance;
    let least = -max_distance - solid.rounding(core.size);
    let normal = match pair.features {
        Features::Face(i) => solid.face(i).normal,
        _ => pair.offset / pair.distance,
    };
    let clip = Clip { solid, core, normal, least };
    let points = match pair.features {
        Features::Face(i) => clip.of_face(i, depth),
        Features::Own => clip.of_face(solid.facing(normal), depth),
        Features::Edges { .. } => clip.of_edges(pair, depth),
    };
    Contact { normal, depth, points }
}

/// The contact with the least way out, of those that count. Ways are tried from the least on.
pub(super) fn crossing(
    solid: &Solid,
    core: &Core,
    max_distance: f64,
    neighbours: Option<&Neighbours>,
) -> Option<Contact> {
    let level = solid.size.max(core.size) * LEVEL;
    // The way that was tried last, and its number.
    let mut last = (f64::NEG_INFINITY, 0usize);
    loop {
        let mut next: Option<(f64, usize, Axis)> = None;
        let mut number = 0;
        each_axis(solid, core, |axis| {
            let bias = match axis.origin {
                Origin::Face(_) => 0.0,
                Origin::Own => level,
                Origin::Edges(..) => 2.0 * level,
            };
            let key = (bias - axis.gap, number);
            number += 1;
            let is_after = key.0 > last.0 || key.0 == last.0 && key.1 > last.1;
            if is_after && next.is_none_or(|(way, ..)| key.0 < way) {
                next = Some((key.0, key.1, *axis));
            }
        });
        let (way, number, axis) = next?;
        let is_first = last.0 == f64::NEG_INFINITY;
        last = (way, number);
        let found = along(solid, core, &axis, max_distance);
        let Some(neighbours) = neighbours else { return Some(found) };
        // Through all of what is in the way, only if nothing else leads out.
        let width = 2.0 * (core.reach(found.normal) + core.radius);
        if !is_first && !neighbours.any_way && found.depth > width {
            continue;
        }
        let counts = match axis.origin {
            Origin::Face(i) => neighbours.admit_face(solid, i, &found.points),
            Origin::Own => neighbours.admit(solid, found.normal, &found.points),
            Origin::Edges(edge, generator) => {
                // Edges that pass by each other are nowhere closest.
                let pair = nearest_of_edges(core, found.normal, &edge, generator);
                let aside = pair.offset - found.normal * pair.offset.dot(found.normal);
                aside.length() <= neighbours.flush(pair.on_solid)
                    && neighbours.admit(solid, found.normal, &found.points)
            }
        };
        if counts {
            return Some(found);
        }
    }
}

/// The contact along a direction that separates them.
pub(super) fn along(solid: &Solid, core: &Core, axis: &Axis, max_distance: f64) -> Contact {
    let Axis { normal, gap, origin } = *axis;
    let margin = solid.rounding(core.size);
    let depth = core.radius - gap;
    // No deeper than rounding is no gap.
    let depth = if depth < 0.0 && depth >= -2.0 * margin { 0.0 } else { depth };
    let clip = Clip { solid, core, normal, least: -max_distance - 2.0 * margin };
    let points = match origin {
        Origin::Face(i) => clip.of_face(i, depth),
        Origin::Own => clip.of_face(solid.facing(normal), depth),
        Origin::Edges(edge, generator) => {
            clip.of_edges(&nearest_of_edges(core, normal, &edge, generator), depth)
        }
    };
    Contact { normal, depth, points }
}

/// The closest points of an edge and the edge of the shape that opposes the normal, of those along a generator.
fn nearest_of_edges(core: &Core, normal: DVec3, edge: &Edge, generator: usize) -> Pair {
    let (start, way) = core.farthest_edge(-normal, generator);
    let (s, place, offset) = closest_on_segments(edge.b - edge.a, way, start - edge.a);
    let on_solid = edge.a + (edge.b - edge.a) * s;
    let features = Features::Edges { edge: *edge, inside: true, own: (start, way) };
    Pair { on_solid, offset, distance: 0.0, features, place }
}
