//! Spheres against a surface: its own triangles say what is near, by the reference arithmetic of `geometry` and through
//! the tree of `mesh`; away from the solid, answers are those of a plain loop over all triangles. The BSP tree says
//! whether a centre is inside.

use super::super::tree::{NodeRef, Tree};
use super::cast::BspCastHit;
use super::collide::BspContact;
use super::raycast::SHORTEST_DIRECTION;
use super::reach::{Center, reach};
use super::start::SLACK;
use super::traverse::locate;
use crate::Result;
use crate::batch::{Backfaces, Batch, Filter, Output};
use crate::geometry::{Ray, Sphere, SphereCast, Vec3, max_abs};
use crate::mesh::{CastHit, ExactPoint, Mesh, RayHit};
use glam::DVec3;

/// Whether a leaf is inside the solid, whatever its attributes.
#[inline(always)]
fn is_solid(tree: &Tree, leaf: NodeRef) -> bool {
    (leaf == NodeRef::EMPTY) == tree.inverse
}

/// Whether a filter sees the solid.
#[inline(always)]
pub(super) fn accepts(tree: &Tree, filter: &Filter) -> bool {
    filter.accepts(tree.solids.attributes[0])
}

/// Whether the centre is inside the solid.
pub(super) fn is_inside(tree: &Tree, center: Center) -> bool {
    is_solid(tree, locate(tree, |node| tree.height(node, center.rounded) > 0.0))
}

/// How many spheres are shown to the mesh at once.
const BLOCK: usize = 64;

/// Whether spheres touch the solid behind a surface: a triangle, or the solid around the centre.
pub(super) fn check_spheres(
    tree: &Tree,
    surface: &Mesh,
    spheres: &(impl Batch<Sphere> + ?Sized),
    filter: &Filter,
    answers: &mut (impl Output<u8> + ?Sized),
) -> Result<()> {
    let (count, accepts) = (spheres.count(), accepts(tree, filter));
    let mut block = [Sphere { center: Vec3::ZERO, radius: 0.0 }; BLOCK];
    for start in (0..count).step_by(BLOCK) {
        let length = BLOCK.min(count - start);
        let mut touches = [0; BLOCK];
        let block = &mut block[..length];
        block.iter_mut().enumerate().for_each(|(i, sphere)| *sphere = spheres.query(start + i));
        if accepts {
            surface.overlap_sphere(&*block, &Filter::default(), &mut touches[..length])?;
        }
        for (i, (sphere, touches)) in block.iter().zip(touches).enumerate() {
            let inside = accepts && touches == 0 && is_inside(tree, Center::new(tree, sphere.center));
            answers.write(start + i, touches | u8::from(inside));
        }
    }
    Ok(())
}

/// The contact of a sphere with a surface. None if the tree must say it: the way out of a solid is asked for whose
/// surface lies inside of it in part, or the shortest leads into a gap that is narrower than the sphere.
pub(super) fn contact(tree: &Tree, surface: &Mesh, center: Center, radius: f32) -> Option<BspContact> {
    let inside = is_inside(tree, center);
    if inside && tree.has_inner_surface {
        return None;
    }
    let point = center.exact + tree.origin;
    let limit = match inside {
        true => f32::MAX,
        false => Sphere { center: point.as_vec3(), radius }.radius_squared(),
    };
    let Some(nearest) = surface.closest_exactly(ExactPoint { point, limit }) else {
        let point = point.as_vec3();
        let deep = BspContact { point, depth: f32::INFINITY, normal: Vec3::ZERO, brush: 0 };
        return Some(if inside { deep } else { BspContact::MISS });
    };
    let distance = nearest.offset.length();
    if inside && is_narrow(surface, point + nearest.offset, nearest.offset, radius) {
        return None;
    }
    // What cannot be told from the surface: the face says where out is.
    let normal = match distance > point.abs().max_element() * 1e-13 {
        true if inside => nearest.offset / distance,
        true => nearest.offset / -distance,
        false => nearest.triangle.normal().as_dvec3(),
    };
    let depth = f64::from(radius) + if inside { distance } else { -distance };
    Some(BspContact {
        point: (point + nearest.offset).as_vec3(),
        depth: (depth as f32).max(0.0),
        normal: normal.as_vec3(),
        brush: 0,
    })
}

/// Whether the surface comes again, straight on along a way out, before there is room for a sphere.
fn is_narrow(surface: &Mesh, from: DVec3, way: DVec3, radius: f32) -> bool {
    let (width, direction) = (2.0 * radius, way.normalize_or_zero().as_vec3());
    // Right at the surface, rounding says what is met.
    let t_min = max_abs(from.as_vec3()) * (4.0 * f32::EPSILON);
    if direction == Vec3::ZERO || t_min >= width {
        return false;
    }
    let ray = Ray { origin: from.as_vec3(), t_min, direction, t_max: width };
    let filter = Filter { backfaces: Backfaces::Cull, ..Filter::default() };
    let mut hit = [RayHit::MISS];
    surface.raycast(&[ray], &filter, &mut hit[..]).is_ok() && hit[0].is_hit()
}

/// How many triangles inside of the solid a centre may go through.
const MOST_INSIDE: usize = 64;

/// When the centre of a moving sphere comes out of a surface, if it does.
fn exit(tree: &Tree, surface: &Mesh, cast: &SphereCast) -> Result<Option<f32>> {
    let mut ray = Ray { origin: cast.origin, t_min: 0.0, direction: cast.displacement, t_max: 1.0 };
    if max_abs(ray.direction) < SHORTEST_DIRECTION {
        return Ok(None);
    }
    for _ in 0..MOST_INSIDE {
        let mut hit = [RayHit::MISS];
        surface.raycast(&[ray], &Filter::default(), &mut hit[..])?;
        let t = hit[0].t;
        if !hit[0].is_hit() {
            return Ok(None);
        }
        // A little farther on: right at the surface, rounding says what is solid.
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

/// What is left of a cast at time `t`.
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
    surface: &Mesh,
    cast: &SphereCast,
    filter: &Filter,
) -> Result<BspCastHit> {
    if !accepts(tree, filter) {
        return Ok(BspCastHit::MISS);
    }
    let contact =
        |origin: Vec3| super::collide::contact(tree, Center::new(tree, origin), cast.radius, filter);
    if cast.displacement == Vec3::ZERO {
        let contact = contact(cast.origin);
        return Ok(if contact.is_hit() { BspCastHit::at_start(0.0, &contact) } else { BspCastHit::MISS });
    }
    // From inside, motion against the way out is blocked; other motion goes on where the centre comes out.
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
    let mut hit = [CastHit::MISS];
    surface.cast_sphere(std::slice::from_ref(&path), &Filter::default(), &mut hit[..])?;
    let [CastHit { t, point, normal, .. }] = hit;
    if t == f32::INFINITY {
        return Ok(BspCastHit::MISS);
    }
    let hit =
        BspCastHit { t: if start > 0.0 { start + (1.0 - start) * t } else { t }, point, normal, brush: 0 };
    // At the start, what is moved into counts, not what is nearest.
    if t == 0.0 {
        return Ok(hit);
    }
    // The nearest triangle at that time need not be the one that f32 found to be touched first.
    let at: DVec3 = cast.origin.as_dvec3() + cast.displacement.as_dvec3() * f64::from(hit.t);
    let rounding = max_abs(at.as_vec3()).max(max_abs(point)) * (4.0 * f32::EPSILON);
    let within = (point.as_dvec3() - at).length() as f32 + rounding;
    let nearest = surface.closest_exactly(ExactPoint { point: at, limit: within * within });
    Ok(match nearest.map(|nearest| (nearest.offset, nearest.offset.length())) {
        Some((offset, distance)) if cast.radius > 0.0 && distance > at.abs().max_element() * 1e-9 => {
            BspCastHit { point: (at + offset).as_vec3(), normal: (offset / -distance).as_vec3(), ..hit }
        }
        _ => hit,
    })
}
