//! Closest point on the surface, decided in f64 among the triangles that f32 cannot tell apart.
//!
//! Beside a seam, f32 does not know the edge of one triangle from the face of the next, which is nearer by as little as
//! the square of how far away the edge is; the direction to the one is off by that distance. For a distance that makes
//! no difference, for the normal of a contact it does.

use super::distance_lanes::distance_lanes;
use super::engine::{OneByOne, Query};
use super::nearest::{KeyBounds, nearest_lane};
use super::{Filter, check_length_of};
use crate::Result;
use crate::geometry::{Aabb, Triangle, Vec3, closest_offset, distance_squared_triangle, max_abs};
use crate::mesh::MeshTree;
use crate::mesh::tree::{Block, LeafTriangle, NearestFirst, PointTest, Tree, Visitor};
use crate::simd::Simd;
use glam::DVec3;
use std::ops::ControlFlow;

/// A point whose closest triangle is searched.
#[derive(Clone, Copy)]
pub(crate) struct ExactPoint {
    pub(crate) point: DVec3,
    /// Triangles count whose squared distance from the point in f32, by the reference arithmetic, is at most this.
    pub(crate) limit: f32,
}

/// The closest triangle, and its point that is closest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ExactClosest {
    pub(crate) triangle: Triangle,
    /// From the query point.
    pub(crate) offset: DVec3,
}

struct ExactGoal {
    exact: DVec3,
    point: Vec3,
    /// Squared distance in f32 that counts.
    limit: f32,
    /// By how much the root of a key may be off from the distance in f64.
    slack: f32,
    /// By squared distance, and among equal ones the one with the lowest index.
    best: Option<(f64, u32, ExactClosest)>,
}

impl ExactGoal {
    /// `whole` is the box around everything. With `u` = 2^-24 and `F` for how far, along an axis, its farthest corner is, no
    /// corner of a triangle is farther than `1.8 F`. A key's root is off by `16 u` of that, and by the point's own rounding,
    /// `1.8 u` of its largest coordinate; here `32 u` and `2 u` are allowed for, and the roundings of the limit. A square that
    /// underflows is off by some 2^-150; the smallest normal number is allowed for that.
    #[inline(always)]
    fn new(whole: &Aabb, query: &ExactPoint) -> ExactGoal {
        let point = query.point.as_vec3();
        let far = max_abs((whole.min - point).abs().max((whole.max - point).abs()));
        let slack = far * (1.0 / 524_288.0) + max_abs(point) * (1.0 / 8_388_608.0);
        ExactGoal { exact: query.point, point, limit: query.limit, slack, best: None }
    }

    /// Not inlined: it is not lane code, and rare.
    #[inline(never)]
    fn take(&mut self, &LeafTriangle { index, triangle, .. }: &LeafTriangle) {
        let (offset, _) = closest_offset(self.exact, &triangle);
        let square = offset.length_squared();
        if self.best.is_none_or(|best| square < best.0 || square == best.0 && index < best.1) {
            self.best = Some((square, index, ExactClosest { triangle, offset }));
            // No triangle that is as near has a larger key: `ExactGoal::new` says why.
            let distance = square.sqrt() as f32 + self.slack;
            let limit = distance * distance * (1.0 + 1.0 / 262_144.0) + f32::MIN_POSITIVE;
            self.limit = if limit < self.limit { limit } else { self.limit };
        }
    }
}

impl Visitor for ExactGoal {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        if distance_squared_triangle(self.point, &leaf.triangle) <= self.limit {
            self.take(leaf);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        let KeyBounds { mut mask, low, high, .. } =
            distance_lanes(simd, self.point, block, seen, self.limit, 0);
        while mask != 0 {
            let (lane, _) = nearest_lane(simd, mask, high);
            mask &= !(1 << lane);
            if simd.extract(low, lane) <= self.limit {
                let _ = self.triangle(&block.triangle(lane));
            }
        }
        ControlFlow::Continue(())
    }
}

/// The closest triangle in f64.
struct ClosestExactly;

impl Query for ClosestExactly {
    type Input = ExactPoint;
    type Answer = Option<ExactClosest>;

    fn check(query: &ExactPoint, i: usize) -> Result<()> {
        check_length_of(query.limit, true, || text!("queries[{i}].limit"))
    }

    fn nothing(_: &ExactPoint) -> Option<ExactClosest> {
        None
    }

    type Order = NearestFirst;
    type Test = PointTest;
    type Visitor<'a> = ExactGoal;

    #[inline(always)]
    fn begin(whole: &Aabb, query: &ExactPoint, _: &Filter) -> (PointTest, ExactGoal) {
        let goal = ExactGoal::new(whole, query);
        (PointTest(goal.point), goal)
    }

    type Setup = OneByOne;

    type Leaves = OneByOne;

    type Found = Option<ExactClosest>;

    #[inline(always)]
    fn found(visitor: &ExactGoal) -> Option<ExactClosest> {
        visitor.best.map(|best| best.2)
    }

    type Wanted = ();

    #[inline(always)]
    fn answer<L: Tree>(_: L, _: &ExactPoint, found: &Option<ExactClosest>, (): ()) -> Option<ExactClosest> {
        *found
    }
}

impl MeshTree<'_> {
    /// The closest triangle that the filter sees: the nearest in f64 of those whose distance in f32 counts, and of equally near
    /// ones the first.
    pub(crate) fn closest_exactly(self, query: ExactPoint, filter: &Filter) -> Option<ExactClosest> {
        // A limit that is no length has no triangle within it.
        self.answer_one::<ClosestExactly>(&query, filter, ()).unwrap_or(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::min;
    use crate::mesh::{CookOptions, LayoutKind, Mesh, MeshInput};

    fn vector(rng: &mut fastrand::Rng) -> DVec3 {
        DVec3::new(rng.f64(), rng.f64(), rng.f64()) * 2.0 - 1.0
    }

    /// Triangles that are about equally far from a point and so large that f32 does not know which is nearest, some of them twice.
    #[test]
    fn large_triangles_near_a_point_near_the_origin() {
        let rng = &mut fastrand::Rng::with_seed(17);
        for _ in 0..400 {
            let (point, distance) = (vector(rng) * 1e-3, 10f64.powi(rng.i32(-4..1)));
            let mut triangles: Vec<Triangle> = Vec::new();
            for i in 0..40 {
                if i % 10 == 9 {
                    triangles.push(triangles[i - 3]);
                    continue;
                }
                let normal = vector(rng).normalize();
                let foot = point + normal * distance * (1.0 + 1e-6 * rng.f64());
                let [e, f] = [0; 2].map(|_| vector(rng).cross(normal) * 1e3);
                let corners = [foot + e, foot + f, foot - e - f].map(DVec3::as_vec3);
                triangles.push(Triangle::new(corners[0], corners[1], corners[2]));
            }
            let corners = triangles.iter().flat_map(|t| [t.a, t.b, t.c]);
            let positions: Vec<_> = corners.map(|corner| corner.to_array()).collect();
            let indices: Vec<_> = (0..positions.len() as u32).collect();
            let nearest = triangles
                .iter()
                .map(|t| distance_squared_triangle(point.as_vec3(), t))
                .fold(f32::INFINITY, min);
            for limit in [f32::MAX, nearest, nearest * 1.5] {
                let near =
                    triangles.iter().filter(|t| distance_squared_triangle(point.as_vec3(), t) <= limit);
                let all = near
                    .map(|&triangle| ExactClosest { triangle, offset: closest_offset(point, &triangle).0 });
                let nearer = |a: &ExactClosest, b: &ExactClosest| {
                    a.offset.length_squared().total_cmp(&b.offset.length_squared())
                };
                // Of equal ones, the first.
                let expected = all.min_by(nearer);
                for layout in [LayoutKind::Compact, LayoutKind::Delta, LayoutKind::Wide] {
                    let options = CookOptions { layout, ..CookOptions::default() };
                    let mesh = Mesh::build(&MeshInput::new(&positions, &indices), options).unwrap();
                    let found = mesh.tree().closest_exactly(ExactPoint { point, limit }, &Filter::default());
                    assert_eq!(found, expected, "{layout:?} {point:?}");
                }
            }
        }
    }
}
