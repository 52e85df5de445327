//! The time of the first contact: steps from a time at which the core and a triangle are apart, none of them too long.
//!
//! The distance to a triangle is convex along the path. The direction between the closest points leads to a later time
//! that is not late; repeated, this is Newton's method on a convex function from its left: it converges quadratically,
//! and never beyond the contact.

use super::closest::{Core, NEAREST, Pair, Round};
use crate::geometry::casts::surface::Surface;
use crate::geometry::round_down;
use glam::DVec3;

/// The errors of heights along a unit vector, relative to the largest coordinate: 2^-45; see `docs/exactness.md`.
const ROUNDING: f64 = 1.0 / (1u64 << 45) as f64;
/// The distance at which closest points touch: twice that.
const FINE: f64 = 2.0 * ROUNDING;
/// That at which they do where rounding leaves no better: 2^-26.
const COARSE: f64 = 1.0 / (1u64 << 26) as f64;
/// Steps towards a contact; each shortens the gap to a quarter even where the path only grazes.
const STEPS: usize = 64;

/// The time of the first contact after `from`, before which there is none, and the closest points then; `None` if it
/// is certain to come after `limit`.
#[inline(always)]
pub(super) fn first_contact(
    core: &Core,
    displacement: DVec3,
    surface: &Surface,
    from: f64,
    limit: f32,
) -> Option<(f64, Pair)> {
    // It is rounded down.
    let is_late = |t: f64| t > 1.0 || round_down(t) > limit;
    let size = core.size(surface);
    let (error, fine, coarse) = (size * ROUNDING, size * FINE, size * COARSE);
    let mut t = from;
    for _ in 0..STEPS {
        let t0 = t;
        let pair = core.closest(surface, displacement * t0, false);
        let gap = pair.distance - core.radius();
        let speed = -pair.direction.dot(displacement);
        if gap <= fine {
            let leaves = speed <= 0.0 && (pair.is_certain || pair.distance > size * NEAREST);
            return (!leaves).then_some((t, pair));
        }
        if speed <= 0.0 {
            // Without a direction that can be relied on, it may be.
            return (gap <= coarse && pair.distance <= size * NEAREST).then_some((t, pair));
        }
        // The planes that bound both along this direction meet then.
        let room = core.lowest(pair.direction) - surface.highest(pair.direction) - core.radius();
        let next = (room - error) / speed;
        if is_late(next) {
            return None;
        }
        if next <= t {
            return Some((t, pair));
        }
        t = next;
        // The contact with the parts that are closest now, in closed form. Nearly always these touch first.
        if let Some(root) =
            root(core, displacement, &pair, speed).filter(|root| next < t0 + root && t0 + root <= 1.0)
        {
            let there = core.closest(surface, displacement * (t0 + root), false);
            let speed = -there.direction.dot(displacement);
            let room = core.lowest(there.direction) - surface.highest(there.direction) - core.radius();
            let certain = (room - error) / speed;
            if speed > 0.0 && certain > t {
                if is_late(certain) {
                    return None;
                }
                if (there.distance - core.radius()).abs() <= fine {
                    return Some((certain, there));
                }
                t = certain;
            }
        }
    }
    Some((t, core.closest(surface, displacement * t, false)))
}

/// The time from a pair of closest points until their parts, extended without end, touch; none if they never do, or if
/// the plane between them says as much.
#[inline(always)]
fn root(core: &Core, displacement: DVec3, pair: &Pair, speed: f64) -> Option<f64> {
    let across = match pair.round {
        Round::No => return None,
        Round::Corner => displacement,
        Round::Edge(edge) => displacement - edge * (displacement.dot(edge) / edge.length_squared()),
    };
    let (square, half) = (across.length_squared(), speed * pair.distance);
    let left = (pair.distance - core.radius()) * (pair.distance + core.radius());
    let discriminant = half * half - square * left;
    (discriminant >= 0.0).then(|| left / (half + discriminant.sqrt()))
}
