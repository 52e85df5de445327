//! The shapes that can be cast.

use crate::Result;
use crate::geometry::{
    BoxCast, BoxCastBounds, CapsuleCast, CapsuleCastBounds, CastOutcome, CastPath, EdgeRule, HullCast,
    HullCastBounds, SphereCast, Triangle,
};

/// A cast, as the caller gives it.
pub(super) trait CastShape: Copy {
    /// What is computed once for all triangles.
    type Prepared: MovingShape;

    /// Checks cast `i` of a batch.
    fn check(&self, i: usize) -> Result<()>;

    /// Prepares it.
    fn prepare(&self) -> Self::Prepared;
}

/// A shape on its way.
pub(super) trait MovingShape {
    /// The path of its box.
    fn path(&self) -> &CastPath;

    /// The reference test.
    fn cast(&self, triangle: &Triangle, rule: Option<&mut EdgeRule>) -> CastOutcome;

    /// The same for a triangle by itself, if only the time and the depth are asked for, and only up to a time.
    #[inline(always)]
    fn seek(&self, triangle: &Triangle, _limit: f32) -> CastOutcome {
        self.cast(triangle, None)
    }
}

impl MovingShape for CapsuleCastBounds {
    #[inline(always)]
    fn path(&self) -> &CastPath {
        &self.path
    }

    #[inline(never)]
    fn cast(&self, triangle: &Triangle, rule: Option<&mut EdgeRule>) -> CastOutcome {
        CapsuleCastBounds::cast(self, triangle, rule)
    }

    #[inline(never)]
    fn seek(&self, triangle: &Triangle, limit: f32) -> CastOutcome {
        CapsuleCastBounds::seek(self, triangle, limit)
    }
}

impl MovingShape for BoxCastBounds {
    #[inline(always)]
    fn path(&self) -> &CastPath {
        &self.path
    }

    #[inline(never)]
    fn cast(&self, triangle: &Triangle, rule: Option<&mut EdgeRule>) -> CastOutcome {
        BoxCastBounds::cast(self, triangle, rule)
    }

    #[inline(never)]
    fn seek(&self, triangle: &Triangle, limit: f32) -> CastOutcome {
        BoxCastBounds::seek(self, triangle, limit)
    }
}

impl MovingShape for HullCastBounds<'_> {
    #[inline(always)]
    fn path(&self) -> &CastPath {
        &self.path
    }

    #[inline(never)]
    fn cast(&self, triangle: &Triangle, rule: Option<&mut EdgeRule>) -> CastOutcome {
        HullCastBounds::cast(self, triangle, rule)
    }

    #[inline(never)]
    fn seek(&self, triangle: &Triangle, limit: f32) -> CastOutcome {
        HullCastBounds::seek(self, triangle, limit)
    }
}

impl<'a> CastShape for HullCast<'a> {
    type Prepared = HullCastBounds<'a>;

    fn check(&self, i: usize) -> Result<()> {
        HullCast::check(self, || format!("casts[{i}]"))
    }

    #[inline(always)]
    fn prepare(&self) -> HullCastBounds<'a> {
        HullCastBounds::new(self)
    }
}

impl CastShape for BoxCast {
    type Prepared = BoxCastBounds;

    fn check(&self, i: usize) -> Result<()> {
        BoxCast::check(self, || format!("casts[{i}]"))
    }

    #[inline(always)]
    fn prepare(&self) -> BoxCastBounds {
        BoxCastBounds::new(self)
    }
}

impl CastShape for SphereCast {
    type Prepared = CapsuleCastBounds;

    fn check(&self, i: usize) -> Result<()> {
        SphereCast::check(self, || format!("casts[{i}]"))
    }

    #[inline(always)]
    fn prepare(&self) -> CapsuleCastBounds {
        CapsuleCastBounds::new(&(*self).into())
    }
}

impl CastShape for CapsuleCast {
    type Prepared = CapsuleCastBounds;

    fn check(&self, i: usize) -> Result<()> {
        CapsuleCast::check(self, || format!("casts[{i}]"))
    }

    #[inline(always)]
    fn prepare(&self) -> CapsuleCastBounds {
        CapsuleCastBounds::new(self)
    }
}
