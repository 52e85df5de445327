//! Balls against the eight children of a node: how far their near sides are, and their far corners.

use super::CHILDREN;
use super::ball::limits;
use super::eight::Eight;
use super::node::{EXPONENT, MANTISSA, PointNode};
use std::arch::x86_64::*;

/// A prepared ball.
#[derive(Clone, Copy)]
pub(super) struct Ball {
    /// Its centre, moved down and up by the padding.
    low: [__m256; 3],
    high: [__m256; 3],
    /// The squared radius, rounded up for what it touches and down for what it contains.
    touching: __m256,
    inside: __m256,
}

impl Ball {
    #[inline(always)]
    pub(super) fn new(eight: Eight, point: &PointNode, limit: f32) -> Ball {
        let [touching, inside] = limits(point, limit);
        let (low, high) = (eight.splat3(point.low), eight.splat3(point.high));
        Ball { low, high, touching: eight.splat(touching), inside: eight.splat(inside) }
    }
}

// SAFETY, for every block below: an `Eight` exists only where its maker had AVX2 and FMA.

impl Eight {
    /// [`super::Nodes::ball_node`].
    #[inline(always)]
    pub(super) fn children_in_ball(self, node: &[u8; 64], ball: &Ball) -> (u32, [f32; CHILDREN]) {
        let (near_x, far_x) = self.reach(node, ball, 0);
        let (near_y, far_y) = self.reach(node, ball, 1);
        let (near_z, far_z) = self.reach(node, ball, 2);
        let (near, far) = (self.squares(near_x, near_y, near_z), self.squares(far_x, far_y, far_z));
        unsafe {
            let touching = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(near, ball.touching)) as u32;
            let inside = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(far, ball.inside)) as u32;
            (touching | inside << CHILDREN, self.array(near))
        }
    }

    /// How far the near and the far sides of the slabs of an axis are at least and at most; 0 for the near ones inside.
    #[inline(always)]
    fn reach(self, node: &[u8; 64], ball: &Ball, k: usize) -> (__m256, __m256) {
        let header = self.header(node, k);
        let (lower, upper) = (self.sides(node, 16 * k), self.sides(node, 16 * k + 8));
        let (low, high) = (ball.low[k], ball.high[k]);
        unsafe {
            let scale = _mm256_castsi256_ps(_mm256_and_si256(header, _mm256_set1_epi32(EXPONENT as i32)));
            let start = _mm256_cvtepi32_ps(_mm256_and_si256(header, _mm256_set1_epi32(MANTISSA as i32)));
            let below = _mm256_fmadd_ps(lower, scale, _mm256_sub_ps(start, high));
            let above = _mm256_fnmadd_ps(upper, scale, _mm256_sub_ps(low, start));
            let near = _mm256_max_ps(_mm256_max_ps(below, above), _mm256_setzero_ps());
            let to_upper = _mm256_fmadd_ps(upper, scale, _mm256_sub_ps(start, low));
            let to_lower = _mm256_fnmadd_ps(lower, scale, _mm256_sub_ps(high, start));
            (near, _mm256_max_ps(to_upper, to_lower))
        }
    }

    #[inline(always)]
    fn squares(self, x: __m256, y: __m256, z: __m256) -> __m256 {
        unsafe { _mm256_fmadd_ps(x, x, _mm256_fmadd_ps(y, y, _mm256_mul_ps(z, z))) }
    }
}
