//! The kernels of nodes in 256-bit registers, and the order of their children.

use super::avx2_nodes::{Avx2Nodes, Point, Ray};
use super::avx2_sphere::PreparedSphere;
use super::node::{BoxNode, PointNode, RayNode};
use super::node_kernels::{ChildRefs, Nodes};
use super::sizes::CHILDREN;
use crate::stack::StackEntry;
use std::arch::x86_64::*;

// SAFETY, for every block below: an `Avx2Nodes` exists only where its maker had such a processor; loads read arrays of
// the size that they are given, or say why they stay inside.

impl Nodes for Avx2Nodes {
    type Ray = Ray;
    type Point = Point;
    type Sphere = PreparedSphere;

    #[inline(always)]
    fn prepare_ray(self, ray: &RayNode) -> Ray {
        Ray {
            inverse: self.splat3(ray.inverse),
            near: self.splat3(ray.near),
            far: self.splat3(ray.far),
            first: ray.first(),
            t_min: self.splat(ray.t_min),
        }
    }

    #[inline(always)]
    fn ray_node(self, node: &[u8; 64], ray: &Ray, limit: f32) -> (u32, [f32; CHILDREN]) {
        let (near_x, far_x) = self.slabs(node, ray, 0);
        let (near_y, far_y) = self.slabs(node, ray, 1);
        let (near_z, far_z) = self.slabs(node, ray, 2);
        unsafe {
            let enter = _mm256_max_ps(_mm256_max_ps(near_x, near_y), _mm256_max_ps(near_z, ray.t_min));
            let limit = _mm256_set1_ps(limit);
            let leave = _mm256_min_ps(_mm256_min_ps(far_x, far_y), _mm256_min_ps(far_z, limit));
            let mask = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(enter, leave)) as u32;
            (mask, self.array(enter))
        }
    }

    #[inline(always)]
    fn prepare_point(self, point: &PointNode) -> Point {
        Point { low: self.splat3(point.low), high: self.splat3(point.high), scale: self.splat(point.scale) }
    }

    #[inline(always)]
    fn point_node(self, node: &[u8; 64], point: &Point, limit: f32) -> (u32, [f32; CHILDREN]) {
        let x = self.gaps(self.below_above(node, point, 0));
        let y = self.gaps(self.below_above(node, point, 1));
        let z = self.gaps(self.below_above(node, point, 2));
        unsafe {
            let keys = _mm256_mul_ps(self.squares(x, y, z), point.scale);
            let within = _mm256_cmp_ps::<_CMP_LE_OQ>(keys, _mm256_set1_ps(limit));
            (_mm256_movemask_ps(within) as u32, self.array(keys))
        }
    }

    #[inline(always)]
    fn prepare_sphere(self, point: &PointNode, limit: f32) -> PreparedSphere {
        PreparedSphere::new(self, point, limit)
    }

    #[inline(always)]
    fn sphere_node(self, node: &[u8; 64], sphere: &PreparedSphere) -> (u32, [f32; CHILDREN]) {
        self.children_in_sphere(node, sphere)
    }

    #[inline(always)]
    fn box_node(self, node: &[u8; 64], grid_box: &BoxNode) -> u32 {
        self.children_in_box(node, grid_box)
    }

    #[inline(always)]
    fn ascending(self, mask: u32, keys: &[f32; CHILDREN]) -> [u32; CHILDREN] {
        let mut order = [0u32; CHILDREN];
        unsafe {
            let sorted = self.sort(self.or_absent(mask, self.numbered(keys), i32::MAX));
            _mm256_storeu_si256(order.as_mut_ptr().cast(), _mm256_and_si256(sorted, _mm256_set1_epi32(7)));
        }
        order
    }

    #[inline(always)]
    fn nearest(self, mask: u32, keys: &[f32; CHILDREN]) -> u32 {
        self.smallest(self.or_absent(mask, self.numbered(keys), i32::MAX)) & 7
    }

    #[inline(always)]
    fn all_of(self, mask: u32, names: ChildRefs, marked: u32, mark: u32) -> [u32; CHILDREN] {
        let mut all = [0; CHILDREN];
        unsafe {
            let child = self.set_bits(mask);
            let marks = _mm256_srlv_epi32(_mm256_set1_epi32(marked as i32), child);
            let marks = _mm256_and_si256(marks, _mm256_set1_epi32(1));
            let marks = _mm256_mullo_epi32(marks, _mm256_set1_epi32(mark as i32));
            let names = _mm256_add_epi32(self.names(names, child), marks);
            _mm256_storeu_si256(all.as_mut_ptr().cast(), names);
        }
        all
    }

    #[inline(always)]
    fn farthest_first(
        self,
        mask: u32,
        keys: &[f32; CHILDREN],
        names: ChildRefs,
    ) -> (u32, [StackEntry<u32>; CHILDREN]) {
        let mut entries = [StackEntry { key: 0.0, node: 0 }; CHILDREN];
        // Not from the sorted ones: what comes next waits for the nearest, and for them nothing does.
        let nearest = self.nearest(mask, keys);
        unsafe {
            // The largest first: the smallest of the complements.
            let ones = _mm256_set1_epi32(-1);
            let order =
                self.sort(_mm256_xor_si256(self.or_absent(mask, self.numbered(keys), i32::MIN), ones));
            let order = _mm256_xor_si256(order, ones);
            // Only their lowest three bits count.
            let keys = _mm256_permutevar8x32_ps(_mm256_loadu_ps(keys.as_ptr()), order);
            let child = _mm256_and_si256(order, _mm256_set1_epi32(7));
            let references = _mm256_castsi256_ps(self.names(names, child));
            // Pairs 0, 1, 4, 5 and 2, 3, 6, 7.
            let (low, high) = (_mm256_unpacklo_ps(keys, references), _mm256_unpackhi_ps(keys, references));
            let at = entries.as_mut_ptr().cast::<f32>();
            // An entry is two words: these are the first four of eight, and the others.
            _mm256_storeu_ps(at, _mm256_permute2f128_ps::<0x20>(low, high));
            _mm256_storeu_ps(at.add(8), _mm256_permute2f128_ps::<0x31>(low, high));
        }
        (nearest, entries)
    }
}

impl Avx2Nodes {
    /// [`ChildRefs::of`] of each.
    #[inline(always)]
    fn names(self, names: ChildRefs, child: __m256i) -> __m256i {
        unsafe {
            let is_node = _mm256_cmpgt_epi32(_mm256_set1_epi32(names.inner as i32), child);
            let (nodes, clusters) = (names.nodes as i32, names.clusters as i32);
            let first = _mm256_blendv_epi8(_mm256_set1_epi32(clusters), _mm256_set1_epi32(nodes), is_node);
            _mm256_add_epi32(first, child)
        }
    }

    /// The keys as integers of the same order, the lowest three bits of which make room for the child's number.
    #[inline(always)]
    fn numbered(self, keys: &[f32; CHILDREN]) -> __m256i {
        unsafe {
            let keys = _mm256_loadu_si256(keys.as_ptr().cast());
            // The bits of negative numbers count downwards: all but the sign are turned, so that -0 becomes -1.
            let turned = _mm256_srli_epi32::<1>(_mm256_srai_epi32::<31>(keys));
            let numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
            _mm256_or_si256(
                _mm256_andnot_si256(_mm256_set1_epi32(7), _mm256_xor_si256(keys, turned)),
                numbers,
            )
        }
    }

    /// What [`Avx2Nodes::numbered`] has made of the keys of children whose bit is set, and `absent` for the others: the
    /// smallest or the largest integer, which comes from no number, the infinities included. So those whose bit is
    /// set come first, whatever their keys.
    #[inline(always)]
    fn or_absent(self, mask: u32, numbered: __m256i, absent: i32) -> __m256i {
        unsafe {
            let bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            let present = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(mask as i32), bits), bits);
            _mm256_blendv_epi8(_mm256_set1_epi32(absent), numbered, present)
        }
    }

    #[inline(always)]
    fn smallest(self, v: __m256i) -> u32 {
        unsafe {
            let v = _mm_min_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
            let v = _mm_min_epi32(v, _mm_shuffle_epi32::<0b01_00_11_10>(v));
            _mm_cvtsi128_si32(_mm_min_epi32(v, _mm_shuffle_epi32::<0b10_11_00_01>(v))) as u32
        }
    }

    /// A bitonic network (Batcher 1968).
    #[inline(always)]
    fn sort(self, v: __m256i) -> __m256i {
        unsafe {
            // Lanes that keep the larger of a pair are named by the blend's bits.
            let other = _mm256_shuffle_epi32::<0b10_11_00_01>(v);
            let v = _mm256_blend_epi32::<0b0110_0110>(_mm256_min_epi32(v, other), _mm256_max_epi32(v, other));
            let other = _mm256_shuffle_epi32::<0b01_00_11_10>(v);
            let v = _mm256_blend_epi32::<0b0011_1100>(_mm256_min_epi32(v, other), _mm256_max_epi32(v, other));
            let other = _mm256_shuffle_epi32::<0b10_11_00_01>(v);
            let v = _mm256_blend_epi32::<0b0101_1010>(_mm256_min_epi32(v, other), _mm256_max_epi32(v, other));
            let other = _mm256_permute2x128_si256::<0x01>(v, v);
            let v = _mm256_blend_epi32::<0b1111_0000>(_mm256_min_epi32(v, other), _mm256_max_epi32(v, other));
            let other = _mm256_shuffle_epi32::<0b01_00_11_10>(v);
            let v = _mm256_blend_epi32::<0b1100_1100>(_mm256_min_epi32(v, other), _mm256_max_epi32(v, other));
            let other = _mm256_shuffle_epi32::<0b10_11_00_01>(v);
            _mm256_blend_epi32::<0b1010_1010>(_mm256_min_epi32(v, other), _mm256_max_epi32(v, other))
        }
    }
}
