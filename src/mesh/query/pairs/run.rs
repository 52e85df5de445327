//! Queries of two trees.

use super::near::{Near, NearSink};
use super::poses::PosePair;
use super::touching::{PairCounts, PairSink, Touching};
use crate::arrays::MapEach;
use crate::batch::Filter;
use crate::mesh::mesh_tree::MeshTree;
use crate::mesh::tree::pairs::{Frames, PairMemory, PosedTree, traverse_nearest, traverse_pairs};
use crate::mesh::view::View;
use crate::simd::{Kernel, Simd, dispatch};

/// A query of two posed trees.
pub(super) trait PairQuery {
    type Output;

    fn run<S: Simd, T: PairMemory>(self, simd: S, posed: [&PosedTree<T>; 2], frames: &Frames)
    -> Self::Output;
}

/// A query, on trees of some layouts.
struct PairKernel<'a, T, Q> {
    posed: [PosedTree<'a, T>; 2],
    frames: &'a Frames,
    query: Q,
}

impl<T: PairMemory, Q: PairQuery> Kernel for PairKernel<'_, T, Q> {
    type Output = Q::Output;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Q::Output {
        let PairKernel { posed: [a, b], frames, query } = self;
        query.run(simd, [&a, &b], frames)
    }
}

/// All pairs that touch.
struct TouchingQuery<'a>(&'a mut dyn PairSink);

impl PairQuery for TouchingQuery<'_> {
    type Output = PairCounts;

    #[inline(always)]
    fn run<S: Simd, T: PairMemory>(self, simd: S, posed: [&PosedTree<T>; 2], frames: &Frames) -> PairCounts {
        let mut visitor = Touching::new(self.0);
        let nodes = traverse_pairs(simd, posed, frames, &mut visitor);
        // A sink that has had enough is not asked again.
        let _ = visitor.finish(simd);
        PairCounts { nodes, ..visitor.counts }
    }
}

/// All pairs that are near.
struct WithinQuery<'a>(&'a mut dyn NearSink);

impl PairQuery for WithinQuery<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd, T: PairMemory>(self, simd: S, posed: [&PosedTree<T>; 2], frames: &Frames) {
        traverse_pairs(simd, posed, frames, &mut Near::new(self.0));
    }
}

/// The nearest ones. A kernel of its own: the stacks of two traversals in one would lie beside each other.
struct NearestQuery<'a>(&'a mut dyn NearSink);

impl PairQuery for NearestQuery<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd, T: PairMemory>(self, simd: S, posed: [&PosedTree<T>; 2], frames: &Frames) {
        traverse_nearest(simd, posed, frames, &mut Near::new(self.0));
    }
}

/// Two meshes and their filters.
#[derive(Clone, Copy)]
pub(super) struct MeshPair<'a> {
    pub(super) trees: [MeshTree<'a>; 2],
    pub(super) filters: [&'a Filter; 2],
}

impl MeshPair<'_> {
    /// Returns true if the filters may leave any triangles.
    fn may_have_any(&self) -> bool {
        self.trees
            .iter()
            .zip(self.filters)
            .all(|(tree, filter)| tree.triangle_count() > 0 && tree.may_accept(filter))
    }

    /// Runs a query on both trees, whatever their layouts, on the instruction set in force; `None` if the
    /// filters leave nothing. Boxes of triangles that are no farther apart than `distance` touch in its
    /// frames.
    pub(super) fn run<Q: PairQuery>(&self, poses: &PosePair, distance: f32, query: Q) -> Option<Q::Output> {
        if !self.may_have_any() {
            return None;
        }
        let [a, b] = self.trees;
        let frames = &Frames::new([&poses.a, &poses.b], [a.whole(), b.whole()], distance);
        Some(match (a.view(), b.view()) {
            (View::Wide(a), View::Wide(b)) => {
                dispatch(PairKernel { posed: self.posed([a, b], poses), frames, query })
            }
            (a, b) if let (Some(a), Some(b)) = (a.either_wide(), b.either_wide()) => {
                dispatch(PairKernel { posed: self.posed([a, b], poses), frames, query })
            }
            (a, b) => dispatch(PairKernel { posed: self.posed([a, b], poses), frames, query }),
        })
    }

    /// Passes all touching pairs to the sink.
    pub(super) fn touching(&self, poses: &PosePair, sink: &mut dyn PairSink) -> PairCounts {
        self.run(poses, 0.0, TouchingQuery(sink)).unwrap_or_default()
    }

    /// Passes all pairs within the sink's limit to it.
    pub(super) fn within(&self, poses: &PosePair, sink: &mut dyn NearSink) {
        self.run(poses, sink.limit(), WithinQuery(sink));
    }

    /// Passes some pairs within the sink's limit to it, the nearest ones among them.
    pub(super) fn nearest(&self, poses: &PosePair, sink: &mut dyn NearSink) {
        self.run(poses, 0.0, NearestQuery(sink));
    }

    /// Both meshes' trees with this pair's filters, posed.
    pub(super) fn posed<'b, T>(&'b self, [a, b]: [T; 2], poses: &'b PosePair) -> [PosedTree<'b, T>; 2] {
        let [first, second] = self.filters;
        let [whole, other_whole] = self.trees.map_each(|tree| tree.whole());
        [
            PosedTree { tree: a, whole, pose: &poses.a, filter: first },
            PosedTree { tree: b, whole: other_whole, pose: &poses.b, filter: second },
        ]
    }
}
