//! The segment of a capsule, by places along it: 0 and 1 are its ends.

use crate::arrays::MapEach;
use crate::geometry::direction::{Direction, edges};
use crate::geometry::{Capsule, Triangle, Vec3};
use arrayvec::ArrayVec;
use glam::DVec3;

/// The segment of a capsule.
pub(super) struct Segment {
    from: DVec3,
    along: DVec3,
}

impl Segment {
    #[inline]
    pub(super) fn new(capsule: &Capsule) -> Segment {
        let from = capsule.a.as_dvec3();
        Segment { from, along: capsule.b.as_dvec3() - from }
    }

    #[inline]
    pub(super) fn at(&self, at: f64) -> DVec3 {
        // The ends exactly.
        if at == 1.0 { self.from + self.along } else { self.from + self.along * at }
    }

    /// The way from a point of the segment to the surface of the capsule, against a direction.
    #[inline]
    pub(super) fn extent(&self, at: f64, unit: DVec3, radius: f64) -> f64 {
        let (square, slope) = (self.along.length_squared(), unit.dot(self.along));
        if slope == 0.0 {
            return radius;
        }
        // Through the cylinder, unless that ends before.
        let sine = (1.0 - slope * slope / square).max(0.0).sqrt();
        let way = radius / sine;
        let end = at - way * slope / square;
        if (0.0..=1.0).contains(&end) {
            return way;
        }
        let to_end = self.at(at) - self.at(if slope > 0.0 { 0.0 } else { 1.0 });
        let ahead = unit.dot(to_end);
        ahead + (ahead * ahead - to_end.length_squared() + radius * radius).max(0.0).sqrt()
    }

    /// The height of a point over its first end, along a direction.
    #[inline]
    pub(super) fn height(&self, point: DVec3, unit: DVec3) -> f64 {
        unit.dot(point - self.from)
    }

    /// Its point that is closest to another.
    #[inline]
    pub(super) fn closest_to(&self, point: DVec3) -> DVec3 {
        self.at((self.along.dot(point - self.from) / self.along.length_squared()).clamp(0.0, 1.0))
    }

    /// The place where it goes through a triangle's plane; one end if it lies in it.
    #[inline]
    pub(super) fn through(&self, triangle: &Triangle) -> f64 {
        let normal = triangle.area_vector_f64();
        let slope = normal.dot(self.along);
        let at = normal.dot(triangle.a.as_dvec3() - self.from) / slope;
        if at > 0.0 { at.min(1.0) } else { 0.0 }
    }

    /// The ends of the stretch that lies over or under a triangle, along its normal; `at`, which does, if
    /// rounding leaves none.
    #[inline]
    pub(super) fn over(&self, triangle: &Triangle, at: f64) -> [f64; 2] {
        let normal = triangle.area_vector_f64();
        let (mut low, mut high) = (0.0, 1.0);
        for (_, [u, v, _]) in edges(triangle) {
            let u = u.as_dvec3();
            let inward = normal.cross(v.as_dvec3() - u);
            let (start, slope) = (inward.dot(self.from - u), inward.dot(self.along));
            // Inside where start + slope * at is not negative.
            if slope > 0.0 {
                low = f64::max(low, -start / slope);
            } else if slope < 0.0 {
                high = f64::min(high, -start / slope);
            } else if start < 0.0 {
                high = -1.0;
            }
        }
        if low <= high { [low, high] } else { [at, at] }
    }

    /// The places where it is closest to an edge or a corner, with the offset to that: the ends of the stretch beside an
    /// edge that is parallel to it, or the place that is given.
    #[inline]
    pub(super) fn beside(&self, part: &[Vec3], at: f64) -> ArrayVec<(f64, DVec3), 2> {
        let mut found = ArrayVec::new();
        let start = part[0].as_dvec3();
        let edge = part.get(1).map_or(DVec3::ZERO, |to| to.as_dvec3() - start);
        let length = edge.length_squared();
        let ends = [0.0, 1.0].map_each(|at| self.at(at).as_vec3());
        let to_edge = |point: DVec3| {
            let along = if length > 0.0 { (edge.dot(point - start) / length).clamp(0.0, 1.0) } else { 0.0 };
            start + edge * along
        };
        if let [u, v] = *part
            && Direction::are_parallel(ends, [u, v])
        {
            let square = self.along.length_squared();
            let place = |point: Vec3| (self.along.dot(point.as_dvec3() - self.from) / square).clamp(0.0, 1.0);
            let (s, t) = (place(u), place(v));
            for at in [s.min(t), s.max(t)] {
                found.push((at, to_edge(self.at(at)) - self.at(at)));
            }
        } else {
            let point = self.at(at);
            found.push((at, to_edge(point) - point));
        }
        found
    }

    /// The triangle's points in the plane through the segment and a direction at right angles to it, each with
    /// its place along the segment: the two that are farthest apart, cut off beyond the segment's ends.
    #[inline]
    pub(super) fn chord(&self, triangle: &Triangle, unit: DVec3) -> ArrayVec<(f64, DVec3), 2> {
        let across = self.along.cross(unit);
        let corners = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3());
        let heights = corners.map_each(|corner| across.dot(corner - self.from));
        let square = self.along.length_squared();
        let mut ends = ArrayVec::<DVec3, 6>::new();
        for i in 0..3 {
            let j = (i + 1) % 3;
            let (here, there) = (heights[i], heights[j]);
            if here == 0.0 {
                ends.push(corners[i]);
            } else if here < 0.0 && there > 0.0 || here > 0.0 && there < 0.0 {
                // From the same end whichever way the edge goes.
                let (from, to, h, g) = if here < 0.0 {
                    (corners[i], corners[j], here, there)
                } else {
                    (corners[j], corners[i], there, here)
                };
                ends.push(from + (to - from) * (h / (h - g)));
            }
        }
        if ends.is_empty() {
            // Rounding leaves none: the corner that is nearest to the plane.
            let least = heights.into_iter().fold(f64::INFINITY, |least, height| least.min(height.abs()));
            ends.extend(
                corners
                    .into_iter()
                    .zip(heights)
                    .filter(|(_, h)| h.abs() == least)
                    .map(|(corner, _)| corner)
                    .take(1),
            );
        }
        // By their place along the segment, then along the direction.
        let place = |point: DVec3| self.along.dot(point - self.from) / square;
        let height = |point: DVec3| self.height(point, unit);
        let key = |point: &DVec3| (place(*point), height(*point));
        let (mut low, mut high) = (ends[0], ends[0]);
        for end in &ends {
            if key(end) < key(&low) {
                low = *end;
            }
            if key(end) > key(&high) {
                high = *end;
            }
        }
        let (s, t) = (place(low), place(high));
        let cut = |at: f64| if t > s { low + (high - low) * ((at - s) / (t - s)) } else { low };
        let mut found = ArrayVec::new();
        let (s_cut, t_cut) = (s.clamp(0.0, 1.0), t.clamp(0.0, 1.0));
        found.push((s_cut, if s == s_cut { low } else { cut(s_cut.min(t)) }));
        found.push((t_cut, if t == t_cut { high } else { cut(t_cut.max(s)) }));
        found
    }
}
