//! The normals of contacts, at the start and after it, and what the rule for edges makes of them.

use super::closest::{Core, NEAREST, Pair};
use crate::geometry::casts::outcome::EdgeRule;
use crate::geometry::casts::start::Motion;
use crate::geometry::casts::surface::Surface;
use crate::geometry::{Feature, Triangle, part_corners};
use glam::DVec3;

/// A contact at the start.
pub(super) struct Contact {
    pub(super) normal: DVec3,
    pub(super) depth: f64,
    pub(super) feature: Feature,
}

impl Contact {
    /// Finds it; none if no normal counts by the rule for edges.
    #[inline]
    pub(super) fn at_start(
        core: &Core,
        triangle: &Triangle,
        surface: &Surface,
        pair: &Pair,
        motion: &Motion,
        mut rule: Option<&mut EdgeRule>,
    ) -> Option<Contact> {
        let depth = |normal: DVec3| core.radius() + surface.highest(normal) - core.lowest(normal);
        let alone = Contact {
            normal: if pair.distance > 0.0 { pair.direction } else { DVec3::Z },
            depth: core.radius() - pair.distance,
            feature: pair.feature,
        };
        if pair.distance > motion.slack {
            return match rule {
                Some(rule) if motion.length > 0.0 => {
                    let of_pair = (pair.direction, pair.feature);
                    let (normal, feature) = smooth(triangle, surface, motion, of_pair, rule)?;
                    let depth = if feature == pair.feature { alone.depth } else { depth(normal) };
                    Some(Contact { normal, depth, feature })
                }
                _ => Some(alone),
            };
        }
        // The least translation that separates the core and the triangle, or nearly; of equals the first.
        let mut best: Option<Contact> = None;
        let mut consider = |normal: DVec3, feature: Feature| {
            let depth = depth(normal);
            let is_less = best.as_ref().is_none_or(|best| depth < best.depth - 2.0 * motion.slack);
            let mut counts = || match rule.as_deref_mut() {
                Some(rule) if feature != Feature::Face => rule(normal, &part_corners(triangle, feature)),
                _ => true,
            };
            if is_less && counts() {
                best = Some(Contact { normal, depth, feature });
            }
        };
        if let Some(normal) = surface.normal {
            consider(normal, Feature::Face);
            consider(-normal, Feature::Face);
        }
        for edge in surface.edges {
            if let Some(across) = core.across(edge) {
                let normal = across / across.length();
                consider(normal, surface.part(normal));
                consider(-normal, surface.part(-normal));
            }
        }
        if best.is_none() && motion.length == 0.0 {
            return Some(alone);
        }
        best
    }
}

/// The normal of a contact after the start.
#[inline(always)]
pub(super) fn normal(core: &Core, motion: &Motion, surface: &Surface, pair: &Pair) -> DVec3 {
    let size = core.size(surface);
    let normal = match surface.normal {
        _ if pair.is_certain || pair.distance > size * NEAREST => pair.direction,
        Some(normal) => normal,
        None => motion.displacement / -motion.length,
    };
    if normal.dot(motion.displacement) > 0.0 { -normal } else { normal }
}

/// The normal of a contact, and the triangle's part, by the rule for edges; none if it does not count.
#[inline]
pub(super) fn smooth(
    triangle: &Triangle,
    surface: &Surface,
    motion: &Motion,
    (normal, feature): (DVec3, Feature),
    rule: &mut EdgeRule,
) -> Option<(DVec3, Feature)> {
    if !motion.goes_into(normal) {
        return None;
    }
    if feature == Feature::Face || rule(normal, &part_corners(triangle, feature)) {
        return Some((normal, feature));
    }
    let face = surface.normal?;
    let face = if face.dot(normal) < 0.0 { -face } else { face };
    motion.goes_into(face).then_some((face, Feature::Face))
}
