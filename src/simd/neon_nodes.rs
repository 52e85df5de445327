//! The eight children of a node, in pairs of 128-bit registers.
//!
//! A side of all children is two registers: eight bytes, widened twice.

use super::neon::Neon;
use super::node::{BIG_BITS, EXPONENT, MANTISSA, PointNode, RayNode, word};
use super::node_kernels::Nodes;
use super::sizes::CHILDREN;
use super::sphere::SphereNode;
use glam::Vec4;
use std::arch::aarch64::*;

/// A value a child.
type Avx2Nodes = [float32x4_t; 2];

/// A prepared ray.
#[derive(Clone, Copy)]
pub(super) struct Ray {
    inverse: Vec4,
    near: Vec4,
    far: Vec4,
    /// Where in a node the sides lie that the ray meets first; the others are 8 bytes away.
    first: [usize; 3],
    t_min: f32,
}

// SAFETY, for every block below: a `Neon` exists only where the processor has the instructions; loads read arrays of
// the size that they are given, or say why they stay inside.

impl Neon {
    /// A bit for each child whose lane is all ones.
    #[inline(always)]
    fn bits_of_eight(self, low: uint32x4_t, high: uint32x4_t) -> u32 {
        const BITS: [u16; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
        unsafe {
            let lanes = vcombine_u16(vmovn_u32(low), vmovn_u32(high));
            u32::from(vaddvq_u16(vandq_u16(lanes, vld1q_u16(BITS.as_ptr()))))
        }
    }

    /// The eight sides that begin at byte `at` of a node.
    #[inline(always)]
    fn sides(self, node: &[u8; 64], at: usize) -> Avx2Nodes {
        // Inside: `at` is cut off at byte 56.
        unsafe {
            let sides = vmovl_u8(vld1_u8(node.as_ptr().add(at & 56)));
            [vcvtq_f32_u32(vmovl_u16(vget_low_u16(sides))), vcvtq_f32_u32(vmovl_u16(vget_high_u16(sides)))]
        }
    }

    /// `start + sides * scale`.
    #[inline(always)]
    fn scaled(self, start: f32, sides: Avx2Nodes, scale: f32) -> Avx2Nodes {
        unsafe {
            let start = vdupq_n_f32(start);
            [vfmaq_n_f32(start, sides[0], scale), vfmaq_n_f32(start, sides[1], scale)]
        }
    }

    #[inline(always)]
    fn min8(self, a: Avx2Nodes, b: Avx2Nodes) -> Avx2Nodes {
        [self.min4(a[0], b[0]), self.min4(a[1], b[1])]
    }

    #[inline(always)]
    fn max8(self, a: Avx2Nodes, b: Avx2Nodes) -> Avx2Nodes {
        [self.max4(a[0], b[0]), self.max4(a[1], b[1])]
    }

    #[inline(always)]
    fn splat8(self, value: f32) -> Avx2Nodes {
        unsafe { [vdupq_n_f32(value); 2] }
    }

    /// Where a ray enters the eight slabs of an axis, and where it leaves them.
    #[inline(always)]
    fn slabs(self, node: &[u8; 64], ray: &Ray, k: usize) -> (Avx2Nodes, Avx2Nodes) {
        let header = word(node, k);
        let scale = f32::from_bits(header & EXPONENT) * ray.inverse[k];
        let start = f32::from_bits(BIG_BITS | header & MANTISSA) * ray.inverse[k];
        let (first, last) = (self.sides(node, ray.first[k]), self.sides(node, ray.first[k] ^ 8));
        (self.scaled(start - ray.near[k], first, scale), self.scaled(start - ray.far[k], last, scale))
    }

    /// How far a point is outside the eight slabs of an axis, squared, added to `sum`.
    #[inline(always)]
    fn add_gaps(self, node: &[u8; 64], point: &PointNode, k: usize, sum: Avx2Nodes) -> Avx2Nodes {
        let header = word(node, k);
        let scale = f32::from_bits(header & EXPONENT);
        let start = (header & MANTISSA) as f32;
        let (lower, upper) = (self.sides(node, 16 * k), self.sides(node, 16 * k + 8));
        let below = self.scaled(start - point.high[k], lower, scale);
        let above = self.scaled(point.low[k] - start, upper, -scale);
        let gaps = self.max8(self.max8(below, above), self.splat8(0.0));
        unsafe { [vfmaq_f32(sum[0], gaps[0], gaps[0]), vfmaq_f32(sum[1], gaps[1], gaps[1])] }
    }

    #[inline(always)]
    fn array(self, v: Avx2Nodes) -> [f32; CHILDREN] {
        let mut array = [0.0; CHILDREN];
        unsafe {
            vst1q_f32(array.as_mut_ptr(), v[0]);
            vst1q_f32(array[4..].as_mut_ptr(), v[1]);
        }
        array
    }
}

impl Nodes for Neon {
    type Ray = Ray;
    type Point = PointNode;
    type Sphere = SphereNode<Neon>;

    #[inline(always)]
    fn prepare_ray(self, ray: &RayNode) -> Ray {
        let RayNode { inverse, near, far, t_min, .. } = *ray;
        Ray { inverse, near, far, first: ray.first(), t_min }
    }

    #[inline(always)]
    fn ray_node(self, node: &[u8; 64], ray: &Ray, limit: f32) -> (u32, [f32; CHILDREN]) {
        let (near_x, far_x) = self.slabs(node, ray, 0);
        let (near_y, far_y) = self.slabs(node, ray, 1);
        let (near_z, far_z) = self.slabs(node, ray, 2);
        let enter = self.max8(self.max8(near_x, near_y), self.max8(near_z, self.splat8(ray.t_min)));
        let leave = self.min8(self.min8(far_x, far_y), self.min8(far_z, self.splat8(limit)));
        let mask =
            unsafe { self.bits_of_eight(vcleq_f32(enter[0], leave[0]), vcleq_f32(enter[1], leave[1])) };
        (mask, self.array(enter))
    }

    #[inline(always)]
    fn prepare_sphere(self, point: &PointNode, limit: f32) -> SphereNode<Neon> {
        SphereNode::new(self, point, limit)
    }

    #[inline(always)]
    fn sphere_node(self, node: &[u8; 64], sphere: &SphereNode<Neon>) -> (u32, [f32; CHILDREN]) {
        sphere.children(self, node)
    }

    #[inline(always)]
    fn prepare_point(self, point: &PointNode) -> PointNode {
        *point
    }

    #[inline(always)]
    fn point_node(self, node: &[u8; 64], point: &PointNode, limit: f32) -> (u32, [f32; CHILDREN]) {
        let squares = self.add_gaps(node, point, 2, self.splat8(0.0));
        let squares = self.add_gaps(node, point, 1, squares);
        let squares = self.add_gaps(node, point, 0, squares);
        unsafe {
            let keys = [vmulq_n_f32(squares[0], point.scale), vmulq_n_f32(squares[1], point.scale)];
            let limit = vdupq_n_f32(limit);
            (self.bits_of_eight(vcleq_f32(keys[0], limit), vcleq_f32(keys[1], limit)), self.array(keys))
        }
    }
}
