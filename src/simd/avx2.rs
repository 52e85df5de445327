//! Lanes as two 256-bit registers.
//!
//! A side of a node's eight children is one register: eight bytes, widened. The ray's direction says which
//! eight are met first. Bit fields are unpacked by byte shuffles and a variable shift, see
//! [`super::fields`]; a table of sixteen entries is looked up in both halves, and bit 3 of the index says
//! which of the two counts.

use super::fields::{FIELDS, second};
use super::node::{BIG_BITS, EXPONENT, MANTISSA, PointNode, RayNode};
use super::{CHILDREN, Kernel, LANES, Simd, width};
use std::arch::x86_64::*;

/// Proof that the processor has the instructions.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

/// Whether the processor has the instructions.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Runs a kernel compiled for this level.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Avx2(()))
}

/// The lower and the upper eight lanes.
type F = [__m256; 2];
type U = [__m256i; 2];

/// A prepared ray.
#[derive(Clone, Copy)]
pub(super) struct Ray {
    inverse: [__m256; 3],
    near: [__m256; 3],
    far: [__m256; 3],
    /// Where in a node the sides lie that the ray meets first; the others are 8 bytes away.
    first: [usize; 3],
    t_min: __m256,
}

/// A prepared point.
#[derive(Clone, Copy)]
pub(super) struct Point {
    low: [__m256; 3],
    high: [__m256; 3],
    scale: __m256,
}

// SAFETY, for every block below: an `Avx2` exists only where `run` has made one, so the processor has the
// instructions; loads read arrays of the size that they are given, or say why they stay inside.

impl Avx2 {
    /// A bit for each lane whose sign is set.
    #[inline(always)]
    fn signs(self, v: F) -> u32 {
        unsafe { _mm256_movemask_ps(v[0]) as u32 | (_mm256_movemask_ps(v[1]) as u32) << 8 }
    }

    /// All ones in the lanes whose bit is set.
    #[inline(always)]
    fn lanes(self, mask: u32) -> F {
        unsafe {
            let mask = _mm256_set1_epi32(mask as i32);
            let low = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            let high = _mm256_slli_epi32::<8>(low);
            [
                _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_and_si256(mask, low), low)),
                _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_and_si256(mask, high), high)),
            ]
        }
    }

    /// Eight entries of a table of sixteen.
    #[inline(always)]
    fn look_up(self, table: F, index: __m256i) -> __m256 {
        unsafe {
            let low = _mm256_permutevar8x32_ps(table[0], index);
            let high = _mm256_permutevar8x32_ps(table[1], index);
            // Bit 3 of the index becomes the sign, by which the blend chooses.
            _mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32::<28>(index)))
        }
    }

    /// Two loads of 16 bytes, from `at` and from [`second`] after it.
    #[inline(always)]
    fn pair(self, bytes: &[u8; 64], at: usize, width: usize) -> __m256i {
        let (low, high) = (at.min(48), (at + second(width)).min(48));
        // Inside: neither begins beyond byte 48.
        unsafe {
            let low = _mm_loadu_si128(bytes.as_ptr().add(low).cast());
            let high = _mm_loadu_si128(bytes.as_ptr().add(high).cast());
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high)
        }
    }

    /// Sixteen fields, each at the lowest bits of its lane and followed by whatever comes next.
    #[inline(always)]
    fn spread(self, bytes: &[u8; 64], code: usize) -> U {
        let width = width(code as u32) as usize;
        unsafe {
            let places = _mm256_loadu_si256(FIELDS.bytes[code].as_ptr().cast());
            let shifts = _mm256_loadu_si256(FIELDS.shifts[code].as_ptr().cast());
            [
                _mm256_srlv_epi32(_mm256_shuffle_epi8(self.pair(bytes, 0, width), places), shifts),
                _mm256_srlv_epi32(_mm256_shuffle_epi8(self.pair(bytes, width, width), places), shifts),
            ]
        }
    }

    /// The eight sides that begin at byte `at` of a node.
    #[inline(always)]
    fn sides(self, node: &[u8; 64], at: usize) -> __m256 {
        // Inside: `at` is cut off at byte 56.
        unsafe {
            let sides = _mm_loadl_epi64(node.as_ptr().add(at & 56).cast());
            _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(sides))
        }
    }

    #[inline(always)]
    fn header(self, node: &[u8; 64], axis: usize) -> __m256i {
        let at = 48 + 4 * axis;
        unsafe { _mm256_set1_epi32(i32::from_le_bytes([node[at], node[at + 1], node[at + 2], node[at + 3]])) }
    }

    /// Where a ray enters the eight slabs of an axis, and where it leaves them.
    #[inline(always)]
    fn slabs(self, node: &[u8; 64], ray: &Ray, k: usize) -> (__m256, __m256) {
        let header = self.header(node, k);
        let (first, last) = (self.sides(node, ray.first[k]), self.sides(node, ray.first[k] ^ 8));
        unsafe {
            let exponent = _mm256_and_si256(header, _mm256_set1_epi32(EXPONENT as i32));
            let scale = _mm256_mul_ps(_mm256_castsi256_ps(exponent), ray.inverse[k]);
            let mantissa = _mm256_and_si256(header, _mm256_set1_epi32(MANTISSA as i32));
            let start = _mm256_castsi256_ps(_mm256_or_si256(mantissa, _mm256_set1_epi32(BIG_BITS as i32)));
            let near = _mm256_fmsub_ps(start, ray.inverse[k], ray.near[k]);
            let far = _mm256_fmsub_ps(start, ray.inverse[k], ray.far[k]);
            (_mm256_fmadd_ps(first, scale, near), _mm256_fmadd_ps(last, scale, far))
        }
    }

    /// How far a point is outside the eight slabs of an axis; 0 inside.
    #[inline(always)]
    fn gaps(self, node: &[u8; 64], point: &Point, k: usize) -> __m256 {
        let header = self.header(node, k);
        let (lower, upper) = (self.sides(node, 16 * k), self.sides(node, 16 * k + 8));
        unsafe {
            let scale = _mm256_and_si256(header, _mm256_set1_epi32(EXPONENT as i32));
            let scale = _mm256_castsi256_ps(scale);
            let start = _mm256_cvtepi32_ps(_mm256_and_si256(header, _mm256_set1_epi32(MANTISSA as i32)));
            let below = _mm256_fmadd_ps(lower, scale, _mm256_sub_ps(start, point.high[k]));
            let above = _mm256_fnmadd_ps(upper, scale, _mm256_sub_ps(point.low[k], start));
            _mm256_max_ps(_mm256_max_ps(below, above), _mm256_setzero_ps())
        }
    }

    #[inline(always)]
    fn splat8(self, value: f32) -> __m256 {
        unsafe { _mm256_set1_ps(value) }
    }

    #[inline(always)]
    fn splat3(self, v: [f32; 3]) -> [__m256; 3] {
        [self.splat8(v[0]), self.splat8(v[1]), self.splat8(v[2])]
    }
}

impl Simd for Avx2 {
    type F = F;
    type U = U;
    type Ray = Ray;
    type Point = Point;

    #[inline(always)]
    fn splat(self, value: f32) -> F {
        [self.splat8(value); 2]
    }

    #[inline(always)]
    fn load_array(self, array: [f32; LANES]) -> F {
        unsafe { [_mm256_loadu_ps(array.as_ptr()), _mm256_loadu_ps(array[8..].as_ptr())] }
    }

    #[inline(always)]
    fn to_array(self, v: F) -> [f32; LANES] {
        let mut array = [0.0; LANES];
        unsafe {
            _mm256_storeu_ps(array.as_mut_ptr(), v[0]);
            _mm256_storeu_ps(array[8..].as_mut_ptr(), v[1]);
        }
        array
    }

    #[inline(always)]
    fn keys(self, v: F) -> [f32; CHILDREN] {
        let mut array = [0.0; CHILDREN];
        unsafe { _mm256_storeu_ps(array.as_mut_ptr(), v[0]) }
        array
    }

    #[inline(always)]
    fn to_array_u(self, v: U) -> [u32; LANES] {
        let mut array = [0; LANES];
        unsafe {
            _mm256_storeu_si256(array.as_mut_ptr().cast(), v[0]);
            _mm256_storeu_si256(array[8..].as_mut_ptr().cast(), v[1]);
        }
        array
    }

    #[inline(always)]
    fn add(self, a: F, b: F) -> F {
        unsafe { [_mm256_add_ps(a[0], b[0]), _mm256_add_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn sub(self, a: F, b: F) -> F {
        unsafe { [_mm256_sub_ps(a[0], b[0]), _mm256_sub_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn mul(self, a: F, b: F) -> F {
        unsafe { [_mm256_mul_ps(a[0], b[0]), _mm256_mul_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn div(self, a: F, b: F) -> F {
        unsafe { [_mm256_div_ps(a[0], b[0]), _mm256_div_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn min(self, a: F, b: F) -> F {
        unsafe { [_mm256_min_ps(a[0], b[0]), _mm256_min_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn max(self, a: F, b: F) -> F {
        unsafe { [_mm256_max_ps(a[0], b[0]), _mm256_max_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn abs(self, a: F) -> F {
        unsafe {
            let sign = _mm256_set1_ps(-0.0);
            [_mm256_andnot_ps(sign, a[0]), _mm256_andnot_ps(sign, a[1])]
        }
    }

    #[inline(always)]
    fn lt(self, a: F, b: F) -> u32 {
        self.signs(unsafe {
            [_mm256_cmp_ps::<_CMP_LT_OQ>(a[0], b[0]), _mm256_cmp_ps::<_CMP_LT_OQ>(a[1], b[1])]
        })
    }

    #[inline(always)]
    fn le(self, a: F, b: F) -> u32 {
        self.signs(unsafe {
            [_mm256_cmp_ps::<_CMP_LE_OQ>(a[0], b[0]), _mm256_cmp_ps::<_CMP_LE_OQ>(a[1], b[1])]
        })
    }

    #[inline(always)]
    fn eq(self, a: F, b: F) -> u32 {
        self.signs(unsafe {
            [_mm256_cmp_ps::<_CMP_EQ_OQ>(a[0], b[0]), _mm256_cmp_ps::<_CMP_EQ_OQ>(a[1], b[1])]
        })
    }

    #[inline(always)]
    fn select(self, mask: u32, a: F, b: F) -> F {
        let lanes = self.lanes(mask);
        unsafe { [_mm256_blendv_ps(b[0], a[0], lanes[0]), _mm256_blendv_ps(b[1], a[1], lanes[1])] }
    }

    #[inline(always)]
    fn smallest(self, mask: u32, a: F) -> f32 {
        let [low, high] = self.select(mask, a, self.splat(f32::INFINITY));
        unsafe {
            let eight = _mm256_min_ps(low, high);
            let four = _mm_min_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps::<1>(eight));
            let two = _mm_min_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_min_ss(two, _mm_movehdup_ps(two)))
        }
    }

    #[inline(always)]
    fn extract(self, a: F, lane: usize) -> f32 {
        unsafe { _mm256_cvtss_f32(self.look_up(a, _mm256_set1_epi32(lane as i32))) }
    }

    #[inline(always)]
    fn permute(self, table: F, index: U) -> F {
        [self.look_up(table, index[0]), self.look_up(table, index[1])]
    }

    #[inline(always)]
    fn unpack(self, bytes: &[u8; 64], code: u32, zeros: u32, base: u32) -> U {
        let code = code as usize & 31;
        let spread = self.spread(bytes, code);
        unsafe {
            let mask = _mm256_set1_epi32(FIELDS.masks[code] as i32);
            let (zeros, base) = (_mm_cvtsi32_si128(zeros as i32), _mm256_set1_epi32(base as i32));
            let low = _mm256_sll_epi32(_mm256_and_si256(spread[0], mask), zeros);
            let high = _mm256_sll_epi32(_mm256_and_si256(spread[1], mask), zeros);
            [_mm256_add_epi32(low, base), _mm256_add_epi32(high, base)]
        }
    }

    #[inline(always)]
    fn as_f32(self, a: U) -> F {
        unsafe { [_mm256_castsi256_ps(a[0]), _mm256_castsi256_ps(a[1])] }
    }

    #[inline(always)]
    fn unpack_corners(self, bytes: &[u8; 64]) -> [U; 3] {
        let [low, high] = self.spread(bytes, 12);
        unsafe {
            [
                [low, high],
                [_mm256_srli_epi32::<4>(low), _mm256_srli_epi32::<4>(high)],
                [_mm256_srli_epi32::<8>(low), _mm256_srli_epi32::<8>(high)],
            ]
        }
    }

    #[inline(always)]
    fn prefetch(self, memory: &[u8], at: usize) {
        // A hint that may name any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(memory.as_ptr().wrapping_add(at).cast()) }
    }

    #[inline(always)]
    fn prepare_ray(self, ray: &RayNode) -> Ray {
        let RayNode { inverse, near, far, negative, t_min } = *ray;
        let [x, y, z] = negative.map(|negative| 8 * usize::from(negative));
        Ray {
            inverse: self.splat3(inverse),
            near: self.splat3(near),
            far: self.splat3(far),
            first: [x, 16 + y, 32 + z],
            t_min: self.splat8(t_min),
        }
    }

    #[inline(always)]
    fn ray_node(self, node: &[u8; 64], ray: &Ray, limit: f32) -> (u32, F) {
        let (near_x, far_x) = self.slabs(node, ray, 0);
        let (near_y, far_y) = self.slabs(node, ray, 1);
        let (near_z, far_z) = self.slabs(node, ray, 2);
        unsafe {
            let enter = _mm256_max_ps(_mm256_max_ps(near_x, near_y), _mm256_max_ps(near_z, ray.t_min));
            let limit = _mm256_set1_ps(limit);
            let leave = _mm256_min_ps(_mm256_min_ps(far_x, far_y), _mm256_min_ps(far_z, limit));
            let mask = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(enter, leave)) as u32;
            (mask, [enter, _mm256_setzero_ps()])
        }
    }

    #[inline(always)]
    fn prepare_point(self, point: &PointNode) -> Point {
        Point { low: self.splat3(point.low), high: self.splat3(point.high), scale: self.splat8(point.scale) }
    }

    #[inline(always)]
    fn point_node(self, node: &[u8; 64], point: &Point, limit: f32) -> (u32, F) {
        let (x, y, z) = (self.gaps(node, point, 0), self.gaps(node, point, 1), self.gaps(node, point, 2));
        unsafe {
            let squares = _mm256_fmadd_ps(x, x, _mm256_fmadd_ps(y, y, _mm256_mul_ps(z, z)));
            let keys = _mm256_mul_ps(squares, point.scale);
            let within = _mm256_cmp_ps::<_CMP_LE_OQ>(keys, _mm256_set1_ps(limit));
            (_mm256_movemask_ps(within) as u32, [keys, _mm256_setzero_ps()])
        }
    }
}
