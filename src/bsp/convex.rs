//! Convex solids given by their planes alone: the point nearest to another, and the first contact of a moving
//! sphere.
//!
//! The nearest point is the solution of a small quadratic program, found by adding one half-space after the
//! other. If the best point so far violates one, the new best lies on its plane, a problem of one dimension
//! less (Seidel, "Small-Dimensional Linear Programming and Convex Hulls Made Easy", *Discrete & Computational
//! Geometry* 6, 1991; the argument holds for any problem of this kind). Edges and corners of the solid, which
//! are not stored, appear as the planes that the answer lies on. Every step adds a constraint, so distances
//! only grow: a search ends as soon as one is too large. Few half-spaces matter, so the program is solved for
//! an active set of few. The half-space that the best point so far violates most joins the set. Half-spaces
//! whose planes the new best is not on leave it. This ends when none is violated (the dual active set method
//! of Goldfarb and Idnani, *Mathematical Programming* 27, 1983).
//!
//! All is f64 on the f32 planes, relative to the query point.

use super::tree::{Plane, PlaneRef};
use arrayvec::ArrayVec;
use glam::DVec3;

/// The intersection of half-spaces.
#[derive(Clone, Copy)]
pub(super) struct Convex<'a> {
    pub(super) planes: &'a [Plane],
    pub(super) sides: &'a [PlaneRef],
    /// The length by which each plane is moved inwards.
    inset: f64,
}

/// The nearest point of a solid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    /// The offset from the query point; zero inside.
    pub(super) offset: DVec3,
    /// Its squared length.
    pub(super) distance_squared: f64,
    /// Of the planes that the answer lies on, the one that the point is farthest in front of; inside, the
    /// nearest; `None` without planes.
    pub(super) plane: Option<PlaneRef>,
}

/// The bound on rounding errors, relative to the numbers involved.
const ROUNDING: f64 = 1.0 / (1u64 << 45) as f64;

/// The bound on the rounding error of the height of `y`, relative to a centre of that size at that height.
#[inline(always)]
fn rounding(size: f64, height: f64, y: DVec3) -> f64 {
    ROUNDING * (size + height.abs() + y.abs().element_sum())
}

/// The most half-spaces of the active set, and the most steps that change it.
const MOST_ACTIVE: usize = 8;
const MOST_STEPS: usize = 24;

/// The largest relative gap between half-spaces that still count as having a common point.
const GAP: f64 = 1.0 / (1u64 << 24) as f64;

/// The half-spaces as seen from a point, in the order in which they are added.
struct Program<'a> {
    convex: Convex<'a>,
    center: DVec3,
    size: f64,
    /// The index of the half-space that is added first.
    first: usize,
}

impl Program<'_> {
    /// The normal of the half-space added as number `i`, and the distance of the centre in front of its
    /// plane.
    #[inline(always)]
    fn get(&self, i: usize) -> (DVec3, f64) {
        let place = match i {
            0 => self.first,
            i if i <= self.first => i - 1,
            i => i,
        };
        let (normal, d) = self.convex.space(self.convex.sides[place]);
        (normal, normal.dot(self.center) - d)
    }

    /// Returns true if `y` is outside, by more than rounding can explain.
    #[inline(always)]
    fn violates(&self, y: DVec3, normal: DVec3, height: f64) -> bool {
        normal.dot(y) + height > rounding(self.size, height, y)
    }

    /// The best point, if its squared distance is at most `limit`. The centre is in front of the first plane.
    #[inline(always)]
    fn solve(&self, limit: f64) -> Option<DVec3> {
        let (normal, height) = self.get(0);
        let mut y = normal * (-height / normal.length_squared());
        for i in 1..self.convex.sides.len() {
            let (normal, height) = self.get(i);
            if self.violates(y, normal, height) {
                y = self.on_plane(i)?;
                if y.length_squared() > limit {
                    return None;
                }
            }
        }
        Some(y)
    }

    /// The best point on plane `i` among the half-spaces before it.
    fn on_plane(&self, i: usize) -> Option<DVec3> {
        let (normal, height) = self.get(i);
        let mut y = normal * (-height / normal.length_squared());
        for j in 0..i {
            let other = self.get(j);
            if self.violates(y, other.0, other.1) {
                y = match self.on_line((normal, height), other, i, j)? {
                    Some(best) => best,
                    // The same plane, but for rounding.
                    None => continue,
                };
            }
        }
        Some(y)
    }

    /// The best point on the line common to two planes, `a` the one added as number `i`, among the
    /// half-spaces before `j`. The outer `None`: there is no such point. The inner one: there is no such
    /// line.
    fn on_line(&self, a: (DVec3, f64), b: (DVec3, f64), i: usize, j: usize) -> Option<Option<DVec3>> {
        let along = a.0.cross(b.0);
        let square = along.length_squared();
        if square < 1e-20 {
            return if a.0.dot(b.0) > 0.0 { Some(None) } else { None };
        }
        let foot = (b.0.cross(along) * -a.1 + along.cross(a.0) * -b.1) / square;
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        for k in 0..j {
            if k == i {
                continue;
            }
            let (normal, height) = self.get(k);
            let (slope, above) = (normal.dot(along), normal.dot(foot) + height);
            let bound = -above / slope;
            if slope > 0.0 && bound < high {
                high = bound;
            } else if slope < 0.0 && bound > low {
                low = bound;
            } else if slope == 0.0 && self.violates(foot, normal, height) {
                return None;
            }
        }
        if low > high {
            let gap = (low - high) * square.sqrt();
            if gap > GAP * (self.size + foot.abs().element_sum()) {
                return None;
            }
            low = (low + high) * 0.5;
            high = low;
        }
        Some(Some(foot + along * 0f64.clamp(low, high)))
    }
}

impl<'a> Convex<'a> {
    pub(super) fn new(planes: &'a [Plane], sides: &'a [PlaneRef]) -> Convex<'a> {
        Convex { planes, sides, inset: 0.0 }
    }

    /// Returns true if the solid is somewhere wider than twice `inset` in all directions: if anything is left
    /// with all planes moved inwards by that.
    pub(super) fn is_wide(&self, inset: f64, near: DVec3) -> bool {
        Convex { inset, ..*self }.nearest(near, f64::INFINITY).is_some()
    }

    #[inline(always)]
    fn space(&self, side: PlaneRef) -> (DVec3, f64) {
        let (normal, d) = side.half_space(self.planes);
        (normal, d - self.inset)
    }

    /// The distance of a point outside; not positive inside.
    pub(super) fn height(&self, point: DVec3) -> f64 {
        self.deepest(point).0
    }

    /// The plane that a point is farthest in front of; inside, the nearest. `None` without planes.
    pub(super) fn plane_at(&self, point: DVec3) -> Option<PlaneRef> {
        self.sides.get(self.deepest(point).1).copied()
    }

    /// The largest distance of a point in front of a plane, and the index of that plane.
    #[inline(always)]
    fn deepest(&self, point: DVec3) -> (f64, usize) {
        let mut most = (f64::NEG_INFINITY, 0);
        for (i, side) in self.sides.iter().enumerate() {
            let (normal, d) = self.space(*side);
            let height = normal.dot(point) - d;
            if height > most.0 {
                most = (height, i);
            }
        }
        most
    }

    /// The point nearest to `center`, if there is one whose squared distance is at most `limit`.
    #[inline]
    pub(super) fn nearest(&self, center: DVec3, limit: f64) -> Option<Nearest> {
        let (height, first) = self.deepest(center);
        if !(height > 0.0) {
            let plane = self.sides.get(first).copied();
            return Some(Nearest { offset: DVec3::ZERO, distance_squared: 0.0, plane });
        }
        let (normal, _) = self.space(self.sides[first]);
        let mut y = normal * (-height / normal.length_squared());
        // Normals are unit but for f32's rounding. A solid that is certainly too far ends here.
        if y.length_squared() > limit {
            return None;
        }
        let size = center.abs().element_sum();
        let side = self.sides[first];
        let whole = Program { convex: *self, center, size, first };
        let found = |y: DVec3| Nearest { offset: y, distance_squared: y.length_squared(), plane: Some(side) };
        if self.sides.len() <= MOST_ACTIVE {
            return whole.solve(limit).map(found);
        }
        let mut active = ArrayVec::<PlaneRef, MOST_ACTIVE>::new();
        active.push(side);
        // The distance grows each time, so this ends. If rounding makes it cycle, the whole program decides.
        for _ in 0..MOST_STEPS {
            let Some(violated) = self.most_violated(center, size, y) else {
                return Some(found(y));
            };
            if active.try_push(self.sides[violated]).is_err() {
                break;
            }
            let few = Convex { sides: &active, ..*self };
            y = Program { convex: few, center, size, first: few.deepest(center).1 }.solve(limit)?;
            active.retain(|side| {
                let (normal, d) = self.space(*side);
                let height = normal.dot(center) - d;
                normal.dot(y) + height > -16.0 * rounding(size, height, y)
            });
        }
        whole.solve(limit).map(found)
    }

    /// The half-space that `y` is farthest outside of, if it is outside of any by more than rounding can
    /// explain.
    #[inline(always)]
    fn most_violated(&self, center: DVec3, size: f64, y: DVec3) -> Option<usize> {
        let mut most = (0.0, None);
        for (i, side) in self.sides.iter().enumerate() {
            let (normal, d) = self.space(*side);
            let height = normal.dot(center) - d;
            let outside = normal.dot(y) + height - rounding(size, height, y);
            if outside > most.0 {
                most = (outside, Some(i));
            }
        }
        most.1
    }

    /// The time, from 0 to `limit`, at which a sphere that moves from `center` by `motion` first touches.
    /// Newton's method on the distance, which is convex along the way, so that it arrives from before the
    /// contact and never passes it. `nearest` is the nearest point to `center`.
    pub(super) fn first_contact(
        &self,
        center: DVec3,
        motion: DVec3,
        radius: f64,
        limit: f64,
        mut nearest: Nearest,
    ) -> Option<(f64, Nearest)> {
        let enough = ROUNDING * 8.0 * (center.abs().element_sum() + motion.abs().element_sum() + radius);
        let (mut t, mut best) = (0.0, None);
        // A sphere that barely grazes halves the rest of the way in each step; all others converge much
        // faster.
        for step in 0..64 {
            if step > 0 {
                nearest = self.nearest(center + motion * t, f64::INFINITY)?;
            }
            let distance = nearest.distance_squared.sqrt();
            let gap = distance - radius;
            if gap <= enough {
                return Some((t, nearest));
            }
            let approach = nearest.offset.dot(motion) / distance;
            if !(approach > 0.0) {
                return None;
            }
            let next = t + gap / approach;
            if next - limit > enough / approach {
                return None;
            }
            let next = next.min(limit);
            // If rounding stops it, it is as near as it gets.
            if next <= t {
                return Some((t, nearest));
            }
            (t, best) = (next, Some(nearest));
        }
        best.map(|nearest| (t, nearest))
    }

    /// The time, from `from` to `limit`, at which a point that moves from `center` by `motion` is first
    /// inside, and the plane through which it came in, if any. The segment is clipped by one half-space after
    /// the other (Cyrus and Beck 1978).
    pub(super) fn first_inside(
        &self,
        center: DVec3,
        motion: DVec3,
        from: f64,
        limit: f64,
    ) -> Option<(f64, Option<PlaneRef>)> {
        let size = center.abs().element_sum();
        let (mut enter, mut leave, mut through) = (from, limit, None);
        for &side in self.sides {
            let (normal, d) = self.space(side);
            let (height, speed) = (normal.dot(center) - d, normal.dot(motion));
            let slack = ROUNDING * (size + height.abs() + motion.abs().element_sum());
            if speed.abs() <= f64::MIN_POSITIVE {
                if height > slack {
                    return None;
                }
                continue;
            }
            let t = -height / speed;
            if speed < 0.0 && t > enter {
                (enter, through) = (t, Some(side));
            } else if speed > 0.0 && t < leave {
                leave = t;
            }
        }
        let slack = ROUNDING * (enter.abs() + leave.abs());
        (enter <= leave + slack).then_some((enter.min(limit), through))
    }
}
