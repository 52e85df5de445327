//! Interiors of two closed meshes whose surfaces touch: apart, or overlapping.

use super::poses::PosePair;
use super::run::MeshPair;
use super::touching::PairSink;
use crate::arrays::MapEach;
use crate::bits::bits;
use crate::geometry::{Aabb, Around, EdgeContact, SolidContact, Triangle, Vec3, sectors, solid_contact};
use crate::mesh::tree::pairs::{OneVisitor, PairBlock, PosedTree, traverse_one};
use crate::mesh::view::View;
use crate::simd::{Kernel, Simd, dispatch};
use std::ops::ControlFlow;

/// Adds the faces at an edge.
struct FacesAt<'a> {
    edge: [Vec3; 2],
    around: &'a mut Around,
}

impl OneVisitor for FacesAt<'_> {
    #[inline(always)]
    fn passes(&self, bounds: &Aabb) -> bool {
        self.edge.iter().all(|&end| bounds.touches(&Aabb::new(end, end)))
    }

    fn block(&mut self, block: &PairBlock) -> ControlFlow<()> {
        for lane in bits(block.seen) {
            self.around.add_at(&block.triangle(lane as usize), self.edge);
        }
        ControlFlow::Continue(())
    }
}

/// A mesh and an edge of it.
struct FacesKernel<'a, 'b> {
    posed: &'a PosedTree<'a, View<'a>>,
    visitor: FacesAt<'b>,
}

impl Kernel for FacesKernel<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let FacesKernel { posed, mut visitor } = self;
        traverse_one(simd, posed, &mut visitor);
    }
}

/// Asks every pair that touches, until one says that the interiors overlap.
struct SolidSink<'a> {
    posed: [PosedTree<'a, View<'a>>; 2],
    answer: SolidContact,
}

impl SolidSink<'_> {
    /// The answer of the faces around a segment, which is on edges of one or both of two triangles.
    fn at_edge(&self, edge: &EdgeContact, triangles: &[Triangle; 2]) -> SolidContact {
        let edges = [edge.of_a, edge.of_b];
        let Some(line) = edge.of_a.or(edge.of_b) else { return SolidContact::Unknown };
        let mut around = [Around::new(line), Around::new(line)];
        for (which, around) in around.iter_mut().enumerate() {
            let Some(edge) = edges[which] else {
                around.add_through(&triangles[which]);
                continue;
            };
            dispatch(FacesKernel { posed: &self.posed[which], visitor: FacesAt { edge, around } });
        }
        sectors(&around[0], &around[1])
    }
}

impl PairSink for SolidSink<'_> {
    fn wants_triangles(&self) -> bool {
        true
    }

    fn add(&mut self, _: [u32; 2], triangles: &[Triangle; 2]) -> ControlFlow<()> {
        let [a, b] = triangles;
        match solid_contact(a, b, |edge| self.at_edge(edge, triangles)) {
            SolidContact::Touch => {}
            found => self.answer = found,
        }
        if self.answer == SolidContact::Overlap { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl MeshPair<'_> {
    /// The relation of the interiors at the places where the surfaces touch.
    pub(super) fn solids_where_they_touch(&self, poses: &PosePair) -> SolidContact {
        let posed = self.posed(self.trees.map_each(|tree| tree.view()), poses);
        let mut sink = SolidSink { posed, answer: SolidContact::Touch };
        self.touching(poses, &mut sink);
        sink.answer
    }
}
