//! Spheres against a surface. Distances are those of its triangles, by the reference arithmetic of `geometry`
//! and through the tree of `mesh`, so for a centre outside they equal brute force over all triangles. The BSP
//! tree decides if a centre is inside.

use super::super::tree::{NodeRef, Tree};
use super::hit::BspContact;
use super::reach::Center;
use super::traverse::locate;
use crate::Result;
use crate::batch::{Backfaces, Batch, Filter, Output};
use crate::geometry::{Ray, Sphere, Vec3, max_abs};
use crate::mesh::{ExactPoint, MeshTree};
use glam::DVec3;

/// Returns true if a leaf is inside the solid, whatever its attributes.
#[inline(always)]
fn is_solid(tree: &Tree, leaf: NodeRef) -> bool {
    (leaf == NodeRef::EMPTY) == tree.inverse
}

/// Returns true if a filter sees the solid.
#[inline(always)]
pub(super) fn accepts(tree: &Tree, filter: &Filter) -> bool {
    filter.accepts(tree.solids.attributes[0])
}

/// Returns true if the centre is inside the solid.
pub(super) fn is_inside(tree: &Tree, center: Center) -> bool {
    is_solid(tree, locate(tree, |node| tree.height(node, center.rounded) > 0.0))
}

/// The number of spheres in a batch of queries on the mesh.
const BLOCK: usize = 64;

/// Tests if spheres touch the solid behind a surface: a triangle, or the solid around the centre.
pub(super) fn check_spheres(
    tree: &Tree,
    surface: MeshTree,
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
            surface.touch_spheres(block, &mut touches[..length])?;
        }
        for (i, (sphere, touches)) in block.iter().zip(touches).enumerate() {
            let inside = accepts && touches == 0 && is_inside(tree, Center::new(tree, sphere.center));
            answers.write(start + i, touches | u8::from(inside));
        }
    }
    Ok(())
}

/// The contact of a sphere with a surface. `None` if the tree must decide: if the centre is inside and part
/// of the surface is, too, or the shortest translation out leads into a gap that is narrower than the sphere.
pub(super) fn contact(tree: &Tree, surface: MeshTree, center: Center, radius: f32) -> Option<BspContact> {
    let inside = is_inside(tree, center);
    if inside && tree.has_inner_surface {
        return None;
    }
    let point = center.exact + tree.origin;
    let limit = match inside {
        true => f32::MAX,
        false => Sphere { center: point.as_vec3(), radius }.radius_squared(),
    };
    let Some(nearest) = surface.closest_exactly(ExactPoint { point, limit }, &Filter::default()) else {
        let point = point.as_vec3();
        let deep = BspContact { point, depth: f32::INFINITY, normal: Vec3::ZERO, brush: 0 };
        return Some(if inside { deep } else { BspContact::MISS });
    };
    let distance = nearest.offset.length();
    if inside && is_narrow(surface, point + nearest.offset, nearest.offset, radius) {
        return None;
    }
    // Too near for a direction: the face has the normal.
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

/// Returns true if the gap is narrower than a sphere: the surface is met again farther along the translation.
fn is_narrow(surface: MeshTree, from: DVec3, way: DVec3, radius: f32) -> bool {
    let (width, direction) = (2.0 * radius, way.normalize_or_zero().as_vec3());
    // Right at the surface, rounding decides between hit and miss.
    let t_min = max_abs(from.as_vec3()) * (4.0 * f32::EPSILON);
    if direction == Vec3::ZERO || t_min >= width {
        return false;
    }
    let ray = Ray { origin: from.as_vec3(), t_min, direction, t_max: width };
    let filter = Filter { backfaces: Backfaces::Cull, ..Filter::default() };
    surface.raycast_one(&ray, &filter).is_ok_and(|hit| hit.is_hit())
}
