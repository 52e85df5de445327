//! Convex polygons: their planes, and splitting them.

use crate::Result;
use crate::arrays::MapEach;
use crate::vectors::{copied, push, reserve};
use glam::DVec3;

/// Corners, counter-clockwise from the front.
pub(in crate::bsp) type Polygon = Vec<DVec3>;

/// The side of a plane on which something is; it crosses the plane if it is on both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Front,
    Back,
    On,
    Cross,
}

/// Classifies a polygon against a plane. Corners that are nearer to the plane than `epsilon` count as on it.
#[inline]
pub(super) fn classify<'a>(
    corners: impl IntoIterator<Item = &'a DVec3>,
    (normal, d): (DVec3, f64),
    epsilon: f64,
) -> Side {
    let (mut is_behind, mut is_in_front) = (false, false);
    for corner in corners {
        let height = normal.dot(*corner) - d;
        is_behind |= height < -epsilon;
        is_in_front |= height > epsilon;
        if is_behind && is_in_front {
            break;
        }
    }
    match (is_behind, is_in_front) {
        (false, false) => Side::On,
        (false, true) => Side::Front,
        (true, false) => Side::Back,
        (true, true) => Side::Cross,
    }
}

/// The parts of a polygon in front of and behind a plane (Sutherland and Hodgman 1974, both sides at once).
/// Corners that are nearer to the plane than `epsilon` belong to both. A part without three corners is empty.
pub(in crate::bsp) fn split(
    corners: &[DVec3],
    (normal, d): (DVec3, f64),
    epsilon: f64,
) -> Result<(Polygon, Polygon)> {
    let room = corners.len() + 2;
    let (mut front, mut back): (Polygon, Polygon) = (reserve(room, "polygon")?, reserve(room, "polygon")?);
    let Some(&last) = corners.last() else { return Ok((front, back)) };
    let height = |corner: DVec3| normal.dot(corner) - d;
    let side = |height: f64| i32::from(height > epsilon) - i32::from(height < -epsilon);
    let (mut from, mut above) = (last, height(last));
    for &corner in corners {
        let at = height(corner);
        if side(at) * side(above) < 0 {
            let crossing = from + (corner - from) * (above / (above - at));
            push(&mut front, crossing, "polygon")?;
            push(&mut back, crossing, "polygon")?;
        }
        if side(at) >= 0 {
            push(&mut front, corner, "polygon")?;
        }
        if side(at) <= 0 {
            push(&mut back, corner, "polygon")?;
        }
        (from, above) = (corner, at);
    }
    for part in [&mut front, &mut back] {
        if part.len() < 3 {
            part.clear();
        }
    }
    Ok((front, back))
}

/// Twice the area, in the direction of the normal (Newell's method; robust to corners on one line).
pub(in crate::bsp) fn area_vector(corners: &[DVec3]) -> DVec3 {
    let origin = corners.first().copied().unwrap_or_default();
    corners.windows(2).map(|pair| (pair[0] - origin).cross(pair[1] - origin)).sum()
}

/// The area.
pub(super) fn area(corners: &[DVec3]) -> f64 {
    area_vector(corners).length() * 0.5
}

/// Its width across its longest edge, within a factor of 2: 0 for a line.
pub(super) fn width(corners: &[DVec3]) -> f64 {
    let last = corners.last().copied().unwrap_or_default();
    let before = std::iter::once(&last).chain(corners);
    let longest = before.zip(corners).map(|(a, b)| (*b - *a).length()).fold(0.0, f64::max);
    if longest > 0.0 { area_vector(corners).length() / longest } else { 0.0 }
}

/// Removes corners that are nearer to the one before than `epsilon`.
pub(super) fn weld(corners: &mut Polygon, epsilon: f64) {
    corners.dedup_by(|b, a| (*b - *a).length() <= epsilon);
    while corners.len() > 1 && (corners[0] - corners[corners.len() - 1]).length() <= epsilon {
        corners.pop();
    }
}

/// A square in the plane, with sides of `2 * reach`, around the point of the plane that is nearest to
/// `center`.
pub(in crate::bsp) fn square((normal, d): (DVec3, f64), center: DVec3, reach: f64) -> Result<Polygon> {
    let other = if normal.x.abs() > normal.y.abs().max(normal.z.abs()) { DVec3::Y } else { DVec3::X };
    let u = other.cross(normal).normalize();
    let v = normal.cross(u).normalize();
    let middle = center - normal * ((normal.dot(center) - d) / normal.length_squared());
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .map_each(|(a, b)| middle + u * (a * reach) + v * (b * reach));
    copied(&corners, "polygon")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_cut_into_its_halves() {
        let whole = square((DVec3::Z, 1.0), DVec3::ZERO, 2.0).unwrap();
        assert_eq!(area_vector(&whole), DVec3::Z * 32.0);
        let (front, back) = split(&whole, (DVec3::X, 1.0), 1e-9).unwrap();
        assert_eq!((area(&front), area(&back)), (4.0, 12.0));
        assert!(area_vector(&front).z > 0.0 && area_vector(&back).z > 0.0);
        let (front, back) = split(&whole, (DVec3::X, 2.0), 1e-9).unwrap();
        assert!(front.is_empty() && area(&back) == 16.0);
        assert_eq!(classify(&whole, (DVec3::X, 2.0), 1e-9), Side::Back);
        assert_eq!(classify(&whole, (DVec3::Z, 1.0), 1e-9), Side::On);
        assert_eq!(classify(&whole, (DVec3::Z, 0.0), 1e-9), Side::Front);
        assert_eq!(classify(&whole, (DVec3::Y, 0.0), 1e-9), Side::Cross);
        assert_eq!(width(&whole), 8.0);
    }

    #[test]
    fn slivers_are_narrow() {
        let sliver = [DVec3::ZERO, DVec3::X, DVec3::new(0.5, 1e-9, 0.0)];
        assert!(width(&sliver) <= 1e-9);
        let mut corners = vec![DVec3::ZERO, DVec3::X, DVec3::X, DVec3::Y, DVec3::Y * 1e-12];
        weld(&mut corners, 1e-9);
        assert_eq!(corners.len(), 3);
    }
}
