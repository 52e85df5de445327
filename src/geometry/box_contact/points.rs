//! The points of a contact of a box and a triangle: the corners of the triangle cut off by the box.

use super::closest::nearest;
use super::placed::Placed;
use crate::arrays::MapEach;
use crate::geometry::BoxAxes;
use crate::geometry::box_axes::steepest;
use crate::geometry::contact_normal::{ContactNormal, ContactPoint, ContactPoints, Place};
use arrayvec::ArrayVec;
use glam::DVec3;

/// The most points: the corners of a triangle that is cut by six planes.
pub(super) const POINTS: usize = 9;

/// The points of a contact with one of the normals: those of a gap as far as it is no larger than `max_distance`. Of
/// two that are `apart`, the closest point of the triangle and the distance are known.
#[inline]
pub(super) fn points(
    placed: &Placed,
    shape: &BoxAxes,
    normal: &ContactNormal,
    max_distance: f32,
    apart: Option<(&Place, f64)>,
) -> ContactPoints<POINTS> {
    let half = placed.half();
    let [x, y, z] = shape.axes.map_each(|axis| axis.as_dvec3());
    let unit = normal.unit;
    let along = DVec3::new(x.dot(unit), y.dot(unit), z.dot(unit));
    // The face that opposes the normal most.
    let size = along.abs();
    let axis = steepest(along.to_array());
    let sign = if along[axis] < 0.0 { -1.0 } else { 1.0 };
    let part = (2 * axis + usize::from(sign < 0.0)) as u32;
    // The way from a point to that face, against the normal.
    let way = |place: &Place| (sign * place.local[axis] + half[axis]) / size[axis];
    // And to the box's farthest corner.
    let whole = |place: &Place| along.dot(place.local) + size.dot(half);
    let depth = |place: &Place| way(place).min(whole(place)).max(0.0);
    let mut polygon = Polygon::from_iter(*placed.corners());
    match apart {
        None => {
            for k in 0..3 {
                for side in [1.0, -1.0] {
                    cut(&mut polygon, |place| half[k] - side * place.local[k]);
                }
            }
        }
        Some(_) => {
            // A corner is the closest point, which comes below.
            let kept = Some(normal.part.corners()).filter(|corners| corners.len() > 1).unwrap_or_default();
            polygon = kept.iter().map(|&i| placed.corners()[i]).collect();
            for k in [(axis + 1) % 3, (axis + 2) % 3] {
                for side in [1.0, -1.0] {
                    cut(&mut polygon, |place| half[k] - side * (place.local[k] - way(place) * along[k]));
                }
            }
        }
    }
    let point =
        |place: &Place, depth: f64| ContactPoint { point: place.world.as_vec3(), depth: depth as f32, part };
    let mut points: ArrayVec<ContactPoint, POINTS> = ArrayVec::new();
    let mut add = |found: ContactPoint| {
        if !points.iter().any(|before| before.point == found.point) {
            let place = points.iter().take_while(|before| before.depth >= found.depth).count();
            let _ = points.try_insert(place, found);
        }
    };
    match apart {
        None => polygon.iter().for_each(|place| add(point(place, depth(place)))),
        Some((closest, distance)) => {
            let is_near = |way: f64| -way <= f64::from(max_distance) && way <= 0.0;
            polygon
                .iter()
                .filter(|place| is_near(way(place)))
                .for_each(|place| add(point(place, way(place))));
            // The closest ones always, unless they are among these.
            if points.first().is_none_or(|first| f64::from(first.depth) < -distance * (1.0 + 1e-6)) {
                add_first(&mut points, point(closest, -distance));
            }
        }
    }
    if points.is_empty() {
        // They touch, but for rounding.
        let (place, _) = nearest(placed);
        points.push(point(&place, depth(&place)));
    }
    ContactPoints { normal: unit.as_vec3(), points }
}

/// Puts a point before all others; the last goes if there is no room.
fn add_first(points: &mut ArrayVec<ContactPoint, POINTS>, point: ContactPoint) {
    if points.is_full() {
        points.pop();
    }
    points.insert(0, point);
}

/// A polygon of a cut triangle: each cut adds a corner at most, and rounding no more than that.
type Polygon = ArrayVec<Place, 12>;

/// Cuts off the part of a polygon where a function that is linear is negative (Sutherland and Hodgman, "Reentrant
/// Polygon Clipping", 1974).
fn cut(polygon: &mut Polygon, value: impl Fn(&Place) -> f64) {
    // Most planes cut nothing off.
    if polygon.iter().all(|place| value(place) >= 0.0) {
        return;
    }
    let whole: Polygon = polygon.iter().copied().collect();
    polygon.clear();
    for (i, place) in whole.iter().enumerate() {
        let next = &whole[(i + 1) % whole.len()];
        let (here, there) = (value(place), value(next));
        if here >= 0.0 {
            let _ = polygon.try_push(*place);
        }
        if here > 0.0 && there < 0.0 {
            let _ = polygon.try_push(place.between(*next, here / (here - there)));
        } else if here < 0.0 && there > 0.0 {
            // From the same end whichever way the edge goes.
            let _ = polygon.try_push(next.between(*place, there / (there - here)));
        }
    }
}
