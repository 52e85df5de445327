//! The normals that a contact of a polytope and a triangle may have, and the points that it has then.

use super::Vec3;
use super::direction::Direction;
use super::sphere_contact::{PartCorners, part_corners};
use super::{Feature, Triangle};
use arrayvec::ArrayVec;
use glam::DVec3;
use std::fmt;

/// The square of the sine of the angle between two edges below which they have no cross product that could
/// be relied on.
pub(super) const PARALLEL_SQUARED: f64 = 1.0 / (1u64 << 52) as f64;

/// The part of the least way of a face that another way must be less than: 1 - 2^-32. On a flat floor, axes of a box and
/// edges have the way of the face, but for rounding; they would be tried for nothing.
pub(super) const BESIDE_FACE: f64 = 1.0 - 1.0 / 4_294_967_296.0;

/// More than the rounding of products and squares: 1 + 2^-40.
pub(super) const ROUNDED: f64 = 1.0 + 1.0 / (1u64 << 40) as f64;

/// A point of a triangle, in a shape's own frame and in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) local: DVec3,
    pub(super) world: DVec3,
}

impl Place {
    /// A point on the way to another one.
    pub(super) fn between(self, other: Place, part: f64) -> Place {
        Place {
            local: self.local + (other.local - self.local) * part,
            world: self.world + (other.world - self.world) * part,
        }
    }
}

/// A normal that a contact may have: a direction along which shape and triangle can be separated, or are
/// closest.
#[derive(Clone, Copy, Debug)]
pub struct ContactNormal {
    /// The direction, exactly.
    pub(super) direction: Direction,
    /// The same, of unit length.
    pub(super) unit: DVec3,
    /// True if that is the direction, as [`Direction::rise_near`] wants it.
    pub(super) is_near: bool,
    /// The part of the triangle that is farthest along it.
    pub part: Feature,
    /// True if no triangle around it speaks against it.
    pub is_sure: bool,
    /// The way along it that separates the two.
    pub(super) depth: f64,
}

impl ContactNormal {
    /// A unit vector that f64 alone knows.
    pub(super) fn away_from(triangle: &Triangle, unit: DVec3, depth: f64) -> ContactNormal {
        let direction = Direction::away_from(triangle, unit);
        let part = direction.farthest_part(unit, triangle);
        ContactNormal { direction, unit, is_near: true, part, is_sure: false, depth }
    }

    /// Returns true if it leads away from a side of the triangle: the back where that is true.
    pub fn is_on(&self, back: bool, triangle: &Triangle) -> bool {
        self.direction.is_back(triangle) == back
    }

    /// The way along it that separates the two, if they overlap.
    pub fn depth(&self) -> f64 {
        self.depth
    }

    /// The corners of the part that is farthest along it.
    pub fn corners(&self, triangle: &Triangle) -> PartCorners {
        part_corners(triangle, self.part)
    }

    /// Returns true if another triangle, which has some of a part's corners, has a corner farther along than
    /// these. Exact.
    pub fn is_exceeded(&self, part: &[Vec3], other: &Triangle) -> bool {
        let rise = |corner| match self.is_near {
            true => self.direction.rise_near(self.unit, part[0], corner),
            false => self.direction.rise(part[0], corner),
        };
        [other.a, other.b, other.c].into_iter().any(|corner| !part.contains(&corner) && rise(corner) > 0)
    }
}

/// Tells whether a corner around certainly rises above a unit vector, which is at right angles to an edge if one is
/// given, and above its opposite: see [`super::Ring`].
pub type Rises<'a> = &'a dyn Fn(DVec3, Option<usize>) -> [bool; 2];

/// Which normals of two that overlap are tried.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// Those that lead away from one side of the triangle: from the back where that is true; from both if none.
    pub side: Option<bool>,
    /// Those above which no corner around certainly rises.
    pub rises: Option<Rises<'a>>,
    /// Those with a way of less than this.
    pub below: f64,
}

impl fmt::Debug for Wanted<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("Wanted")
            .field("side", &self.side)
            .field("rises", &self.rises.is_some())
            .field("below", &self.below)
            .finish()
    }
}

impl Default for Wanted<'_> {
    /// All of them.
    fn default() -> Self {
        Wanted { side: None, rises: None, below: f64::INFINITY }
    }
}

impl Wanted<'_> {
    /// Returns true if a direction leads away from a side that is asked for.
    pub(super) fn sees(&self, triangle: &Triangle, direction: &Direction) -> bool {
        self.side.is_none_or(|back| direction.is_back(triangle) == back)
    }

    /// Returns true if the corners around rise above a unit vector and above its opposite. It is known as
    /// [`Direction::rise_near`] wants it, and at right angles to an edge, if one is given.
    pub(super) fn rise_above(&self, unit: DVec3, edge: Option<usize>) -> [bool; 2] {
        self.rises.map_or([false; 2], |rises| rises(unit, edge))
    }
}

/// A point of contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// On the triangle.
    pub point: Vec3,
    /// By how much they overlap there, along the normal; negative for a gap.
    pub depth: f32,
    /// The number of the shape's part.
    pub part: u32,
}

/// The points of a contact with one normal.
#[derive(Clone, Debug)]
pub struct ContactPoints<const N: usize> {
    /// Unit, from the triangle to the shape.
    pub normal: Vec3,
    /// The points, the deepest first. There is always one.
    pub points: ArrayVec<ContactPoint, N>,
}

/// Puts a normal where it belongs among those of less depth, after those of the same.
pub(super) fn insert_by_depth<const N: usize>(
    normals: &mut ArrayVec<ContactNormal, N>,
    normal: ContactNormal,
) {
    let place = normals.iter().take_while(|before| before.depth <= normal.depth).count();
    // There is room for all that there are.
    let _ = normals.try_insert(place, normal);
}
