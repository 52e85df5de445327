//! Contacts of hulls.

use super::contact::Contact;
use super::engine::{contact_lists, contacts_of};
use super::options::ContactOptions;
use super::polytope::Polytope;
use crate::Result;
use crate::batch::{Batch, Filter, ListOutput, Lists, Output};
use crate::geometry::{
    Aabb, ContactNormal, ContactPoint, HullPose, HullTouch, HullWays, PosedHull, Triangle, Vec3, Wanted,
};
use crate::mesh::Mesh;

impl Polytope for PosedHull<'_> {
    /// What is found of a triangle decides; this only has to hold all that matter.
    type Reach = Aabb;
    type Touch = HullTouch;
    type Ways = HullWays;

    const IS_EXACT: bool = false;

    fn reach(&self, distance: f32) -> Aabb {
        let (distance, world) = (f64::from(distance), self.world());
        Aabb::outward(world.min.as_dvec3() - distance, world.max.as_dvec3() + distance)
    }

    fn radius(&self) -> f64 {
        0.0
    }

    fn farthest(&self, _: &Aabb) -> Option<f32> {
        None
    }

    fn touch(&self, triangle: &Triangle, _: bool, max_distance: f32) -> Option<HullTouch> {
        HullTouch::new(self, triangle, max_distance)
    }

    fn apart(touch: &HullTouch) -> Option<(&ContactNormal, [f64; 2])> {
        touch.apart().map(|(normal, distance)| (normal, [distance, distance]))
    }

    fn ways(&self, triangle: &Triangle, touch: &HullTouch, wanted: Wanted) -> HullWays {
        touch.ways(self, triangle, wanted)
    }

    fn least_ways(ways: &HullWays) -> [f64; 2] {
        [ways.least(), ways.face()]
    }

    fn normal(
        &self,
        triangle: &Triangle,
        touch: &HullTouch,
        wanted: Wanted,
        ways: &HullWays,
        number: usize,
    ) -> Option<ContactNormal> {
        touch.normal(self, triangle, wanted, ways, number)
    }

    fn has_corners(&self, _: &Triangle, touch: &HullTouch) -> [bool; 3] {
        touch.has_corners(self)
    }

    fn points(
        &self,
        triangle: &Triangle,
        touch: &HullTouch,
        normal: &ContactNormal,
        max_distance: f32,
        found: impl FnMut(Vec3, &ContactPoint),
    ) {
        touch.points(self, triangle, normal, max_distance, found);
    }
}

impl Mesh<'_> {
    /// The contacts of each posed hull with the surface, the deepest first.
    ///
    /// Of a triangle that the hull touches, which is decided exactly, the normals count that separate the two: both of
    /// the face that the filter lets pass, those against the hull's faces, and those of an edge of each that belong to
    /// a face of their Minkowski difference. The one with the least way is taken of those along which no triangle is
    /// farther yet that shares all of what is farthest of this one, or one corner of that which is in the hull. The
    /// face's own always is one of these, and is taken unless another way is less by more than 2^-32 of it. It is left
    /// to a triangle beside it that is much less deep, as for [`Mesh::contacts_box`]. So inner edges of a flat or
    /// concave surface make no contacts, and whatever touches has one. With [`crate::mesh::ContactEdges::All`], nothing
    /// but the triangle counts. Of a triangle within `max_distance`, the normal of the closest points counts.
    ///
    /// The points are the corners of the triangle cut off by the hull. Each has its own depth: the way along the normal
    /// to the face of the hull that opposes it most, but no more than moves the whole hull beyond the point. The other
    /// bits of [`Contact::feature`] say which face. The hull's lowest vertex along the normal, where it has come through
    /// the triangle, is a point if it overhangs and is deeper than the others. Polygons, segments and points have contacts
    /// as solids do.
    ///
    /// Everything else is as for [`Mesh::contacts_sphere`].
    ///
    /// # Errors
    /// As for [`Mesh::overlap_hull`]; [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for an
    /// option. Nothing is written then. Too little room is no error: see [`Lists`].
    pub fn contacts_hull<'h>(
        &self,
        hulls: &(impl Batch<HullPose<'h>> + ?Sized),
        filter: &Filter,
        options: &ContactOptions,
        offsets: &mut (impl Output<u64> + ?Sized),
        contacts: &mut (impl ListOutput<Contact> + ?Sized),
    ) -> Result<Lists> {
        fn ask<'h>(
            mesh: &Mesh,
            hulls: &dyn Batch<HullPose<'h>>,
            filter: &Filter,
            options: &ContactOptions,
            offsets: &mut dyn Output<u64>,
            contacts: &mut dyn ListOutput<Contact>,
        ) -> Result<Lists> {
            contact_lists(mesh, hulls, filter, options, offsets, contacts, |shape, tree, found| {
                contacts_of(&PosedHull::new(shape), tree, filter, options, found);
            })
        }
        ask(self, &hulls, filter, options, &mut &mut *offsets, &mut &mut *contacts)
    }
}
