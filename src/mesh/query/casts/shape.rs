//! The shapes that can be cast.

use crate::Result;
use crate::batch::Filter;
use crate::geometry::{
    BoxCast, BoxCastBounds, Capsule, CapsuleCast, CapsuleCastBounds, CastOutcome, CastPath, EdgeRule,
    HullCast, HullCastBounds, PosedHull, SphereCast, Triangle, Vec3,
};
use crate::mesh::MeshTree;
use crate::mesh::query::contacts::{Overlapped, Overlaps};
use crate::mesh::tree::LeafTriangle;

/// A cast, as the caller gives it.
pub(super) trait CastShape: StartingShape + Copy {
    /// What is computed once for all triangles.
    type Prepared: MovingShape;

    /// Checks cast `i` of a batch.
    fn check(&self, i: usize) -> Result<()>;

    /// Prepares it.
    fn prepare(&self) -> Self::Prepared;
}

/// A shape where it starts.
pub(super) trait StartingShape {
    /// A triangle there, as contacts see it: beside, if the shape has no core to overlap one.
    fn overlapped(&self, _leaf: &LeafTriangle, _tree: MeshTree, _filter: &Filter) -> Overlapped {
        Overlapped::Beside
    }
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

    /// Returns true if a contact with a triangle that it overlaps at the start stops it.
    fn is_stopped(&self, triangle: &Triangle, normal: Vec3, depth: f32) -> bool;
}

impl<S: MovingShape + ?Sized> MovingShape for &S {
    fn path(&self) -> &CastPath {
        (**self).path()
    }

    fn cast(&self, triangle: &Triangle, rule: Option<&mut EdgeRule>) -> CastOutcome {
        (**self).cast(triangle, rule)
    }

    fn seek(&self, triangle: &Triangle, limit: f32) -> CastOutcome {
        (**self).seek(triangle, limit)
    }

    fn is_stopped(&self, triangle: &Triangle, normal: Vec3, depth: f32) -> bool {
        (**self).is_stopped(triangle, normal, depth)
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

    fn is_stopped(&self, triangle: &Triangle, normal: Vec3, depth: f32) -> bool {
        CapsuleCastBounds::is_stopped(self, triangle, normal, depth)
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

    fn is_stopped(&self, triangle: &Triangle, normal: Vec3, depth: f32) -> bool {
        BoxCastBounds::is_stopped(self, triangle, normal, depth)
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

    fn is_stopped(&self, triangle: &Triangle, normal: Vec3, depth: f32) -> bool {
        HullCastBounds::is_stopped(self, triangle, normal, depth)
    }
}

impl<'a> CastShape for HullCast<'a> {
    type Prepared = HullCastBounds<'a>;

    fn check(&self, i: usize) -> Result<()> {
        HullCast::check(self, || text!("casts[{i}]"))
    }

    #[inline(always)]
    fn prepare(&self) -> HullCastBounds<'a> {
        HullCastBounds::new(self)
    }
}

impl StartingShape for HullCast<'_> {
    fn overlapped(&self, leaf: &LeafTriangle, tree: MeshTree, filter: &Filter) -> Overlapped {
        PosedHull::new(&self.shape).overlapped(leaf, tree, filter)
    }
}

impl CastShape for BoxCast {
    type Prepared = BoxCastBounds;

    fn check(&self, i: usize) -> Result<()> {
        BoxCast::check(self, || text!("casts[{i}]"))
    }

    #[inline(always)]
    fn prepare(&self) -> BoxCastBounds {
        BoxCastBounds::new(self)
    }
}

impl StartingShape for BoxCast {
    fn overlapped(&self, leaf: &LeafTriangle, tree: MeshTree, filter: &Filter) -> Overlapped {
        self.shape.overlapped(leaf, tree, filter)
    }
}

impl CastShape for SphereCast {
    type Prepared = CapsuleCastBounds;

    fn check(&self, i: usize) -> Result<()> {
        SphereCast::check(self, || text!("casts[{i}]"))
    }

    #[inline(always)]
    fn prepare(&self) -> CapsuleCastBounds {
        CapsuleCastBounds::new(&(*self).into())
    }
}

impl StartingShape for SphereCast {}

impl CastShape for CapsuleCast {
    type Prepared = CapsuleCastBounds;

    fn check(&self, i: usize) -> Result<()> {
        CapsuleCast::check(self, || text!("casts[{i}]"))
    }

    #[inline(always)]
    fn prepare(&self) -> CapsuleCastBounds {
        CapsuleCastBounds::new(self)
    }
}

impl StartingShape for CapsuleCast {
    fn overlapped(&self, leaf: &LeafTriangle, tree: MeshTree, filter: &Filter) -> Overlapped {
        match self.capsule {
            Capsule { a, b, .. } if a == b => Overlapped::Beside,
            capsule => capsule.overlapped(leaf, tree, filter),
        }
    }
}
