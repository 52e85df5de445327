//! A moving box against a triangle: separating axes, whose intervals of time are intersected (Eberly, "Intersection of
//! Convex Objects: The Method of Separating Axes", 2001; Ericson, *Real-Time Collision Detection* (2005), section 5.5.8).
//!
//! The box touches from the latest time that any axis says to the earliest time that any says it is past. Each bound is
//! moved outward by more than its rounding.

mod axis;

use super::outcome::{CastOutcome, EdgeRule, TriangleHit};
use super::path::Path;
use super::start::{Motion, largest, slack};
use super::surface::Surface;
use crate::Result;
use crate::arrays::MapEach;
use crate::geometry::{
    BoxAxes, Feature, Triangle, Vec3, check_coordinates, max_abs, part_corners, round_down, round_up,
    steepest,
};
use arrayvec::ArrayVec;
use axis::{Axis, Times};
use glam::DVec3;
use std::ops::ControlFlow;

/// A box that moves along a straight line without turning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxCast {
    /// Where it is at time 0.
    pub shape: BoxAxes,
    /// The whole motion; zero tests for overlap.
    pub displacement: Vec3,
}

impl BoxCast {
    /// Checks all numbers; `name` is only called for the error text.
    pub(crate) fn check(&self, name: impl Fn() -> String) -> Result<()> {
        self.shape.check(|| text!("{}.shape", name()))?;
        check_coordinates(self.displacement, || text!("{}.displacement", name()))
    }
}

/// A cast prepared for many boxes and triangles.
#[derive(Clone, Copy, Debug)]
pub struct BoxCastBounds {
    center: Vec3,
    pub(crate) path: Path,
    /// The normals of its faces.
    axes: [DVec3; 3],
    /// The directions of its edges, as long as for a height of 1 between their ends.
    edges: [DVec3; 3],
    half: [f64; 3],
    displacement: DVec3,
    /// The length of the displacement.
    length: f64,
    /// The largest coordinate of a corner as seen from the center.
    size: f64,
    /// The largest number of the cast.
    largest: f32,
}

/// The separating axes: the triangle's normal, the box's faces, edges times edges.
type Axes = ArrayVec<Axis, 13>;

/// The errors of heights along a unit vector, relative to the largest coordinate: 2^-45; see `docs/exactness.md`.
const ROUNDING: f64 = 1.0 / (1u64 << 45) as f64;
/// The height up to which axes touch together: 2^-43.
const LEVEL: f64 = 1.0 / (1u64 << 43) as f64;
/// More than is between the triangle and the box when they touch: 2^-20.
const MARGIN: f64 = 1.0 / (1u64 << 20) as f64;
/// Squared sines below this are those of parallel edges: 2^-80.
const PARALLEL: f64 = 1.0 / (1u128 << 80) as f64;

impl BoxCastBounds {
    /// Prepares a cast.
    pub fn new(cast: &BoxCast) -> BoxCastBounds {
        let BoxAxes { center, half_extents, axes } = cast.shape;
        let unit = axes.map_each(|axis| axis.as_dvec3());
        let [x, y, z] = unit;
        let volume = x.cross(y).dot(z);
        let edges = [y.cross(z), z.cross(x), x.cross(y)].map_each(|edge| edge / volume);
        let half = half_extents.as_dvec3().to_array();
        let reach = edges[0].abs() * half[0] + edges[1].abs() * half[1] + edges[2].abs() * half[2];
        let (low, high) = ((center.as_dvec3() - reach).to_array(), (center.as_dvec3() + reach).to_array());
        let (low, high) =
            (Vec3::from_array(low.map_each(round_down)), Vec3::from_array(high.map_each(round_up)));
        let displacement = cast.displacement;
        BoxCastBounds {
            center,
            path: Path::new(low, high, 0.0, displacement),
            axes: unit,
            edges,
            half,
            displacement: displacement.as_dvec3(),
            length: displacement.as_dvec3().length(),
            size: reach.max_element(),
            largest: largest(&[center, displacement], max_abs(half_extents)),
        }
    }

    /// The first contact with a triangle, from either side; as [`super::CapsuleCastBounds::cast`]. At the start the
    /// normal is the direction of the shortest way out, of those that the rule for edges lets pass.
    pub fn cast(&self, triangle: &Triangle, mut rule: Option<&mut EdgeRule>) -> CastOutcome {
        let own = triangle.bounds();
        let Some(enter) = self.path.enter(&own, self.path.grow(&own)) else { return CastOutcome::MISS };
        let surface = Surface::new(triangle, self.center);
        let size = self.size.max(surface.size);
        let mut axes = Axes::new();
        let _ = self.each_axis(&surface, |axis| {
            axes.push(axis);
            ControlFlow::Continue(())
        });
        let motion = self.motion(triangle);
        let mut is_near = false;
        // The box test decides as well: nothing touches before its box is reached, for any box around it.
        if enter == 0.0 && self.path.starts_near(&own, motion.slack) {
            let gap = axes.iter().map(Axis::gap).fold(f64::NEG_INFINITY, f64::max);
            let touches = gap <= 0.0;
            let is_thick = self.is_thick(&motion);
            is_near = touches || (is_thick && gap <= motion.slack);
            if is_near {
                let stays = self.length == 0.0;
                if stays && !touches {
                    return CastOutcome { hit: None, is_near };
                }
                let (normal, depth, part) = self.way_out(triangle, &surface, &axes, rule.as_deref_mut());
                if !stays && !motion.sinks(normal, depth, is_thick) {
                    return CastOutcome { hit: None, is_near };
                }
                if touches {
                    let (point, depth) = self.deepest(&surface, normal, depth);
                    let hit = self.hit(0.0, depth.max(0.0) as f32, point, normal, part);
                    return CastOutcome { hit: Some(hit), is_near };
                }
            }
        }
        let hit = Self::first_time(&axes, size).and_then(|t| {
            let (normal, part) = self.normal(triangle, &surface, &axes, &motion, t.max(0.0), rule)?;
            let point = self.touched(&surface, part, t.max(0.0), size);
            Some(self.hit(round_down(t).max(enter), 0.0, point, normal, part))
        });
        CastOutcome { hit, is_near }
    }

    /// The same, with the first contact by [`BoxCastBounds::cast`] without a rule if it is not after `limit`, else none.
    pub fn seek(&self, triangle: &Triangle, limit: f32) -> CastOutcome {
        let own = triangle.bounds();
        let enter = self.path.enter(&own, self.path.grow(&own)).filter(|&enter| enter <= limit);
        let Some(enter) = enter else { return CastOutcome::MISS };
        if enter > 0.0 || !self.path.starts_near(&own, slack(self.largest, triangle)) {
            let surface = Surface::new(triangle, self.center);
            let error = self.size.max(surface.size) * ROUNDING;
            let mut times = Times::ALL;
            let may_touch = self.each_axis(&surface, |axis| {
                times.cut(&axis, error)?;
                // The time of the contact is rounded down, too.
                if round_down(times.first()) > limit {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            if may_touch.is_break() {
                return CastOutcome::MISS;
            }
        }
        self.cast(triangle, None)
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

    /// A box thinner than rounding errors cannot tell on which side of a triangle it is.
    fn is_thick(&self, motion: &Motion) -> bool {
        self.half.iter().all(|&half| half > 2.0 * motion.slack)
    }

    fn hit(&self, t: f32, depth: f32, point: DVec3, normal: DVec3, feature: Feature) -> TriangleHit {
        let point = (self.center.as_dvec3() + point).as_vec3();
        TriangleHit { t, depth, point, normal: normal.as_vec3(), feature }
    }

    fn axis(&self, surface: &Surface, direction: DVec3) -> Axis {
        let [x, y, z] = self.edges.map_each(|edge| direction.dot(edge).abs());
        let reach = (x * self.half[0] + y * self.half[1]) + z * self.half[2];
        Axis::new(surface, direction, reach, direction.dot(self.displacement))
    }

    /// Shows all axes, until one breaks.
    #[inline(always)]
    fn each_axis(
        &self,
        surface: &Surface,
        mut visit: impl FnMut(Axis) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let Some(normal) = surface.normal {
            visit(self.axis(surface, normal))?;
        }
        for axis in self.axes {
            visit(self.axis(surface, axis / axis.length()))?;
        }
        for edge in surface.edges {
            for along in self.edges {
                let across = edge.cross(along);
                if across.length_squared() > PARALLEL * edge.length_squared() {
                    visit(self.axis(surface, across / across.length()))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The time before which they do not touch, if they do later; negative if they may touch at the start.
    fn first_time(axes: &Axes, size: f64) -> Option<f64> {
        let mut times = Times::ALL;
        axes.iter().try_for_each(|axis| times.cut(axis, size * ROUNDING)).is_continue().then_some(())?;
        (times.last() >= 0.0).then_some(times.first())
    }

    /// The normal of a contact after the start, and the triangle's part: of the directions along which they touch,
    /// the first that goes against the motion, and that the rule for edges lets pass.
    fn normal(
        &self,
        triangle: &Triangle,
        surface: &Surface,
        axes: &Axes,
        motion: &Motion,
        t: f64,
        mut rule: Option<&mut EdgeRule>,
    ) -> Option<(DVec3, Feature)> {
        let level = self.size.max(surface.size) * LEVEL;
        let mut touches = false;
        for axis in axes {
            for (normal, gap) in axis.sides(t) {
                if gap < -level || normal.dot(self.displacement) >= 0.0 {
                    continue;
                }
                touches = true;
                let part = surface.part(normal);
                let counts = match rule.as_deref_mut() {
                    Some(_) if !motion.goes_into(normal) => false,
                    Some(rule) => part == Feature::Face || rule(normal, &part_corners(triangle, part)),
                    None => true,
                };
                if counts {
                    return Some((normal, part));
                }
            }
        }
        // The face may be in the way all the same.
        let face = surface.normal.filter(|_| touches)?;
        let center = face.dot(self.displacement * t - surface.corners[0]);
        let face = if center < 0.0 { -face } else { face };
        motion.goes_into(face).then_some((face, Feature::Face))
    }

    /// The direction of the least translation that separates them, its length, and the triangle's part that lies
    /// farthest along it.
    fn way_out(
        &self,
        triangle: &Triangle,
        surface: &Surface,
        axes: &Axes,
        mut rule: Option<&mut EdgeRule>,
    ) -> (DVec3, f64, Feature) {
        let level = self.size.max(surface.size) * LEVEL;
        let mut best: Option<(DVec3, f64, Feature)> = None;
        let mut least = None;
        for axis in axes {
            for (normal, gap) in axis.sides(0.0) {
                let is_less = |best: &Option<(DVec3, f64, Feature)>| {
                    best.as_ref().is_none_or(|&(_, depth, _)| -gap < depth - level)
                };
                if !is_less(&best) {
                    continue;
                }
                let found = (normal, -gap, surface.part(normal));
                if is_less(&least) {
                    least = Some(found);
                }
                let counts = match rule.as_deref_mut() {
                    Some(rule) if found.2 != Feature::Face => rule(normal, &part_corners(triangle, found.2)),
                    _ => true,
                };
                if counts {
                    best = Some(found);
                }
            }
        }
        // A triangle without area may have none that counts.
        best.or(least).unwrap_or((DVec3::Z, 0.0, Feature::Face))
    }

    /// The corners of a part of the triangle that the box cuts off once it has moved by `offset`, grown by a margin.
    fn cut(&self, corners: &[DVec3], offset: DVec3, margin: f64) -> ArrayVec<DVec3, 16> {
        let mut polygon: ArrayVec<DVec3, 16> = corners.iter().map(|&corner| corner - offset).collect();
        for (axis, half) in self.axes.into_iter().zip(self.half) {
            for side in [1.0, -1.0] {
                let below = |point: DVec3| half + margin - side * axis.dot(point);
                let mut kept = ArrayVec::new();
                for (i, &point) in polygon.iter().enumerate() {
                    let before = polygon[if i == 0 { polygon.len() - 1 } else { i - 1 }];
                    let (height, height_before) = (below(point), below(before));
                    if (height < 0.0) != (height_before < 0.0) {
                        let part = height_before / (height_before - height);
                        let _ = kept.try_push(before + (point - before) * part);
                    }
                    if height >= 0.0 {
                        let _ = kept.try_push(point);
                    }
                }
                polygon = kept;
            }
        }
        polygon.iter_mut().for_each(|point| *point += offset);
        polygon
    }

    /// The middle of what they share at the time of contact, on the triangle.
    fn touched(&self, surface: &Surface, part: Feature, t: f64, size: f64) -> DVec3 {
        let corners: ArrayVec<DVec3, 3> = part.corners().iter().map(|&k| surface.corners[k]).collect();
        // Of a sliver, another part may be as far along the normal, but for rounding.
        let cut = |corners| self.cut(corners, self.displacement * t, size * MARGIN);
        let (of_part, of_all) = (cut(&corners), cut(&surface.corners));
        let corners = [&of_part[..], &of_all[..]].into_iter().find(|cut| !cut.is_empty()).unwrap_or(&corners);
        corners.iter().sum::<DVec3>() / corners.len() as f64
    }

    /// The point of the triangle in the box that is deepest, and how deep: the way along the normal to the face that
    /// opposes it most, but no more than moves the whole box beyond the point; if there is none, the triangle's
    /// farthest point along the normal.
    fn deepest(&self, surface: &Surface, normal: DVec3, depth: f64) -> (DVec3, f64) {
        let along = self.axes.map_each(|axis| axis.dot(normal));
        let face = steepest(along);
        let reach: f64 = (0..3).map(|k| normal.dot(self.edges[k]).abs() * self.half[k]).sum();
        let way = |point: DVec3| {
            let height = self.axes[face].dot(point);
            let to_face = self.half[face] + if along[face] < 0.0 { -height } else { height };
            (to_face / along[face].abs()).min(normal.dot(point) + reach).max(0.0)
        };
        let cut = self.cut(&surface.corners, DVec3::ZERO, 0.0);
        let mut best = None;
        for &point in &cut {
            let depth = way(point).min(depth);
            if best.is_none_or(|(_, deepest)| depth > deepest) {
                best = Some((point, depth));
            }
        }
        let [a, b, c] = surface.corners;
        let higher = |p: DVec3, q: DVec3| if normal.dot(q) > normal.dot(p) { q } else { p };
        best.unwrap_or_else(|| (higher(higher(a, b), c), depth))
    }
}
