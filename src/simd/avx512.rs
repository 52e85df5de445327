//! Lanes as one 512-bit register.
//!
//! A node is one load: a byte permutation puts the eight lower and eight upper sides of an axis, in the
//! order in which the ray meets them, into the mantissas of sixteen f32; three fused multiply-adds then
//! give all slab distances of eight children. The upper half of the register is kept negated, so that one
//! maximum serves for both ends. Bit fields are unpacked by a byte permutation and a variable shift.

use super::node::{BIG_BITS, EXPONENT, MANTISSA, PointNode, RayNode};
use super::{CHILDREN, Kernel, LANES, Simd, width};
use std::arch::x86_64::*;

/// Proof that the processor has the instructions.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

/// Whether the processor has the instructions.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Runs a kernel compiled for this level.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,fma,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn run<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Avx512(()))
}

/// What a byte permutation, a shift and a mask need to spread fields of each code over sixteen lanes.
#[repr(C, align(64))]
struct Fields {
    bytes: [[u8; 64]; 32],
    shifts: [[u32; 16]; 32],
    masks: [u32; 32],
}

static FIELDS: Fields = {
    let mut fields = Fields { bytes: [[0; 64]; 32], shifts: [[0; 16]; 32], masks: [0; 32] };
    let mut code = 0;
    while code < 32 {
        let width = width(code as u32) as usize;
        fields.masks[code] = ((1u64 << width) - 1) as u32;
        let mut lane = 0;
        while lane < LANES {
            let bit = lane * width;
            let mut k = 0;
            while k < 4 {
                fields.bytes[code][4 * lane + k] = (bit / 8 + k) as u8;
                k += 1;
            }
            fields.shifts[code][lane] = (bit % 8) as u32;
            lane += 1;
        }
        code += 1;
    }
    fields
};

/// For each axis and direction: the place of each side in the node, for the third byte of each lane.
#[repr(C, align(64))]
struct Sides([[[u8; 64]; 2]; 3]);

static SIDES: Sides = {
    let mut sides = Sides([[[0; 64]; 2]; 3]);
    let mut axis = 0;
    while axis < 3 {
        let mut negative = 0;
        while negative < 2 {
            let mut lane = 0;
            while lane < LANES {
                let side = if negative == 0 { lane } else { (lane + 8) % 16 };
                sides.0[axis][negative][4 * lane + 1] = (16 * axis + side) as u8;
                lane += 1;
            }
            negative += 1;
        }
        axis += 1;
    }
    sides
};

/// The upper eight lanes.
const UPPER: u16 = 0xff00;
/// Where in each lane the mantissa takes a side.
const SIDE_BITS: u32 = 0xff00;
/// 2^15, in whose mantissa bits 8 to 15 count in ones.
const SIDE_BASE: u32 = 0x4700_0000;

/// A prepared ray.
#[derive(Clone, Copy)]
pub(super) struct Ray {
    inverse: [__m256; 3],
    near: [__m256; 3],
    far: [__m256; 3],
    /// Where the sides lie that the ray meets first.
    first: [usize; 3],
    t_min: f32,
}

/// A prepared point.
#[derive(Clone, Copy)]
pub(super) struct Point {
    offset: [__m512; 3],
    sign: __m512,
    scale: f32,
}

// SAFETY, for every block below: an `Avx512` exists only where `run` has made one, so the processor has the
// instructions; loads read arrays of the size that they are given.

impl Avx512 {
    #[inline(always)]
    fn load(self, bytes: &[u8; 64]) -> __m512i {
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }

    /// The sides of one axis as f32, in the order of `places`.
    #[inline(always)]
    fn sides(self, node: __m512i, places: __m512i) -> __m512 {
        unsafe {
            let base = _mm512_set1_epi32(SIDE_BASE as i32);
            let mask = _mm512_set1_epi32(SIDE_BITS as i32);
            // base | sides & mask
            let sides = _mm512_permutexvar_epi8(places, node);
            let sides = _mm512_ternarylogic_epi32::<0xF8>(base, sides, mask);
            _mm512_sub_ps(_mm512_castsi512_ps(sides), _mm512_castsi512_ps(base))
        }
    }

    #[inline(always)]
    fn header(self, node: &[u8; 64], axis: usize) -> __m512i {
        let at = 48 + 4 * axis;
        unsafe { _mm512_set1_epi32(i32::from_le_bytes([node[at], node[at + 1], node[at + 2], node[at + 3]])) }
    }

    #[inline(always)]
    fn places(self, axis: usize, negative: bool) -> __m512i {
        self.load(&SIDES.0[axis][usize::from(negative)])
    }

    /// Eight sides of a node as f32, from the byte `at` on, which is a multiple of 8 below 64.
    #[inline(always)]
    fn eight_sides(self, node: &[u8; 64], at: usize) -> __m256 {
        // SAFETY: eight bytes from at most 56 on.
        unsafe {
            let bytes = _mm_loadl_epi64(node.as_ptr().add(at & 56).cast());
            _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes))
        }
    }

    /// Where a ray enters the eight slabs of an axis, and where it leaves them.
    #[inline(always)]
    fn slabs(self, node: &[u8; 64], ray: &Ray, k: usize) -> (__m256, __m256) {
        let at = 48 + 4 * k;
        let header = i32::from_le_bytes([node[at], node[at + 1], node[at + 2], node[at + 3]]);
        unsafe {
            let header = _mm256_set1_epi32(header);
            let exponent = _mm256_and_si256(header, _mm256_set1_epi32(EXPONENT as i32));
            let scale = _mm256_mul_ps(_mm256_castsi256_ps(exponent), ray.inverse[k]);
            let big = _mm256_set1_epi32(BIG_BITS as i32);
            // big | header & mantissa
            let start = _mm256_ternarylogic_epi32::<0xF8>(big, header, _mm256_set1_epi32(MANTISSA as i32));
            let start = _mm256_castsi256_ps(start);
            let near = _mm256_fmsub_ps(start, ray.inverse[k], ray.near[k]);
            let far = _mm256_fmsub_ps(start, ray.inverse[k], ray.far[k]);
            let first = ray.first[k];
            (
                _mm256_fmadd_ps(self.eight_sides(node, first), scale, near),
                _mm256_fmadd_ps(self.eight_sides(node, first ^ 8), scale, far),
            )
        }
    }

    /// How far a point is outside the eight slabs of an axis; 0 inside.
    #[inline(always)]
    fn gaps(self, node: &[u8; 64], bits: __m512i, point: &Point, k: usize) -> __m256 {
        let header = self.header(node, k);
        let sides = self.sides(bits, self.places(k, false));
        unsafe {
            let exponent = _mm512_and_si512(header, _mm512_set1_epi32(EXPONENT as i32));
            let start = _mm512_cvtepi32_ps(_mm512_and_si512(header, _mm512_set1_epi32(MANTISSA as i32)));
            let start = _mm512_sub_ps(start, point.offset[k]);
            let gaps =
                _mm512_mul_ps(_mm512_fmadd_ps(sides, _mm512_castsi512_ps(exponent), start), point.sign);
            let (below, above) = (_mm512_castps512_ps256(gaps), _mm512_extractf32x8_ps::<1>(gaps));
            _mm256_max_ps(_mm256_max_ps(below, above), _mm256_setzero_ps())
        }
    }

    /// `low` in the lower eight lanes, `high` in the upper ones.
    #[inline(always)]
    fn halves(self, low: f32, high: f32) -> __m512 {
        unsafe { _mm512_mask_mov_ps(_mm512_set1_ps(low), UPPER, _mm512_set1_ps(high)) }
    }
}

impl Simd for Avx512 {
    type F = __m512;
    type U = __m512i;
    type Ray = Ray;
    type Point = Point;

    #[inline(always)]
    fn splat(self, value: f32) -> __m512 {
        unsafe { _mm512_set1_ps(value) }
    }

    #[inline(always)]
    fn load_array(self, array: [f32; LANES]) -> __m512 {
        unsafe { _mm512_loadu_ps(array.as_ptr()) }
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[u8; 64]) -> __m512 {
        unsafe { _mm512_loadu_ps(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn to_array(self, v: __m512) -> [f32; LANES] {
        let mut array = [0.0; LANES];
        unsafe { _mm512_storeu_ps(array.as_mut_ptr(), v) }
        array
    }

    #[inline(always)]
    fn keys(self, v: __m512) -> [f32; CHILDREN] {
        let mut array = [0.0; CHILDREN];
        unsafe { _mm256_storeu_ps(array.as_mut_ptr(), _mm512_castps512_ps256(v)) }
        array
    }

    #[inline(always)]
    fn to_array_u(self, v: __m512i) -> [u32; LANES] {
        let mut array = [0; LANES];
        unsafe { _mm512_storeu_si512(array.as_mut_ptr().cast(), v) }
        array
    }

    #[inline(always)]
    fn add(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_add_ps(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_sub_ps(a, b) }
    }

    #[inline(always)]
    fn mul(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_mul_ps(a, b) }
    }

    #[inline(always)]
    fn div(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_div_ps(a, b) }
    }

    #[inline(always)]
    fn min(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_min_ps(a, b) }
    }

    #[inline(always)]
    fn max(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_max_ps(a, b) }
    }

    #[inline(always)]
    fn abs(self, a: __m512) -> __m512 {
        unsafe { _mm512_abs_ps(a) }
    }

    #[inline(always)]
    fn lt(self, a: __m512, b: __m512) -> u32 {
        unsafe { _mm512_cmp_ps_mask::<_CMP_LT_OQ>(a, b).into() }
    }

    #[inline(always)]
    fn le(self, a: __m512, b: __m512) -> u32 {
        unsafe { _mm512_cmp_ps_mask::<_CMP_LE_OQ>(a, b).into() }
    }

    #[inline(always)]
    fn eq(self, a: __m512, b: __m512) -> u32 {
        unsafe { _mm512_cmp_ps_mask::<_CMP_EQ_OQ>(a, b).into() }
    }

    #[inline(always)]
    fn select(self, mask: u32, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_mask_mov_ps(b, mask as u16, a) }
    }

    #[inline(always)]
    fn smallest(self, mask: u32, a: __m512) -> f32 {
        unsafe { _mm512_reduce_min_ps(_mm512_mask_mov_ps(_mm512_set1_ps(f32::INFINITY), mask as u16, a)) }
    }

    #[inline(always)]
    fn extract(self, a: __m512, lane: usize) -> f32 {
        unsafe { _mm512_cvtss_f32(_mm512_permutexvar_ps(_mm512_set1_epi32(lane as i32), a)) }
    }

    #[inline(always)]
    fn permute(self, table: __m512, index: __m512i) -> __m512 {
        unsafe { _mm512_permutexvar_ps(index, table) }
    }

    #[inline(always)]
    fn unpack(self, bytes: &[u8; 64], code: u32, zeros: u32, base: u32) -> __m512i {
        let code = code as usize & 31;
        let places = self.load(&FIELDS.bytes[code]);
        unsafe {
            let shifts = _mm512_loadu_si512(FIELDS.shifts[code].as_ptr().cast());
            let spread = _mm512_srlv_epi32(_mm512_permutexvar_epi8(places, self.load(bytes)), shifts);
            let field = _mm512_and_si512(spread, _mm512_set1_epi32(FIELDS.masks[code] as i32));
            let moved = _mm512_sll_epi32(field, _mm_cvtsi32_si128(zeros as i32));
            _mm512_add_epi32(moved, _mm512_set1_epi32(base as i32))
        }
    }

    #[inline(always)]
    fn as_f32(self, a: __m512i) -> __m512 {
        unsafe { _mm512_castsi512_ps(a) }
    }

    #[inline(always)]
    fn unpack_corners(self, bytes: &[u8; 64]) -> [__m512i; 3] {
        let places = self.load(&FIELDS.bytes[12]);
        unsafe {
            let shifts = _mm512_loadu_si512(FIELDS.shifts[12].as_ptr().cast());
            let groups = _mm512_srlv_epi32(_mm512_permutexvar_epi8(places, self.load(bytes)), shifts);
            [groups, _mm512_srli_epi32::<4>(groups), _mm512_srli_epi32::<8>(groups)]
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
        let splat = |value: f32| unsafe { _mm256_set1_ps(value) };
        let first = |k: usize| 16 * k + 8 * usize::from(negative[k]);
        Ray {
            inverse: [splat(inverse[0]), splat(inverse[1]), splat(inverse[2])],
            near: [splat(near[0]), splat(near[1]), splat(near[2])],
            far: [splat(far[0]), splat(far[1]), splat(far[2])],
            first: [first(0), first(1), first(2)],
            t_min,
        }
    }

    #[inline(always)]
    fn ray_node(self, node: &[u8; 64], ray: &Ray, limit: f32) -> (u32, __m512) {
        let x = self.slabs(node, ray, 0);
        let y = self.slabs(node, ray, 1);
        let z = self.slabs(node, ray, 2);
        unsafe {
            let enter = _mm256_max_ps(_mm256_max_ps(x.0, y.0), _mm256_max_ps(z.0, _mm256_set1_ps(ray.t_min)));
            let leave = _mm256_min_ps(_mm256_min_ps(x.1, y.1), _mm256_min_ps(z.1, _mm256_set1_ps(limit)));
            (_mm256_cmp_ps_mask::<_CMP_LE_OQ>(enter, leave).into(), _mm512_castps256_ps512(enter))
        }
    }

    #[inline(always)]
    fn prepare_point(self, point: &PointNode) -> Point {
        let PointNode { low, high, .. } = *point;
        let offset =
            [self.halves(high[0], low[0]), self.halves(high[1], low[1]), self.halves(high[2], low[2])];
        Point { offset, sign: self.halves(1.0, -1.0), scale: point.scale }
    }

    #[inline(always)]
    fn point_node(self, node: &[u8; 64], point: &Point, limit: f32) -> (u32, __m512) {
        let bits = self.load(node);
        let x = self.gaps(node, bits, point, 0);
        let y = self.gaps(node, bits, point, 1);
        let z = self.gaps(node, bits, point, 2);
        unsafe {
            let squares = _mm256_fmadd_ps(x, x, _mm256_fmadd_ps(y, y, _mm256_mul_ps(z, z)));
            let keys = _mm256_mul_ps(squares, _mm256_set1_ps(point.scale));
            let mask = _mm256_cmp_ps_mask::<_CMP_LE_OQ>(keys, _mm256_set1_ps(limit));
            (mask.into(), _mm512_castps256_ps512(keys))
        }
    }
}
