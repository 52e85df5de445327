//! Moving spheres: the first contact on the way, and the rule for contact at the start.

use super::super::Bsp;
use super::super::tree::Tree;
use super::batch::Query;
use super::collide::contact;
use super::hit::BspCastHit;
use super::reach::{Center, reach};
use super::start::{MoverRule, SLACK};
use super::surface_cast;
use super::sweep::Sweep;
use crate::Result;
use crate::batch::{Batch, Filter, Output};
use crate::geometry::{SphereCast, max_abs};
use glam::DVec3;

/// The largest of a cast's numbers.
fn size(cast: &SphereCast) -> f32 {
    max_abs(cast.origin).max(max_abs(cast.displacement)).max(cast.radius)
}

/// The query for first contacts.
struct FirstTouch;

impl Query for FirstTouch {
    type Input = SphereCast;
    type Answer = BspCastHit;

    fn check(cast: &SphereCast, i: usize) -> Result<()> {
        cast.check(|| text!("casts[{i}]"))
    }

    #[inline(always)]
    fn answer(&self, tree: &Tree, cast: &SphereCast, filter: &Filter) -> BspCastHit {
        let center = Center::new(tree, cast.origin);
        let sweep = Sweep {
            center: center.exact,
            motion: cast.displacement.as_dvec3(),
            radius: cast.radius.into(),
            reach: reach(tree, center.rounded, cast.radius).into(),
            from: 0.0,
            to: 1.0,
        };
        let at_start = || contact(tree, Center::relative(sweep.start()), cast.radius, filter);
        if sweep.motion == DVec3::ZERO {
            return BspCastHit::of_overlap(&at_start());
        }
        let slack = f64::from(size(cast)) * SLACK;
        let mut rule = MoverRule { slack, inside: None, is_waiting: false };
        let mut first = sweep.first(tree, filter, &mut rule);
        if rule.is_waiting {
            rule = MoverRule { slack, inside: Some(at_start()), is_waiting: false };
            first = sweep.first(tree, filter, &mut rule);
        }
        let Some(first) = first else { return BspCastHit::MISS };
        // If the centre is inside, the contact is that with all solids around it.
        if first.t <= sweep.from {
            let contact = rule.inside.unwrap_or_else(at_start);
            let approach = -contact.normal.as_dvec3().dot(sweep.motion);
            if contact.is_inside(sweep.radius) && approach > sweep.motion.length() * SLACK {
                return BspCastHit::at_start(first.t as f32, &contact);
            }
        }
        first.hit(&sweep, tree)
    }
}

impl Bsp<'_> {
    /// The first contact of each moving sphere with the solid, exact at edges and corners. The contract is
    /// also that of [`Mesh::cast_sphere`](crate::mesh::Mesh::cast_sphere), but for spheres that start inside
    /// a solid:
    ///
    /// - Contact at the start: let `n` be the unit vector to the sphere's centre from the nearest point of a
    ///   brush (of a triangle, if a surface was given) that the sphere touches or overlaps at `t == 0`. If
    ///   `dot(n, displacement) < 0`, the sphere moves into the brush, and the hit has `t == 0`, that point
    ///   and that normal. Otherwise it slides along the brush or leaves it and, as the brush is convex, never
    ///   hits it.
    /// - If the centre is inside, `n` is the normal of [`Bsp::collide_sphere`], along the shortest
    ///   translation out of the solid. The solids around the centre do not stop motion that leads out, or
    ///   along. (To a mesh, which is a surface, the inside is as empty as the outside.)
    /// - So a character may move to `t`, remove the part of its motion against the normal, and cast again: it
    ///   does not stick. It needs no skin width, because two tolerances make up for rounding. Motion counts
    ///   as sliding if it brings the sphere nearer than touching by at most 2^-21 of the largest number in
    ///   the cast, or if it leads in by at most 2^-21 of its own length.
    /// - A displacement of zero makes the cast an overlap test: `t == 0`, with the contact of
    ///   [`Bsp::collide_sphere`], or a miss.
    /// - A sphere that stays farther from the solid than its radius, by however little, does not touch it. A
    ///   sphere that starts apart and comes exactly that near does.
    /// - Contact at exactly `t == 1` counts. Radius 0 casts a segment.
    /// - At the first contact, the sphere touches but does not overlap: its centre is as far from the solid
    ///   as its radius. Among equally early contacts, the brush with the lowest number of those that the tree
    ///   knows wins.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a cast, before anything
    /// is written.
    pub fn cast_sphere(
        &self,
        casts: &(impl Batch<SphereCast> + ?Sized),
        filter: &Filter,
        hits: &mut (impl Output<BspCastHit> + ?Sized),
    ) -> Result<()> {
        let tree = self.tree();
        let Some(surface) = tree.solids.surface else { return self.answer(&FirstTouch, casts, filter, hits) };
        self.check::<FirstTouch>(casts, hits)?;
        for i in 0..casts.count() {
            hits.write(i, surface_cast::first_contact(&tree, surface, &casts.query(i), filter)?);
        }
        Ok(())
    }
}
