//! The ways that separate a box and a triangle that overlap.

use super::normals::{self, NORMALS, direction, in_world};
use super::placed::Placed;
use crate::arrays::MapEach;
use crate::geometry::contact_normal::{BESIDE_FACE, ContactNormal, PARALLEL_SQUARED, ROUNDED, Wanted};
use crate::geometry::sphere_contact::face_normal;
use crate::geometry::{BoxAxes, Triangle};
use arrayvec::ArrayVec;
use glam::DVec3;

/// More than the square of a length may change with the frame, whose axes are off by 2^-20: 1 + 2^-16.
const LONGER: f64 = 1.0 + 1.0 / 65_536.0;

/// The normals of a box and a triangle that overlap, by their numbers.
#[derive(Clone, Debug)]
pub struct BoxWays {
    /// With the way along each that separates the two, the least first.
    ways: ArrayVec<(u8, f64), NORMALS>,
    /// The least way of all.
    least: Option<(u8, f64)>,
    /// The least way of a face that is seen: it always stands, so that none is tried that is not less. Infinite if there
    /// is none.
    face: f64,
    has_face: bool,
}

impl BoxWays {
    /// Looks for the ways that separate two that overlap: those that are tried.
    #[inline]
    pub(super) fn new(placed: &Placed, shape: &BoxAxes, triangle: &Triangle, wanted: Wanted) -> BoxWays {
        let has_face = face_normal(triangle).is_some();
        let found = BoxWays { ways: ArrayVec::new(), least: None, face: f64::INFINITY, has_face };
        let locals = placed.corners().map_each(|corner| corner.local);
        let half = placed.half();
        let sides = placed.sides();
        let ways_along = |reach: f64, places: [f64; 3]| {
            let high = places[0].max(places[1]).max(places[2]);
            let low = places[0].min(places[1]).min(places[2]);
            [high + reach, reach - low]
        };
        let mut search = Search { shape, triangle, wanted, sides, limit: wanted.below, found };
        if has_face {
            let local = normals::axis(&sides, 0);
            let places = locals.map_each(|corner| local.dot(corner));
            search.add(0, ways_along(local.abs().dot(half), places));
        }
        for k in 0..3 {
            let ways = ways_along(half[k], locals.map_each(|corner| corner[k]));
            if !search.is_longer(ways, LONGER) {
                search.add(1 + k, ways);
            }
        }
        for (number, side) in sides.iter().enumerate() {
            for k in 0..3 {
                // The cross product has two components.
                let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                let (u, v) = (side[j], -side[i]);
                let reach = u.abs() * half[i] + v.abs() * half[j];
                let ways = ways_along(reach, locals.map_each(|corner| u * corner[i] + v * corner[j]));
                if !search.is_longer(ways, (u * u + v * v) * LONGER) {
                    search.add(4 + 3 * number + k, ways);
                }
            }
        }
        search.found
    }

    /// The normal that is tried after `number` others.
    #[inline]
    pub(super) fn normal(
        &self,
        placed: &Placed,
        shape: &BoxAxes,
        triangle: &Triangle,
        number: usize,
    ) -> Option<ContactNormal> {
        if let Some(&(number, depth)) = self.ways.get(number) {
            return Some(normals::normal(placed, shape, triangle, number, depth));
        }
        // Of a triangle without a face, the least way is taken if none is admitted.
        let (least, depth) = self.least.filter(|_| !self.has_face && number == self.ways.len())?;
        Some(ContactNormal { is_sure: true, ..normals::normal(placed, shape, triangle, least, depth) })
    }

    /// The least way of all, whether it is tried or not.
    pub fn least(&self) -> f64 {
        self.least.map_or(f64::INFINITY, |(_, depth)| depth)
    }

    /// The least way of a face that is seen; infinite if there is none.
    pub fn face(&self) -> f64 {
        self.face
    }

    /// Adds one, after those with the same way, which have lower numbers.
    fn add(&mut self, number: u8, depth: f64) {
        let place = self.ways.iter().take_while(|(_, before)| *before <= depth).count();
        let _ = self.ways.try_insert(place, (number, depth));
    }
}

/// The search for the ways that separate two that overlap.
struct Search<'a> {
    shape: &'a BoxAxes,
    triangle: &'a Triangle,
    wanted: Wanted<'a>,
    sides: [DVec3; 3],
    /// Only ways of less than this are tried.
    limit: f64,
    found: BoxWays,
}

impl Search<'_> {
    /// Returns true if both ways along an axis are surely longer than the limit. They are products with the axis, of which
    /// the square of the length is given, or a little more.
    #[inline(always)]
    fn is_longer(&self, ways: [f64; 2], square: f64) -> bool {
        let least = ways[0].min(ways[1]);
        least > 0.0 && least * least > self.limit * self.limit * square
    }

    /// Adds the ways along an axis that are wanted.
    #[inline(never)]
    fn add(&mut self, axis: usize, ways: [f64; 2]) {
        let Search { shape, triangle, wanted, .. } = *self;
        let world = in_world(shape, normals::axis(&self.sides, axis));
        let square = world.length_squared();
        let is_sure = match axis {
            0..4 => square > 0.0,
            _ => square > PARALLEL_SQUARED * self.sides[(axis - 4) / 3].length_squared(),
        };
        if !is_sure || self.is_longer(ways, square * ROUNDED) {
            return;
        }
        let length = square.sqrt();
        let depths = ways.map_each(|way| (way / length).max(0.0));
        let mut is_passed = [false; 2];
        if axis > 0 && depths[0].min(depths[1]) < self.limit {
            is_passed = wanted.rise_above(world / length, axis.checked_sub(4).map(|pair| pair / 3));
        }
        for (k, depth) in depths.into_iter().enumerate() {
            let number = (2 * axis + k) as u8;
            let found = &mut self.found;
            if found.least.is_none_or(|(_, least)| depth < least) {
                found.least = Some((number, depth));
            }
            let is_less = depth < if axis == 0 { found.face } else { self.limit };
            if !is_less || is_passed[k] {
                continue;
            }
            if wanted.side.is_some() && !wanted.sees(triangle, &direction(shape, triangle, number)) {
                continue;
            }
            if axis == 0 {
                found.face = depth;
            }
            if depth < self.limit {
                found.add(number, depth);
                self.limit = self.limit.min(found.face * BESIDE_FACE);
            }
        }
    }
}
