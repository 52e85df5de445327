//! The axis between the closest points so far, along which most other pairs of triangles are farther apart: a
//! separating axis that is kept from one test to the next.

use crate::geometry::{ClosestOnTriangles, Vec3};
use crate::mesh::tree::pairs::PairBlock;
use crate::simd::Simd;

/// Rounding of the difference of two heights over an axis, over how far corners are from its origin: 2^-17,
/// which is four times what `docs/exactness.md` counts. The smallest normal number is added for products that
/// underflow, six of them by 2^-150.
const ROUNDING: f32 = 1.0 / 131_072.0;
/// The factor of a limit with which rounding of the axis' length and of sums does not matter.
const SLACK: f32 = 1.0 + 1.0 / 262_144.0;

/// An axis from the first mesh to the second.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    origin: Vec3,
    /// Of unit length, but for a rounding.
    direction: Vec3,
}

impl Axis {
    /// From the closest point of the one to that of the other; `None` where they are too near each other to
    /// say.
    pub(super) fn between(closest: &ClosestOnTriangles) -> Option<Axis> {
        let offset = closest.on_b.as_dvec3() - closest.on_a.as_dvec3();
        let direction = offset.try_normalize()?.as_vec3();
        Some(Axis { origin: closest.on_a, direction })
    }

    /// Triangles of the two blocks are farther apart than the limit where their heights differ by more than
    /// this.
    #[inline(always)]
    pub(super) fn margin(&self, limit: f32, blocks: [&PairBlock; 2]) -> f32 {
        let mut reach = 0.0;
        for block in blocks {
            let far = (block.bounds.max - self.origin).abs().max((block.bounds.min - self.origin).abs());
            reach = far.max_element().max(reach);
        }
        limit * SLACK + (reach * ROUNDING + f32::MIN_POSITIVE)
    }

    /// The heights over the origin of the highest corners.
    #[inline(always)]
    pub(super) fn most<S: Simd>(&self, simd: S, block: &PairBlock) -> S::F {
        let [a, b, c] = self.heights(simd, block);
        simd.max(simd.max(a, b), c)
    }

    /// Those of the lowest corners.
    #[inline(always)]
    pub(super) fn least<S: Simd>(&self, simd: S, block: &PairBlock) -> S::F {
        let [a, b, c] = self.heights(simd, block);
        simd.min(simd.min(a, b), c)
    }

    #[inline(always)]
    fn heights<S: Simd>(&self, simd: S, block: &PairBlock) -> [S::F; 3] {
        let splat = |v: Vec3| [simd.splat(v.x), simd.splat(v.y), simd.splat(v.z)];
        block.heights(simd, splat(self.direction), splat(self.origin))
    }
}
