//! Spheres against the eight children of a node: how far their near sides are, and their far corners.

use super::avx2_nodes::{Avx2Nodes, Point};
use super::node::PointNode;
use super::node_kernels::Nodes;
use super::sizes::CHILDREN;
use super::sphere::limits;
use std::arch::x86_64::*;

/// A prepared sphere.
#[derive(Clone, Copy)]
pub(super) struct PreparedSphere {
    center: Point,
    /// The squared radius, rounded up for what it touches and down for what it contains.
    touching: __m256,
    inside: __m256,
}

impl PreparedSphere {
    #[inline(always)]
    pub(super) fn new(simd: Avx2Nodes, point: &PointNode, limit: f32) -> PreparedSphere {
        let [touching, inside] = limits(point, limit);
        let center = simd.prepare_point(point);
        PreparedSphere { center, touching: simd.splat(touching), inside: simd.splat(inside) }
    }
}

// SAFETY, for every block below: an `Avx2Nodes` exists only where its maker had AVX2 and FMA.

impl Avx2Nodes {
    /// [`super::Nodes::sphere_node`].
    #[inline(always)]
    pub(super) fn children_in_sphere(
        self,
        node: &[u8; 64],
        sphere: &PreparedSphere,
    ) -> (u32, [f32; CHILDREN]) {
        let center = &sphere.center;
        let x = self.below_above(node, center, 0);
        let y = self.below_above(node, center, 1);
        let z = self.below_above(node, center, 2);
        let near = self.squares(self.gaps(x), self.gaps(y), self.gaps(z));
        let far = self.squares(self.farther(x), self.farther(y), self.farther(z));
        unsafe {
            let touching = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(near, sphere.touching)) as u32;
            let inside = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(far, sphere.inside)) as u32;
            (touching | inside << CHILDREN, self.array(near))
        }
    }

    /// Minus how far it is from a point to the farther side of the slabs that it is so far below and above.
    #[inline(always)]
    fn farther(self, (below, above): (__m256, __m256)) -> __m256 {
        unsafe { _mm256_min_ps(below, above) }
    }
}
