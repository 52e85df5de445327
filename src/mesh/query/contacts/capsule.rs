//! Contacts of capsules.

use super::contact::Contact;
use super::engine::{contact_lists, contacts_of};
use super::options::ContactOptions;
use super::polytope::Polytope;
use crate::Result;
use crate::batch::{Batch, Filter, ListOutput, Lists, Output};
use crate::geometry::{
    Aabb, Capsule, CapsuleTouch, CapsuleWays, ContactNormal, ContactPoint, Sphere, Triangle, Vec3, Wanted,
    max,
};
use crate::mesh::Mesh;

impl Polytope for Capsule {
    type Reach = Capsule;
    type Touch = CapsuleTouch;
    type Ways = CapsuleWays;

    const IS_EXACT: bool = true;

    fn reach(&self, distance: f32) -> Capsule {
        Capsule { radius: self.radius + distance, ..*self }
    }

    fn radius(&self) -> f64 {
        self.radius.into()
    }

    fn farthest(&self, whole: &Aabb) -> Option<f32> {
        Some(max(whole.farthest(self.a), whole.farthest(self.b)))
    }

    fn touch(&self, triangle: &Triangle, _: bool, _: f32) -> Option<CapsuleTouch> {
        Some(CapsuleTouch::new(self, triangle))
    }

    fn apart(touch: &CapsuleTouch) -> Option<(&ContactNormal, [f64; 2])> {
        touch.apart()
    }

    fn ways(&self, triangle: &Triangle, touch: &CapsuleTouch, wanted: Wanted) -> CapsuleWays {
        touch.ways(triangle, wanted)
    }

    fn least_ways(ways: &CapsuleWays) -> [f64; 2] {
        [ways.least(), ways.face()]
    }

    fn normal(
        &self,
        _: &Triangle,
        _: &CapsuleTouch,
        _: Wanted,
        ways: &CapsuleWays,
        number: usize,
    ) -> Option<ContactNormal> {
        ways.normal(number).copied()
    }

    fn has_corners(&self, triangle: &Triangle, _: &CapsuleTouch) -> [bool; 3] {
        Capsule::has_corners(self, triangle)
    }

    fn points(
        &self,
        triangle: &Triangle,
        touch: &CapsuleTouch,
        normal: &ContactNormal,
        max_distance: f32,
        mut found: impl FnMut(Vec3, &ContactPoint),
    ) {
        let points = touch.points(self, triangle, normal, max_distance);
        points.points.iter().for_each(|point| found(points.normal, point));
    }
}

impl Mesh<'_> {
    /// The contacts of each capsule with the surface, the deepest first: where the distance to the surface has
    /// a local minimum that is no more than the radius and `max_distance`, and where the capsule's segment goes
    /// through it. A capsule of no length has the contacts of [`Mesh::contacts_sphere`].
    ///
    /// Of a triangle beside the segment, the pair of closest features counts: the face, an edge or a corner of the
    /// triangle, an end or the inside of the segment; decided exactly. It makes a contact if no triangle that shares
    /// the feature has a corner farther along the normal. Of a triangle through which the segment goes, the normals
    /// count that separate the two: both of the face that the filter lets pass, and those of an edge and the segment.
    /// The one with the least way is taken of those along which no triangle is farther yet that shares all of what is
    /// farthest of this one, or one corner of that which is in the capsule; the face's own always is one of these. It
    /// is left to a triangle beside it that is much less deep, as for [`Mesh::contacts_box`]. So inner edges of a flat
    /// or concave surface make no contacts, and whatever touches has one. With [`crate::mesh::ContactEdges::All`],
    /// nothing but the triangle counts.
    ///
    /// A face or a parallel edge has up to two points, the ends of what lies over it, each with its own depth;
    /// the second one unless its gap exceeds `max_distance`. The other bits of [`Contact::feature`] are 0 and 1
    /// for the capsule's ends, and 2 for what lies between.
    ///
    /// Everything else is as for [`Mesh::contacts_sphere`].
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a capsule or an option, before
    /// anything is written. Too little room is no error: see [`Lists`].
    pub fn contacts_capsule(
        &self,
        capsules: &(impl Batch<Capsule> + ?Sized),
        filter: &Filter,
        options: &ContactOptions,
        offsets: &mut (impl Output<u64> + ?Sized),
        contacts: &mut (impl ListOutput<Contact> + ?Sized),
    ) -> Result<Lists> {
        fn ask(
            mesh: &Mesh,
            capsules: &dyn Batch<Capsule>,
            filter: &Filter,
            options: &ContactOptions,
            offsets: &mut dyn Output<u64>,
            contacts: &mut dyn ListOutput<Contact>,
        ) -> Result<Lists> {
            contact_lists(mesh, capsules, filter, options, offsets, contacts, |capsule, tree, found| {
                let Capsule { a, radius, b } = *capsule;
                if a == b {
                    contacts_of(&Sphere { center: a, radius }, tree, filter, options, found);
                } else {
                    contacts_of(capsule, tree, filter, options, found);
                }
            })
        }
        ask(self, &capsules, filter, options, &mut &mut *offsets, &mut &mut *contacts)
    }
}
