//! Tests if spheres touch the solid: the published rule, and the exact one on the same tree.

use super::super::Bsp;
use super::super::tree::{NodeRef, Tree};
use super::batch::Query;
use super::leaf::LeafSolids;
use super::reach::{Center, reach, reaches};
use super::surface;
use crate::Result;
use crate::batch::{Batch, Filter, Output};
use crate::geometry::{Sphere, Vec3};
use std::ops::ControlFlow;

/// The rules for touching. Numbers are append-only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum SphereMode {
    /// As published: a sphere touches if it reaches a solid leaf by comparisons of its centre's distance from
    /// planes with its radius. Never misses a solid of the tree. False positives are spheres that pass a
    /// convex edge of angle `a` by less than `radius * (1 / sin(a / 2) - 1)`, a cube's corner by less than
    /// 0.732 radii, and others if the plane of a far face cuts a solid at a shallow angle. Their number
    /// depends on the tree.
    Threshold = 0,
    /// Exact: the distance from the centre to the solid is at most the radius.
    #[default]
    Exact = 1,
}

impl Query for SphereMode {
    type Input = Sphere;
    type Answer = u8;

    fn check(sphere: &Sphere, i: usize) -> Result<()> {
        sphere.check(|| text!("spheres[{i}]"))
    }

    #[inline(always)]
    fn answer(&self, tree: &Tree, sphere: &Sphere, filter: &Filter) -> u8 {
        let center = Center::new(tree, sphere.center);
        let reach = reach(tree, center.rounded, sphere.radius);
        let touches = match self {
            SphereMode::Threshold if tree.inverse => published(tree, center.rounded, reach, filter),
            SphereMode::Threshold => threshold(tree, center.rounded, reach, filter),
            SphereMode::Exact => exact(tree, center, sphere.radius, reach, filter),
        };
        touches.into()
    }
}

/// Touching means reaching any solid leaf.
fn threshold(tree: &Tree, center: Vec3, reach: f32, filter: &Filter) -> bool {
    reaches::<false>(tree, center, reach, |leaf| tree.brush_at(leaf, filter).is_some())
}

/// The published rule to the letter, on the inverse tree: within the threshold, `hit = front; if hit == 1
/// return back else return 0`, and the answer inverted. The first leaf that gives 0 decides, so that no node
/// is returned to.
fn published(tree: &Tree, center: Vec3, reach: f32, filter: &Filter) -> bool {
    surface::accepts(tree, filter) && reaches::<true>(tree, center, reach, |leaf| leaf == NodeRef::EMPTY)
}

/// The same traversal, and the distance to the brushes that the leaves hold.
fn exact(tree: &Tree, center: Center, radius: f32, reach: f32, filter: &Filter) -> bool {
    let radius = f64::from(radius);
    let mut solids = LeafSolids::new();
    reaches::<false>(tree, center.rounded, reach, |leaf| {
        let found = solids.each(tree, leaf, &[], filter, |_, convex| {
            match convex.nearest(center.exact, radius * radius) {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        });
        found.is_break()
    })
}

impl Bsp<'_> {
    /// Tests if each sphere touches the solid: 1 or 0. Touching counts; a centre inside the solid touches.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a sphere, before anything
    /// is written.
    pub fn overlap_sphere(
        &self,
        spheres: &(impl Batch<Sphere> + ?Sized),
        mode: SphereMode,
        filter: &Filter,
        answers: &mut (impl Output<u8> + ?Sized),
    ) -> Result<()> {
        let tree = self.tree();
        match (mode, tree.solids.surface) {
            (SphereMode::Exact, Some(surface)) => {
                self.check::<SphereMode>(spheres, answers)?;
                surface::check_spheres(&tree, surface, spheres, filter, answers)
            }
            _ => self.answer(&mode, spheres, filter, answers),
        }
    }
}
