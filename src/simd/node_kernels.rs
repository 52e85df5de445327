//! What queries do with the eight children of a wide node, which an instruction set does in its own way.

use super::node::{BoxNode, PointNode, RayNode, node_header};
use super::sizes::CHILDREN;
use crate::stack::StackEntry;
use std::hint::select_unpredictable;

/// What children are called by: those below `inner`, `nodes` and their number, the others, `clusters` and their number,
/// added up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChildRefs {
    pub(crate) inner: u32,
    pub(crate) nodes: u32,
    pub(crate) clusters: u32,
}

impl ChildRefs {
    /// The name of child `i`.
    #[inline(always)]
    pub(crate) fn of(&self, i: u32) -> u32 {
        // Without a branch, which nobody could predict.
        select_unpredictable(i < self.inner, self.nodes, self.clusters).wrapping_add(i)
    }
}

/// Tests of a node's children, and their order. Implementors are tokens, as those of [`super::Simd`] are.
///
/// What puts children in order may order them as it likes, but hands out those whose bit is set and no others, whatever
/// numbers their keys are: zeros of either sign, negative ones, infinities. Absent children have no place in the arena, and
/// a query that looked for one would fail after its first answers are written.
pub(crate) trait Nodes: Copy {
    /// A ray, prepared for [`Nodes::ray_node`].
    type Ray: Copy;
    /// A point, prepared for [`Nodes::point_node`].
    type Point: Copy;
    /// A sphere, prepared for [`Nodes::sphere_node`].
    type Sphere: Copy;

    /// Prepares a ray.
    fn prepare_ray(self, ray: &RayNode) -> Self::Ray;
    /// The children of a node that the ray enters no later than `limit`, a bit each, and where it enters
    /// them.
    fn ray_node(self, node: &[u8; 64], ray: &Self::Ray, limit: f32) -> (u32, [f32; CHILDREN]);
    /// Prepares a point.
    fn prepare_point(self, point: &PointNode) -> Self::Point;
    /// The children of a node that are no farther than the squared distance `limit`, a bit each, and
    /// lower bounds on their squared distances.
    fn point_node(self, node: &[u8; 64], point: &Self::Point, limit: f32) -> (u32, [f32; CHILDREN]);

    /// Prepares a sphere around a point; `limit` is its squared radius, in the user's units.
    fn prepare_sphere(self, point: &PointNode, limit: f32) -> Self::Sphere;
    /// The children of a node that the sphere touches, a bit each, and in the eight bits above those that lie wholly
    /// inside; and about how far they are, squared and in grid units. Absent children may be among them.
    fn sphere_node(self, node: &[u8; 64], sphere: &Self::Sphere) -> (u32, [f32; CHILDREN]);

    /// The children of a node that touch a box, a bit each, and in the eight bits above those that lie wholly inside.
    #[inline(always)]
    fn box_node(self, node: &[u8; 64], grid_box: &BoxNode) -> u32 {
        let (mut touching, mut inside) = ([true; CHILDREN], [true; CHILDREN]);
        for axis in 0..3 {
            let [low, high] = grid_box.outer.map(|side| side[axis]);
            let [inner_low, inner_high] = grid_box.inner.map(|side| side[axis]);
            let (start, exponent) = node_header(node, axis);
            // The sides' units in which the box begins and ends, and those from and up to which it is full.
            let (first, last) = ((low - start) >> exponent, (high - start) >> exponent);
            let full_from = -((start - inner_low) >> exponent);
            let full_to = (inner_high - start) >> exponent;
            for i in 0..CHILDREN {
                let (lower, upper) = (i32::from(node[16 * axis + i]), i32::from(node[16 * axis + 8 + i]));
                touching[i] &= (lower <= last) & (upper >= first);
                inside[i] &= (lower >= full_from) & (upper <= full_to);
            }
        }
        let bits = |all: [bool; CHILDREN]| (0..CHILDREN).fold(0, |bits, i| bits | u32::from(all[i]) << i);
        bits(touching) | bits(inside) << CHILDREN
    }

    /// The numbers of the children whose bit is set, in about the order of their keys; what follows them does
    /// not matter.
    #[inline(always)]
    fn ascending(self, mask: u32, keys: &[f32; CHILDREN]) -> [u32; CHILDREN] {
        let (mut order, mut count) = ([0; CHILDREN], 0);
        for child in (0..CHILDREN as u32).filter(|child| mask >> child & 1 != 0) {
            let mut place = count;
            while place > 0 && keys[order[place - 1] as usize] > keys[child as usize] {
                order[place] = order[place - 1];
                place -= 1;
            }
            order[place] = child;
            count += 1;
        }
        order
    }

    /// The number of the child with about the smallest key of those whose bit is set, of which there is at least one.
    #[inline(always)]
    fn nearest(self, mask: u32, keys: &[f32; CHILDREN]) -> u32 {
        let mut nearest = mask.trailing_zeros();
        for child in (0..CHILDREN as u32).filter(|child| mask >> child & 1 != 0) {
            if keys[child as usize] < keys[nearest as usize % CHILDREN] {
                nearest = child;
            }
        }
        nearest
    }

    /// The names of the children whose bit is set; to those in `marked`, `mark` is added. What follows them does not matter.
    #[inline(always)]
    fn all_of(self, mask: u32, names: ChildRefs, marked: u32, mark: u32) -> [u32; CHILDREN] {
        let (mut all, mut count) = ([0; CHILDREN], 0);
        for child in (0..CHILDREN as u32).filter(|child| mask >> child & 1 != 0) {
            all[count] = names.of(child) + (marked >> child & 1) * mark;
            count += 1;
        }
        all
    }

    /// [`Nodes::nearest`], and all those with their keys, in about the order of these, the farthest first. What follows
    /// them does not matter.
    #[inline(always)]
    fn farthest_first(
        self,
        mask: u32,
        keys: &[f32; CHILDREN],
        names: ChildRefs,
    ) -> (u32, [StackEntry<u32>; CHILDREN]) {
        let order = self.ascending(mask, keys);
        let mut sorted = [StackEntry { key: 0.0, node: 0 }; CHILDREN];
        let count = mask.count_ones() as usize;
        for (entry, &child) in sorted.iter_mut().zip(order[..count].iter().rev()) {
            *entry = StackEntry { key: keys[child as usize % CHILDREN], node: names.of(child) };
        }
        (order[0], sorted)
    }
}
