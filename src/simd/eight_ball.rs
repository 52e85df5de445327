//! Balls against the eight children of a node: how far their near sides are, and their far corners.

use super::ball::limits;
use super::eight::{Eight, Point};
use super::node::PointNode;
use super::{CHILDREN, Nodes};
use std::arch::x86_64::*;

/// A prepared ball.
#[derive(Clone, Copy)]
pub(super) struct Ball {
    center: Point,
    /// The squared radius, rounded up for what it touches and down for what it contains.
    touching: __m256,
    inside: __m256,
}

impl Ball {
    #[inline(always)]
    pub(super) fn new(eight: Eight, point: &PointNode, limit: f32) -> Ball {
        let [touching, inside] = limits(point, limit);
        let center = eight.prepare_point(point);
        Ball { center, touching: eight.splat(touching), inside: eight.splat(inside) }
    }
}

// SAFETY, for every block below: an `Eight` exists only where its maker had AVX2 and FMA.

impl Eight {
    /// [`super::Nodes::ball_node`].
    #[inline(always)]
    pub(super) fn children_in_ball(self, node: &[u8; 64], ball: &Ball) -> (u32, [f32; CHILDREN]) {
        let center = &ball.center;
        let (x, y, z) = (self.gaps(node, center, 0), self.gaps(node, center, 1), self.gaps(node, center, 2));
        let near = self.squares(x, y, z);
        let (x, y, z) =
            (self.spans(node, center, 0), self.spans(node, center, 1), self.spans(node, center, 2));
        let far = self.squares(x, y, z);
        unsafe {
            let touching = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(near, ball.touching)) as u32;
            let inside = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(far, ball.inside)) as u32;
            (touching | inside << CHILDREN, self.array(near))
        }
    }

    /// How far the farther sides of the eight slabs of an axis are from a point.
    #[inline(always)]
    fn spans(self, node: &[u8; 64], point: &Point, k: usize) -> __m256 {
        let (lower, upper, scale, start) = self.axis(node, k);
        unsafe {
            let to_upper = _mm256_fmadd_ps(upper, scale, _mm256_sub_ps(start, point.low[k]));
            let to_lower = _mm256_fnmadd_ps(lower, scale, _mm256_sub_ps(point.high[k], start));
            _mm256_max_ps(to_upper, to_lower)
        }
    }
}
