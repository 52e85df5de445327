//! Contacts of boxes.

use super::contact::Contact;
use super::engine::{contact_lists, contacts_of};
use super::options::ContactOptions;
use super::polytope::Polytope;
use crate::Result;
use crate::batch::{Batch, Filter, ListOutput, Lists, Output};
use crate::geometry::{
    Aabb, BoxAxes, BoxTouch, BoxWays, ContactNormal, ContactPoint, Triangle, Vec3, Wanted,
};
use crate::mesh::Mesh;

impl Polytope for BoxAxes {
    type Reach = BoxAxes;
    type Touch = BoxTouch;
    type Ways = BoxWays;

    const IS_EXACT: bool = false;

    fn reach(&self, distance: f32) -> BoxAxes {
        BoxAxes { half_extents: self.half_extents + distance, ..*self }
    }

    fn radius(&self) -> f64 {
        0.0
    }

    fn farthest(&self, _: &Aabb) -> Option<f32> {
        None
    }

    #[inline]
    fn touch(&self, triangle: &Triangle, touches: bool, max_distance: f32) -> Option<BoxTouch> {
        match touches && max_distance == 0.0 {
            true => Some(BoxTouch::of_overlapping(self, triangle)),
            false => BoxTouch::new(self, triangle, max_distance),
        }
    }

    fn apart(touch: &BoxTouch) -> Option<(&ContactNormal, [f64; 2])> {
        touch.apart().map(|(normal, distance)| (normal, [distance, distance]))
    }

    fn ways(&self, triangle: &Triangle, touch: &BoxTouch, wanted: Wanted) -> BoxWays {
        touch.ways(self, triangle, wanted)
    }

    fn least_ways(ways: &BoxWays) -> [f64; 2] {
        [ways.least(), ways.face()]
    }

    fn normal(
        &self,
        triangle: &Triangle,
        touch: &BoxTouch,
        _: Wanted,
        ways: &BoxWays,
        number: usize,
    ) -> Option<ContactNormal> {
        touch.normal(self, triangle, ways, number)
    }

    fn has_corners(&self, _: &Triangle, touch: &BoxTouch) -> [bool; 3] {
        touch.has_corners()
    }

    fn points(
        &self,
        _: &Triangle,
        touch: &BoxTouch,
        normal: &ContactNormal,
        max_distance: f32,
        mut found: impl FnMut(Vec3, &ContactPoint),
    ) {
        let points = touch.points(self, normal, max_distance);
        points.points.iter().for_each(|point| found(points.normal, point));
    }
}

impl Mesh<'_> {
    /// The contacts of each box with the surface, the deepest first.
    ///
    /// Of a triangle that the box touches, the normals count that separate the two: both of the face that the filter
    /// lets pass, the box's axes, and the cross products of its axes with the triangle's edges, both ways. The one with
    /// the least way is taken of those along which no triangle is farther yet that shares all of what is farthest of
    /// this one, or one corner of that which is in the box. The face's own always is one of these, and is taken unless
    /// another way is less by more than 2^-32 of it. A contact is left to a triangle that shares a corner and is less
    /// than a quarter as deep, if a way of less than that was ruled out and no more than 32 triangles share the
    /// corners: so few are far deeper than the surface around them. So inner edges of a flat or concave surface make no
    /// contacts, and whatever touches has one. With [`crate::mesh::ContactEdges::All`], nothing but the triangle
    /// counts. Of a triangle within `max_distance`, the normal of the closest points counts.
    ///
    /// The points are the corners of the triangle cut off by the box, up to nine of each. Each has its own
    /// depth: the way along the normal to the face of the box that opposes it most, but no more than moves the
    /// whole box beyond the point. The other bits of
    /// [`Contact::feature`] say which: 0 and 1 for -x and +x, 2 and 3 for y, 4 and 5 for z.
    ///
    /// Everything else is as for [`Mesh::contacts_sphere`].
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a box or an option, before
    /// anything is written. Too little room is no error: see [`Lists`].
    pub fn contacts_box(
        &self,
        boxes: &(impl Batch<BoxAxes> + ?Sized),
        filter: &Filter,
        options: &ContactOptions,
        offsets: &mut (impl Output<u64> + ?Sized),
        contacts: &mut (impl ListOutput<Contact> + ?Sized),
    ) -> Result<Lists> {
        fn ask(
            mesh: &Mesh,
            boxes: &dyn Batch<BoxAxes>,
            filter: &Filter,
            options: &ContactOptions,
            offsets: &mut dyn Output<u64>,
            contacts: &mut dyn ListOutput<Contact>,
        ) -> Result<Lists> {
            contact_lists(mesh, boxes, filter, options, offsets, contacts, |shape, tree, found| {
                contacts_of(shape, tree, filter, options, found);
            })
        }
        ask(self, &boxes, filter, options, &mut &mut *offsets, &mut &mut *contacts)
    }
}
