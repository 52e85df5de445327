//! The corners around a triangle, in lanes: which of many directions cannot be those of a contact.

use super::{Triangle, Vec3, max_abs, shares};
use crate::arrays::MapEach;
use glam::{BVec4A, DVec3, Vec4};
use std::fmt;

/// The corners of a group.
const LANES: usize = 4;
/// The most groups.
const GROUPS: usize = 8;
/// Larger offsets tell nothing: 2^100.
const LARGEST: f32 = (1u128 << 100) as f32;
/// More than the rounding of heights along a unit vector, which itself may be off by a sine of 2^-18, relative to the
/// largest offset: 2^-15; see `docs/exactness.md`.
const ROUNDING: f32 = 1.0 / 32_768.0;
/// More than what underflows: 2^-120.
const UNDERFLOW: f32 = 1.0 / (1u128 << 120) as f32;

/// Corners of triangles that share some of a triangle's, each with what they share: not all of them, but most.
pub struct Ring {
    groups: [Group; GROUPS],
    count: usize,
    /// The triangle's own corners.
    own: [Vec3; 3],
    /// Those that are in the shape.
    has: [bool; 3],
    /// The largest coordinate.
    size: f32,
}

impl fmt::Debug for Ring {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("Ring").field("count", &self.count).field("own", &self.own).finish_non_exhaustive()
    }
}

/// Corners by their coordinates, from the triangle's first.
#[derive(Clone, Copy)]
struct Group {
    x: Vec4,
    y: Vec4,
    z: Vec4,
    /// For each of the triangle's corners, 1 in the lanes of those that are in one triangle with it, else 0.
    beside: [Vec4; 3],
}

impl Group {
    const NONE: Group = Group { x: Vec4::ZERO, y: Vec4::ZERO, z: Vec4::ZERO, beside: [Vec4::ZERO; 3] };
}

/// Which of the triangle's corners are farthest along a direction.
enum Part {
    One(usize),
    /// Two, of which each is.
    Edge(usize),
    /// Some of these.
    Some([bool; 3]),
}

impl Part {
    /// The corners that are near the farthest height. Those of an edge are known to have the same.
    fn new(is_near: [bool; 3], edge: Option<usize>) -> Part {
        match (is_near, edge) {
            ([true, false, false], _) => Part::One(0),
            ([false, true, false], _) => Part::One(1),
            ([false, false, true], _) => Part::One(2),
            (_, Some(edge)) if is_near[edge] && is_near[(edge + 1) % 3] && !is_near[(edge + 2) % 3] => {
                Part::Edge(edge)
            }
            _ => Part::Some(is_near),
        }
    }

    /// Positive where a triangle has all corners of the part, or one that is in the shape.
    #[inline]
    fn beside(&self, has: [bool; 3], group: &Group) -> Vec4 {
        let one = |k: usize| if has[k] { group.beside[k] } else { Vec4::ZERO };
        match *self {
            Part::One(k) => group.beside[k],
            Part::Edge(k) => {
                let next = (k + 1) % 3;
                group.beside[k].min(group.beside[next]).max(one(k)).max(one(next))
            }
            Part::Some(some) => group
                .beside
                .into_iter()
                .zip(some)
                .filter(|(_, some)| *some)
                .fold(Vec4::ONE, |all, (beside, _)| all.min(beside)),
        }
    }
}

impl Ring {
    /// Takes one corner of each triangle around another, of which some corners are in the shape: in a mesh whose triangles
    /// all go around the same way, the others are corners of further triangles.
    pub fn new<'a>(of: &Triangle, has: [bool; 3], around: impl Iterator<Item = &'a Triangle>) -> Ring {
        let corners = [of.a, of.b, of.c];
        let own = corners.map_each(|corner| corner - of.a);
        let mut ring = Ring { groups: [Group::NONE; GROUPS], count: 0, own, has, size: 0.0 };
        let mut size = own.into_iter().map(max_abs).fold(0.0, f32::max);
        // One that has all of its corners counts as the same again.
        for triangle in around.filter(|triangle| !shares(triangle, &corners)) {
            let theirs = [triangle.a, triangle.b, triangle.c];
            let places = theirs.map_each(|corner| corners.iter().position(|own| *own == corner));
            let next = (0..3).find(|&k| places[k].is_none() && places[(k + 2) % 3].is_some());
            let (group, lane) = (ring.count / LANES, ring.count % LANES);
            let (Some(k), Some(group)) = (next, ring.groups.get_mut(group)) else { continue };
            let offset = theirs[k] - of.a;
            (group.x[lane], group.y[lane], group.z[lane]) = (offset.x, offset.y, offset.z);
            for place in places.into_iter().flatten() {
                group.beside[place][lane] = 1.0;
            }
            ring.count += 1;
            size = f32::max(size, max_abs(offset));
        }
        ring.size = if size < LARGEST { size } else { f32::INFINITY };
        ring
    }

    /// Returns true if it is certain that a triangle which shares all corners of the part that is farthest along a
    /// direction, or one that is in the shape, has a corner that is farther yet; and the same of the opposite direction. It
    /// is known but for a sine of 2^-18, and at right angles to an edge, if one is given: that from corner `k` to the next.
    #[inline]
    pub fn rises_above(&self, unit: DVec3, edge: Option<usize>) -> [bool; 2] {
        let unit = unit.as_vec3();
        let heights = self.own.map_each(|corner| corner.dot(unit));
        let slack = self.size * ROUNDING + UNDERFLOW;
        let top = heights.into_iter().fold(f32::MIN, f32::max);
        let bottom = heights.into_iter().fold(f32::MAX, f32::min);
        let upper = Part::new(heights.map_each(|height| height >= top - slack), edge);
        let lower = Part::new(heights.map_each(|height| height <= bottom + slack), edge);
        let (high, low) = (Vec4::splat(top + slack), Vec4::splat(bottom - slack));
        let (mut above, mut below) = (BVec4A::default(), BVec4A::default());
        for group in &self.groups[..self.count.div_ceil(LANES).min(GROUPS)] {
            let height = group.x * unit.x + group.y * unit.y + group.z * unit.z;
            above |= height.cmpgt(high) & upper.beside(self.has, group).cmpgt(Vec4::ZERO);
            below |= height.cmplt(low) & lower.beside(self.has, group).cmpgt(Vec4::ZERO);
        }
        [above.any(), below.any()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::direction::{Direction, edges};
    use crate::geometry::part_corners;
    use fastrand::Rng;

    /// Whether a triangle that is heard has a corner that is farther along than the part which is farthest, exactly.
    fn rises(of: &Triangle, has: [bool; 3], around: &[Triangle], direction: &Direction, unit: DVec3) -> bool {
        let part = part_corners(of, direction.farthest_part(unit, of));
        let is_one_enough = |corner: &Vec3| {
            part.len() == 1 || [of.a, of.b, of.c].iter().zip(has).any(|(own, has)| has && own == corner)
        };
        around.iter().any(|other| {
            let corners = [other.a, other.b, other.c];
            !shares(other, &[of.a, of.b, of.c])
                && (shares(other, &part)
                    || corners.iter().any(|corner| part.contains(corner) && is_one_enough(corner)))
                && corners
                    .iter()
                    .any(|&corner| !part.contains(&corner) && direction.rise(part[0], corner) > 0)
        })
    }

    #[test]
    fn what_is_certain_is_so_at_every_scale() {
        let rng = &mut Rng::with_seed(30);
        let (mut certain, mut true_ones) = (0, 0);
        for i in 0..20_000 {
            let scale = rng.i32(-149..=60);
            let digits = [1, 3, 12, 24][i % 4];
            let mut number = || {
                let value = f64::from(rng.i32(-(1 << digits)..=1 << digits)) / f64::from(1 << digits);
                (value * 2f64.powi(scale)) as f32
            };
            // Some nearly in a plane, far from the origin.
            let (flat, far) = ([1.0, 1e-4, 1e-7][i / 4 % 3], [0.0, 1e3][i / 12 % 2] * number());
            let mut point = || Vec3::new(number() + far, number() + far, number() * flat + far);
            let [a, b, c, d, e, f] = [(); 6].map(|()| point());
            let of = Triangle::new(a, b, c);
            let around = [
                Triangle::new(b, a, d),
                Triangle::new(c, b, e),
                Triangle::new(a, c, f),
                Triangle::new(a, f, d),
                Triangle::new(b, d, e),
                of,
            ];
            let axes = [Vec3::new(0.8, -0.6, 0.0), Vec3::new(0.6, 0.8, 0.0)];
            let (_, [u, v, _]) = edges(&of)[i % 3];
            let edge = v.as_dvec3() - u.as_dvec3();
            let [k, l] = axes.map(|axis| axis.as_dvec3());
            let turned = (l * k.dot(edge) - k * l.dot(edge)).try_normalize();
            let sign = [1.0, -1.0][i / 24 % 2];
            let (direction, unit, edge) = match (i / 48 % 3, turned) {
                (0, Some(unit)) => {
                    (Direction::InFrame { sign: sign as i32, edge: [u, v], axes }, unit * sign, Some(i % 3))
                }
                (1, _) => {
                    let unit = DVec3::new(rng.f64() - 0.5, rng.f64() - 0.5, rng.f64() - 0.5).normalize();
                    (Direction::away_from(&of, unit), unit, None)
                }
                _ => (Direction::Between { from: Vec3::ZERO, to: axes[0] * sign as f32 }, k * sign, None),
            };
            let has = [(); 3].map(|()| rng.bool());
            let ring = Ring::new(&of, has, around.iter());
            let is_so = rises(&of, has, &around, &direction, unit);
            let [above, below] = ring.rises_above(unit, edge);
            assert_eq!(ring.rises_above(-unit, edge), [below, above]);
            assert!(is_so || !above, "{of:?} {around:?} {direction:?} {unit}");
            certain += usize::from(above);
            true_ones += usize::from(is_so);
        }
        assert!(certain * 2 > true_ones, "{certain} of {true_ones}");
    }
}
