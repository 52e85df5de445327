//! Rays: moving spheres of radius 0, whose planes are not shifted, so that there are no mitres.

use super::super::Bsp;
use super::super::tree::Tree;
use super::batch::Query;
use super::collide::contact;
use super::hit::BspCastHit;
use super::reach::{Center, reach};
use super::sweep::{NoStartRule, Sweep};
use crate::Result;
use crate::batch::{Batch, Filter, Output};
use crate::geometry::{Ray, check_ray};

/// The query for the points where rays enter the solid.
struct FirstInside;

impl Query for FirstInside {
    type Input = Ray;
    type Answer = BspCastHit;

    fn check(ray: &Ray, i: usize) -> Result<()> {
        check_ray(ray, true, || text!("rays[{i}]"))
    }

    #[inline(always)]
    fn answer(&self, tree: &Tree, ray: &Ray, filter: &Filter) -> BspCastHit {
        let center = Center::new(tree, ray.origin);
        let sweep = Sweep {
            center: center.exact,
            motion: ray.direction.as_dvec3(),
            radius: 0.0,
            reach: reach(tree, center.rounded, 0.0).into(),
            from: ray.t_min.into(),
            to: ray.t_max.into(),
        };
        if sweep.from > sweep.to {
            return BspCastHit::MISS;
        }
        let Some(first) = sweep.first(tree, filter, &mut NoStartRule) else { return BspCastHit::MISS };
        if first.t <= sweep.from {
            let contact = contact(tree, Center::relative(sweep.start()), 0.0, filter);
            if contact.is_inside(sweep.radius) {
                return BspCastHit::at_start(first.t as f32, &contact);
            }
        }
        first.hit(&sweep, tree)
    }
}

impl Bsp<'_> {
    /// Finds the first point of each ray inside the solid, from `t_min` to `t_max`, both included. A ray that
    /// is inside at `t_min` hits there; point and normal are then those of [`Bsp::collide_sphere`] with
    /// radius 0. Otherwise the normal is that of the face that the ray comes in through.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a ray, before anything is
    /// written.
    pub fn raycast(
        &self,
        rays: &(impl Batch<Ray> + ?Sized),
        filter: &Filter,
        hits: &mut (impl Output<BspCastHit> + ?Sized),
    ) -> Result<()> {
        self.answer(&FirstInside, rays, filter, hits)
    }
}
