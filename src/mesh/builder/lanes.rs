//! Boxes and triangles as the builder handles them: in four lanes, so that one instruction serves all axes.

use crate::geometry::{Aabb, max};
use crate::simd::{LANES8, Simd8};
use bytemuck::{Pod, Zeroable, cast_ref};
use glam::Vec4;

/// A box in the first three lanes; the fourth means nothing. The sign of a zero may depend on the platform's
/// minimum, until [`Box4::to_aabb`]. Aligned, so that none lies across two cache lines.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(32))]
pub(super) struct Box4 {
    pub(super) lower: Vec4,
    pub(super) upper: Vec4,
}

impl Box4 {
    pub(super) const EMPTY: Box4 = Box4 { lower: Vec4::INFINITY, upper: Vec4::NEG_INFINITY };

    pub(super) fn new(bounds: &Aabb) -> Box4 {
        Box4 { lower: bounds.min.extend(0.0), upper: bounds.max.extend(0.0) }
    }

    #[inline(always)]
    pub(super) fn point(at: Vec4) -> Box4 {
        Box4 { lower: at, upper: at }
    }

    #[inline(always)]
    pub(super) fn union(self, other: Box4) -> Box4 {
        Box4 { lower: self.lower.min(other.lower), upper: self.upper.max(other.upper) }
    }

    /// The common part of both; see [`Box4::is_any`].
    #[inline(always)]
    pub(super) fn common(self, other: Box4) -> Box4 {
        Box4 { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Returns true if it contains a point.
    #[inline(always)]
    pub(super) fn is_any(self) -> bool {
        self.lower.truncate().cmple(self.upper.truncate()).all()
    }

    #[inline(always)]
    pub(super) fn extent(self) -> Vec4 {
        self.upper - self.lower
    }

    /// Half the surface area when all lengths are multiplied by `scale`.
    #[inline(always)]
    pub(super) fn half_area(self, scale: Vec4) -> f32 {
        let size = self.extent() * scale;
        (size.x * size.y + size.y * size.z) + size.z * size.x
    }

    /// The factor that brings the lengths of this box near one, so that no area overflows or vanishes.
    #[inline]
    pub(super) fn scale(self) -> Vec4 {
        let size = self.extent();
        let largest = crate::geometry::max(crate::geometry::max(size.x, size.y), size.z);
        Vec4::splat(crate::geometry::unit_scale(largest))
    }

    #[inline]
    pub(super) fn to_aabb(self) -> Aabb {
        let unsigned_zero = |v: Vec4| (v + Vec4::ZERO).truncate();
        Aabb { min: unsigned_zero(self.lower), max: unsigned_zero(self.upper) }
    }
}

/// A box that grows, as eight numbers of which each is the highest so far: the lower corner's, negated, and the upper one's.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Reach([f32; LANES8]);

impl Reach {
    pub(super) const EMPTY: Reach = Reach([f32::NEG_INFINITY; LANES8]);

    /// A triangle's.
    #[inline(always)]
    pub(super) fn of<S: Simd8>(s: S, p: &Primitive) -> S::F {
        const SIGNS: [f32; LANES8] = [-1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0];
        s.mul(s.load_array(cast_ref(p)), s.load_array(&SIGNS))
    }

    #[inline(always)]
    pub(super) fn add<S: Simd8>(&mut self, s: S, other: S::F) {
        self.0 = s.to_array(s.max(s.load_array(&self.0), other));
    }

    #[inline(always)]
    pub(super) fn union(&mut self, other: &Reach) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own = max(*own, other);
        }
    }

    #[inline(always)]
    pub(super) fn bounds(&self) -> Box4 {
        let [a, b, c, d, upper @ ..] = self.0;
        Box4 { lower: -Vec4::new(a, b, c, d), upper: Vec4::from_array(upper) }
    }
}

/// A triangle: its box, and its index in the fourth lanes. There it stands as the fractions of two numbers
/// between 1 and 2, because arithmetic on a small integer's bits would be slow: they are a denormal number.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(transparent)]
pub(super) struct Primitive(Box4);

const FRACTION_BITS: u32 = 23;

impl Primitive {
    #[inline(always)]
    pub(super) fn new(bounds: &Aabb, triangle: u32) -> Primitive {
        let fraction = |bits: u32| f32::from_bits(1f32.to_bits() | bits);
        let low = fraction(triangle & ((1 << FRACTION_BITS) - 1));
        let high = fraction(triangle >> FRACTION_BITS);
        Primitive(Box4 { lower: bounds.min.extend(low), upper: bounds.max.extend(high) })
    }

    #[inline(always)]
    pub(super) fn bounds(&self) -> Box4 {
        self.0
    }

    #[inline(always)]
    pub(super) fn triangle(&self) -> u32 {
        let fraction = |lane: f32| lane.to_bits() ^ 1f32.to_bits();
        fraction(self.0.lower.w) | fraction(self.0.upper.w) << FRACTION_BITS
    }

    /// Half its centre, so that the difference of two is finite. Zero has no sign here, because centres
    /// are sorted by their bits.
    #[inline(always)]
    pub(super) fn centroid(&self) -> Vec4 {
        (self.0.lower * 0.25 + self.0.upper * 0.25) + Vec4::ZERO
    }

    /// The same along one axis.
    #[inline(always)]
    pub(super) fn centroid_along(&self, axis: usize) -> f32 {
        let Box4 { lower, upper } = &self.0;
        (lower.as_ref()[axis] * 0.25 + upper.as_ref()[axis] * 0.25) + 0.0
    }
}

/// The boxes around some triangles and around their centroids.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) bounds: Box4,
    pub(super) centroids: Box4,
}

impl Extent {
    pub(super) const EMPTY: Extent = Extent { bounds: Box4::EMPTY, centroids: Box4::EMPTY };

    #[inline(always)]
    pub(super) fn of(primitives: &[Primitive]) -> Extent {
        primitives.iter().fold(Extent::EMPTY, |all, p| all.union(Extent::one(p)))
    }

    #[inline(always)]
    pub(super) fn one(p: &Primitive) -> Extent {
        Extent { bounds: p.bounds(), centroids: Box4::point(p.centroid()) }
    }

    #[inline(always)]
    pub(super) fn union(self, other: Extent) -> Extent {
        Extent { bounds: self.bounds.union(other.bounds), centroids: self.centroids.union(other.centroids) }
    }
}

/// A number's bits so that, as integers, they are ordered as the numbers are.
#[inline(always)]
pub(super) fn sortable(number: f32) -> i32 {
    let bits = number.to_bits() as i32;
    bits ^ (bits >> 31 & i32::MAX)
}

/// The order of triangles along an axis: by the centroid, then by the index.
pub(super) type Key = (i32, u32);

#[inline]
pub(super) fn key(p: &Primitive, axis: usize) -> Key {
    (sortable(p.centroid()[axis]), p.triangle())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Vec3;

    #[test]
    fn the_index_comes_back() {
        for triangle in [0, 1, 0x7f_ffff, 0x80_0000, 0x1234_5678, u32::MAX - 1] {
            let p = Primitive::new(&Aabb::new(Vec3::ZERO, Vec3::ONE), triangle);
            assert_eq!(p.triangle(), triangle);
            assert_eq!(p.bounds().to_aabb(), Aabb::new(Vec3::ZERO, Vec3::ONE));
        }
    }

    #[test]
    fn centroids_of_any_boxes_have_a_finite_distance() {
        let low = Primitive::new(&Aabb::new(Vec3::splat(f32::MIN), Vec3::splat(f32::MIN)), 0);
        let high = Primitive::new(&Aabb::new(Vec3::splat(f32::MAX), Vec3::splat(f32::MAX)), 1);
        assert!((high.centroid() - low.centroid()).truncate().is_finite());
    }
}
