//! The contact of a shape with one triangle that it overlaps, by the rule for edges.

use super::contact::Contact;
use super::engine::contacts_at;
use super::polytope::Polytope;
use crate::batch::{Backfaces, Filter};
use crate::geometry::max;
use crate::hull::MAX_VERTICES;
use crate::mesh::MeshTree;
use crate::mesh::tree::LeafTriangle;
use arrayvec::ArrayVec;
use glam::DVec3;

/// What is known of a shape and a triangle.
#[derive(Clone, Copy, Debug)]
pub(in crate::mesh::query) enum Overlapped {
    /// The shape's core is beside the triangle.
    Beside,
    /// They overlap, but the contact is another triangle's.
    Elsewhere,
    /// The deepest point of their contact, or the middle of those that are as deep.
    At(Contact),
}

/// The part of the largest depth from which others are as deep.
const AS_DEEP: f32 = 0.99;
/// The room for points: a face of a hull has up to as many corners as the hull, and a triangle cuts off three.
const ROOM: usize = MAX_VERTICES + 3;

/// A shape that may overlap triangles.
pub(in crate::mesh::query) trait Overlaps {
    /// Asks for the contact with a triangle, both sides of which count.
    fn overlapped(&self, leaf: &LeafTriangle, tree: MeshTree, filter: &Filter) -> Overlapped;
}

impl<P: Polytope> Overlaps for P {
    fn overlapped(&self, leaf: &LeafTriangle, tree: MeshTree, filter: &Filter) -> Overlapped {
        let filter = Filter { backfaces: Backfaces::Hit, ..*filter };
        let mut contacts = ArrayVec::<Contact, ROOM>::new();
        let overlap = contacts_at(self, leaf, tree, &filter, &mut |contact| {
            let _ = contacts.try_push(contact);
        });
        // The middle is a sum, which depends on the order.
        contacts.sort_unstable_by(Contact::order);
        let Some(&(mut contact)) = contacts.first() else {
            return if overlap { Overlapped::Elsewhere } else { Overlapped::Beside };
        };
        let as_deep = contacts.iter().filter(|other| other.depth >= contact.depth * AS_DEEP);
        let (count, sum) =
            as_deep.fold((0, DVec3::ZERO), |(count, sum), other| (count + 1, sum + other.point.as_dvec3()));
        if count > 1 {
            contact.point = (sum / f64::from(count)).as_vec3();
        }
        // Rounding may leave a little less.
        contact.depth = max(contact.depth, 0.0);
        Overlapped::At(contact)
    }
}
