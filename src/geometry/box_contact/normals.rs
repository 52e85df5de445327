//! The normals that a contact of a box and a triangle may have, by their numbers: each of the thirteen axes in both
//! directions.

use super::placed::Placed;
use crate::arrays::MapEach;
use crate::geometry::contact_normal::ContactNormal;
use crate::geometry::direction::{Direction, edges};
use crate::geometry::sphere_contact::face_normal;
use crate::geometry::{BoxAxes, Feature, Triangle, Vec3};
use glam::DVec3;

/// The normals: two of the face, six of the box, and eighteen of two edges.
pub(super) const NORMALS: usize = 26;

/// A normal by its number.
#[inline]
pub(super) fn normal(
    placed: &Placed,
    shape: &BoxAxes,
    triangle: &Triangle,
    number: u8,
    depth: f64,
) -> ContactNormal {
    let direction = direction(shape, triangle, number);
    let unit = unit(placed, shape, triangle, number);
    let is_sure = number < 2;
    let part = if is_sure { Feature::Face } else { direction.farthest_part(unit, triangle) };
    ContactNormal { direction, unit, is_near: true, part, is_sure, depth }
}

/// An axis, of which each has two directions, in the frame.
#[inline]
pub(super) fn axis(sides: &[DVec3; 3], axis: usize) -> DVec3 {
    match axis {
        0 => sides[0].cross(-sides[2]),
        1..4 => DVec3::AXES[axis - 1],
        _ => sides[(axis - 4) / 3].cross(DVec3::AXES[(axis - 4) % 3]),
    }
}

/// A direction by its number, in the frame.
#[inline]
pub(super) fn local(placed: &Placed, number: u8) -> DVec3 {
    let sign = if number.is_multiple_of(2) { 1.0 } else { -1.0 };
    axis(&placed.sides(), usize::from(number / 2)) * sign
}

/// In the world: a functional of the frame, so that lengths change by as much as the axes are no unit
/// vectors.
#[inline]
pub(super) fn in_world(shape: &BoxAxes, local: DVec3) -> DVec3 {
    let [x, y, z] = shape.axes.map_each(|axis| axis.as_dvec3());
    x * local.x + y * local.y + z * local.z
}

/// A normal's direction by its number.
#[inline]
pub(super) fn direction(shape: &BoxAxes, triangle: &Triangle, number: u8) -> Direction {
    let sign = if number.is_multiple_of(2) { 1 } else { -1 };
    match number / 2 {
        0 => Direction::normal(triangle, sign),
        k @ 1..4 => {
            let to = shape.axes[usize::from(k) - 1] * sign as f32;
            Direction::Between { from: Vec3::ZERO, to }
        }
        k => edge_axis(shape, triangle, usize::from(k - 4), sign),
    }
}

/// The cross product of a triangle's edge and an axis of a box, by its number.
fn edge_axis(shape: &BoxAxes, triangle: &Triangle, number: usize, sign: i32) -> Direction {
    let (_, [u, v, _]) = edges(triangle)[number / 3];
    let axis = number % 3;
    Direction::InFrame { sign, edge: [u, v], axes: [shape.axes[(axis + 2) % 3], shape.axes[(axis + 1) % 3]] }
}

/// A normal's unit vector by its number.
fn unit(placed: &Placed, shape: &BoxAxes, triangle: &Triangle, number: u8) -> DVec3 {
    if number < 2 {
        let normal = face_normal(triangle).map_or(DVec3::Z, |face| face.normal);
        return if number == 0 { normal } else { -normal };
    }
    in_world(shape, local(placed, number)).normalize()
}
