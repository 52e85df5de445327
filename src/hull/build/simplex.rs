//! Points to begin with: as many as there are dimensions, and one more, far from each other.

use crate::geometry::{Vec3, is_on_line, side};
use glam::DVec3;

/// A beginning; indices of points.
pub(super) enum Start {
    /// All points are one.
    Point(u32),
    /// All points are on a line, between these.
    Segment([u32; 2]),
    /// All points are in the plane of these, which are on no line.
    Plane([u32; 3]),
    /// These are in no plane.
    Simplex([u32; 4]),
}

/// Finds one.
pub(super) fn start(points: &[Vec3]) -> Start {
    let at = |i: u32| points[i as usize];
    // From end to end along the longest side of the box.
    let extremes = [0, 1, 2].map(|axis| {
        let key = |v: Vec3| [v[axis], v[(axis + 1) % 3], v[(axis + 2) % 3]];
        let (mut low, mut high) = (0, 0);
        for (i, &point) in (0..).zip(points) {
            low = if key(point) < key(at(low)) { i } else { low };
            high = if key(point) > key(at(high)) { i } else { high };
        }
        (f64::from(at(high)[axis]) - f64::from(at(low)[axis]), low, high)
    });
    let (_, first, second) = extremes.into_iter().fold((-1.0, 0, 0), |a, b| if b.0 > a.0 { b } else { a });
    let [a, b] = [at(first), at(second)];
    if a == b {
        return Start::Point(first);
    }
    let from = a.as_dvec3();
    let along = b.as_dvec3() - from;
    let beside = |p: Vec3| along.cross(p.as_dvec3() - from).length_squared();
    let Some(third) = best(points, beside, |p| !is_on_line(a, b, p)) else {
        return Start::Segment([first, second]);
    };
    let normal: DVec3 = along.cross(at(third).as_dvec3() - from);
    let height = |p: Vec3| normal.dot(p.as_dvec3() - from).abs();
    match best(points, height, |p| side(a, b, at(third), p) != 0) {
        None => Start::Plane([first, second, third]),
        Some(fourth) => match side(a, b, at(third), at(fourth)) > 0 {
            // The fourth is behind the first three.
            true => Start::Simplex([first, third, second, fourth]),
            false => Start::Simplex([first, second, third, fourth]),
        },
    }
}

/// The point with the largest value, or if that one is not good, the first that is.
fn best(points: &[Vec3], value: impl Fn(Vec3) -> f64, is_good: impl Fn(Vec3) -> bool) -> Option<u32> {
    let mut largest = (-1.0, 0);
    for (i, &point) in (0..).zip(points) {
        let value = value(point);
        largest = if value > largest.0 { (value, i) } else { largest };
    }
    match is_good(points[largest.1 as usize]) {
        true => Some(largest.1),
        false => (0..).zip(points).find(|&(_, &point)| is_good(point)).map(|(i, _)| i),
    }
}
