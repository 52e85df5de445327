//! The normals of a segment and a triangle that touch: those of the faces of their Minkowski sum, of the triangle's
//! two sides, and of the cross products of its edges with the segment.

use super::across::{at_right_angles, unit_cross};
use crate::arrays::MapEach;
use crate::geometry::contact_normal::{ContactNormal, insert_by_depth};
use crate::geometry::direction::{Direction, edges};
use crate::geometry::sphere_contact::face_normal;
use crate::geometry::{Feature, Triangle, Vec3};
use arrayvec::ArrayVec;

/// The normals of a capsule and a triangle.
pub(super) type Normals = ArrayVec<ContactNormal, 8>;

/// The normals of a segment and a triangle that touch, with the way along each that separates them.
#[inline]
pub(super) fn crossing(ends: [Vec3; 2], triangle: &Triangle) -> Normals {
    let [p, q] = ends.map_each(|end| end.as_dvec3());
    let [a, b, c] = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3());
    let mut normals = ArrayVec::new();
    let face = face_normal(triangle);
    if let Some(face) = &face {
        for sign in [1, -1] {
            let unit = face.normal * f64::from(sign);
            let depth = (-unit.dot(p - a)).max(-unit.dot(q - a)).max(0.0);
            let direction = Direction::normal(triangle, sign);
            insert_by_depth(
                &mut normals,
                ContactNormal { direction, unit, is_near: true, part: Feature::Face, is_sure: true, depth },
            );
        }
    }
    for (edge, (across, [u, v, w])) in edges(triangle)
        .into_iter()
        .zip([Feature::VertexC, Feature::VertexA, Feature::VertexB])
        .map(|((edge, points), across)| (edge, (across, points)))
    {
        let Some(unit) = unit_cross(v.as_dvec3() - u.as_dvec3(), q - p) else { continue };
        for sign in [1, -1] {
            let direction = Direction::Cross { sign, first: [u, v], second: ends };
            let part = match direction.rise(u, w) {
                1 => across,
                0 if face.is_some() => continue,
                _ => edge,
            };
            let unit = unit * f64::from(sign);
            let depth = [a, b, c].map_each(|corner| unit.dot(corner - p)).into_iter().fold(0.0, f64::max);
            insert_by_depth(
                &mut normals,
                ContactNormal { direction, unit, is_near: true, part, is_sure: false, depth },
            );
        }
    }
    if normals.is_empty() {
        // A point or a segment on the capsule's own.
        let (unit, axis) = at_right_angles(q - p);
        let direction = Direction::Cross { sign: 1, first: ends, second: [Vec3::ZERO, Vec3::AXES[axis]] };
        let part = Feature::VertexA;
        let is_near = false;
        normals.push(ContactNormal { direction, unit, is_near, part, is_sure: true, depth: 0.0 });
    } else if face.is_none() {
        // The least way, if none is admitted.
        normals.push(ContactNormal { is_sure: true, ..normals[0] });
    }
    normals
}
