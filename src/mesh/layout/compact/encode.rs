//! Writes a binary tree as layout COMPACT.

use super::{Leaf, Node, PAGE_TRIANGLES, Page};
use crate::arrays::MapEach;
use crate::geometry::{Aabb, PositionBits};
use crate::mesh::MeshInput;
use crate::mesh::builder::{BinaryNode, BinaryTree};
use crate::mesh::split_ratio;
use crate::vectors::{make_room, make_room_in_map, reserve};
use crate::{Error, Result};
use rustc_hash::FxHashMap;

/// The sections of a COMPACT tree.
pub(crate) struct CompactParts {
    pub(super) nodes: Vec<Node>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) pages: Vec<Page>,
    pub(super) positions: Vec<[f32; 3]>,
}

/// Encodes a tree that was built with [`crate::mesh::builder::CountRule::Ratio256`].
pub(super) fn encode(input: &MeshInput, tree: &BinaryTree) -> Result<CompactParts> {
    let n = tree.order.len();
    let mut leaves = reserve(n, "leaves")?;
    let mut pages = reserve(n.div_ceil(PAGE_TRIANGLES), "pages")?;
    let mut positions: Vec<[f32; 3]> = Vec::new();
    let mut local: FxHashMap<PositionBits, u16> = FxHashMap::default();
    for page in tree.order.chunks(PAGE_TRIANGLES) {
        let first_vertex = positions.len();
        local.clear();
        make_room(&mut positions, 3 * page.len(), "positions")?;
        make_room_in_map(&mut local, 3 * page.len(), "positions")?;
        for &triangle in page {
            let corners =
                input.corners(triangle as usize).map_each(|v| input.positions.get(v as usize).to_array());
            let vertices = corners.map_each(|corner| {
                // By the bits of the position: an unwelded soup is welded on the way, losslessly.
                *local.entry(PositionBits::new(corner)).or_insert_with(|| {
                    positions.push(corner);
                    (positions.len() - 1 - first_vertex) as u16
                })
            });
            leaves.push(Leaf { attributes: input.attributes(triangle as usize), vertices });
        }
        let vertex_count = (positions.len() - first_vertex) as u32;
        let first_vertex = u32::try_from(first_vertex)
            .map_err(|_| Error::too_large(text!("positions: {first_vertex} stored vertices")))?;
        pages.push(Page { first_vertex, vertex_count });
    }
    let mut nodes = reserve(tree.nodes.len(), "nodes")?;
    nodes.resize(tree.nodes.len(), Node { flags: 0, split: 0, min: [0; 3], max: [0; 3] });
    Encoder { input, tree }.subtree(&mut nodes, 0, 0, n, tree.bounds);
    Ok(CompactParts { nodes, leaves, pages, positions })
}

struct Encoder<'a> {
    input: &'a MeshInput<'a>,
    tree: &'a BinaryTree,
}

impl Encoder<'_> {
    /// Encodes the subtree over `count` triangles from `first` on, whose derived box is `bounds`.
    fn subtree(&self, nodes: &mut [Node], node: usize, first: usize, count: usize, bounds: Aabb) {
        if count < 2 {
            return;
        }
        let left_count = self.tree.nodes[node].left_count as usize;
        let right_count = count - left_count;
        let left = self.true_bounds(node + 1, first, left_count);
        let right = self.true_bounds(node + left_count, first + left_count, right_count);
        let split = split_ratio::for_left_count(count as u32, left_count as u32);
        debug_assert_eq!(split_ratio::left_count(count as u32, split) as usize, left_count);
        nodes[0] = quantise(&bounds, (&left, left_count), (&right, right_count), split);
        let (left_bounds, right_bounds) = nodes[0].child_bounds(&bounds);
        debug_assert!(left_bounds.contains(&left) && right_bounds.contains(&right));
        let (left_nodes, right_nodes) = nodes[1..].split_at_mut(left_count - 1);
        self.subtree(left_nodes, node + 1, first, left_count, left_bounds);
        self.subtree(right_nodes, node + left_count, first + left_count, right_count, right_bounds);
    }

    fn true_bounds(&self, node: usize, first: usize, count: usize) -> Aabb {
        if count == 1 {
            self.input.triangle(self.tree.order[first] as usize).bounds()
        } else {
            let BinaryNode { bounds, .. } = self.tree.nodes[node];
            bounds
        }
    }
}

/// The node whose derived child boxes contain the true ones and cost least by the surface area
/// heuristic: of the 64 ways to say which child's sides move in, the cheapest.
fn quantise(bounds: &Aabb, left: (&Aabb, usize), right: (&Aabb, usize), split: u8) -> Node {
    let (mut left_steps, mut right_steps) = ([[0u8; 3]; 2], [[0u8; 3]; 2]);
    for axis in 0..3 {
        left_steps[0][axis] = steps_in(bounds, left.0.min[axis], axis, 0);
        left_steps[1][axis] = steps_in(bounds, left.0.max[axis], axis, 1);
        right_steps[0][axis] = steps_in(bounds, right.0.min[axis], axis, 0);
        right_steps[1][axis] = steps_in(bounds, right.0.max[axis], axis, 1);
    }
    let mut best: Option<(f64, Node)> = None;
    for flags in 0..64u8 {
        let mut node = Node { flags, split, min: [0; 3], max: [0; 3] };
        for axis in 0..3 {
            let of = |bit: u8| if flags & (bit << axis) != 0 { &left_steps } else { &right_steps };
            node.min[axis] = of(1)[0][axis];
            node.max[axis] = of(8)[1][axis];
        }
        let (a, b) = node.child_bounds(bounds);
        let cost = a.half_area() * left.1 as f64 + b.half_area() * right.1 as f64;
        if best.is_none_or(|best| cost < best.0) {
            best = Some((cost, node));
        }
    }
    best.map_or(Node { flags: 0, split, min: [0; 3], max: [0; 3] }, |best| best.1)
}

/// The largest number of steps that keeps `side` of a child inside the derived box, found in exactly
/// the arithmetic that decodes it.
fn steps_in(bounds: &Aabb, side: f32, axis: usize, is_max: usize) -> u8 {
    let extent = f64::from(bounds.max[axis]) - f64::from(bounds.min[axis]);
    let distance = f64::from(if is_max == 1 { bounds.max[axis] - side } else { side - bounds.min[axis] });
    if !(extent > 0.0 && distance > 0.0) {
        return 0;
    }
    let contains = |steps: u8| {
        let mut node = Node { flags: 63, split: 0, min: [0; 3], max: [0; 3] };
        node.min[axis] = steps;
        node.max[axis] = steps;
        let derived = node.child_bounds(bounds).0;
        if is_max == 1 { derived.max[axis] >= side } else { derived.min[axis] <= side }
    };
    // One too many on purpose: rounding may go either way.
    let mut steps = (distance / extent * 256.0 + 1.0).min(255.0) as u8;
    while steps > 0 && !contains(steps) {
        steps -= 1;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Vec3;
    use proptest::prelude::*;

    fn coordinate() -> impl Strategy<Value = f32> {
        prop_oneof![
            -1.0f32..1.0,
            -1e30f32..1e30,
            -1e-30f32..1e-30,
            Just(0.0),
            Just(f32::MAX),
            Just(-f32::MAX)
        ]
    }

    fn aabb() -> impl Strategy<Value = Aabb> {
        let corner = || prop::array::uniform3(coordinate()).prop_map(Vec3::from);
        (corner(), corner()).prop_map(|(a, b)| Aabb::new(a.min(b), a.max(b)))
    }

    proptest! {
        #[test]
        fn derived_boxes_contain_the_true_ones(left in aabb(), right in aabb(), slack in aabb()) {
            let parent = left.union(&right).union(&slack);
            let node = quantise(&parent, (&left, 3), (&right, 5), 77);
            let (a, b) = node.child_bounds(&parent);
            prop_assert!(a.contains(&left), "{a:?} {left:?}");
            prop_assert!(b.contains(&right), "{b:?} {right:?}");
            prop_assert!(parent.contains(&a) && parent.contains(&b));
        }
    }
}
