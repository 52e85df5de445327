//! Runs a query on two trees, whatever their layouts, on the instruction set in force.

use super::near::{Near, NearSink};
use super::poses::PosePair;
use super::touching::{PairCounts, PairSink, Touching};
use crate::batch::Filter;
use crate::mesh::tree::pairs::{Frames, PairMemory, PosedTree, traverse_nearest, traverse_pairs};
use crate::mesh::view::{MeshTree, View};
use crate::simd::{Kernel, Simd, dispatch};

/// Two trees, posed.
struct TouchingKernel<'a, T> {
    posed: [PosedTree<'a, T>; 2],
    frames: &'a Frames,
    sink: &'a mut dyn PairSink,
}

impl<T: PairMemory> Kernel for TouchingKernel<'_, T> {
    type Output = PairCounts;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> PairCounts {
        let TouchingKernel { posed: [a, b], frames, sink } = self;
        let mut visitor = Touching::new(sink);
        let nodes = traverse_pairs(simd, [&a, &b], frames, &mut visitor);
        // A sink that has had enough is not asked again.
        let _ = visitor.finish(simd);
        PairCounts { nodes, ..visitor.counts }
    }
}

/// The same for all triangles that are near.
struct WithinKernel<'a, T> {
    posed: [PosedTree<'a, T>; 2],
    frames: &'a Frames,
    sink: &'a mut dyn NearSink,
}

impl<T: PairMemory> Kernel for WithinKernel<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let WithinKernel { posed: [a, b], frames, sink } = self;
        traverse_pairs(simd, [&a, &b], frames, &mut Near::new(sink));
    }
}

/// The same for the nearest ones. A kernel of its own: the stacks of two traversals in one would lie beside each other.
struct NearestKernel<'a, T> {
    posed: [PosedTree<'a, T>; 2],
    frames: &'a Frames,
    sink: &'a mut dyn NearSink,
}

impl<T: PairMemory> Kernel for NearestKernel<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let NearestKernel { posed: [a, b], frames, sink } = self;
        traverse_nearest(simd, [&a, &b], frames, &mut Near::new(sink));
    }
}

/// Two meshes and their filters.
#[derive(Clone, Copy)]
pub(super) struct MeshPair<'a> {
    pub(super) trees: [MeshTree<'a>; 2],
    pub(super) filters: [&'a Filter; 2],
}

impl MeshPair<'_> {
    /// Whether any triangles may be left by the filters.
    pub(super) fn may_have_any(&self) -> bool {
        self.trees
            .iter()
            .zip(self.filters)
            .all(|(tree, filter)| tree.triangle_count() > 0 && tree.may_accept(filter))
    }

    /// Passes all touching pairs to the sink.
    pub(super) fn touching(&self, poses: &PosePair, sink: &mut dyn PairSink) -> PairCounts {
        if !self.may_have_any() {
            return PairCounts::default();
        }
        let [a, b] = self.trees;
        let frames = &Frames::new([&poses.a, &poses.b], [a.whole(), b.whole()], 0.0);
        match (a.view(), b.view()) {
            (View::Wide(a), View::Wide(b)) => {
                dispatch(TouchingKernel { posed: self.posed([a, b], poses), frames, sink })
            }
            (a, b) => dispatch(TouchingKernel { posed: self.posed([a, b], poses), frames, sink }),
        }
    }

    /// Passes all pairs within the sink's limit to it.
    pub(super) fn within(&self, poses: &PosePair, sink: &mut dyn NearSink) {
        if !self.may_have_any() {
            return;
        }
        let [a, b] = self.trees;
        let frames = &Frames::new([&poses.a, &poses.b], [a.whole(), b.whole()], sink.limit());
        match (a.view(), b.view()) {
            (View::Wide(a), View::Wide(b)) => {
                dispatch(WithinKernel { posed: self.posed([a, b], poses), frames, sink });
            }
            (a, b) => dispatch(WithinKernel { posed: self.posed([a, b], poses), frames, sink }),
        }
    }

    /// Passes some pairs within the sink's limit to it, the nearest ones among them.
    pub(super) fn nearest(&self, poses: &PosePair, sink: &mut dyn NearSink) {
        if !self.may_have_any() {
            return;
        }
        let [a, b] = self.trees;
        let frames = &Frames::new([&poses.a, &poses.b], [a.whole(), b.whole()], 0.0);
        match (a.view(), b.view()) {
            (View::Wide(a), View::Wide(b)) => {
                dispatch(NearestKernel { posed: self.posed([a, b], poses), frames, sink });
            }
            (a, b) => dispatch(NearestKernel { posed: self.posed([a, b], poses), frames, sink }),
        }
    }

    /// Two trees with this pair's filters, posed.
    pub(super) fn posed<'b, T>(&'b self, [a, b]: [T; 2], poses: &'b PosePair) -> [PosedTree<'b, T>; 2] {
        let [first, second] = self.filters;
        [
            PosedTree { tree: a, pose: &poses.a, filter: first },
            PosedTree { tree: b, pose: &poses.b, filter: second },
        ]
    }
}
