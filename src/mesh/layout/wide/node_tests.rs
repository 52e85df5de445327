//! Node tests on every level: they let through whatever has to pass, and their keys are bounds.

use super::arena::LINE;
use super::box_node::BoxNode;
use super::children::{ABSENT, ChildRefs, Children, REFERENCES};
use super::grid::{Grid, Step};
use super::node::{Node, NodeBytes};
use super::point_node::{PointNode, SphereNode};
use super::ray_node::RayNode;
use crate::geometry::{Aabb, LineBounds, Sphere, Vec3};
use crate::simd::{Kernel, Simd, Simd8, run_on_all};

/// Nodes with eight random boxes on a grid of 65,536 units, some of them of absent children. Offsets are on one of steps of 1/16.
#[derive(Clone, Copy)]
struct NodeTests<const DIRECT: bool>;

fn step(direct: bool) -> f32 {
    if !direct { 1.0 / 16.0 } else { 1.0 }
}

/// A node with so many children.
fn node<const DIRECT: bool>(rng: &mut fastrand::Rng, count: usize) -> NodeBytes {
    let mut node = [0; 2 * LINE];
    for axis in 0..3 {
        let sized = if rng.bool() { u16::MAX } else { 1 << rng.u32(0..16) };
        let base = rng.u16(..=u16::MAX - sized);
        for child in 0..8 {
            if !DIRECT {
                let (a, b) = (rng.u8(..), rng.u8(..));
                (node[16 * axis + child], node[16 * axis + 8 + child]) = (a.min(b), a.max(b));
            } else {
                let (a, b) = (base + rng.u16(..=sized), base + rng.u16(..=sized));
                let at = 32 * axis + 2 * child;
                node[at..at + 2].copy_from_slice(&a.min(b).to_le_bytes());
                node[at + 16..at + 18].copy_from_slice(&a.max(b).to_le_bytes());
            }
        }
        if !DIRECT {
            let exponent = rng.u32(0..12);
            let header = rng.u32(0..1 << 19) | (127 + exponent) << 23;
            node[48 + 4 * axis..][..4].copy_from_slice(&header.to_le_bytes());
        }
    }
    if !DIRECT {
        let word = Children { block: 0, inner: 0, count: count as u32 }.to_word();
        node[60..64].copy_from_slice(&word.to_le_bytes());
    } else {
        for child in count..8 {
            node[96 + 4 * child..][..4].copy_from_slice(&ABSENT.to_le_bytes());
        }
    }
    node
}

/// The lower and the upper side of child `i` along an axis, and the unit that they count in, in grid steps.
fn sides<const DIRECT: bool>(node: &NodeBytes, i: usize, axis: usize) -> [i64; 3] {
    if DIRECT {
        let side = |at: usize| i64::from(u16::from_le_bytes([node[at], node[at + 1]]));
        let at = 32 * axis + 2 * i;
        return [side(at), side(at + 16), 1];
    }
    let at = 48 + 4 * axis;
    let header = u32::from_le_bytes([node[at], node[at + 1], node[at + 2], node[at + 3]]);
    let unit = f32::from_bits(header & 0x7f80_0000) as i64;
    let side = |q: u8| i64::from(header & 0x7f_ffff) + i64::from(q) * unit;
    [side(node[16 * axis + i]), side(node[16 * axis + 8 + i]), unit]
}

/// Child `i` in the user's units.
fn child<const DIRECT: bool>(node: &NodeBytes, i: usize) -> Aabb {
    let mut bounds = Aabb::new(Vec3::ZERO, Vec3::ZERO);
    for axis in 0..3 {
        let [low, high, _] = sides::<DIRECT>(node, i, axis);
        (bounds.min[axis], bounds.max[axis]) = (low as f32 * step(DIRECT), high as f32 * step(DIRECT));
    }
    bounds
}

fn check_box<S: Simd8, const DIRECT: bool>(s: S, node: &NodeBytes, rng: &mut fastrand::Rng) {
    let most = (65536.0 / step(DIRECT)) as i32;
    let mut range = || {
        let (a, b) = (rng.i32(-1000..most), rng.i32(-1000..most));
        [a.min(b), a.max(b)]
    };
    let outer = [range(), range(), range()];
    let inner = outer.map(|[low, high]| [low + 3, high - 3]);
    let mask = BoxNode::new(s, outer, inner).children(s, Node::<DIRECT>(node));
    assert_eq!(mask >> 16, 0);
    for i in 0..8 {
        let (mut touches, mut may_touch, mut inside) = (true, true, true);
        for axis in 0..3 {
            let [low, high, unit] = sides::<DIRECT>(node, i, axis);
            let [first, last] = outer[axis].map(i64::from);
            let [from, to] = inner[axis].map(i64::from);
            touches &= low <= last && high >= first;
            may_touch &= low <= last && high + unit > first;
            inside &= low >= from && high <= to;
        }
        let (touching, contained) = (mask >> i & 1 != 0, mask >> (8 + i) & 1 != 0);
        assert!((!touches || touching) && (!touching || may_touch), "{node:?} {outer:?} {i}");
        assert_eq!(contained, inside, "{node:?} {outer:?} {i}");
    }
}

fn check_sphere<S: Simd8, const DIRECT: bool>(
    s: S,
    node: &NodeBytes,
    sphere: &Sphere,
    whole: &Aabb,
    grid: Grid,
) {
    let (mask, _) = SphereNode::new(sphere, whole, grid).children(s, Node::<DIRECT>(node));
    for i in 0..8 {
        let bounds = child::<DIRECT>(node, i);
        let touches = bounds.distance_squared(sphere.center) <= sphere.radius_squared();
        assert!(!touches || mask >> i & 1 != 0, "{node:?} {sphere:?} {i}");
        let corner = (bounds.min - sphere.center).abs().max((bounds.max - sphere.center).abs());
        let contained = corner.as_dvec3().length_squared() <= f64::from(sphere.radius).powi(2);
        assert!(contained || mask >> (8 + i) & 1 == 0, "{node:?} {sphere:?} {i}");
    }
}

fn check_order<S: Simd8, const DIRECT: bool>(s: S, mask: u32, keys: &[f32; 8]) {
    let eight = Children { block: 1000, inner: 3, count: 8 };
    let of = |child: u32| eight.reference(child);
    let mut stored = [0; REFERENCES];
    for (word, child) in stored.chunks_exact_mut(4).zip(0..) {
        word.copy_from_slice(&of(child).to_le_bytes());
    }
    // The same references, computed or stored.
    let children = match DIRECT {
        true => ChildRefs::<DIRECT>::stored(&stored),
        false => ChildRefs::computed(eight),
    };
    let named = (0..8).filter(|child| mask >> child & 1 != 0);
    let all = &children.references(s, mask, None)[..mask.count_ones() as usize];
    assert!(named.clone().map(of).eq(all.iter().copied()));
    let marked = named.map(|child| of(child) + (0b1001_0110 >> child & 1) * (1 << 30));
    let all = &children.references(s, mask, Some(0b1001_0110))[..mask.count_ones() as usize];
    assert!(marked.eq(all.iter().copied()));
    if mask == 0 {
        return;
    }
    let (nearest, entries) = children.farthest_first(s, mask, keys);
    let entries = &entries[..mask.count_ones() as usize];
    assert_eq!(entries.last().map(|entry| entry.node), Some(nearest));
    let mut seen = 0;
    for entry in entries {
        let child = (0..8).find(|&child| of(child) == entry.node).expect("a child");
        assert_eq!(entry.key.to_bits(), keys[child as usize].to_bits());
        seen |= 1 << child;
    }
    assert_eq!(seen, mask);
    let in_order = |near: f32, far: f32| near <= far + far.abs() * 1e-6 + f32::from_bits(7);
    assert!(entries.is_sorted_by(|far, near| in_order(near.key, far.key)), "{keys:?}");
}

impl<const DIRECT: bool> Kernel for NodeTests<DIRECT> {
    type Output = ();

    /// Rounding may differ, so these are compared with what has to pass, and keys with what bounds them.
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let (rng, s) = (&mut fastrand::Rng::with_seed(3), s.lanes8());
        let whole = Aabb::new(Vec3::ZERO, Vec3::splat(65536.0));
        let grid = Grid { origin: Vec3::ZERO, step: Step::new(step(DIRECT)) };
        let (mut passed, mut needed) = (0, 0);
        for _ in 0..20_000 {
            let count = if rng.bool() { 8 } else { rng.usize(1..=8) };
            let node = node::<DIRECT>(rng, count);
            let target = child::<DIRECT>(&node, rng.usize(0..count));
            let mix = Vec3::new(rng.f32(), rng.f32(), rng.f32());
            let aim = target.min + (target.max - target.min) * mix;
            let from = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 65536.0;
            let limit = if rng.bool() { 1.0 } else { f32::INFINITY };
            let line = LineBounds::ray(from, aim - from);
            let ray = RayNode::new(&line, line.grow(&whole), grid.origin, grid.step, 0.0);
            let (mask, keys) = ray.children(s, Node::<DIRECT>(&node), limit);
            assert!(mask >> count == 0, "{node:?} {line:?} {mask:b}");
            let point = PointNode::new(from, &whole, grid);
            let near = 65536.0 * 65536.0 * rng.f32();
            let (near_mask, distances) = point.children(s, Node::<DIRECT>(&node), near);
            check_box::<_, DIRECT>(s, &node, rng);
            check_sphere::<_, DIRECT>(
                s,
                &node,
                &Sphere { center: from, radius: 65536.0 * rng.f32() },
                &whole,
                grid,
            );
            for i in 0..8 {
                let child = child::<DIRECT>(&node, i);
                let (enter, leave) = line.interval(&child, 0.0);
                let enter = crate::geometry::max(enter, 0.0);
                if i < count && enter <= crate::geometry::min(leave, limit) {
                    assert!(mask >> i & 1 != 0 && keys[i] <= enter, "{node:?} {line:?} {i}");
                    needed += 1;
                }
                let distance = child.distance_squared(from);
                assert!(distances[i] <= distance);
                assert!(distance > near || near_mask >> i & 1 != 0);
            }
            passed += (mask & 255).count_ones();
            check_order::<_, DIRECT>(s, mask & 255, &keys);
            // Some keys alike, as those of boxes around the origin are.
            let alike = keys.map(|key| if rng.u8(..4) == 0 { 0.0 } else { key });
            check_order::<_, DIRECT>(s, mask & 255, &alike);
        }
        assert!(needed > 20_000 && passed < needed * 2, "{passed} for {needed}");
    }
}

#[test]
fn node_tests_miss_nothing() {
    run_on_all(NodeTests::<false>);
    run_on_all(NodeTests::<true>);
}
