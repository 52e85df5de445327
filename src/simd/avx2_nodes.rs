//! The eight children of a node, in 256-bit registers: what AVX2 and AVX-512 do alike.
//!
//! A side of all children is one register: eight bytes, widened. The ray's direction says which eight are met first.

use super::node::{BIG_BITS, EXPONENT, MANTISSA, word};
use super::sizes::CHILDREN;
use glam::Vec4;
use std::arch::x86_64::*;

/// Proof that the processor has AVX2, FMA and BMI2.
#[derive(Clone, Copy)]
pub(super) struct Avx2Nodes(());

/// A prepared ray.
#[derive(Clone, Copy)]
pub(super) struct Ray {
    pub(super) inverse: [__m256; 3],
    pub(super) near: [__m256; 3],
    pub(super) far: [__m256; 3],
    /// Where in a node the sides lie that the ray meets first; the others are 8 bytes away.
    pub(super) first: [usize; 3],
    pub(super) t_min: __m256,
}

/// A prepared point.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub(super) low: [__m256; 3],
    pub(super) high: [__m256; 3],
    pub(super) scale: __m256,
}

// SAFETY, for every block below: an `Avx2Nodes` exists only where its maker had such a processor; loads read arrays of
// the size that they are given, or say why they stay inside.

impl Avx2Nodes {
    /// # Safety
    /// The processor has AVX2, FMA and BMI2.
    #[inline(always)]
    pub(super) unsafe fn new() -> Avx2Nodes {
        Avx2Nodes(())
    }

    /// The numbers of those of eight bits that are set.
    #[inline(always)]
    pub(super) fn set_bits(self, mask: u32) -> __m256i {
        unsafe {
            // Of the bytes 0 to 7 those that count, without gaps.
            let counting = _pdep_u64(mask.into(), 0x0101_0101_0101_0101) * 255;
            let numbers = _pext_u64(0x0706_0504_0302_0100, counting);
            _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(numbers as i64))
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
        unsafe { _mm256_set1_epi32(word(node, axis) as i32) }
    }

    /// Where a ray enters the eight slabs of an axis, and where it leaves them.
    #[inline(always)]
    pub(super) fn slabs(self, node: &[u8; 64], ray: &Ray, k: usize) -> (__m256, __m256) {
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

    /// How far a point is below the eight slabs of an axis, and above them; negative on the other side of that side.
    #[inline(always)]
    pub(super) fn below_above(self, node: &[u8; 64], point: &Point, k: usize) -> (__m256, __m256) {
        let header = self.header(node, k);
        let (lower, upper) = (self.sides(node, 16 * k), self.sides(node, 16 * k + 8));
        unsafe {
            let scale = _mm256_castsi256_ps(_mm256_and_si256(header, _mm256_set1_epi32(EXPONENT as i32)));
            let start = _mm256_cvtepi32_ps(_mm256_and_si256(header, _mm256_set1_epi32(MANTISSA as i32)));
            let below = _mm256_fmadd_ps(lower, scale, _mm256_sub_ps(start, point.high[k]));
            let above = _mm256_fnmadd_ps(upper, scale, _mm256_sub_ps(point.low[k], start));
            (below, above)
        }
    }

    /// How far it is outside them; 0 inside.
    #[inline(always)]
    pub(super) fn gaps(self, (below, above): (__m256, __m256)) -> __m256 {
        unsafe { _mm256_max_ps(_mm256_max_ps(below, above), _mm256_setzero_ps()) }
    }

    /// The squared lengths of vectors.
    #[inline(always)]
    pub(super) fn squares(self, x: __m256, y: __m256, z: __m256) -> __m256 {
        unsafe { _mm256_fmadd_ps(x, x, _mm256_fmadd_ps(y, y, _mm256_mul_ps(z, z))) }
    }

    #[inline(always)]
    pub(super) fn splat(self, value: f32) -> __m256 {
        unsafe { _mm256_set1_ps(value) }
    }

    #[inline(always)]
    pub(super) fn splat3(self, v: Vec4) -> [__m256; 3] {
        [self.splat(v.x), self.splat(v.y), self.splat(v.z)]
    }

    #[inline(always)]
    pub(super) fn array(self, v: __m256) -> [f32; CHILDREN] {
        let mut array = [0.0; CHILDREN];
        unsafe { _mm256_storeu_ps(array.as_mut_ptr(), v) }
        array
    }
}
