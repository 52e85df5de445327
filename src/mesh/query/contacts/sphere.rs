//! Contacts of spheres.
//!
//! All triangles that share the closest point of a contact are as near as it, so that the rule for edges and
//! corners ([`SphereOffset`]) needs no others than those within reach.

use super::contact::Contact;
use super::engine::{contact_lists, contacts_of};
use super::heard::Verdict;
use super::options::ContactOptions;
use super::trial::{ContactShape, Sought, Trial, WayDepths};
use crate::Result;
use crate::batch::{Batch, Filter, ListOutput, Lists, Output};
use crate::geometry::{
    Aabb, NormalSum, PartCorners, Sphere, SphereOffset, Triangle, is_same_part, part_corners,
};
use crate::mesh::Mesh;

/// A triangle's closest part.
#[derive(Clone)]
pub(super) struct ClosestPart {
    offset: SphereOffset,
    corners: PartCorners,
}

impl ContactShape for Sphere {
    type Reach = Sphere;
    type Own = ClosestPart;
    type Touch = ClosestPart;
    type Ways = ();
    type Trial = NormalSum;

    fn reach(&self, distance: f32) -> Sphere {
        Sphere { radius: self.radius + distance, ..*self }
    }

    fn farthest(&self, whole: &Aabb) -> Option<f32> {
        Some(whole.farthest(self.center))
    }

    fn own(&self, triangle: &Triangle) -> ClosestPart {
        let offset = SphereOffset::new(self, triangle);
        ClosestPart { offset, corners: part_corners(triangle, offset.feature) }
    }

    fn touch(
        &self,
        _: &Triangle,
        _: bool,
        own: &ClosestPart,
        filter: &Filter,
        _: f32,
    ) -> Option<ClosestPart> {
        filter.accepts_side(own.offset.is_back).then(|| own.clone())
    }

    fn ways(&self, _: &Triangle, _: &ClosestPart, _: &Sought) {}

    fn trial(
        &self,
        _: &Triangle,
        touch: &ClosestPart,
        _: &Sought,
        (): &(),
        number: usize,
    ) -> Option<Trial<NormalSum>> {
        let corners = touch.corners.clone();
        let of = NormalSum::default();
        let within = PartCorners::new();
        (number == 0).then_some(Trial { of, corners, within, is_open: false, is_common: true })
    }

    fn has_corners(&self, _: &Triangle, _: &ClosestPart) -> [bool; 3] {
        [false; 3]
    }

    fn depths(&self, (): &()) -> Option<WayDepths> {
        None
    }

    fn depth(&self, _: &NormalSum) -> f64 {
        self.radius.into()
    }

    fn hear(
        &self,
        _: &Triangle,
        trial: &mut Trial<NormalSum>,
        other: &Triangle,
        own: impl FnOnce() -> ClosestPart,
        rival: impl FnOnce() -> Option<ClosestPart>,
    ) -> Verdict {
        let own = own();
        if !is_same_part(&own.corners, &trial.corners) {
            return Verdict::Ends;
        }
        if own.offset.is_on_surface {
            trial.of.add(other);
        }
        if rival().is_some() { Verdict::Shares } else { Verdict::Stands }
    }

    fn distance(touch: &ClosestPart) -> Option<[f64; 2]> {
        Some(touch.offset.distance())
    }

    fn add(
        &self,
        triangle: &Triangle,
        touch: &ClosestPart,
        trial: &Trial<NormalSum>,
        mut found: impl FnMut(Contact),
    ) {
        let contact = touch.offset.contact(self, triangle, || trial.of);
        found(Contact {
            point: contact.point,
            depth: contact.depth,
            normal: contact.normal,
            feature: touch.offset.feature as u32,
            ..Contact::default()
        });
    }
}

impl Mesh<'_> {
    /// The contacts of each sphere with the surface, the deepest first: where the distance to the surface has
    /// a local minimum that is no more than the radius and `max_distance`.
    ///
    /// Of a triangle, the closest point to the center is a contact. If it lies on an edge or at a corner, it
    /// is one only if the same edge or corner is closest on each triangle that shares it and passes the
    /// filter, and then once, for the lowest of them that is within reach and seen from a side that the
    /// filter lets pass. Decided exactly; so inner edges of a flat or concave surface make no contacts.
    /// Corners are shared if their coordinates are equal. Whatever touches has a contact: so all triangles
    /// count that are no farther than one that touches, though rounding may put them out of reach. With
    /// [`crate::mesh::ContactEdges::All`], each triangle's closest point is a contact.
    ///
    /// The normal leads from the closest point to the center; on a face it is the face's. If the center is on
    /// the surface, it is that of the face, or the mean of those at the edge or corner.
    ///
    /// Contacts belong to a manifold: that of the deepest contact whose normal is the same, or within the
    /// angle of `merge_cos`. With `max_points`, at most so many of each manifold are kept: the deepest; the one
    /// farthest from it; the one with which they make the largest triangle; the one that adds the most area. Fewer
    /// only if there are fewer, or if all lie on a line: then the deepest and the ends. A list that does not fit is
    /// not reduced, and so counted in full.
    ///
    /// List `i` is `contacts[offsets[i]..offsets[i + 1]]`; `offsets` may be `()`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a sphere or an option, before
    /// anything is written. Too little room is no error: see [`Lists`].
    pub fn contacts_sphere(
        &self,
        spheres: &(impl Batch<Sphere> + ?Sized),
        filter: &Filter,
        options: &ContactOptions,
        offsets: &mut (impl Output<u64> + ?Sized),
        contacts: &mut (impl ListOutput<Contact> + ?Sized),
    ) -> Result<Lists> {
        fn ask(
            mesh: &Mesh,
            spheres: &dyn Batch<Sphere>,
            filter: &Filter,
            options: &ContactOptions,
            offsets: &mut dyn Output<u64>,
            contacts: &mut dyn ListOutput<Contact>,
        ) -> Result<Lists> {
            contact_lists(mesh, spheres, filter, options, offsets, contacts, |sphere, tree, found| {
                contacts_of(sphere, tree, filter, options, found);
            })
        }
        ask(self, &spheres, filter, options, &mut &mut *offsets, &mut &mut *contacts)
    }
}
