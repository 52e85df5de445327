//! Writes a binary tree as layout DELTA.

use super::sides;
use crate::arrays::MapEach;
use crate::geometry::{Aabb, PositionBits};
use crate::mesh::MeshInput;
use crate::mesh::builder::{BinaryNode, BinaryTree};
use crate::vectors::{extend, filled, make_room_in_map, push, reserve, zeroed};
use crate::{Error, Result};
use rustc_hash::FxHashMap;

/// The sections of a DELTA tree.
pub(crate) struct DeltaParts {
    pub(super) sides: Vec<[f32; 3]>,
    pub(super) children: Vec<[u32; 2]>,
    pub(super) flags: Vec<u8>,
    pub(super) corners: Vec<[u32; 3]>,
    pub(super) attributes: Option<Vec<u16>>,
    pub(super) positions: Vec<[f32; 3]>,
}

/// Encodes a tree that was built with [`crate::mesh::builder::CountRule::Any`].
pub(super) fn encode(input: &MeshInput, tree: &BinaryTree) -> Result<DeltaParts> {
    let n = tree.order.len();
    let Welded { corners, positions } = weld(input)?;
    let has_attributes = (0..n).any(|i| input.attributes(i) != 0);
    let attributes = match has_attributes {
        true => {
            let mut attributes = reserve(n, "attributes")?;
            extend(&mut attributes, (0..n).map(|i| input.attributes(i)), "attributes")?;
            Some(attributes)
        }
        false => None,
    };
    let mut encoder = Encoder {
        input,
        tree,
        sides: zeroed(n.saturating_sub(2), "nodes")?,
        children: filled([0; 2], n.saturating_sub(1), "nodes")?,
        flags: zeroed(n.saturating_sub(1), "nodes")?,
    };
    if n > 1 {
        encoder.subtree(0, 0, n, &tree.bounds);
    }
    let Encoder { sides, children, flags, .. } = encoder;
    Ok(DeltaParts { sides, children, flags, corners, attributes, positions })
}

/// Triangles over distinct positions.
struct Welded {
    corners: Vec<[u32; 3]>,
    positions: Vec<[f32; 3]>,
}

/// The triangles over distinct positions, in the user's order: an unwelded soup is welded, losslessly, and what no triangle
/// uses is left out.
fn weld(input: &MeshInput) -> Result<Welded> {
    let n = input.triangle_count();
    let mut corners = reserve(n, "triangles")?;
    let mut positions: Vec<[f32; 3]> = reserve(input.positions.len().min(3 * n), "positions")?;
    // By the bits of the position.
    let mut known: FxHashMap<PositionBits, u32> = FxHashMap::default();
    make_room_in_map(&mut known, input.positions.len().min(3 * n), "positions")?;
    for triangle in 0..n {
        let mut vertices = [0; 3];
        for (vertex, v) in vertices.iter_mut().zip(input.corners(triangle)) {
            let position = input.positions.get(v as usize).to_array();
            let bits = PositionBits::new(position);
            *vertex = match known.get(&bits) {
                Some(&vertex) => vertex,
                None => {
                    let new = u32::try_from(positions.len())
                        .map_err(|_| Error::too_large(text!("positions: more than 2^32 stored vertices")))?;
                    push(&mut positions, position, "positions")?;
                    known.insert(bits, new);
                    new
                }
            };
        }
        corners.push(vertices);
    }
    Ok(Welded { corners, positions })
}

struct Encoder<'a> {
    input: &'a MeshInput<'a>,
    tree: &'a BinaryTree,
    sides: Vec<[f32; 3]>,
    children: Vec<[u32; 2]>,
    flags: Vec<u8>,
}

impl Encoder<'_> {
    /// Encodes the subtree over `count` triangles from `first` on, at least two, whose stored box is `bounds`.
    fn subtree(&mut self, node: usize, first: usize, count: usize, bounds: &Aabb) {
        let left_count = self.tree.nodes[node].left_count as usize;
        let children =
            [(node + 1, first, left_count), (node + left_count, first + left_count, count - left_count)];
        let is_triangle = children.map_each(|(_, _, count)| count == 1);
        let wanted = children.map_each(|(node, first, count)| self.true_bounds(node, first, count));
        let left = best_way(bounds, &wanted, is_triangle);
        let flags = sides::flags(left, is_triangle);
        self.flags[node] = flags;
        for (child, (at, first, count)) in children.into_iter().enumerate() {
            if is_triangle[child] {
                self.children[node][child] = self.tree.order[first];
                continue;
            }
            let kept = sides::kept(flags, child);
            let own = sides::own_sides(kept, &wanted[child]);
            self.children[node][child] = at as u32;
            self.sides[at - 1] = own;
            self.subtree(at, first, count, &sides::child_bounds(bounds, kept, &own));
        }
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

/// The three sides of a box that its left child is to keep: of the twenty ways, the one with the least area of both children's
/// boxes. A triangle stores no box, so that it may keep what does not suit its sibling.
fn best_way(bounds: &Aabb, wanted: &[Aabb; 2], is_triangle: [bool; 2]) -> u8 {
    let area = |left: u8, child: usize| {
        let kept = sides::kept(left, child);
        let own = sides::own_sides(kept, &wanted[child]);
        if is_triangle[child] { 0.0 } else { sides::child_bounds(bounds, kept, &own).half_area() }
    };
    let cost = |left: u8| area(left, 0) + area(left, 1);
    let better = |best: (f64, u8), (cost, left): (f64, u8)| if cost < best.0 { (cost, left) } else { best };
    sides::ways().map(|left| (cost(left), left)).fold((f64::INFINITY, 0b111), better).1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Vec3;
    use proptest::prelude::*;

    fn coordinate() -> impl Strategy<Value = f32> {
        prop_oneof![
            -1.0f32..1.0,
            -1e-30f32..1e-30,
            Just(0.0),
            Just(-0.0),
            Just(f32::MAX),
            Just(-f32::MAX),
            prop::sample::select(vec![-1.0f32, 0.5, 1.0, 2.0])
        ]
    }

    fn aabb() -> impl Strategy<Value = Aabb> {
        let corner = || prop::array::uniform3(coordinate()).prop_map(Vec3::from);
        (corner(), corner()).prop_map(|(a, b)| Aabb::new(a.min(b), a.max(b)))
    }

    proptest! {
        #[test]
        fn stored_boxes_contain_the_true_ones(left in aabb(), right in aabb(), slack in aabb()) {
            for parent in [left.union(&right), left.union(&right).union(&slack)] {
                let wanted = [left, right];
                let best = best_way(&parent, &wanted, [false; 2]);
                let derived = |way: u8| [0, 1].map(|child| {
                    let kept = sides::kept(way, child);
                    sides::child_bounds(&parent, kept, &sides::own_sides(kept, &wanted[child]))
                });
                let area = |boxes: [Aabb; 2]| boxes[0].half_area() + boxes[1].half_area();
                for way in sides::ways() {
                    let boxes = derived(way);
                    prop_assert!(boxes[0].contains(&left) && boxes[1].contains(&right), "{boxes:?}");
                    prop_assert!(parent.contains(&boxes[0]) && parent.contains(&boxes[1]));
                    prop_assert!(area(derived(best)) <= area(boxes));
                }
            }
        }
    }
}
