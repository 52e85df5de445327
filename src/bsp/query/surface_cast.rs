//! Moving spheres against a surface: the first contact with its triangles, also for a centre that starts
//! inside.

use super::super::tree::Tree;
use super::collide;
use super::hit::BspCastHit;
use super::reach::{Center, reach};
use super::start::SLACK;
use super::surface::{accepts, is_inside};
use crate::Result;
use crate::batch::Filter;
use crate::geometry::{Ray, SHORTEST_DIRECTION, SphereCast, Vec3, max_abs};
use crate::mesh::{ExactPoint, MeshTree, ShapeHit};
use glam::DVec3;

/// The most triangles inside of the solid that a centre may cross.
const MOST_INSIDE: usize = 64;

/// The time at which the centre of a moving sphere comes out of a surface, if it does.
fn exit(tree: &Tree, surface: MeshTree, cast: &SphereCast) -> Result<Option<f32>> {
    let mut ray = Ray { origin: cast.origin, t_min: 0.0, direction: cast.displacement, t_max: 1.0 };
    if max_abs(ray.direction) < SHORTEST_DIRECTION {
        return Ok(None);
    }
    for _ in 0..MOST_INSIDE {
        let hit = surface.raycast_one(&ray, &Filter::default())?;
        let t = hit.t;
        if !hit.is_hit() {
            return Ok(None);
        }
        // A little farther on: right at the surface, rounding decides between solid and empty.
        let at = cast.origin.as_dvec3() + cast.displacement.as_dvec3() * f64::from(t);
        let far = 4.0 * f64::from(reach(tree, (at - tree.origin).as_vec3(), 0.0));
        let beyond = at + cast.displacement.as_dvec3().normalize() * far;
        if !tree.has_inner_surface || !is_inside(tree, Center::relative(beyond - tree.origin)) {
            return Ok(Some(t));
        }
        ray.t_min = t.next_up();
    }
    Ok(None)
}

/// The rest of a cast from time `t` on.
fn rest(cast: &SphereCast, t: f32) -> SphereCast {
    SphereCast {
        origin: cast.origin + cast.displacement * t,
        displacement: cast.displacement * (1.0 - t),
        ..*cast
    }
}

/// The first contact of a moving sphere with a surface.
pub(super) fn first_contact(
    tree: &Tree,
    surface: MeshTree,
    cast: &SphereCast,
    filter: &Filter,
) -> Result<BspCastHit> {
    if !accepts(tree, filter) {
        return Ok(BspCastHit::MISS);
    }
    let contact = |origin: Vec3| collide::contact(tree, Center::new(tree, origin), cast.radius, filter);
    if cast.displacement == Vec3::ZERO {
        let contact = contact(cast.origin);
        return Ok(BspCastHit::of_overlap(&contact));
    }
    // From inside, motion against the normal is blocked. Other motion continues from the point where the
    // centre comes out.
    let mut path = *cast;
    let mut start = 0.0;
    if is_inside(tree, Center::new(tree, cast.origin)) {
        let (contact, motion) = (contact(cast.origin), cast.displacement.as_dvec3());
        if contact.normal.as_dvec3().dot(motion) < -SLACK * motion.length() {
            return Ok(BspCastHit::at_start(0.0, &contact));
        }
        let Some(exit) = exit(tree, surface, cast)? else { return Ok(BspCastHit::MISS) };
        (path, start) = (rest(cast, exit), exit);
    }
    let ShapeHit { t, point, normal, .. } = surface.cast_one(&path)?;
    if t == f32::INFINITY {
        return Ok(BspCastHit::MISS);
    }
    let hit =
        BspCastHit { t: if start > 0.0 { start + (1.0 - start) * t } else { t }, point, normal, brush: 0 };
    // At the start, the triangle that is moved into counts, not the nearest one.
    if t == 0.0 {
        return Ok(hit);
    }
    // The nearest triangle at that time need not be the one that f32 found to be touched first.
    let at: DVec3 = cast.origin.as_dvec3() + cast.displacement.as_dvec3() * f64::from(hit.t);
    let rounding = max_abs(at.as_vec3()).max(max_abs(point)) * (4.0 * f32::EPSILON);
    let within = (point.as_dvec3() - at).length() as f32 + rounding;
    let nearest =
        surface.closest_exactly(ExactPoint { point: at, limit: within * within }, &Filter::default());
    Ok(match nearest.map(|nearest| (nearest.offset, nearest.offset.length())) {
        Some((offset, distance)) if cast.radius > 0.0 && distance > at.abs().max_element() * 1e-9 => {
            BspCastHit { point: (at + offset).as_vec3(), normal: (offset / -distance).as_vec3(), ..hit }
        }
        _ => hit,
    })
}
