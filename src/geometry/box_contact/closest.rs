//! The closest points of a box and a triangle.

use super::normals::{self, NORMALS, in_world, local};
use super::placed::Placed;
use crate::geometry::contact_normal::{ContactNormal, Place};
use crate::geometry::sphere_contact::face_normal;
use crate::geometry::{BoxAxes, Triangle, closest_on_segments};
use glam::DVec3;

/// The closest points of a box and a triangle that are apart: the normal, the point of the triangle, and
/// the distance.
#[inline]
pub(super) fn closest(placed: &Placed, shape: &BoxAxes, triangle: &Triangle) -> (ContactNormal, Place, f64) {
    let (place, offset) = nearest(placed);
    let distance = offset.length();
    let toward = if distance > 0.0 { offset / distance } else { DVec3::Z };
    // The direction exactly, if it is one of those that separate; else as it is rounded.
    let is_like = |local: DVec3| {
        let length = local.length();
        length > 0.0 && (local / length).dot(toward) > 1.0 - 1e-12
    };
    let has_face = face_normal(triangle).is_some();
    let number =
        (0..NORMALS as u8).find(|&number| (number >= 2 || has_face) && is_like(local(placed, number)));
    let normal = match number {
        Some(number) => normals::normal(placed, shape, triangle, number, 0.0),
        None => {
            let unit = in_world(shape, toward).normalize();
            ContactNormal::away_from(triangle, unit, 0.0)
        }
    };
    (normal, place, distance)
}

/// The closest points: that of the triangle, and the offset from it to that of the box, in the frame.
#[inline]
pub(super) fn nearest(placed: &Placed) -> (Place, DVec3) {
    let half = placed.half();
    let [a, b, c] = *placed.corners();
    let mut best = (a, DVec3::ZERO, f64::INFINITY);
    let mut consider = |place: Place, offset: DVec3| {
        let square = offset.length_squared();
        if square < best.2 {
            best = (place, offset, square);
        }
    };
    // Corners of the triangle, then of the box, then edges of both.
    for corner in *placed.corners() {
        consider(corner, corner.local.clamp(-half, half) - corner.local);
    }
    let corner_of = |i: usize| {
        let side = |k: usize| if i >> k & 1 == 0 { -half[k] } else { half[k] };
        DVec3::new(side(0), side(1), side(2))
    };
    let (e, f) = (b.local - a.local, c.local - a.local);
    let normal = e.cross(f);
    let area = normal.length_squared();
    for i in 0..8 {
        let corner = corner_of(i);
        let to = corner - a.local;
        let (v, w) = (to.cross(f).dot(normal), e.cross(to).dot(normal));
        if area > 0.0 && v >= 0.0 && w >= 0.0 && v + w <= area {
            let (v, w) = (v / area, w / area);
            let place = Place {
                local: a.local + e * v + f * w,
                world: a.world + (b.world - a.world) * v + (c.world - a.world) * w,
            };
            consider(place, normal * (normal.dot(to) / area));
        }
    }
    for (from, to) in [(a, b), (b, c), (c, a)] {
        for k in 0..3 {
            for i in (0..8).filter(|i| i >> k & 1 == 0) {
                let start = corner_of(i);
                let along = DVec3::AXES[k] * (2.0 * half[k]);
                let (s, _, offset) = closest_on_segments(to.local - from.local, along, start - from.local);
                consider(from.between(to, s), offset);
            }
        }
    }
    (best.0, best.1)
}
