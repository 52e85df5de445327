//! The part of a triangle that lies in a box.

use crate::geometry::{Aabb, Triangle, max_abs, max3, min3};
use arrayvec::ArrayVec;
use glam::DVec3;

/// The corners of what is left of a triangle: six planes add at most one each, and rounding may bend an edge.
type Polygon = ArrayVec<DVec3, 16>;

/// The margin relative to the largest coordinate: far more than the rounding of a few operations in f64.
const MARGIN: f64 = 1.0 / (1u64 << 40) as f64;

/// A box that contains the part of a triangle in a box; none if there is no such part. (Sutherland and Hodgman,
/// "Reentrant Polygon Clipping", 1974, in f64, with a margin that makes up for the rounding.)
pub(super) fn bounds_within(triangle: &Triangle, cell: &Aabb) -> Option<Aabb> {
    let whole = triangle.bounds();
    if cell.contains(&whole) {
        return Some(whole);
    }
    let margin = f64::from(max_abs(whole.min).max(max_abs(whole.max))) * MARGIN;
    let mut polygon: Polygon =
        [triangle.a, triangle.b, triangle.c].map(|corner| corner.as_dvec3()).into_iter().collect();
    for axis in 0..3 {
        let (lower, upper) = (f64::from(cell.min[axis]) - margin, f64::from(cell.max[axis]) + margin);
        if cell.min[axis] > whole.min[axis] {
            let Some(kept) = clip(&polygon, |corner| corner[axis] - lower) else { return Some(*cell) };
            polygon = kept;
        }
        if cell.max[axis] < whole.max[axis] {
            let Some(kept) = clip(&polygon, |corner| upper - corner[axis]) else { return Some(*cell) };
            polygon = kept;
        }
    }
    let least = polygon.iter().fold(DVec3::INFINITY, |all, &corner| all.min(corner));
    let largest = polygon.iter().fold(DVec3::NEG_INFINITY, |all, &corner| all.max(corner));
    if polygon.is_empty() {
        return None;
    }
    let around = Aabb::outward(least - margin, largest + margin);
    let part = Aabb { min: max3(around.min, cell.min), max: min3(around.max, cell.max) };
    part.min.cmple(part.max).all().then_some(part)
}

/// The part of a polygon where the distance, which is linear, is not negative; none if it has too many corners.
fn clip(polygon: &Polygon, distance: impl Fn(DVec3) -> f64) -> Option<Polygon> {
    let mut kept = Polygon::new();
    let Some(&(mut from)) = polygon.last() else { return Some(kept) };
    let mut from_distance = distance(from);
    for &to in polygon {
        let to_distance = distance(to);
        if (from_distance < 0.0) != (to_distance < 0.0) {
            let crossing = from + (to - from) * (from_distance / (from_distance - to_distance));
            kept.try_push(crossing).ok()?;
        }
        if to_distance >= 0.0 {
            kept.try_push(to).ok()?;
        }
        (from, from_distance) = (to, to_distance);
    }
    Some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Vec3;

    /// A point of a triangle, by its weights.
    fn point(triangle: &Triangle, rng: &mut fastrand::Rng) -> DVec3 {
        let [a, b, c] = [triangle.a, triangle.b, triangle.c].map(|corner| corner.as_dvec3());
        let (mut u, mut v) = (rng.f64(), rng.f64());
        match rng.u8(0..6) {
            0 => u = 0.0,
            1 => v = 0.0,
            2 => (u, v) = (1.0, 0.0),
            _ if u + v > 1.0 => (u, v) = (1.0 - u, 1.0 - v),
            _ => {}
        }
        a + (b - a) * u + (c - a) * v
    }

    #[test]
    fn points_of_the_triangle_in_the_cell_lie_in_its_part() {
        let rng = &mut fastrand::Rng::with_seed(31);
        let mut inside = 0;
        for power in [-149, -140, -126, -60, -20, 0, 20, 59] {
            for _ in 0..4000 {
                let scale = 2f64.powi(power);
                let away = if rng.bool() { 0.0 } else { 100.0 * scale };
                // Thin and large ones, too.
                let sizes = [0; 3].map(|_| 2f64.powi(-rng.i32(0..20)));
                let mut corner = || {
                    Vec3::from_array(
                        [0, 1, 2].map(|axis| (away + scale * sizes[axis] * (rng.f64() - 0.5)) as f32),
                    )
                };
                let triangle = Triangle { a: corner(), b: corner(), c: corner() };
                let (p, q) = (corner(), corner());
                let cell = Aabb { min: min3(p, q), max: max3(p, q) };
                let part = bounds_within(&triangle, &cell);
                if let Some(part) = &part {
                    assert!(cell.contains(part), "{part:?} {cell:?}");
                }
                for _ in 0..20 {
                    let point = point(&triangle, rng);
                    let is_in = |of: &Aabb| {
                        (0..3).all(|k| f64::from(of.min[k]) <= point[k] && point[k] <= f64::from(of.max[k]))
                    };
                    if is_in(&cell) {
                        inside += 1;
                        assert!(
                            part.is_some_and(|part| is_in(&part)),
                            "{triangle:?} {cell:?} {point} {part:?}"
                        );
                    }
                }
            }
        }
        assert!(inside > 10_000, "{inside}");
    }

    #[test]
    fn a_triangle_elsewhere_has_no_part() {
        let triangle = Triangle { a: Vec3::ZERO, b: Vec3::X, c: Vec3::Y };
        // In the triangle's box, but beyond its longest edge.
        let cell = Aabb { min: Vec3::new(0.75, 0.75, -1.0), max: Vec3::ONE };
        assert_eq!(bounds_within(&triangle, &cell), None);
        let whole = Aabb { min: Vec3::NEG_ONE, max: Vec3::ONE };
        assert_eq!(bounds_within(&triangle, &whole), Some(triangle.bounds()));
    }
}
