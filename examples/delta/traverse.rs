//! The published traversal of two trees, written once for all storages.

use crate::overlap::Relation;
use crate::storage::{Child, Storage};
use carom::geometry::{Aabb, Triangle, Vec3, triangles_intersect};
use serde::Serialize;
use std::cell::OnceCell;

/// The results and the work of a traversal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Tally {
    /// Pairs of triangles that touch.
    pub(crate) pairs: u64,
    pub(crate) box_tests: u64,
    pub(crate) triangle_box_tests: u64,
    pub(crate) triangle_tests: u64,
}

/// All pairs of triangles of two trees that touch. The work is counted only with `TALLY`.
pub(crate) fn pairs<S: Storage, const TALLY: bool>(trees: [&S; 2], relation: &Relation) -> Tally {
    let mut traversal = Traversal::<S, TALLY> { trees, relation, tally: Tally::default() };
    let [a, b] = trees.map(|tree| Item::Node(tree.root()));
    traversal.visit(&a, &b);
    traversal.tally
}

/// A node or a leaf of one of the trees.
enum Item<N> {
    Node(N),
    Leaf(Leaf),
}

/// A leaf or triangle, with the corners that are computed when they are first needed.
struct Leaf {
    number: u32,
    /// The triangle in the other tree's frame.
    in_other: OnceCell<[Vec3; 3]>,
    posed: OnceCell<Triangle>,
}

struct Traversal<'a, S, const TALLY: bool> {
    trees: [&'a S; 2],
    relation: &'a Relation,
    tally: Tally,
}

impl<S: Storage, const TALLY: bool> Traversal<'_, S, TALLY> {
    /// The source's `Intersecttest`, its third figure: if the boxes overlap, each child of the one with each
    /// child of the other.
    fn visit(&mut self, p: &Item<S::Node>, q: &Item<S::Node>) {
        match (p, q) {
            (Item::Node(p), Item::Node(q)) => {
                if self.boxes(self.trees[0].bounds(p), self.trees[1].bounds(q)) {
                    let (ps, qs) = (self.children(0, p), self.children(1, q));
                    for p in &ps {
                        for q in &qs {
                            self.visit(p, q);
                        }
                    }
                }
            }
            (Item::Node(node), Item::Leaf(leaf)) => {
                if self.leaf_box(1, leaf, self.trees[0].bounds(node)) {
                    for child in &self.children(0, node) {
                        self.visit(child, q);
                    }
                }
            }
            (Item::Leaf(leaf), Item::Node(node)) => {
                if self.leaf_box(0, leaf, self.trees[1].bounds(node)) {
                    for child in &self.children(1, node) {
                        self.visit(p, child);
                    }
                }
            }
            (Item::Leaf(p), Item::Leaf(q)) => {
                let [a, b] = self.trees;
                if !S::HAS_LEAVES || self.boxes(a.leaf_bounds(p.number), b.leaf_bounds(q.number)) {
                    if TALLY {
                        self.tally.triangle_tests += 1;
                    }
                    let touch = triangles_intersect(self.posed(0, p), self.posed(1, q));
                    self.tally.pairs += u64::from(touch);
                }
            }
        }
    }

    #[inline(always)]
    fn children(&self, tree: usize, node: &S::Node) -> [Item<S::Node>; 2] {
        self.trees[tree].children(node).map(|child| match child {
            Child::Node(node) => Item::Node(node),
            Child::Leaf(number) => {
                Item::Leaf(Leaf { number, in_other: OnceCell::new(), posed: OnceCell::new() })
            }
        })
    }

    #[inline(always)]
    fn boxes(&mut self, a: Aabb, b: Aabb) -> bool {
        if TALLY {
            self.tally.box_tests += 1;
        }
        self.relation.boxes(&a, &b)
    }

    /// A leaf of one tree against a box of the other: by its box, or the triangle itself where it has none.
    #[inline(always)]
    fn leaf_box(&mut self, tree: usize, leaf: &Leaf, bounds: Aabb) -> bool {
        if S::HAS_LEAVES {
            let own = self.trees[tree].leaf_bounds(leaf.number);
            return if tree == 0 { self.boxes(own, bounds) } else { self.boxes(bounds, own) };
        }
        if TALLY {
            self.tally.triangle_box_tests += 1;
        }
        let triangle = || self.trees[tree].mesh().triangle(self.trees[tree].triangle(leaf.number));
        let corners = leaf.in_other.get_or_init(|| self.relation.in_other(tree, &triangle()));
        self.relation.triangle_box(corners, &bounds)
    }

    #[inline(always)]
    fn posed<'l>(&self, tree: usize, leaf: &'l Leaf) -> &'l Triangle {
        leaf.posed.get_or_init(|| {
            let of = self.trees[tree];
            self.relation.poses[tree].triangle(&of.mesh().triangle(of.triangle(leaf.number)))
        })
    }
}
