//! A moving convex hull against a triangle: the faces of their Minkowski difference, whose intervals of time are
//! intersected (Cyrus and Beck, "Generalized two- and three-dimensional clipping", Computers & Graphics 3(1), 1978;
//! Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013).
//!
//! Everything is in the hull's own frame and in f64. Of each axis, a bound of the gap is known at once: from a vertex of
//! the hull. Only if that changes the time are all vertices looked at. So an interval is right for whatever direction the
//! rounded axis has.

mod axes;
mod facet;
mod normal;
mod patch;

use super::outcome::{CastOutcome, EdgeRule, TriangleHit};
use super::path::Path;
use super::start::{Motion, largest, slack};
use crate::Result;
use crate::arrays::MapEach;
use crate::geometry::{
    Feature, HullPose, Polytope, PosedHull, Triangle, Vec3, check_coordinates, hull_triangle, max_abs,
    part_corners, round_down,
};
use axes::Axis;
use facet::Facet;
use glam::DVec3;
use normal::Normal;
use patch::Patch;
use std::ops::ControlFlow;

/// A convex hull that moves along a straight line without turning.
#[derive(Clone, Copy, Debug)]
pub struct HullCast<'a> {
    /// Where it is at time 0.
    pub shape: HullPose<'a>,
    /// The whole motion; zero tests for overlap.
    pub displacement: Vec3,
}

impl HullCast<'_> {
    /// Checks all numbers; `name` is only called for the error text.
    pub(crate) fn check(&self, name: impl Fn() -> String) -> Result<()> {
        self.shape.check(|| text!("{}.shape.pose", name()))?;
        check_coordinates(self.displacement, || text!("{}.displacement", name()))
    }
}

/// A cast prepared for many triangles.
#[derive(Clone, Copy, Debug)]
pub struct HullCastBounds<'a> {
    shape: PosedHull<'a>,
    pub(crate) path: Path,
    displacement: DVec3,
    /// The displacement in the hull's own frame.
    local: DVec3,
    /// The mean of the vertices there.
    mean: DVec3,
    /// The length of the displacement.
    length: f64,
    /// At least the largest coordinate of a posed vertex as seen from the pose's origin.
    size: f64,
    /// The largest number of the cast.
    largest: f32,
}

/// The errors of heights along a unit vector, relative to the largest coordinate: 2^-43; see `docs/exactness.md`.
const ROUNDING: f64 = 1.0 / (1u64 << 43) as f64;
/// The height up to which axes touch together: 2^-41.
const LEVEL: f64 = 1.0 / (1u64 << 41) as f64;
/// The radius of a ball inside, relative to the largest coordinate, below which a hull is thin: 2^-16.
const THIN: f64 = 1.0 / 65_536.0;

impl<'a> HullCastBounds<'a> {
    /// Prepares a cast whose pose has been checked.
    pub fn new(cast: &HullCast<'a>) -> HullCastBounds<'a> {
        let shape = PosedHull::new(&cast.shape);
        let displacement = cast.displacement;
        let (low, high) = (shape.world().min, shape.world().max);
        let own = shape.hull().bounds();
        let reach = own.min.abs().max(own.max.abs()).as_dvec3();
        let [x, y, z] = shape.pose().rows.map_each(|row| row.as_dvec3().abs().dot(reach));
        let vertices = shape.hull().vertices();
        let sum = vertices.iter().fold(DVec3::ZERO, |sum, v| sum + v.as_dvec3());
        HullCastBounds {
            shape,
            path: Path::new(low, high, 0.0, displacement),
            displacement: displacement.as_dvec3(),
            local: shape.local_at(displacement.as_dvec3()),
            mean: sum / vertices.len() as f64,
            length: displacement.as_dvec3().length(),
            size: x.max(y).max(z),
            largest: largest(&[shape.origin(), low, displacement], max_abs(high)),
        }
    }

    /// The first contact with a triangle, from either side; as [`super::BoxCastBounds::cast`].
    pub fn cast(&self, triangle: &Triangle, rule: Option<&mut EdgeRule>) -> CastOutcome {
        self.meet(triangle, 1.0, rule, true)
    }

    /// The time and the depth of that contact, if it is not after `limit`. Its other parts are computed for contacts at
    /// the start only.
    pub fn seek(&self, triangle: &Triangle, limit: f32) -> CastOutcome {
        self.meet(triangle, limit, None, false)
    }

    /// Returns true if a contact with a triangle that the shape overlaps at the start stops it: it stays, or moves into
    /// the triangle.
    pub fn is_stopped(&self, triangle: &Triangle, normal: Vec3, depth: f32) -> bool {
        let motion = self.motion(triangle);
        motion.is_stopped(normal, depth, self.is_thick(&motion))
    }

    fn motion(&self, triangle: &Triangle) -> Motion {
        let slack = slack(self.largest, triangle);
        Motion { displacement: self.displacement, length: self.length, slack }
    }

    /// A hull thinner than rounding errors cannot tell on which side of a triangle it is.
    fn is_thick(&self, motion: &Motion) -> bool {
        self.inner_radius() > 2.0 * motion.slack
    }

    fn meet(
        &self,
        triangle: &Triangle,
        limit: f32,
        mut rule: Option<&mut EdgeRule>,
        whole: bool,
    ) -> CastOutcome {
        let own = triangle.bounds();
        let Some(enter) = self.path.enter(&own, self.path.grow(&own)).filter(|&enter| enter <= limit) else {
            return CastOutcome::MISS;
        };
        if enter > 0.0 && self.passes_beside(triangle) {
            return CastOutcome::MISS;
        }
        let facet = Facet::new(&self.shape, triangle);
        let mut is_near = false;
        let motion = self.motion(triangle);
        // As for boxes: nothing touches before its box is reached, for any box around it.
        if enter == 0.0 && self.path.starts_near(&own, motion.slack) {
            // Exact signs are asked for only where f64 cannot tell.
            let touches = !self.is_beyond(&facet, 0.0) && hull_triangle(&self.shape, triangle);
            let is_thick = self.is_thick(&motion);
            is_near = touches || (is_thick && !self.is_beyond(&facet, motion.slack));
            if is_near {
                let stays = self.length == 0.0;
                if stays && !touches {
                    return CastOutcome { hit: None, is_near };
                }
                let (normal, depth) = self.way_out(triangle, &facet, rule.as_deref_mut());
                if !stays && !motion.sinks(normal.direction, depth, is_thick) {
                    return CastOutcome { hit: None, is_near };
                }
                if touches {
                    let (point, deepest) = Patch::new(&self.shape, &facet, normal, DVec3::ZERO, self.size)
                        .middle()
                        .unwrap_or_else(|| (facet.middle(normal.part), depth));
                    let depth = deepest.min(depth).max(0.0) as f32;
                    return CastOutcome { hit: Some(self.hit(0.0, depth, point, normal)), is_near };
                }
            }
        }
        let Some((t, entering)) = self.first_time(&facet, enter, limit) else {
            return CastOutcome { hit: None, is_near };
        };
        if !whole {
            let nowhere = Normal { direction: DVec3::ZERO, part: Feature::Face };
            return CastOutcome { hit: Some(self.hit(round_down(t), 0.0, DVec3::ZERO, nowhere)), is_near };
        }
        let hit = self.normal(triangle, &facet, &motion, (t, entering), rule).map(|normal| {
            let patch = Patch::new(&self.shape, &facet, normal, self.displacement * t, self.size).middle();
            let point = patch.map_or_else(|| facet.middle(normal.part), |(point, _)| point);
            self.hit(round_down(t), 0.0, point, normal)
        });
        CastOutcome { hit, is_near }
    }

    /// Returns true if the triangle is apart from the whole path along the direction from the path to its middle: most of
    /// what is not hit is.
    #[inline(always)]
    fn passes_beside(&self, triangle: &Triangle) -> bool {
        let (corners, far) = self.shape.local_corners(triangle);
        let [a, b, c] = corners;
        let beside = (a + b + c) / 3.0 - self.mean;
        let direction = beside - self.local * (beside.dot(self.local) / self.local.length_squared());
        let [a, b, c] = corners.map_each(|corner| direction.dot(corner));
        let low = a.min(b).min(c);
        let vertices = self.shape.hull().vertices();
        let heights = vertices.iter().map(|v| direction.dot(v.as_dvec3()));
        // The mean is below the highest.
        if !(low > direction.dot(self.mean)) {
            return false;
        }
        let error = self.shape.local_size(far) * ROUNDING * direction.length();
        let gap = low - heights.fold(f64::NEG_INFINITY, f64::max) - error;
        gap > direction.dot(self.local).max(0.0)
    }

    fn hit(&self, t: f32, depth: f32, point: DVec3, normal: Normal) -> TriangleHit {
        let point = (self.shape.origin().as_dvec3() + point).as_vec3();
        TriangleHit { t, depth, point, normal: normal.direction.as_vec3(), feature: normal.part }
    }

    /// The radius of a ball inside of a solid hull, about the mean of its vertices; 0 for others.
    fn inner_radius(&self) -> f64 {
        let hull = self.shape.hull();
        if hull.dimension() < 3 {
            return 0.0;
        }
        let vertices = hull.vertices();
        let depth = |i: usize| {
            let normal = hull.planes()[i].normal;
            let foot = vertices[usize::from(hull.face(i)[0])].as_dvec3();
            normal.dot(foot - self.mean) / self.shape.world_direction(normal).length()
        };
        (0..hull.face_count()).map(depth).fold(f64::INFINITY, f64::min)
    }

    /// The gap along an axis at the start, in units of the axis: by all vertices of the hull.
    #[inline(always)]
    fn gap(&self, axis: &Axis) -> f64 {
        let heights = self.shape.hull().vertices().iter().map(|v| axis.direction.dot(v.as_dvec3()));
        axis.low - heights.fold(f64::NEG_INFINITY, f64::max)
    }

    /// All axes: those of faces of the difference, and what bounds thin ones.
    #[inline(always)]
    fn each_axis(&self, facet: &Facet, visit: &mut impl FnMut(Axis) -> ControlFlow<()>) -> ControlFlow<()> {
        axes::faces(self.shape.hull(), facet, self.local, visit)?;
        axes::rims(self.shape.hull(), facet, self.local, self.inner_radius() <= THIN * self.size, visit)
    }

    /// Returns true if they are certainly farther apart than a length at the start, along some axis.
    #[inline(never)]
    fn is_beyond(&self, facet: &Facet, length: f64) -> bool {
        let error = facet.size * ROUNDING;
        let mut is_beyond = |axis: Axis| {
            let length = self.shape.world_direction(axis.direction).length() * length;
            let length = length + error * axis.direction.length();
            match axis.most > length && self.gap(&axis) > length {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        self.each_axis(facet, &mut is_beyond).is_break()
    }

    /// The time before which they do not touch, if they do later and not after `limit`, but at least `enter`; and the
    /// axis that says so, if one does.
    fn first_time(&self, facet: &Facet, enter: f32, limit: f32) -> Option<(f64, Option<DVec3>)> {
        let error = facet.size * ROUNDING;
        let (mut first, mut entering) = (f64::from(enter), None);
        // A time that is rounded down to the limit is not after it.
        let mut last = f64::from(limit.next_up()).min(1.0);
        let mut cut = |axis: Axis| {
            let Axis { direction, speed, most, .. } = axis;
            // What is known of the gap changes nothing.
            if most <= speed * if speed > 0.0 { first } else { last } {
                return ControlFlow::Continue(());
            }
            let gap = self.gap(&axis) - error * direction.length();
            let at = gap / speed;
            if speed > 0.0 {
                if at > first {
                    (first, entering) = (at, Some(direction));
                }
            } else if speed < 0.0 {
                last = last.min(at);
            } else if gap > 0.0 {
                return ControlFlow::Break(());
            }
            if first <= last { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let hull = self.shape.hull();
        if axes::faces(hull, facet, self.local, &mut cut).is_break() {
            return None;
        }
        let is_thin = self.inner_radius() <= THIN * self.size;
        let flow = axes::rims(hull, facet, self.local, is_thin, &mut |axis| cut(axis));
        flow.is_continue().then_some((first, entering))
    }

    /// An axis in the world, as long as heights along it are.
    fn world(&self, facet: &Facet, direction: DVec3) -> DVec3 {
        match facet.normal.zip(facet.surface.normal) {
            Some((local, face)) if local == direction => face,
            Some((local, face)) if local == -direction => -face,
            _ => self.shape.world_direction(direction),
        }
    }

    /// The unit normal, out of the triangle, of an axis that points out of the hull.
    fn outward(&self, facet: &Facet, direction: DVec3) -> DVec3 {
        let normal = self.world(facet, direction);
        -normal / normal.length()
    }

    /// The normal of a contact after the start: of the directions along which they touch, the first that goes against
    /// the motion, and that the rule for edges lets pass.
    fn normal(
        &self,
        triangle: &Triangle,
        facet: &Facet,
        motion: &Motion,
        (t, entering): (f64, Option<DVec3>),
        mut rule: Option<&mut EdgeRule>,
    ) -> Option<Normal> {
        let level = facet.size * LEVEL;
        let (mut touches, mut found) = (false, None);
        let _ = self.each_axis(facet, &mut |axis| {
            let way = axis.speed * t;
            let allowed = level * level * axis.direction.length_squared();
            let is_level = |gap: f64| gap >= way || (way - gap) * (way - gap) <= allowed;
            if axis.speed <= 0.0 || !is_level(axis.most) || !is_level(self.gap(&axis)) {
                return ControlFlow::Continue(());
            }
            touches = true;
            let direction = self.outward(facet, axis.direction);
            let part = facet.surface.part(direction);
            let counts = match rule.as_deref_mut() {
                Some(_) if !motion.goes_into(direction) => false,
                Some(rule) => part == Feature::Face || rule(direction, &part_corners(triangle, part)),
                None => direction.dot(self.displacement) < 0.0,
            };
            if counts {
                found = Some(Normal { direction, part });
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if found.is_some() {
            return found;
        }
        let face = facet.normal.zip(facet.surface.normal).map(|(local, face)| {
            let height = local.dot(self.mean + self.local * t - facet.corners[0]);
            Normal { direction: if height < 0.0 { -face } else { face }, part: Feature::Face }
        });
        if rule.is_some() {
            // The face may be in the way all the same.
            return face.filter(|face| touches && motion.goes_into(face.direction));
        }
        let direction = entering.map(|direction| self.outward(facet, direction));
        let against = || -self.displacement.normalize_or(DVec3::NEG_Z);
        let direction = direction.or(face.map(|face| face.direction)).unwrap_or_else(against);
        Some(Normal { direction, part: facet.surface.part(direction) })
    }

    /// The direction of the least translation that separates them, and its length: of those that the rule for edges lets
    /// pass, if any.
    #[inline(never)]
    fn way_out(&self, triangle: &Triangle, facet: &Facet, mut rule: Option<&mut EdgeRule>) -> (Normal, f64) {
        let level = self.size.max(facet.surface.size) * LEVEL;
        let mut best: Option<(Normal, f64)> = None;
        let mut least: Option<(Normal, f64)> = None;
        let _ = self.each_axis(facet, &mut |axis| {
            let normal = self.world(facet, axis.direction);
            let length = normal.length();
            let is_less = |gap: f64, than: &Option<(Normal, f64)>| {
                than.as_ref().is_none_or(|&(_, depth)| -gap < (depth - level) * length)
            };
            if length == 0.0 || !is_less(axis.most, &best) {
                return ControlFlow::Continue(());
            }
            let gap = self.gap(&axis);
            if !is_less(gap, &best) {
                return ControlFlow::Continue(());
            }
            let direction = -normal / length;
            let found = (Normal { direction, part: facet.surface.part(direction) }, -gap / length);
            if is_less(gap, &least) {
                least = Some(found);
            }
            let part = found.0.part;
            let counts = match rule.as_deref_mut() {
                Some(rule) if part != Feature::Face => rule(direction, &part_corners(triangle, part)),
                _ => true,
            };
            if counts {
                best = Some(found);
            }
            ControlFlow::Continue(())
        });
        // A triangle without area may have none that counts.
        let nothing = (Normal { direction: DVec3::Z, part: Feature::Face }, 0.0);
        best.or(least).unwrap_or(nothing)
    }
}
