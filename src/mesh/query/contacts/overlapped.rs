//! The contact of a shape with one triangle that it overlaps, by the rule for edges.

use super::contact::{Contact, by_place};
use super::engine::contacts_at;
use super::polytope::Polytope;
use crate::batch::{Backfaces, Filter};
use crate::geometry::{Vec3, max};
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
        let mut deepest: Option<Contact> = None;
        // Not whole contacts: those of a hull would take much of the thread's stack.
        let mut points = ArrayVec::<(f32, Vec3), ROOM>::new();
        let overlap = contacts_at(self, leaf, tree, &filter, &mut |contact| {
            if deepest.is_none_or(|deepest| Contact::order(&contact, &deepest).is_lt()) {
                deepest = Some(contact);
            }
            let _ = points.try_push((contact.depth, contact.point));
        });
        let Some(mut contact) = deepest else {
            return if overlap { Overlapped::Elsewhere } else { Overlapped::Beside };
        };
        points.retain(|(depth, _)| *depth >= contact.depth * AS_DEEP);
        if points.len() > 1 {
            // The sum depends on the order: it is that of lists.
            points
                .sort_unstable_by(|(a, at_a), (b, at_b)| b.total_cmp(a).then_with(|| by_place(*at_a, *at_b)));
            let sum = points.iter().fold(DVec3::ZERO, |sum, (_, point)| sum + point.as_dvec3());
            contact.point = (sum / points.len() as f64).as_vec3();
        }
        // Rounding may leave a little less.
        contact.depth = max(contact.depth, 0.0);
        Overlapped::At(contact)
    }
}
