//! Every level does, bit for bit, what the portable one does.

use super::dispatch::run_on;
use super::portable::Portable;
use super::{BoxNode, ChildRefs, Kernel, LANES, Nodes, PointNode, RayNode, Simd, SimdLevel, Step, WHOLE};
use crate::geometry::{Aabb, LineBounds, Vec3};
use crate::stack::StackEntry;

/// Numbers that arithmetic stumbles over.
const NASTY: [f32; 12] =
    [0.0, -0.0, 1.0, -1.0, f32::INFINITY, -f32::INFINITY, f32::NAN, 1e-42, -1e-42, 1e38, -3e38, f32::EPSILON];

fn number(rng: &mut fastrand::Rng) -> f32 {
    if rng.u8(0..3) == 0 { rng.choice(NASTY).unwrap_or(0.0) } else { rng.f32() * 4.0 - 2.0 }
}

fn lanes(rng: &mut fastrand::Rng) -> [f32; LANES] {
    std::array::from_fn(|_| number(rng))
}

/// The same bits; one NaN is like another.
fn bits(v: [f32; LANES]) -> [u32; LANES] {
    v.map(|x| if x.is_nan() { f32::NAN } else { x }.to_bits())
}

/// Runs on every level that there is.
fn on_every_level(kernel: impl Kernel<Output = ()> + Copy) {
    SimdLevel::available().for_each(|level| run_on(level, kernel));
}

#[derive(Clone, Copy)]
struct Arithmetic;

impl Kernel for Arithmetic {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let (rng, p) = (&mut fastrand::Rng::with_seed(1), Portable);
        for _ in 0..2000 {
            let (x, y, mask) = (lanes(rng), lanes(rng), rng.u32(0..1 << LANES));
            let (a, b) = (s.load_array(x), s.load_array(y));
            assert_eq!(bits(s.to_array(a)), bits(x));
            let lane = rng.usize(0..LANES);
            assert_eq!(s.extract(a, lane).to_bits(), x[lane].to_bits());
            assert_eq!(bits(s.to_array(s.splat(x[0]))), bits([x[0]; LANES]));
            assert_eq!(bits(s.to_array(s.add(a, b))), bits(p.add(x, y)));
            assert_eq!(bits(s.to_array(s.sub(a, b))), bits(p.sub(x, y)));
            assert_eq!(bits(s.to_array(s.mul(a, b))), bits(p.mul(x, y)));
            assert_eq!(bits(s.to_array(s.div(a, b))), bits(p.div(x, y)));
            assert_eq!(bits(s.to_array(s.min(a, b))), bits(p.min(x, y)), "{x:?} {y:?}");
            assert_eq!(bits(s.to_array(s.max(a, b))), bits(p.max(x, y)), "{x:?} {y:?}");
            assert_eq!(bits(s.to_array(s.abs(a))), bits(p.abs(x)));
            assert_eq!(s.lt(a, b), p.lt(x, y));
            assert_eq!(s.le(a, b), p.le(x, y));
            assert_eq!(s.eq(a, b), p.eq(x, y));
            assert_eq!(
                s.signs(s.load_array(bits(x).map(f32::from_bits))),
                p.signs(bits(x).map(f32::from_bits))
            );
            assert_eq!(bits(s.to_array(s.select(mask, a, b))), bits(p.select(mask, x, y)));
            let ordered = x.map(|x| if x.is_nan() { 0.0 } else { x });
            assert_eq!(s.smallest(mask, s.load_array(ordered)), p.smallest(mask, ordered));
            let four = [x, y, [y[0]; LANES], x].map(|v| v.map(|x| if x.is_nan() { 1.0 } else { x }));
            assert_eq!(s.smallest_of_each(four.map(|v| s.load_array(v))), p.smallest_of_each(four));
            assert_eq!(s.largest(mask, s.load_array(ordered)), p.largest(mask, ordered));
            assert_eq!(bits(s.to_array(s.swap_halves(a))), bits(p.swap_halves(x)));
            let fields: [u8; 64] = std::array::from_fn(|_| rng.u8(..));
            let some = mask.count_ones() as usize;
            let ours = s.compress(mask, s.unpack(&fields, WHOLE, 0, 0));
            assert_eq!(ours[..some], p.compress(mask, p.unpack(&fields, WHOLE, 0, 0))[..some]);
            let rows = std::array::from_fn(|_| std::array::from_fn(|_| number(rng)));
            let (ours, expected) = (s.transpose(&rows), p.transpose(&rows));
            ours.into_iter().zip(expected).for_each(|(a, b)| assert_eq!(bits(s.to_array(a)), bits(b)));
            let bytes = std::array::from_fn(|_| rng.u8(..));
            assert_eq!(s.to_array(s.numbers(&bytes)), p.numbers(&bytes));
            // Whole numbers that need no rounding.
            let [k, l, m] = [0; 3].map(|_| std::array::from_fn(|_| f32::from(rng.i16(-2000..2000))));
            let exact = s.about_mul_sub(s.load_array(k), s.load_array(l), s.load_array(m));
            assert_eq!(s.to_array(exact), p.about_mul_sub(k, l, m));
        }
    }
}

#[derive(Clone, Copy)]
struct BitFields;

impl Kernel for BitFields {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let (rng, p) = (&mut fastrand::Rng::with_seed(2), Portable);
        for code in 0..32 {
            for zeros in 0..16 {
                let bytes: [u8; 64] = std::array::from_fn(|_| rng.u8(..));
                let base = rng.u32(..);
                let fields = s.unpack(&bytes, code, zeros, base);
                let expected = p.unpack(&bytes, code, zeros, base);
                assert_eq!(s.to_array_u(fields), expected, "{code} {zeros}");
                assert_eq!(bits(s.to_array(s.as_f32(fields))), bits(p.as_f32(expected)));
                assert_eq!(bits(s.to_array(s.load_bytes(&bytes))), bits(p.load_bytes(&bytes)));
                let (corners, expected) = (s.unpack_corners(&bytes), p.unpack_corners(&bytes));
                let table = lanes(rng);
                let other = lanes(rng);
                let large = s.unpack_large_corners(&bytes);
                for (large, expected) in large.into_iter().zip(p.unpack_large_corners(&bytes)) {
                    assert_eq!(s.to_array_u(large).map(|c| c & 31), expected.map(|c| c & 31));
                    let corner = s.permute_two([s.load_array(table), s.load_array(other)], large);
                    assert_eq!(bits(s.to_array(corner)), bits(p.permute_two([table, other], expected)));
                }
                for k in 0..3 {
                    assert_eq!(s.to_array_u(corners[k]).map(|c| c & 15), expected[k].map(|c| c & 15));
                    let corner = s.permute(s.load_array(table), corners[k]);
                    assert_eq!(bits(s.to_array(corner)), bits(p.permute(table, expected[k])));
                }
            }
        }
    }
}

/// A grid of 2^20 steps of 1/16, and nodes with eight random boxes on it.
#[derive(Clone, Copy)]
struct NodeTests;

impl NodeTests {
    const STEP: f32 = 1.0 / 16.0;

    /// Whether two keys are in order, but for their lowest bits, which may be ignored.
    fn in_order(near: f32, far: f32) -> bool {
        near <= far || near <= far + far.abs() * 1e-6 + f32::from_bits(7)
    }

    /// Whatever the keys are, each child whose bit is set is there once, and no other.
    fn check_order<S: Simd>(s: S, mask: u32, keys: &[f32; 8]) {
        let order = s.nodes().ascending(mask, keys);
        let sorted = &order[..mask.count_ones() as usize];
        assert_eq!(sorted.iter().fold(0, |all, child| all | 1 << child), mask, "{keys:?}");
        assert!(sorted.is_sorted_by(|&a, &b| Self::in_order(keys[a as usize], keys[b as usize])), "{keys:?}");
        Self::check_farthest_first(s, mask, keys);
    }

    fn check_farthest_first<S: Simd>(s: S, mask: u32, keys: &[f32; 8]) {
        if mask == 0 {
            return;
        }
        let names = ChildRefs { inner: 3, nodes: 1000, clusters: 2000 };
        let (nearest, entries) = s.nodes().farthest_first(mask, keys, names);
        assert_eq!(s.nodes().nearest(mask, keys), nearest);
        let all = s.nodes().all_of(mask, names, 0b1001_0110, 5000);
        let named = (0..8).filter(|child| mask >> child & 1 != 0).map(|child| {
            child + if child < 3 { 1000 } else { 2000 } + if 0b1001_0110 >> child & 1 != 0 { 5000 } else { 0 }
        });
        assert!(named.eq(all[..mask.count_ones() as usize].iter().copied()));
        let entries = &entries[..mask.count_ones() as usize];
        let child_of = |entry: &StackEntry<u32>| entry.node % 1000;
        assert_eq!(entries.iter().fold(0, |all, entry| all | 1 << child_of(entry)), mask);
        assert_eq!(entries.last().map(child_of), Some(nearest));
        for entry in entries {
            let child = child_of(entry);
            assert_eq!(entry.node / 1000, if child < 3 { 1 } else { 2 });
            assert_eq!(entry.key.to_bits(), keys[child as usize].to_bits());
        }
        assert!(entries.is_sorted_by(|far, near| Self::in_order(near.key, far.key)), "{keys:?}");
    }

    fn node(rng: &mut fastrand::Rng) -> [u8; 64] {
        let mut node = [0; 64];
        for axis in 0..3 {
            for child in 0..8 {
                let (a, b) = (rng.u8(..), rng.u8(..));
                (node[16 * axis + child], node[16 * axis + 8 + child]) = (a.min(b), a.max(b));
            }
            let exponent = rng.u32(0..12);
            let header = rng.u32(0..1 << 19) | (127 + exponent) << 23;
            node[48 + 4 * axis..][..4].copy_from_slice(&header.to_le_bytes());
        }
        node
    }

    /// Child `i` in the user's units.
    fn child(node: &[u8; 64], i: usize) -> Aabb {
        let mut bounds = Aabb::new(Vec3::ZERO, Vec3::ZERO);
        for axis in 0..3 {
            let at = 48 + 4 * axis;
            let header = u32::from_le_bytes([node[at], node[at + 1], node[at + 2], node[at + 3]]);
            let unit = f64::from(f32::from_bits(header & 0x7f80_0000));
            let side = |q: u8| (f64::from(header & 0x7f_ffff) + f64::from(q) * unit) as f32 * Self::STEP;
            bounds.min[axis] = side(node[16 * axis + i]);
            bounds.max[axis] = side(node[16 * axis + 8 + i]);
        }
        bounds
    }
}

impl Kernel for NodeTests {
    type Output = ();

    /// Rounding may differ, so these are compared with what has to pass, and keys with what bounds them.
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let rng = &mut fastrand::Rng::with_seed(3);
        let whole = Aabb::new(Vec3::ZERO, Vec3::splat(65536.0));
        let (mut passed, mut needed) = (0, 0);
        for _ in 0..20_000 {
            let node = Self::node(rng);
            let target = Self::child(&node, rng.usize(0..8));
            let mix = Vec3::new(rng.f32(), rng.f32(), rng.f32());
            let aim = target.min + (target.max - target.min) * mix;
            let from = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 65536.0;
            let limit = if rng.bool() { 1.0 } else { f32::INFINITY };
            let line = LineBounds::new(from, aim - from, 0.0);
            let ray = s.nodes().prepare_ray(&RayNode::new(
                &line,
                line.grow(&whole),
                Vec3::ZERO,
                Step::new(Self::STEP),
                0.0,
            ));
            let (mask, keys) = s.nodes().ray_node(&node, &ray, limit);
            let point =
                s.nodes().prepare_point(&PointNode::new(from, &whole, Vec3::ZERO, Step::new(Self::STEP)));
            let near = 65536.0 * 65536.0 * rng.f32();
            let (near_mask, distances) = s.nodes().point_node(&node, &point, near);
            let side = |random: &mut fastrand::Rng| random.i32(-1000..1 << 20);
            let mut sides = || {
                let (a, b) = (side(rng), side(rng));
                [a.min(b), a.max(b)]
            };
            let outer = [sides(), sides(), sides()];
            let grid_box = BoxNode::new(outer, outer.map(|[low, high]| [low + 3, high - 3]));
            assert_eq!(s.nodes().box_node(&node, &grid_box), Portable.box_node(&node, &grid_box));
            for i in 0..8 {
                let child = Self::child(&node, i);
                let (enter, leave) = line.interval(&child, 0.0);
                let enter = crate::geometry::max(enter, 0.0);
                if enter <= crate::geometry::min(leave, limit) {
                    assert!(mask >> i & 1 != 0 && keys[i] <= enter, "{node:?} {line:?} {i}");
                    needed += 1;
                }
                let distance = child.distance_squared(from);
                assert!(distances[i] <= distance);
                assert!(distance > near || near_mask >> i & 1 != 0);
            }
            passed += (mask & 255).count_ones();
            Self::check_order(s, mask & 255, &keys);
            // Some keys alike, as those of boxes around the origin are.
            let alike = keys.map(|key| if rng.u8(..4) == 0 { 0.0 } else { key });
            Self::check_order(s, mask & 255, &alike);
        }
        for mask in 0..256 {
            for _ in 0..50 {
                let bits: [u32; 8] =
                    std::array::from_fn(|_| rng.u32(..) & [0x8000_000f, u32::MAX][rng.usize(..2)]);
                let keys = bits.map(f32::from_bits).map(|key| if key.is_nan() { number(rng) } else { key });
                Self::check_order(s, mask, &keys.map(|key| if key.is_nan() { -0.0 } else { key }));
                // Where a subtree is wholly inside, what keys say does not count; arithmetic has but one NaN, of any sign.
                let keys = keys.map(|key| [key, f32::NAN, -f32::NAN][rng.usize(..3)]);
                assert!(mask == 0 || mask >> s.nodes().nearest(mask, &keys) & 1 != 0, "{keys:?}");
            }
        }
        assert!(needed > 20_000 && passed < needed * 2, "{passed} for {needed}");
    }
}

#[test]
fn lane_arithmetic_is_the_same() {
    on_every_level(Arithmetic);
}

#[test]
fn bit_fields_are_the_same() {
    on_every_level(BitFields);
}

#[test]
fn node_tests_miss_nothing() {
    on_every_level(NodeTests);
}
