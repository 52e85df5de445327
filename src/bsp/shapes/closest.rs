//! The closest points of a solid and a core that are apart.
//!
//! They lie on a corner of the one and a face of the other, or on an edge of each. The nearest of all these pairs is
//! taken, faces first, so that what is parallel to a face belongs to it.

use super::core::Core;
use super::solid::{Edge, Solid};
use crate::geometry::closest_on_segments;
use glam::DVec3;

/// The square of the sine of the angle up to which edges are parallel: 2^-52.
pub(super) const PARALLEL: f64 = 1.0 / (1u64 << 52) as f64;
/// The part of a squared distance by which parallel edges are preferred: 2^-40.
const PREFERRED: f64 = 1.0 / (1u64 << 40) as f64;

/// The features that are closest.
#[derive(Clone, Copy)]
pub(super) enum Features {
    /// A face of the solid, and a corner of the core.
    Face(usize),
    /// A corner of the solid, and a face of the core.
    Own,
    /// An edge of the solid, or one of its ends, and an edge of the core.
    Edges {
        edge: Edge,
        /// True if the closest point is inside of the solid's edge.
        inside: bool,
        /// An end of the core's edge, and the way to the other.
        own: (DVec3, DVec3),
    },
}

/// A pair of points.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub(super) on_solid: DVec3,
    /// From there to the core.
    pub(super) offset: DVec3,
    pub(super) distance: f64,
    pub(super) features: Features,
    /// The place on the core's edge, from 0 to 1.
    pub(super) place: f64,
}

/// The closest points; none if the solid has no edges.
#[inline(never)]
pub(super) fn closest(solid: &Solid, core: &Core) -> Option<Pair> {
    let margin = solid.rounding(core.size);
    let mut best: Option<Pair> = None;
    let mut least = f64::INFINITY;
    for i in 0..solid.face_count() {
        let face = solid.face(i);
        let mut corner_number = 0u32;
        core.each_corner(|corner| {
            let height = face.height(corner);
            let place = f64::from(corner_number);
            corner_number += 1;
            if height > 0.0 && height * height < least {
                let foot = corner - face.normal * height;
                if solid.contains(foot, margin) {
                    least = height * height;
                    let offset = face.normal * height;
                    best = Some(Pair {
                        on_solid: foot,
                        offset,
                        distance: height,
                        features: Features::Face(i),
                        place,
                    });
                }
            }
        });
    }
    if core.axes.len() == 3 {
        solid.each_edge(|edge| {
            for corner in [edge.a, edge.b] {
                let local = |k: usize| core.axes[k].dot(corner - core.center);
                let half = |k: usize| core.reach(core.axes[k]);
                for k in 0..3 {
                    let (u, v) = ((k + 1) % 3, (k + 2) % 3);
                    let at = local(k);
                    let beyond = at.abs() - half(k);
                    if beyond > 0.0
                        && beyond * beyond < least
                        && local(u).abs() <= half(u) + margin
                        && local(v).abs() <= half(v) + margin
                    {
                        least = beyond * beyond;
                        let offset = core.axes[k] * if at > 0.0 { -beyond } else { beyond };
                        let features = Features::Own;
                        best =
                            Some(Pair { on_solid: corner, offset, distance: beyond, features, place: 0.0 });
                    }
                }
            }
        });
    }
    solid.each_edge(|edge| {
        let along = edge.b - edge.a;
        core.each_edge(|start, way, _| {
            let (s, t, offset) = closest_on_segments(along, way, start - edge.a);
            let square = offset.length_squared();
            // Of edges that end at one corner, the one along which the core lies.
            let across = along.cross(way).length_squared();
            let is_along = across <= PARALLEL * along.length_squared() * way.length_squared();
            let key = if is_along && way != DVec3::ZERO { square * (1.0 - PREFERRED) } else { square };
            if key < least {
                least = key;
                let inside = s > 0.0 && s < 1.0;
                let features = Features::Edges { edge: *edge, inside, own: (start, way) };
                best = Some(Pair {
                    on_solid: edge.a + along * s,
                    offset,
                    distance: square.sqrt(),
                    features,
                    place: t,
                });
            }
        });
    });
    best
}

/// The distance of a core that may overlap: not positive where it does.
pub(super) fn touches(solid: &Solid, core: &Core, radius: f64) -> bool {
    let margin = solid.rounding(core.size);
    let Some(widest) = super::axes::widest(solid, core) else { return false };
    if widest.gap <= margin {
        return true;
    }
    // As far apart as that along some direction.
    if radius == 0.0 || widest.gap > radius + margin {
        return false;
    }
    closest(solid, core).is_some_and(|pair| pair.distance <= radius + margin)
}
