//! Swept sphere: rays against boxes that grow by the radius × nearest first × the moving sphere's test.

use super::engine::Query;
use super::lanes::swept_lanes;
use super::{Batch, Filter, NO_TRIANGLE, Output, check_coordinates, check_length_of};
use crate::Result;
use crate::bits::bits;
use crate::geometry::{
    Aabb, SphereCast, SphereCastBounds, Triangle, Vec3, sphere_cast_contact, sphere_cast_triangle,
};
use crate::mesh::tree::{Block, LeafTriangle, NearestFirst, RayTest, Tree, Visitor};
use crate::mesh::{Mesh, MeshTree};
use crate::simd::Simd;
use std::ops::ControlFlow;

/// The first contact of a moving sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit {
    /// Time from 0 to 1; 0 if the sphere touches at the start and moves nearer; infinite for a miss.
    pub t: f32,
    /// The point of the surface that is touched; zero for a miss.
    pub point: Vec3,
    /// Unit vector from that point towards the sphere's centre at `t`; the triangle's normal against the
    /// motion where the two coincide; zero for a miss.
    pub normal: Vec3,
    /// The triangle, or [`NO_TRIANGLE`].
    pub triangle: u32,
}

impl CastHit {
    /// The answer of a cast that touches nothing.
    pub const MISS: CastHit =
        CastHit { t: f32::INFINITY, point: Vec3::ZERO, normal: Vec3::ZERO, triangle: NO_TRIANGLE };
}

struct FirstContact {
    cast: SphereCastBounds,
    limit: f32,
    index: u32,
    triangle: Option<Triangle>,
}

impl Visitor for FirstContact {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        if let Some(t) = sphere_cast_triangle(&self.cast, &leaf.triangle)
            && (t < self.limit || (t == self.limit && leaf.index < self.index))
        {
            self.limit = t;
            self.index = leaf.index;
            self.triangle = Some(leaf.triangle);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        for lane in bits(swept_lanes(simd, &self.cast.line, block, seen, self.limit)) {
            let lane = lane as usize;
            // Nothing is earlier than the start, and there only a lower index counts.
            if self.limit != 0.0 || block.id(lane) <= self.index {
                let _ = self.triangle(&block.triangle(lane));
            }
        }
        ControlFlow::Continue(())
    }
}

/// The first contact.
struct FirstTouch;

impl Query for FirstTouch {
    type Input = SphereCast;
    type Answer = CastHit;

    fn check(cast: &SphereCast, i: usize) -> Result<()> {
        check_coordinates(cast.origin, || format!("casts[{i}].origin"))?;
        check_length_of(cast.radius, false, || format!("casts[{i}].radius"))?;
        check_coordinates(cast.displacement, || format!("casts[{i}].displacement"))
    }

    fn nothing(_: &SphereCast) -> CastHit {
        CastHit::MISS
    }

    type Order = NearestFirst;
    type Test = RayTest;
    type Visitor<'a> = FirstContact;

    #[inline(always)]
    fn begin(whole: &Aabb, cast: &SphereCast, _: &Filter) -> (RayTest, FirstContact) {
        let prepared = SphereCastBounds::new(cast);
        let test = RayTest::new(prepared.line_in(whole), whole, 0.0, 1.0);
        (test, FirstContact { cast: prepared, limit: 1.0, index: NO_TRIANGLE, triangle: None })
    }

    /// The time, the triangle and its index.
    type Found = Option<(f32, Triangle, u32)>;

    #[inline(always)]
    fn found(visitor: &FirstContact) -> Option<(f32, Triangle, u32)> {
        visitor.triangle.map(|triangle| (visitor.limit, triangle, visitor.index))
    }

    type Wanted = ();

    #[inline(always)]
    fn answer<L: Tree>(_: L, cast: &SphereCast, found: &Option<(f32, Triangle, u32)>, (): ()) -> CastHit {
        let Some((t, triangle, index)) = *found else { return CastHit::MISS };
        let (point, normal) = sphere_cast_contact(cast, t, &triangle);
        CastHit { t, point, normal, triangle: index }
    }
}

impl Mesh<'_> {
    /// The first contact of each moving sphere with the surface. Contact at exactly `t == 1` counts.
    /// Triangles are hit from both sides. Among equally early contacts, the lowest triangle index wins.
    ///
    /// Contact at the start: let `n` be the unit vector to the sphere's centre from the closest point of a
    /// triangle that the sphere touches or overlaps at `t == 0`; if the centre is on the triangle, `n` is the
    /// triangle's normal. If `dot(n, displacement) < 0`, the sphere moves into the triangle, and hits it at
    /// `t == 0`. Otherwise it slides along the triangle or leaves it, and never hits it. A displacement of
    /// zero makes the cast an overlap test: `t == 0` for what touches.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a cast, before anything
    /// is written.
    pub fn cast_sphere(
        &self,
        casts: &(impl Batch<SphereCast> + ?Sized),
        filter: &Filter,
        hits: &mut (impl Output<CastHit> + ?Sized),
    ) -> Result<()> {
        self.tree().answer::<FirstTouch>(casts, filter, (), hits)
    }
}

impl MeshTree<'_> {
    /// [`Mesh::cast_sphere`] of one sphere, by itself.
    pub(crate) fn cast_one(self, cast: &SphereCast) -> Result<CastHit> {
        self.answer_one::<FirstTouch>(cast, &Filter::default(), ())
    }
}
