//! The contact of a sphere and a triangle: the closest point, how deep, and the normal; and when it is one of
//! the whole surface, and not of a triangle alone.
//!
//! A triangle's closest point is a contact of the surface if it is a *local minimum of the distance to the
//! surface* (Johnson and Cohen, "Spatialized Normal Cone Hierarchies", 2001). If it lies on an edge or at a
//! corner, that is so if the same edge or corner is closest on each triangle that shares it: no neighbour
//! comes nearer. So inner edges of a flat or concave surface make no contacts, without flags for edges,
//! angles or tolerances.

use super::closest_feature::closest_feature;
use super::point_triangle::{THINNEST_SQUARED, closest_offset};
use super::triangle_triangle::side;
use super::{Feature, Sphere, Triangle, Vec3, max_abs};
use crate::arrays::MapEach;
use arrayvec::ArrayVec;
use glam::DVec3;

/// The corners of a triangle's closest part: one, two or three.
pub type PartCorners = ArrayVec<Vec3, 3>;

/// The closest point of a triangle to the center of a sphere, and its part.
#[derive(Clone, Copy, Debug)]
pub struct SphereOffset {
    /// From the center to the closest point.
    offset: DVec3,
    /// The part that holds it, exactly.
    pub feature: Feature,
    /// True if the center is behind the triangle's plane.
    pub is_back: bool,
    /// True if the center is so near that the offset has no direction that can be relied on.
    pub is_on_surface: bool,
    /// The largest coordinate.
    size: f32,
}

/// A contact, before it has a number and a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereContact {
    /// On the triangle.
    pub point: Vec3,
    /// By how much they overlap; negative for a gap.
    pub depth: f32,
    /// Unit, from the triangle to the center.
    pub normal: Vec3,
}

/// Offsets shorter than this part of the largest coordinate are not relied on for a direction: 2^-30. Longer
/// ones have it to 2^-22, because coordinates in f64 are good for 2^-52.
pub(super) const NEAREST: f64 = 1.0 / (1u64 << 30) as f64;

/// More than the rounding of distances in f64, relative to the largest coordinate: 2^-44.
const DISTANCE_ROUNDING: f64 = 1.0 / (1u64 << 44) as f64;

/// A distance that was computed from coordinates up to a size: at least and at most.
pub(super) fn distance_bounds(distance: f64, size: f32) -> [f64; 2] {
    let error = f64::from(size) * DISTANCE_ROUNDING;
    [distance - error, distance + error]
}

impl SphereOffset {
    /// Finds it.
    pub fn new(sphere: &Sphere, triangle: &Triangle) -> SphereOffset {
        let center = sphere.center;
        let Triangle { a, b, c } = *triangle;
        let (offset, _) = closest_offset(center.as_dvec3(), triangle);
        let size = [a, b, c, center].map_each(max_abs).into_iter().fold(0.0, f32::max);
        SphereOffset {
            offset,
            feature: closest_feature(center, triangle),
            is_back: side(a, b, c, center) < 0,
            is_on_surface: offset.length() <= f64::from(size) * NEAREST,
            size,
        }
    }

    /// The distance of the closest point, at least and at most.
    pub fn distance(&self) -> [f64; 2] {
        distance_bounds(self.offset.length(), self.size)
    }

    /// The contact. `around` gives the sum of the normals of all triangles that share the part; asked for
    /// only if [`SphereOffset::is_on_surface`] and that part is no face.
    pub fn contact(
        &self,
        sphere: &Sphere,
        triangle: &Triangle,
        around: impl FnOnce() -> NormalSum,
    ) -> SphereContact {
        let distance = self.offset.length();
        let by_offset = (!self.is_on_surface).then(|| self.offset / -distance);
        let by_face = face_normal(triangle).map(|face| {
            let normal = if self.is_back { -face.normal } else { face.normal };
            (normal, face.is_thin)
        });
        let normal = match (self.feature, by_offset, by_face) {
            (Feature::Face, None, Some((normal, _))) | (Feature::Face, _, Some((normal, false))) => {
                Some(normal)
            }
            (_, Some(normal), _) => Some(normal),
            (_, None, by_face) => around().direction().or(by_face.map(|(normal, _)| normal)),
        };
        SphereContact {
            point: (sphere.center.as_dvec3() + self.offset).as_vec3(),
            depth: (f64::from(sphere.radius) - distance) as f32,
            // Of a segment or point that the center is on, which has no normal.
            normal: normal.unwrap_or(DVec3::Z).as_vec3(),
        }
    }
}

/// The unit normal of a face.
pub(super) struct FaceNormal {
    pub(super) normal: DVec3,
    /// True if the triangle is so thin that rounding may turn the normal.
    pub(super) is_thin: bool,
}

/// The unit normal of a triangle's front, if it has one.
pub(super) fn face_normal(triangle: &Triangle) -> Option<FaceNormal> {
    let [a, b, c] = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3());
    let cross = triangle.area_vector_f64();
    let area = cross.length();
    let is_thin = area * area <= THINNEST_SQUARED * (b - a).length_squared() * (c - a).length_squared();
    (area > 0.0).then(|| FaceNormal { normal: cross / area, is_thin })
}

/// A sum of unit normals, the same in whatever order they are added.
#[derive(Clone, Copy, Debug, Default)]
pub struct NormalSum([i128; 3]);

impl NormalSum {
    /// Adds a triangle's, if it has one.
    pub fn add(&mut self, triangle: &Triangle) {
        const UNIT: f64 = (1u64 << 60) as f64;
        if let Some(face) = face_normal(triangle) {
            for (sum, component) in self.0.iter_mut().zip(face.normal.to_array()) {
                *sum += (component * UNIT) as i128;
            }
        }
    }

    /// Its direction, unless the normals cancel each other.
    fn direction(&self) -> Option<DVec3> {
        let sum = DVec3::from_array(self.0.map_each(|component| component as f64 / (1u64 << 60) as f64));
        let length = sum.length();
        (length > 1.0 / (1 << 20) as f64).then(|| sum / length)
    }
}

/// The corners of a part of a triangle.
pub fn part_corners(triangle: &Triangle, part: Feature) -> PartCorners {
    let corners = [triangle.a, triangle.b, triangle.c];
    part.corners().iter().map(|&k| corners[k]).collect()
}

/// Returns true if a triangle has all corners of a part.
#[inline]
pub fn shares(triangle: &Triangle, part: &[Vec3]) -> bool {
    let corners = [triangle.a, triangle.b, triangle.c];
    part.iter().all(|corner| corners.contains(corner))
}

/// Returns true if two parts have the same corners.
pub fn is_same_part(part: &[Vec3], other: &[Vec3]) -> bool {
    part.iter().all(|corner| other.contains(corner)) && other.iter().all(|corner| part.contains(corner))
}
