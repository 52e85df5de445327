//! The rule for edges: a contact at an edge or a corner counts if no triangle that shares it rises above it; of a triangle
//! that is overlapped at the start, the contact is that of [`contacts`](crate::mesh::query::contacts).

use super::shape::{MovingShape, StartingShape};
use crate::batch::Filter;
use crate::geometry::{Aabb, CastPath, PartCorners, TriangleHit, Vec3, rises_above, shares};
use crate::mesh::MeshTree;
use crate::mesh::query::contacts::{Contact, Overlapped};
use crate::mesh::tree::{AnyOrder, Block, LeafTriangle, RayTest, TestedBy, TreePart, Visitor, traverse};
use crate::simd::Simd;
use arrayvec::ArrayVec;
use glam::DVec3;
use std::cell::RefCell;
use std::ops::ControlFlow;

/// The number of answers that are remembered.
const ROOM: usize = 4;

/// An answer: a contact with this normal counts at the corners of the part, or does not.
struct Answer {
    normal: DVec3,
    part: PartCorners,
    counts: bool,
}

/// The triangles that are asked.
pub(super) struct Smooth<'a, L> {
    tree: L,
    /// The same, for whom its layout is not known.
    mesh: MeshTree<'a>,
    filter: &'a Filter,
    /// The latest answers: all triangles around a corner ask alike, however many they are.
    answers: RefCell<ArrayVec<Answer, ROOM>>,
}

impl<'a, L: TestedBy<RayTest>> Smooth<'a, L> {
    /// All those of a mesh that the filter accepts.
    pub(super) fn new(tree: L, mesh: MeshTree<'a>, filter: &'a Filter) -> Smooth<'a, L> {
        Smooth { tree, mesh, filter, answers: RefCell::default() }
    }

    /// The contact of a moving shape with a triangle.
    pub(super) fn cast(
        &self,
        start: &dyn StartingShape,
        shape: &dyn MovingShape,
        leaf: &LeafTriangle,
        is_near: bool,
    ) -> Option<TriangleHit> {
        let overlapped = match is_near {
            true => start.overlapped(leaf, self.mesh, self.filter),
            false => Overlapped::Beside,
        };
        match overlapped {
            Overlapped::Beside => {
                shape.cast(&leaf.triangle, Some(&mut |normal, part| self.counts(normal, part))).hit
            }
            Overlapped::Elsewhere => None,
            Overlapped::At(contact) => {
                let Contact { depth, point, normal, .. } = contact;
                let hit = TriangleHit { t: 0.0, depth, point, normal, feature: contact.part() };
                shape.is_stopped(&leaf.triangle, normal, depth).then_some(hit)
            }
        }
    }

    /// Returns true if a contact with this normal counts at the corners of a part.
    fn counts(&self, normal: DVec3, part: &[Vec3]) -> bool {
        let Some(&corner) = part.first() else { return true };
        let mut answers = self.answers.borrow_mut();
        if let Some(known) = answers.iter().find(|known| known.normal == normal && known.part[..] == *part) {
            return known.counts;
        }
        let (filter, whole) = (self.filter, self.mesh.whole());
        let counts = !self.tree.apart(AnyAbove { filter, whole, normal, part, corner });
        if answers.is_full() {
            answers.remove(0);
        }
        answers.push(Answer { normal, part: part.iter().copied().collect(), counts });
        counts
    }
}

/// The question whether any triangle rises above a part, which has a corner.
struct AnyAbove<'a> {
    filter: &'a Filter,
    whole: &'a Aabb,
    normal: DVec3,
    part: &'a [Vec3],
    corner: Vec3,
}

impl<L: TestedBy<RayTest>> TreePart<L> for AnyAbove<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self, tree: L) -> bool {
        let test = RayTest::of_path(&CastPath::at(self.corner), self.whole);
        let mut above = Above { normal: self.normal, part: self.part, is_any: false };
        traverse::<AnyOrder, L, RayTest>(tree, &test, self.filter, &mut above);
        above.is_any
    }
}

/// The search for a triangle that rises above a part.
struct Above<'a> {
    normal: DVec3,
    part: &'a [Vec3],
    is_any: bool,
}

impl Visitor for Above<'_> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        1.0
    }

    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        self.is_any =
            shares(&leaf.triangle, self.part) && rises_above(&leaf.triangle, self.normal, self.part);
        if self.is_any { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        block.each_until(simd, seen, |leaf| self.triangle(leaf))
    }
}
