//! Contacts of spheres: the nearest point of the solid or, if the centre is inside, the penetration.

use super::super::Bsp;
use super::super::convex::Nearest;
use super::super::tree::{NodeRef, PlaneRef, Tree};
use super::batch::Query;
use super::hit::BspContact;
use super::leaf::LeafSolids;
use super::penetration::{outward, penetration};
use super::reach::{Center, SphereVisitor, reach, reach_to, visit_nearest_first};
use super::surface;
use super::traverse::{CellPath, NoPath};
use crate::Result;
use crate::batch::{Batch, Filter, Output};
use crate::geometry::{Sphere, Vec3};
use glam::DVec3;
use std::ops::ControlFlow;

/// The search for the nearest solid.
struct Closest<'a> {
    tree: &'a Tree<'a>,
    filter: &'a Filter,
    center: Center,
    /// The largest squared distance that counts.
    limit: f64,
    reach: f32,
    solids: LeafSolids,
    best: Option<(Nearest, u32)>,
}

impl Closest<'_> {
    #[inline(always)]
    fn take(&mut self, nearest: Nearest, brush: u32) {
        // The first of equally near ones stays, unless another has a lower number.
        if self.best.is_none_or(|(best, number)| {
            nearest.distance_squared < best.distance_squared
                || nearest.distance_squared == best.distance_squared && brush < number
        }) {
            self.limit = nearest.distance_squared;
            self.reach = reach_to(self.tree, self.center.rounded, nearest.distance_squared);
            self.best = Some((nearest, brush));
        }
    }
}

impl SphereVisitor for Closest<'_> {
    #[inline(always)]
    fn reach(&self) -> f32 {
        self.reach
    }

    #[inline(always)]
    fn leaf(&mut self, leaf: NodeRef, cell: &[PlaneRef]) -> ControlFlow<()> {
        let Closest { tree, filter, center, mut limit, .. } = *self;
        let mut found: Option<(Nearest, u32)> = None;
        let _ = self.solids.each(tree, leaf, cell, filter, |brush, convex| {
            if let Some(nearest) = convex.nearest(center.exact, limit) {
                limit = nearest.distance_squared;
                found = Some((nearest, brush));
            }
            ControlFlow::Continue(())
        });
        if let Some((nearest, brush)) = found {
            self.take(nearest, brush);
        }
        // Inside: nothing is nearer.
        if self.limit == 0.0 && self.best.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// The nearest solid that a sphere touches, with its brush. Never inlined: its traversal's stack is gone when
/// it returns.
#[inline(never)]
fn closest(tree: &Tree, center: Center, radius: f32, filter: &Filter) -> Option<(Nearest, u32)> {
    let reach = reach(tree, center.rounded, radius);
    let limit = f64::from(radius) * f64::from(radius);
    let mut visitor = Closest { tree, filter, center, limit, reach, solids: LeafSolids::new(), best: None };
    match tree.solids.are_cells() {
        true => visit_nearest_first::<CellPath>(tree, center.rounded, &mut visitor),
        false => visit_nearest_first::<NoPath>(tree, center.rounded, &mut visitor),
    }
    visitor.best
}

/// The contact of a sphere, if it touches.
pub(super) fn contact(tree: &Tree, center: Center, radius: f32, filter: &Filter) -> BspContact {
    if let Some(surface) = tree.solids.surface {
        if !surface::accepts(tree, filter) {
            return BspContact::MISS;
        }
        if let Some(contact) = surface::contact(tree, surface, center, radius) {
            return contact;
        }
    }
    let Some((nearest, brush)) = closest(tree, center, radius, filter) else { return BspContact::MISS };
    let radius = f64::from(radius);
    let at = |offset: DVec3| (center.exact + offset + tree.origin).as_vec3();
    let nearest_plane = nearest.plane;
    if nearest.distance_squared > 0.0 {
        let distance = nearest.distance_squared.sqrt();
        return BspContact {
            point: at(nearest.offset),
            depth: ((radius - distance) as f32).max(0.0),
            normal: (nearest.offset / -distance).as_vec3(),
            brush,
        };
    }
    let Some(nearest) = penetration(tree, center, radius, filter) else {
        return BspContact { point: at(DVec3::ZERO), depth: f32::INFINITY, normal: Vec3::ZERO, brush };
    };
    // Otherwise, the outermost plane of the solid around it.
    let normal = outward(tree, nearest).or_else(|| nearest_plane.map(|plane| plane.unit_normal(tree.planes)));
    BspContact {
        point: at(nearest.offset),
        depth: (radius + nearest.distance_squared.sqrt()) as f32,
        normal: normal.unwrap_or(DVec3::ZERO).as_vec3(),
        brush,
    }
}

/// The query for contacts.
struct Collide;

impl Query for Collide {
    type Input = Sphere;
    type Answer = BspContact;

    fn check(sphere: &Sphere, i: usize) -> Result<()> {
        sphere.check(|| text!("spheres[{i}]"))
    }

    #[inline(always)]
    fn answer(&self, tree: &Tree, sphere: &Sphere, filter: &Filter) -> BspContact {
        contact(tree, Center::new(tree, sphere.center), sphere.radius, filter)
    }
}

impl Bsp<'_> {
    /// The contact of each sphere with the solid: its nearest point or, if the centre is inside, the shortest
    /// translation of the centre out of the union of all brushes that the filter accepts. Exact, edges and
    /// corners rounded. The choice among equally near points is unspecified. A gap between parallel faces
    /// that is wider than [`BspStats::slack`](super::super::BspStats::slack) and twice
    /// [`BspReport::deviation`](super::super::BspReport::deviation), by which the builder may have moved each
    /// face, always counts. A gap that is left no wider than the slack is none. A translation into a gap
    /// narrower than the sphere does not count if another one, longer by the sphere's diameter at most, leads
    /// to a gap with room.
    ///
    /// # Errors
    /// As for [`Bsp::overlap_sphere`].
    pub fn collide_sphere(
        &self,
        spheres: &(impl Batch<Sphere> + ?Sized),
        filter: &Filter,
        contacts: &mut (impl Output<BspContact> + ?Sized),
    ) -> Result<()> {
        self.answer(&Collide, spheres, filter, contacts)
    }
}
