//! A wide tree as queries visit it.

use super::arena::{CLUSTER, INSIDE, LINE, cluster_block, direct_cluster};
use super::box_tests::WideTest;
use super::children::{CHILDREN, ChildRefs};
use super::cluster::Cluster;
use super::tree::{STACK, Wide};
use crate::batch::Filter;
use crate::geometry::Triangle;
use crate::mesh::layout::kind::WidePreset;
use crate::mesh::tree::{LeafPlace, LeafTriangle, TestedBy, Tree, TreePart, Visitor};
use crate::simd::{ALL_LANES, LANES, Part, Simd, Simd8};
use crate::stack::{FixedStack, Stack, StackEntry};
use arrayvec::ArrayVec;
use std::hint::select_unpredictable;
use std::ops::ControlFlow;

/// The children of a node after a test: a bit for each that passes, and their keys.
#[derive(Clone, Copy)]
pub(crate) struct Tested<'a, const DIRECT: bool> {
    refs: ChildRefs<'a, DIRECT>,
    mask: u32,
    /// A bit for each that is wholly inside, if the test can tell.
    inside: u32,
    keys: [f32; CHILDREN],
}

impl<const DIRECT: bool> Tested<'_, DIRECT> {
    /// The same, see [`Simd8::pinned`].
    #[inline(always)]
    pub(super) fn pinned(self, simd: impl Simd8) -> Self {
        Tested { mask: simd.pinned(self.mask), ..self }
    }

    /// The number of children that pass.
    #[inline(always)]
    pub(super) fn passing(&self) -> usize {
        self.mask.count_ones() as usize
    }

    /// The keys of those that pass and references to them, in about the order of their keys, the farthest first. The rest does
    /// not matter.
    #[inline(always)]
    pub(super) fn keys_and_references<S: Simd8>(&self, simd: S) -> ([f32; CHILDREN], [u32; CHILDREN]) {
        self.refs.keys_and_references(simd, self.mask, &self.keys)
    }

    /// The child to visit first, of those that pass if there are any. Clusters come last.
    #[inline(always)]
    fn first<S: Simd8, T: WideTest>(&self, simd: S) -> u32 {
        let mask = self.mask | u32::from(self.mask == 0);
        if T::NEAREST { simd.smallest_lane(mask, simd.load_array(&self.keys)) } else { mask.ilog2() }
    }

    /// References to those of the children whose bit is set. The rest does not matter.
    #[inline(always)]
    fn references_of<S: Simd8, T: WideTest>(&self, simd: S, mask: u32) -> [u32; CHILDREN] {
        // If no test can tell, nothing need be marked, wherever the result has been kept.
        self.refs.references(simd, mask, T::CONTAINS.then_some(self.inside))
    }

    /// References to those that pass, in the order of their numbers. The rest does not matter.
    #[inline(always)]
    pub(super) fn references<S: Simd8, T: WideTest>(&self, simd: S) -> [u32; CHILDREN] {
        self.references_of::<S, T>(simd, self.mask)
    }

    /// References to the child to visit first, if any passes, and to the others that do.
    #[inline(always)]
    pub(super) fn first_and_others<S: Simd8, T: WideTest>(&self, simd: S) -> (u32, [u32; CHILDREN]) {
        let first = self.first::<S, T>(simd);
        (self.reference::<T>(first), self.references_of::<S, T>(simd, self.mask & !(1 << first)))
    }

    /// [`Tree::nearest_first`] if only one or two pass, and at least one.
    #[inline(always)]
    fn one_or_two(&self, stack: &mut impl Stack<StackEntry<u32>>) -> Option<u32> {
        // Copies: what is looked at by an index is in memory, and all that is part of it.
        let Tested { refs, mask, keys, .. } = *self;
        let first = mask.trailing_zeros();
        let rest = mask & (mask - 1);
        let first_child = refs.reference(first);
        if rest == 0 {
            return Some(first_child);
        }
        if rest & (rest - 1) != 0 {
            return None;
        }
        let second = rest.trailing_zeros();
        let second_child = refs.reference(second);
        let (first_key, second_key) = (keys[first as usize], keys[second as usize]);
        let swap = second_key < first_key;
        stack.push(StackEntry {
            key: select_unpredictable(swap, first_key, second_key),
            node: select_unpredictable(swap, first_child, second_child),
        });
        Some(select_unpredictable(swap, second_child, first_child))
    }

    /// A reference to one child.
    #[inline(always)]
    fn reference<T: WideTest>(&self, child: u32) -> u32 {
        let inside = if T::CONTAINS { self.inside } else { 0 };
        self.refs.reference(child) + (inside >> child & 1) * INSIDE
    }
}

/// The work of a visitor at a leaf.
struct LeafBlock<'v, 'a, G, const VERTEX_TABLES: usize, const DIRECT: bool> {
    visitor: &'v mut G,
    cluster: Cluster<'a, VERTEX_TABLES, DIRECT>,
    seen: u32,
}

impl<S: Simd, G: Visitor, const VERTEX_TABLES: usize, const DIRECT: bool> Part<S>
    for LeafBlock<'_, '_, G, VERTEX_TABLES, DIRECT>
{
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
struct FarthestFirst<'a, const DIRECT: bool> {
    refs: ChildRefs<'a, DIRECT>,
    mask: u32,
    keys: &'a [f32; CHILDREN],
}

impl<S: Simd, const DIRECT: bool> Part<S> for FarthestFirst<'_, DIRECT> {
    type Output = (u32, [StackEntry<u32>; CHILDREN]);

    #[inline(always)]
    fn run(self, simd: S) -> (u32, [StackEntry<u32>; CHILDREN]) {
        self.refs.farthest_first(simd.lanes8(), self.mask, self.keys)
    }
}

impl<'a, S: Simd, const VERTEX_TABLES: usize, const DIRECT: bool> Tree
    for Wide<'a, S, VERTEX_TABLES, DIRECT>
{
    type NodeRef = u32;

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
        let block = self.block_of(self.node(*node & !INSIDE));
        // Half of the lines of direct ones, in a small tree: there, all of them would take longer than they save where a query
        // ends at the root.
        let lines = if DIRECT && self.is_large() { 2 * CHILDREN } else { CHILDREN };
        for line in 0..lines {
            self.simd.prefetch(self.arena, block + line * LINE);
        }
    }

    #[inline(always)]
    fn prefetch_leaf(self, leaf: &u32) {
        let at =
            if DIRECT { direct_cluster(*leaf) } else { cluster_block(*leaf) + self.cluster(*leaf).start() };
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
            let half = seen & ALL_LANES;
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
        pending.extend(self.root_node());
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
                pending.extend(self.node(next).references());
            }
        }
    }

    type Stack<T: Copy> = FixedStack<T, STACK>;

    type Tested = Tested<'a, DIRECT>;

    #[inline(always)]
    fn has_any(self, tested: &Self::Tested) -> bool {
        tested.mask != 0
    }

    #[inline(always)]
    fn has_inside(self, tested: &Self::Tested) -> bool {
        tested.mask & tested.inside != 0
    }

    #[inline(always)]
    fn nearest_first(self, tested: &Self::Tested, stack: &mut impl Stack<StackEntry<u32>>) -> Option<u32> {
        // Copies: what is looked at by an index is in memory, and all that is part of it.
        let Tested { refs, mask, keys, .. } = *tested;
        if mask == 0 {
            return None;
        }
        if !Self::SORTS_ANY
            && let Some(next) = tested.one_or_two(stack)
        {
            return Some(next);
        }
        let (nearest, sorted) = self.simd.part(FarthestFirst { refs, mask, keys: &keys });
        stack.push_first(mask.count_ones() as usize - 1, sorted);
        Some(nearest)
    }
}

impl<S: Simd, const VERTEX_TABLES: usize, const DIRECT: bool> Wide<'_, S, VERTEX_TABLES, DIRECT> {
    /// True if the children that pass are sorted however few they are. In one register, where references are stored, that takes
    /// less time than a wrong guess of their number.
    const SORTS_ANY: bool = S::IS_ONE_REGISTER && DIRECT;
}

impl<S: Simd, T: WideTest, const VERTEX_TABLES: usize, const DIRECT: bool> TestedBy<T>
    for Wide<'_, S, VERTEX_TABLES, DIRECT>
{
    type Prepared = T::Prepared<S, DIRECT>;

    /// Its box is not tested: the children's are, at once.
    #[inline(always)]
    fn root(self, _: &T, _: f32) -> Option<u32> {
        self.root_node()
    }

    #[inline(always)]
    fn prepare(self, test: &T) -> Self::Prepared {
        test.prepare(&self.nodes())
    }

    #[inline(always)]
    fn test(self, node: &u32, test: &Self::Prepared, limit: f32) -> Self::Tested {
        let reference = *node;
        // No other test marks references.
        let node = self.node(if T::CONTAINS { reference & !INSIDE } else { reference });
        let (mut mask, keys) = T::test(&self.nodes(), node, test, limit);
        if T::CONTAINS && reference & INSIDE != 0 {
            mask = u32::MAX;
        }
        let inside = if T::CONTAINS { mask >> CHILDREN } else { 0 };
        let mask = if T::KNOWS_PRESENT { mask } else { mask & node.present(self.simd.lanes8()) };
        Tested { refs: node.refs(), mask, inside, keys }
    }

    #[inline(always)]
    fn any_order(self, tested: &Self::Tested, stack: &mut impl Stack<u32>) -> Option<u32> {
        if tested.mask == 0 {
            return None;
        }
        let (first, others) = tested.first_and_others::<S::Lanes8, T>(self.simd.lanes8());
        stack.push_first(tested.passing() - 1, others);
        Some(first)
    }
}
