//! How queries go through a packed tree.

use super::super::visitor::Visitor;
use super::join::{NodeStack, Splat, touching};
use super::tree::{LEVELS, Tree};
use crate::geometry::{Aabb, Ray};
use crate::simd::{Kernel, LANES, Simd};
use crate::stack::{FixedStack, Stack, StackEntry};

/// Visits the objects whose boxes touch one.
pub(super) struct Touching<'a> {
    pub(super) tree: &'a Tree,
    pub(super) bounds: &'a Aabb,
    pub(super) visitor: &'a mut dyn Visitor,
}

impl Kernel for Touching<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        if self.tree.height() == 0 {
            return;
        }
        let (min, max) = (self.bounds.min, self.bounds.max);
        let bounds = Splat::<S> {
            min: [s.splat(min.x), s.splat(min.y), s.splat(min.z)],
            max: [s.splat(max.x), s.splat(max.y), s.splat(max.z)],
        };
        let mut stack = NodeStack::default();
        stack.push((self.tree.height() as u32 - 1, 0));
        while let Some((level, index)) = stack.pop() {
            let mut mask = touching(s, &self.tree.level(level as usize)[index as usize], &bounds);
            if level > 0 {
                while mask != 0 {
                    stack.push((level - 1, index * LANES as u32 + mask.trailing_zeros()));
                    mask &= mask - 1;
                }
                continue;
            }
            let slots = &self.tree.slots()[index as usize];
            while mask != 0 {
                self.visitor.object(slots[mask.trailing_zeros() as usize % LANES]);
                mask &= mask - 1;
            }
        }
    }
}

/// A node still to be visited: a level and a block of it, and where it is entered.
type KeyedStack = FixedStack<StackEntry<(u32, u32)>, { LEVELS * LANES + LANES }>;

/// By how much a parameter in f32 may be off, relative to itself: three roundings, and then some.
const ROUNDING: f32 = 1.0 / (1 << 20) as f32;

/// Visits objects that a ray may meet, about the first ones first, as long as the visitor still wants what lies there.
pub(super) struct Along<'a> {
    pub(super) tree: &'a Tree,
    pub(super) ray: &'a Ray,
    pub(super) visitor: &'a mut dyn Visitor,
    /// The largest parameter that is still wanted, after each visit.
    pub(super) limit: &'a mut f32,
}

/// What is needed of a ray, in all lanes.
#[derive(Clone, Copy)]
struct Slabs<S: Simd> {
    origin: [S::F; 3],
    inverse: [S::F; 3],
    /// Whether the ray goes down on an axis.
    down: [bool; 3],
}

/// Lower bounds of where the ray enters the children of a block, and a bit for each that it may meet before `limit`.
///
/// The difference to the origin, the reciprocal and the product are each rounded once, so that parameters are off by no more
/// than [`ROUNDING`]. Where infinity is multiplied by 0, the ray runs in a face of the box; what is no number then bounds
/// nothing, because `min` and `max` return their second argument.
#[inline(always)]
fn enter<S: Simd>(
    s: S,
    [min, max]: [&[[f32; LANES]; 3]; 2],
    ray: &Slabs<S>,
    t_min: f32,
    limit: f32,
) -> (u32, S::F) {
    let (mut first, mut last) = (s.splat(t_min), s.splat(limit));
    for k in 0..3 {
        let (near, far) = if ray.down[k] { (&max[k], &min[k]) } else { (&min[k], &max[k]) };
        let near = s.mul(s.sub(s.load_array(*near), ray.origin[k]), ray.inverse[k]);
        let far = s.mul(s.sub(s.load_array(*far), ray.origin[k]), ray.inverse[k]);
        // Infinite ones, of boxes that are not there, must stay so. What is too small for f32 is off by less than the smallest
        // normal number.
        let (less, more, least) =
            (s.splat(1.0 - ROUNDING), s.splat(1.0 + ROUNDING), s.splat(f32::MIN_POSITIVE));
        first = s.max(s.sub(s.min(s.mul(near, less), s.mul(near, more)), least), first);
        last = s.min(s.add(s.max(s.mul(far, less), s.mul(far, more)), least), last);
    }
    (s.le(first, last), first)
}

impl Kernel for Along<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        if self.tree.height() == 0 {
            return;
        }
        let ray = self.ray;
        let inverse = ray.direction.recip();
        let slabs = Slabs::<S> {
            origin: [s.splat(ray.origin.x), s.splat(ray.origin.y), s.splat(ray.origin.z)],
            inverse: [s.splat(inverse.x), s.splat(inverse.y), s.splat(inverse.z)],
            down: [inverse.x < 0.0, inverse.y < 0.0, inverse.z < 0.0],
        };
        let mut stack = KeyedStack::default();
        stack.push(StackEntry { key: ray.t_min, node: (self.tree.height() as u32 - 1, 0) });
        while let Some(StackEntry { key, node: (level, index) }) = stack.pop() {
            if key > *self.limit {
                continue;
            }
            let block = &self.tree.level(level as usize)[index as usize];
            let (mut mask, first) = enter(s, [&block.min, &block.max], &slabs, ray.t_min, *self.limit);
            if mask == 0 {
                continue;
            }
            let first = s.to_array(first);
            if level == 0 {
                let slots = &self.tree.slots()[index as usize];
                while mask != 0 {
                    let lane = mask.trailing_zeros() as usize % LANES;
                    mask &= mask - 1;
                    if slots[lane] != 0 && first[lane] <= *self.limit {
                        self.visitor.object(slots[lane]);
                        *self.limit = self.visitor.limit();
                    }
                }
                continue;
            }
            // The nearest on top, by insertion.
            let mut order = [StackEntry { key: 0.0, node: (0, 0) }; LANES];
            let mut count = 0;
            while mask != 0 {
                let lane = mask.trailing_zeros() as usize % LANES;
                mask &= mask - 1;
                let entry =
                    StackEntry { key: first[lane], node: (level - 1, index * LANES as u32 + lane as u32) };
                let mut place = count;
                while place > 0 && order[place - 1].key < entry.key {
                    order[place % LANES] = order[place - 1];
                    place -= 1;
                }
                order[place % LANES] = entry;
                count += 1;
            }
            for entry in &order[..count.min(LANES)] {
                stack.push(*entry);
            }
        }
    }
}

/// A node that may hold an answer: how soon it should be visited, its level and its number there.
#[derive(Clone, Copy)]
struct Candidate {
    bound: f64,
    level: u32,
    index: u32,
}

/// Visits objects in about the order of their bounds, asking the visitor about every box.
pub(super) fn visit(tree: &Tree, visitor: &mut dyn Visitor) {
    if tree.height() == 0 {
        return;
    }
    let mut stack = FixedStack::<Candidate, { LEVELS * LANES + LANES }>::default();
    stack.push(Candidate { bound: f64::NEG_INFINITY, level: tree.height() as u32 - 1, index: 0 });
    while let Some(Candidate { level, index, .. }) = stack.pop() {
        let block = &tree.level(level as usize)[index as usize];
        let mut order = [Candidate { bound: 0.0, level: 0, index: 0 }; LANES];
        let mut count = 0;
        for lane in 0..LANES {
            let bounds = block.bounds(lane);
            // Of those that are not there.
            if bounds.min.x > bounds.max.x {
                continue;
            }
            let Some(bound) = visitor.bound(&bounds) else { continue };
            let child =
                Candidate { bound, level: level.wrapping_sub(1), index: index * LANES as u32 + lane as u32 };
            let mut place = count;
            while place > 0 && order[place - 1].bound < child.bound {
                order[place] = order[place - 1];
                place -= 1;
            }
            order[place] = child;
            count += 1;
        }
        if level > 0 {
            order[..count].iter().for_each(|&child| stack.push(child));
            continue;
        }
        for child in order[..count].iter().rev() {
            visitor.object(tree.slots()[index as usize][child.index as usize % LANES]);
        }
    }
}
