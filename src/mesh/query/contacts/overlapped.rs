//! The contact of a shape with one triangle that it overlaps, by the rule for edges.

use super::contact::Contact;
use super::engine::contacts_at;
use super::polytope::Polytope;
use crate::batch::{Backfaces, Filter};
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
/// The room for points: a triangle cut by a box has up to nine, by a hull more.
const ROOM: usize = 32;

/// A shape that may overlap triangles.
pub(in crate::mesh::query) trait Overlaps {
    /// Asks for the contact with a triangle, both sides of which count.
    fn overlapped(&self, leaf: &LeafTriangle, tree: MeshTree, filter: &Filter) -> Overlapped;
}

impl<P: Polytope> Overlaps for P {
    fn overlapped(&self, leaf: &LeafTriangle, tree: MeshTree, filter: &Filter) -> Overlapped {
        let filter = Filter { backfaces: Backfaces::Hit, ..*filter };
        let mut deepest: Option<Contact> = None;
        let mut points = ArrayVec::<Contact, ROOM>::new();
        let overlap = contacts_at(self, leaf, tree, &filter, &mut |contact| {
            if deepest.is_none_or(|deepest| Contact::order(&contact, &deepest).is_lt()) {
                deepest = Some(contact);
            }
            let _ = points.try_push(contact);
        });
        let Some(mut contact) = deepest else {
            return if overlap { Overlapped::Elsewhere } else { Overlapped::Beside };
        };
        let as_deep = points.iter().filter(|point| point.depth >= contact.depth * AS_DEEP);
        let (count, sum) =
            as_deep.fold((0, DVec3::ZERO), |(count, sum), point| (count + 1, sum + point.point.as_dvec3()));
        if count > 1 {
            contact.point = (sum / f64::from(count)).as_vec3();
        }
        Overlapped::At(contact)
    }
}
