//! The four storages: conventional, and with either or both of the published changes.

use crate::common::delta::DeltaTree;
use carom::geometry::{Aabb, Vec3};
use serde::Serialize;

/// The ways to store a tree. Times are relative to the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Way {
    /// Boxes by three values, no leaves: "algorithm 3", layout DELTA.
    Both,
    /// Boxes as they are, no leaves: "algorithm 2".
    LeavesRemoved,
    /// Boxes by three values, leaves with boxes: "algorithm 1".
    BoxStorage,
    /// Boxes as they are, leaves with boxes.
    Conventional,
    /// The library's own query on layout WIDE.
    Wide,
}

impl Way {
    /// All of them.
    pub(crate) const ALL: [Way; 5] =
        [Way::Both, Way::LeavesRemoved, Way::BoxStorage, Way::Conventional, Way::Wide];

    /// The published ones.
    pub(crate) const PUBLISHED: [Way; 4] =
        [Way::Both, Way::LeavesRemoved, Way::BoxStorage, Way::Conventional];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Way::Both => "both (DELTA)",
            Way::LeavesRemoved => "leaves removed",
            Way::BoxStorage => "box storage",
            Way::Conventional => "conventional",
            Way::Wide => "WIDE",
        }
    }

    /// The published time, relative to both. That of the conventional tree follows from "about 10 % faster".
    pub(crate) fn published(self) -> Option<f64> {
        match self {
            Way::Both => Some(1.0),
            Way::LeavesRemoved => Some(0.88),
            Way::BoxStorage => Some(1.27),
            Way::Conventional => Some(1.27 / 0.9),
            Way::Wide => None,
        }
    }

    /// Bytes of the tree by the published memory function, for this many triangles, at least two: inner nodes
    /// and leaves. The root has a whole box and, where there are flags, a byte of them, which the source
    /// leaves out of its sum.
    pub(crate) fn tree_bytes(self, triangles: u64) -> Option<u64> {
        let small_nodes = 33 + 21 * (triangles - 2);
        let large_nodes = 32 * (triangles - 1);
        let leaves = 28 * triangles;
        match self {
            Way::Both => Some(small_nodes),
            Way::LeavesRemoved => Some(large_nodes),
            Way::BoxStorage => Some(small_nodes + leaves),
            Way::Conventional => Some(large_nodes + leaves),
            Way::Wide => None,
        }
    }
}

/// A child of a node: another node, or a leaf or triangle by its number.
#[derive(Clone, Copy)]
pub(crate) enum Child<N> {
    Node(N),
    Leaf(u32),
}

/// A tree over at least two triangles, one a leaf.
pub(crate) trait Storage {
    /// True if leaves are stored, with boxes.
    const HAS_LEAVES: bool;
    /// A node as it is known on the way down.
    type Node: Copy;
    fn root(&self) -> Self::Node;
    fn bounds(&self, node: &Self::Node) -> Aabb;
    fn children(&self, node: &Self::Node) -> [Child<Self::Node>; 2];
    /// The box of a leaf, if there are any.
    fn leaf_bounds(&self, leaf: u32) -> Aabb;
    /// The triangle of a leaf.
    fn triangle(&self, leaf: u32) -> u32;
    fn mesh(&self) -> &DeltaTree;
    /// The bytes of nodes and leaves as they lie here.
    fn tree_bytes(&self) -> u64;
}

/// A node of 32 bytes. Leaves come behind all nodes: number `nodes + i` is leaf or triangle `i`.
struct Node {
    bounds: Aabb,
    children: [u32; 2],
}

/// A leaf of 28 bytes.
struct Leaf {
    bounds: Aabb,
    triangle: u32,
}

fn size<T>(elements: &[T]) -> u64 {
    size_of_val(elements) as u64
}

/// Leaves in the order in which nodes name them, and the numbers of each node's children among nodes and
/// leaves.
fn leaves(parts: &DeltaTree) -> (Vec<Leaf>, Vec<[u32; 2]>) {
    let mut leaves = Vec::new();
    let mut children = parts.children.clone();
    for (node, children) in children.iter_mut().enumerate() {
        for (child, number) in children.iter_mut().enumerate() {
            if parts.is_triangle(node as u32, child) {
                let triangle = *number;
                *number = leaves.len() as u32;
                leaves.push(Leaf { bounds: parts.triangle(triangle).bounds(), triangle });
            }
        }
    }
    (leaves, children)
}

/// Nodes of 32 bytes with the smallest boxes.
fn nodes(parts: &DeltaTree, children: &[[u32; 2]]) -> Vec<Node> {
    let count = parts.flags.len() as u32;
    let number = |node: usize, child: usize| match parts.is_triangle(node as u32, child) {
        true => count + children[node][child],
        false => children[node][child],
    };
    let bounds = parts.true_bounds().into_iter().enumerate();
    bounds.map(|(node, bounds)| Node { bounds, children: [0, 1].map(|child| number(node, child)) }).collect()
}

#[inline(always)]
fn children(nodes: &[Node], node: u32) -> [Child<u32>; 2] {
    let count = nodes.len() as u32;
    nodes[node as usize].children.map(|number| match number.checked_sub(count) {
        Some(leaf) => Child::Leaf(leaf),
        None => Child::Node(number),
    })
}

/// Nodes of 32 bytes, leaves of 28.
pub(crate) struct Conventional<'a> {
    nodes: Vec<Node>,
    leaves: Vec<Leaf>,
    mesh: &'a DeltaTree,
}

impl<'a> Conventional<'a> {
    pub(crate) fn new(parts: &'a DeltaTree) -> Conventional<'a> {
        let (leaves, children) = leaves(parts);
        Conventional { nodes: nodes(parts, &children), leaves, mesh: parts }
    }
}

impl Storage for Conventional<'_> {
    const HAS_LEAVES: bool = true;
    type Node = u32;

    fn root(&self) -> u32 {
        0
    }

    #[inline(always)]
    fn bounds(&self, node: &u32) -> Aabb {
        self.nodes[*node as usize].bounds
    }

    #[inline(always)]
    fn children(&self, node: &u32) -> [Child<u32>; 2] {
        children(&self.nodes, *node)
    }

    #[inline(always)]
    fn leaf_bounds(&self, leaf: u32) -> Aabb {
        self.leaves[leaf as usize].bounds
    }

    #[inline(always)]
    fn triangle(&self, leaf: u32) -> u32 {
        self.leaves[leaf as usize].triangle
    }

    fn mesh(&self) -> &DeltaTree {
        self.mesh
    }

    fn tree_bytes(&self) -> u64 {
        size(&self.nodes) + size(&self.leaves)
    }
}

/// Nodes of 32 bytes that name triangles.
pub(crate) struct LeavesRemoved<'a> {
    nodes: Vec<Node>,
    mesh: &'a DeltaTree,
}

impl<'a> LeavesRemoved<'a> {
    pub(crate) fn new(parts: &'a DeltaTree) -> LeavesRemoved<'a> {
        LeavesRemoved { nodes: nodes(parts, &parts.children), mesh: parts }
    }
}

impl Storage for LeavesRemoved<'_> {
    const HAS_LEAVES: bool = false;
    type Node = u32;

    fn root(&self) -> u32 {
        0
    }

    #[inline(always)]
    fn bounds(&self, node: &u32) -> Aabb {
        self.nodes[*node as usize].bounds
    }

    #[inline(always)]
    fn children(&self, node: &u32) -> [Child<u32>; 2] {
        children(&self.nodes, *node)
    }

    #[inline(always)]
    fn leaf_bounds(&self, _: u32) -> Aabb {
        Aabb::EMPTY
    }

    #[inline(always)]
    fn triangle(&self, leaf: u32) -> u32 {
        leaf
    }

    fn mesh(&self) -> &DeltaTree {
        self.mesh
    }

    fn tree_bytes(&self) -> u64 {
        size(&self.nodes)
    }
}

/// Nodes of 21 bytes, whose boxes follow from their parents', and leaves of 28 or none.
struct Small<'a, const HAS_LEAVES: bool> {
    parts: &'a DeltaTree,
    /// Those of `parts`, or with the numbers of leaves.
    children: Vec<[u32; 2]>,
    leaves: Vec<Leaf>,
}

/// Boxes by three values, leaves with boxes.
pub(crate) fn box_storage(parts: &DeltaTree) -> impl Storage {
    let (leaves, children) = leaves(parts);
    Small::<true> { parts, children, leaves }
}

/// Boxes by three values, no leaves: the arrays of layout DELTA as they are.
pub(crate) fn both(parts: &DeltaTree) -> impl Storage {
    Small::<false> { parts, children: parts.children.clone(), leaves: Vec::new() }
}

/// The sources of a child's six sides, for all sets of sides that it may keep: 0 to 5 are its parent's, 6 to
/// 8 its own.
const SOURCES: [[u8; 6]; 64] = {
    let mut sources = [[0; 6]; 64];
    let mut kept = 0;
    while kept < 64 {
        let (mut side, mut own) = (0, 6);
        while side < 6 {
            sources[kept][side] = if kept >> side & 1 == 1 { side as u8 } else { own };
            own += if kept >> side & 1 == 0 && own < 8 { 1 } else { 0 };
            side += 1;
        }
        kept += 1;
    }
    sources
};

impl<const HAS_LEAVES: bool> Small<'_, HAS_LEAVES> {
    /// The box of a child that is a node, as the library derives it: by a table, which is the fastest way
    /// found.
    #[inline(always)]
    fn child_bounds(&self, node: u32, bounds: &Aabb, child: usize) -> Aabb {
        let flags = self.parts.flags[node as usize];
        let kept = if child == 0 { flags } else { !flags };
        let own = &self.parts.sides[self.children[node as usize][child] as usize - 1];
        let Aabb { min, max } = bounds;
        let mut all = [0.0; 16];
        all[..6].copy_from_slice(&[min.x, max.x, min.y, max.y, min.z, max.z]);
        all[6..9].copy_from_slice(own);
        let sources = &SOURCES[usize::from(kept & 63)];
        let side = |i: usize| all[usize::from(sources[i]) % 16];
        Aabb { min: Vec3::new(side(0), side(2), side(4)), max: Vec3::new(side(1), side(3), side(5)) }
    }
}

impl<const HAS_LEAVES: bool> Storage for Small<'_, HAS_LEAVES> {
    const HAS_LEAVES: bool = HAS_LEAVES;
    type Node = (u32, Aabb);

    fn root(&self) -> (u32, Aabb) {
        (0, self.parts.bounds)
    }

    #[inline(always)]
    fn bounds(&self, node: &(u32, Aabb)) -> Aabb {
        node.1
    }

    #[inline(always)]
    fn children(&self, (node, bounds): &(u32, Aabb)) -> [Child<(u32, Aabb)>; 2] {
        let numbers = self.children[*node as usize];
        [0, 1].map(|child| match self.parts.is_triangle(*node, child) {
            true => Child::Leaf(numbers[child]),
            false => Child::Node((numbers[child], self.child_bounds(*node, bounds, child))),
        })
    }

    #[inline(always)]
    fn leaf_bounds(&self, leaf: u32) -> Aabb {
        if HAS_LEAVES { self.leaves[leaf as usize].bounds } else { Aabb::EMPTY }
    }

    #[inline(always)]
    fn triangle(&self, leaf: u32) -> u32 {
        if HAS_LEAVES { self.leaves[leaf as usize].triangle } else { leaf }
    }

    fn mesh(&self) -> &DeltaTree {
        self.parts
    }

    fn tree_bytes(&self) -> u64 {
        let root = size_of::<Aabb>() as u64;
        root + size(&self.parts.sides) + size(&self.children) + size(&self.parts.flags) + size(&self.leaves)
    }
}
