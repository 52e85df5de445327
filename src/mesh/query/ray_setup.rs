//! The setup of sixteen rays in lanes: [`WatertightRay`] and [`LineBounds`] bit for bit.

use super::Filter;
use super::engine::{Query, Setup};
use super::ray::Target;
use super::ray_columns::{VectorLanes, columns, get, reciprocals, store3};
use crate::arrays::MapEach;
use crate::batch::Batch;
use crate::geometry::{Aabb, AxisOrder, LEAST_PAD, LineBounds, PAD, Ray, WatertightRay};
use crate::mesh::tree::RayTest;
use crate::simd::{LANES, Simd};
use std::ops::Range;

/// The coordinate along the dominant axis, which is y where a lane's bit is set in the first mask, and z in the second.
#[inline(always)]
fn pick<S: Simd>(simd: S, [is_y, is_z]: [u32; 2], [x, y, z]: [S::F; 3]) -> S::F {
    simd.select(is_z, z, simd.select(is_y, y, x))
}

/// The coordinates in the order of [`WatertightRay`]'s axes.
#[inline(always)]
fn turn<S: Simd>(simd: S, dominant: [u32; 2], down: u32, [x, y, z]: [S::F; 3]) -> [S::F; 3] {
    let (first, second) = (pick(simd, dominant, [y, z, x]), pick(simd, dominant, [z, x, y]));
    [simd.select(down, second, first), simd.select(down, first, second), pick(simd, dominant, [x, y, z])]
}

/// Sixteen rays.
pub(super) struct RaySetup {
    /// A bit for each whose dominant axis is y, and z.
    dominant: [u32; 2],
    /// A bit for each that points down its dominant axis.
    down: u32,
    /// As [`WatertightRay`] has them.
    origin: VectorLanes,
    shear: VectorLanes,
    /// As [`LineBounds`] has them.
    inverse: VectorLanes,
    grow: [f32; LANES],
}

impl RaySetup {
    #[inline(always)]
    fn of<S: Simd>(
        simd: S,
        whole: &Aabb,
        rays: &(impl Batch<Ray> + ?Sized),
        range: Range<usize>,
    ) -> RaySetup {
        let [ox, oy, oz, _, dx, dy, dz, _] = columns(simd, rays, range);
        let (origin, direction) = ([ox, oy, oz], [dx, dy, dz]);
        let size = [simd.abs(dx), simd.abs(dy), simd.abs(dz)];
        // `AxisOrder::of`.
        let is_z = simd.lt(simd.max(size[0], size[1]), size[2]);
        let is_y = simd.lt(size[0], size[1]) & !is_z;
        let dominant = [is_y, is_z];
        let down = simd.signs(pick(simd, dominant, direction));
        let [x, y, along] = turn(simd, dominant, down, direction);
        let zero = simd.splat(0.0);
        let inverse = reciprocals(simd, direction, size);
        let shear = [simd.div(x, along), simd.div(y, along), pick(simd, dominant, inverse)];
        let mut far = zero;
        for (k, &origin) in origin.iter().enumerate() {
            let low = simd.abs(simd.sub(simd.splat(whole.min[k]), origin));
            let high = simd.abs(simd.sub(simd.splat(whole.max[k]), origin));
            far = simd.max(far, simd.max(low, high));
        }
        // `LineBounds::grow`.
        let grow = simd.add(simd.mul(far, simd.splat(PAD)), simd.splat(LEAST_PAD));
        let most = simd.splat(f32::MAX);
        RaySetup {
            dominant,
            down,
            origin: store3(simd, turn(simd, dominant, down, origin)),
            shear: store3(simd, shear),
            inverse: store3(simd, inverse),
            grow: simd.to_array(simd.select(simd.lt(grow, most), grow, most)),
        }
    }

    /// The ray in a lane in both its prepared forms.
    #[inline(always)]
    fn target<'a>(&self, lane: usize, ray: &Ray, filter: &'a Filter) -> (Target<'a>, RayTest) {
        let lane = lane % LANES;
        let bit = |mask: u32| (mask >> lane & 1) as usize;
        let [is_y, is_z] = self.dominant.map_each(bit);
        let prepared = WatertightRay {
            axes: AxisOrder::along(is_y + 2 * is_z, bit(self.down)),
            origin: get(&self.origin, lane),
            shear: get(&self.shear, lane),
            line: [ray.origin, ray.direction],
        };
        let line = LineBounds::ray_with_reciprocal(ray.origin, get(&self.inverse, lane));
        let test = RayTest::with_grow(line, self.grow[lane], ray.t_min, ray.t_max);
        (Target::of(prepared, ray.t_min, filter), test)
    }
}

/// A query with a ray.
pub(super) trait RayQuery: Query<Input = Ray, Test = RayTest> {
    /// Begins the search for a ray that has been set up.
    fn with_target<'a>(target: Target<'a>, t_max: f32) -> Self::Visitor<'a>;
}

/// [`Query::begin`] of all of these.
#[inline(always)]
pub(super) fn begin<'a, A: RayQuery>(
    whole: &Aabb,
    ray: &Ray,
    filter: &'a Filter,
) -> (RayTest, A::Visitor<'a>) {
    let (target, test) = Target::new(ray, whole, filter);
    (test, A::with_target(target, ray.t_max))
}

/// [`Query::begin_late`] of all of these.
#[inline(always)]
pub(super) fn begin_late<'a, A: RayQuery>(
    whole: &Aabb,
    ray: &Ray,
    filter: &'a Filter,
) -> (RayTest, f32, impl FnOnce() -> A::Visitor<'a>) {
    let make_visitor = || A::with_target(Target::of_ray(ray, filter), ray.t_max);
    (RayTest::of_ray(ray, whole), ray.t_max, make_visitor)
}

impl<A: RayQuery> Setup<A> for RaySetup {
    #[inline(always)]
    fn new<S: Simd>(
        simd: S,
        whole: &Aabb,
        rays: &(impl Batch<Ray> + ?Sized),
        range: Range<usize>,
    ) -> RaySetup {
        RaySetup::of(simd, whole, rays, range)
    }

    #[inline(always)]
    fn begin<'a>(&self, lane: usize, _: &Aabb, ray: &Ray, filter: &'a Filter) -> (RayTest, A::Visitor<'a>) {
        let (target, test) = self.target(lane, ray, filter);
        (test, A::with_target(target, ray.t_max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Vec3;
    use crate::mesh::query::ray::check;
    use crate::simd::{Kernel, run_on_all};

    /// A component: of any size, none, or as large as others.
    fn number(rng: &mut fastrand::Rng, scale: f32) -> f32 {
        let sign = if rng.bool() { 1.0 } else { -1.0 };
        sign * match rng.u8(0..6) {
            0 => 0.0,
            1 => scale,
            2 => f32::from_bits(rng.u32(1..1 << 23)),
            3 => scale * 2f32.powi(-41),
            _ => scale * rng.f32(),
        }
    }

    fn vector(rng: &mut fastrand::Rng, scale: f32) -> Vec3 {
        Vec3::new(number(rng, scale), number(rng, scale), number(rng, scale))
    }

    #[derive(Clone, Copy)]
    struct Compare;

    impl Kernel for Compare {
        type Output = ();

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) {
            let (rng, filter) = (&mut fastrand::Rng::with_seed(3), Filter::default());
            for _ in 0..3000 {
                let scale = 2f32.powi(rng.i32(-100..61));
                let (p, q) = (vector(rng, scale), vector(rng, scale));
                let whole = Aabb { min: p.min(q), max: p.max(q) };
                let count = rng.usize(1..=LANES);
                let mut rays: Vec<Ray> = Vec::new();
                while rays.len() < count {
                    let scale = 2f32.powi(rng.i32(-60..61));
                    let direction = vector(rng, scale);
                    if check(&Ray::new(Vec3::ZERO, direction), 0).is_ok() {
                        let far = 2f32.powi(rng.i32(-100..61));
                        let (origin, t_min, t_max) = (vector(rng, far), number(rng, 1.0), number(rng, 9.0));
                        rays.push(Ray { origin, direction, t_min, t_max });
                    }
                }
                let setup = RaySetup::of(simd, &whole, &rays[..], 0..count);
                for (lane, ray) in rays.iter().enumerate() {
                    let (target, test) = setup.target(lane, ray, &filter);
                    let (alone, test_alone) = Target::new(ray, &whole, &filter);
                    // As text: equal bits, as there are no NaN.
                    let text = |target: &Target, test: &RayTest| {
                        format!("{:?} {:?} {} {}", target.ray, test.line, test.grow, test.t_min)
                    };
                    assert_eq!(text(&target, &test), text(&alone, &test_alone), "{ray:?}");
                }
            }
        }
    }

    #[test]
    fn rays_in_lanes_are_set_up_as_one_is() {
        run_on_all(Compare);
    }
}
