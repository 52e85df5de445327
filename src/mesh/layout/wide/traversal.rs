//! A wide tree as queries visit it.

use super::arena::{CLUSTER, INSIDE, LINE, cluster_block, field};
use super::box_tests::WideTest;
use super::children::Children;
use super::cluster::Cluster;
use super::node::CHILDREN;
use super::tree::{STACK, Wide};
use crate::batch::Filter;
use crate::geometry::Triangle;
use crate::mesh::layout::kind::WidePreset;
use crate::mesh::tree::{LeafPlace, LeafTriangle, TestedBy, Tree, TreePart, Visitor};
use crate::simd::{LANES, Part, Simd, Simd8};
use crate::stack::{FixedStack, Stack, StackEntry};
use arrayvec::ArrayVec;
use std::hint::select_unpredictable;
use std::ops::ControlFlow;

/// The children of a node after a test: a bit for each that passes, and their keys.
#[derive(Clone, Copy)]
pub(crate) struct Tested {
    children: Children,
    mask: u32,
    /// A bit for each that is wholly inside, if the test can tell.
    inside: u32,
    keys: [f32; CHILDREN],
}

impl Tested {
    /// The number of children that pass.
    #[inline(always)]
    pub(super) fn passing(&self) -> usize {
        self.mask.count_ones() as usize
    }

    /// The keys of those that pass and references to them, in about the order of their keys, the farthest first. The rest does
    /// not matter.
    #[inline(always)]
    pub(super) fn farthest_first<S: Simd8>(&self, simd: S) -> ([f32; CHILDREN], [u32; CHILDREN]) {
        self.children.keys_and_references(simd, self.mask, &self.keys)
    }

    /// The child to visit first, of those that pass if there are any. Clusters come last.
    #[inline(always)]
    fn first<S: Simd8, T: WideTest>(&self, simd: S) -> u32 {
        let mask = self.mask | u32::from(self.mask == 0);
        if T::NEAREST { simd.smallest_lane(mask, simd.load_array(&self.keys)) } else { mask.ilog2() }
    }

    /// References to those of the children whose bit is set. The rest does not matter.
    #[inline(always)]
    fn references<S: Simd8, T: WideTest>(&self, simd: S, mask: u32) -> [u32; CHILDREN] {
        // If no test can tell, nothing need be marked, wherever the result has been kept.
        self.children.references(simd, mask, T::CONTAINS.then_some(self.inside))
    }

    /// References to those that pass, in the order of their numbers. The rest does not matter.
    #[inline(always)]
    pub(super) fn passing_references<S: Simd8, T: WideTest>(&self, simd: S) -> [u32; CHILDREN] {
        self.references::<S, T>(simd, self.mask)
    }

    /// A reference to one child.
    #[inline(always)]
    fn reference<T: WideTest>(&self, child: u32) -> u32 {
        let inside = if T::CONTAINS { self.inside } else { 0 };
        self.children.reference(child) + (inside >> child & 1) * INSIDE
    }
}

/// The work of a visitor at a leaf.
struct LeafBlock<'v, 'a, G, const VERTEX_TABLES: usize> {
    visitor: &'v mut G,
    cluster: Cluster<'a, VERTEX_TABLES>,
    seen: u32,
}

impl<S: Simd, G: Visitor, const VERTEX_TABLES: usize> Part<S> for LeafBlock<'_, '_, G, VERTEX_TABLES> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self, simd: S) -> ControlFlow<()> {
        self.visitor.block(simd, self.cluster, self.seen)
    }
}

/// A part of a query, with the tree.
struct OnTree<L, P> {
    tree: L,
    part: P,
}

impl<S: Simd, L: Tree, P: TreePart<L>> Part<S> for OnTree<L, P> {
    type Output = P::Output;

    #[inline(always)]
    fn run(self, _: S) -> P::Output {
        self.part.run(self.tree)
    }
}

/// The order of the children that passed a test.
struct FarthestFirst<'a> {
    children: Children,
    mask: u32,
    keys: &'a [f32; CHILDREN],
}

impl<S: Simd> Part<S> for FarthestFirst<'_> {
    type Output = (u32, [StackEntry<u32>; CHILDREN]);

    #[inline(always)]
    fn run(self, simd: S) -> (u32, [StackEntry<u32>; CHILDREN]) {
        self.children.farthest_first(simd.lanes8(), self.mask, self.keys)
    }
}

impl<S: Simd, const VERTEX_TABLES: usize> Tree for Wide<'_, S, VERTEX_TABLES> {
    type NodeRef = u32;

    const STREAMS: bool = S::STREAMS;

    #[inline(always)]
    fn is_leaf(self, subtree: &u32) -> bool {
        subtree & CLUSTER != 0
    }

    #[inline(always)]
    fn prefetch(self, subtree: &u32) {
        self.prefetch_reference(*subtree);
    }

    #[inline(always)]
    fn prefetch_children(self, node: &u32) {
        // The nodes and the headers of clusters among the children, most of the time.
        let block = Children::of(self.arena, *node & !INSIDE).block as usize * LINE;
        for line in 0..CHILDREN {
            self.simd.prefetch(self.arena, block + line * LINE);
        }
    }

    #[inline(always)]
    fn prefetch_leaf(self, leaf: &u32) {
        let cluster = self.cluster(*leaf);
        let at = cluster_block(*leaf) + cluster.start();
        self.simd.prefetch(self.arena, at);
        self.simd.prefetch(self.arena, at + LINE);
        self.simd.prefetch(self.arena, at + 2 * LINE);
        if self.frame.preset != WidePreset::Default {
            self.simd.prefetch(self.arena, at + 3 * LINE);
        }
    }

    #[inline(always)]
    fn visit<G: Visitor>(self, leaf: &u32, filter: &Filter, visitor: &mut G) -> ControlFlow<()> {
        let mut cluster = self.cluster(*leaf);
        let mut seen = cluster.seen(filter);
        let whole = G::TAKES_WHOLE_BLOCKS && leaf & INSIDE != 0;
        if VERTEX_TABLES == 1 {
            return match seen {
                0 => ControlFlow::Continue(()),
                _ if whole => visitor.whole_block(self.simd, cluster, seen),
                _ => self.simd.part(LeafBlock { visitor, cluster, seen }),
            };
        }
        // The halves in the order of the triangles.
        while seen != 0 {
            let half = seen & 0xffff;
            if half != 0 && whole {
                visitor.whole_block(self.simd, cluster, half)?;
            } else if half != 0 {
                self.simd.part(LeafBlock { visitor: &mut *visitor, cluster, seen: half })?;
            }
            (cluster, seen) = (cluster.second_half(), seen >> LANES);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn triangle_at(self, place: LeafPlace) -> Triangle {
        self.cluster(place.leaf).triangle_in(self.simd, place.lane as usize)
    }

    #[inline(always)]
    fn attributes_at(self, place: LeafPlace) -> u16 {
        self.cluster(place.leaf).attributes(place.lane as usize)
    }

    #[inline(always)]
    fn apart<P: TreePart<Self>>(self, part: P) -> P::Output {
        self.simd.apart(OnTree { tree: self, part })
    }

    #[inline(always)]
    fn for_each(self, mut visit: impl FnMut(LeafTriangle) -> ControlFlow<()>) {
        let mut pending = ArrayVec::<u32, STACK>::new();
        pending.extend((self.frame.triangle_count > 0).then_some(0));
        while let Some(next) = pending.pop() {
            if self.is_leaf(&next) {
                let cluster = self.cluster(next);
                let mut flow = ControlFlow::Continue(());
                cluster.for_each(self.simd, |leaf| {
                    if flow.is_continue() {
                        flow = visit(leaf);
                    }
                });
                if flow.is_break() {
                    return;
                }
            } else {
                let children = Children::of(self.arena, next);
                pending.extend((0..children.count).map(|i| children.reference(i)));
            }
        }
    }

    type Stack<T: Copy> = FixedStack<T, STACK>;

    type Tested = Tested;

    #[inline(always)]
    fn has_inside(self, tested: &Tested) -> bool {
        tested.mask & tested.inside != 0
    }

    #[inline(always)]
    fn nearest_first(self, tested: &Tested, stack: &mut impl Stack<StackEntry<u32>>) -> Option<u32> {
        let &Tested { children, mask, ref keys, .. } = tested;
        if mask == 0 {
            return None;
        }
        let first = mask.trailing_zeros();
        let rest = mask & (mask - 1);
        let first_child = children.reference(first);
        if rest == 0 {
            return Some(first_child);
        }
        if rest & (rest - 1) == 0 {
            let second = rest.trailing_zeros();
            let second_child = children.reference(second);
            let (first_key, second_key) = (keys[first as usize], keys[second as usize]);
            let swap = second_key < first_key;
            stack.push(StackEntry {
                key: select_unpredictable(swap, first_key, second_key),
                node: select_unpredictable(swap, first_child, second_child),
            });
            return Some(select_unpredictable(swap, second_child, first_child));
        }
        let (nearest, sorted) = self.simd.part(FarthestFirst { children, mask, keys });
        stack.push_first(mask.count_ones() as usize - 1, sorted);
        Some(nearest)
    }
}

impl<S: Simd, T: WideTest, const VERTEX_TABLES: usize> TestedBy<T> for Wide<'_, S, VERTEX_TABLES> {
    type Prepared = T::Prepared<S>;

    /// Its box is not tested: the children's are, at once.
    #[inline(always)]
    fn root(self, _: &T, _: f32) -> Option<u32> {
        (self.frame.triangle_count > 0).then_some(0)
    }

    #[inline(always)]
    fn prepare(self, test: &T) -> T::Prepared<S> {
        test.prepare(&self.nodes())
    }

    #[inline(always)]
    fn test(self, node: &u32, test: &T::Prepared<S>, limit: f32) -> Tested {
        let line = self.line(*node & !INSIDE);
        let children = Children::from_word(u32::from_le_bytes(*field(line, 60)));
        let (mut mask, keys) = T::test(&self.nodes(), line, test, limit);
        if T::CONTAINS && *node & INSIDE != 0 {
            mask = u32::MAX;
        }
        let inside = if T::CONTAINS { mask >> CHILDREN } else { 0 };
        Tested { children, mask: mask & ((1 << children.count) - 1), inside, keys }
    }

    #[inline(always)]
    fn any_order(self, tested: &Tested, stack: &mut impl Stack<u32>) -> Option<u32> {
        if tested.mask == 0 {
            return None;
        }
        let simd = self.simd.lanes8();
        let first = tested.first::<S::Lanes8, T>(simd);
        let others = tested.mask & !(1 << first);
        let references = tested.references::<S::Lanes8, T>(simd, others);
        stack.push_first(others.count_ones() as usize, references);
        Some(tested.reference::<T>(first))
    }
}
