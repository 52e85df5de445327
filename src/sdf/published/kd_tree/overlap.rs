//! Decides if a triangle overlaps a box, and names the axis that separates them if not.
//!
//! As published: the cheap rejection by smallest and largest coordinates first, then the separating axis test
//! with all thirteen axes (Gottschalk 1996, Akenine-Möller 2001).

use crate::arrays::MapEach;
use crate::geometry::{Aabb, Triangle};
use glam::DVec3;

/// An axis that separates a triangle from a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SeparatingAxis {
    /// The box's own: 0 for x, 1 for y, 2 for z.
    Box(usize),
    /// The triangle's normal.
    Normal,
    /// The cross product of a box axis and an edge (0 from `a` to `b`, 1 from `b` to `c`, 2 from `c` to `a`).
    Cross {
        /// The box's axis.
        axis: usize,
        /// The triangle's edge.
        edge: usize,
    },
}

/// The part of the largest product by which two projections must be apart: more than the rounding errors of
/// f64.
const SLACK: f64 = 1.0 / (1u64 << 46) as f64;

/// The first axis of the box that separates it from a triangle by smallest and largest coordinates; `None` if
/// no axis of the box does. Exact.
#[inline]
pub(super) fn separating_box_axis(bounds: &Aabb, triangle: &Triangle) -> Option<SeparatingAxis> {
    let own = triangle.bounds();
    let apart = |&axis: &usize| own.min[axis] > bounds.max[axis] || own.max[axis] < bounds.min[axis];
    (0..3).find(apart).map(SeparatingAxis::Box)
}

/// The first of the thirteen axes that separates a triangle from a box; `None` if they share a point. Shapes
/// that are apart by less than the rounding of f64 count as touching.
pub(super) fn separating_axis(bounds: &Aabb, triangle: &Triangle) -> Option<SeparatingAxis> {
    if let Some(axis) = separating_box_axis(bounds, triangle) {
        return Some(axis);
    }
    let (min, max) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
    let (center, half) = ((min + max) * 0.5, (max - min) * 0.5);
    let corners = [triangle.a, triangle.b, triangle.c].map_each(|corner| corner.as_dvec3() - center);
    let edges = [corners[1] - corners[0], corners[2] - corners[1], corners[0] - corners[2]];
    let separates = |axis: DVec3| {
        let heights = corners.map_each(|corner| axis.dot(corner));
        let reach = axis.abs().dot(half);
        let (low, high) =
            (heights[0].min(heights[1]).min(heights[2]), heights[0].max(heights[1]).max(heights[2]));
        // The largest sum of the magnitudes of a height's terms.
        let size = corners.iter().fold(0.0, |size: f64, corner| size.max(axis.abs().dot(corner.abs())));
        let slack = (size + reach) * SLACK;
        low > reach + slack || high < -(reach + slack)
    };
    if separates(edges[0].cross(edges[1])) {
        return Some(SeparatingAxis::Normal);
    }
    for axis in 0..3 {
        for (edge, &along) in edges.iter().enumerate() {
            if separates(DVec3::AXES[axis].cross(along)) {
                return Some(SeparatingAxis::Cross { axis, edge });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{OrientedBox, OrientedBoxBounds, Quat, Vec3, box_triangle};

    const UNIT: Aabb = Aabb { min: Vec3::ZERO, max: Vec3::ONE };

    #[test]
    fn every_kind_of_axis_separates_something() {
        let t = |a: [f32; 3], b: [f32; 3], c: [f32; 3]| Triangle::new(a.into(), b.into(), c.into());
        let beside = t([2.0, 0.0, 0.0], [3.0, 0.0, 0.0], [2.0, 1.0, 0.0]);
        assert_eq!(separating_axis(&UNIT, &beside), Some(SeparatingAxis::Box(0)));
        let slanted = t([3.1, 0.0, 0.0], [0.0, 3.1, 0.0], [0.0, 0.0, 3.1]);
        assert_eq!(separating_axis(&UNIT, &slanted), Some(SeparatingAxis::Normal));
        let touching = t([3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]);
        assert_eq!(separating_axis(&UNIT, &touching), None);
        let across = t([1.6, 0.5, -1.0], [0.5, 1.6, -1.0], [1.05, 1.05, 4.0]);
        assert!(matches!(
            separating_axis(&UNIT, &across),
            Some(SeparatingAxis::Cross { .. } | SeparatingAxis::Normal)
        ));
        let wing = t([1.2, 0.9, 0.5], [0.9, 1.2, 0.4], [2.0, 2.0, 0.9]);
        assert_eq!(separating_axis(&UNIT, &wing), Some(SeparatingAxis::Cross { axis: 2, edge: 0 }));
    }

    #[test]
    fn agrees_with_the_oriented_box() {
        let mut rng = fastrand::Rng::with_seed(5);
        let shape = OrientedBox {
            center: Vec3::splat(0.5),
            half_extents: Vec3::splat(0.5),
            rotation: Quat::IDENTITY,
        };
        let oriented = OrientedBoxBounds::new(&shape);
        let mut found = [0; 2];
        for _ in 0..20_000 {
            let mut corner = || Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 4.0 - 1.5;
            let triangle = Triangle::new(corner(), corner(), corner());
            let touches = separating_axis(&UNIT, &triangle).is_none();
            assert_eq!(touches, box_triangle(&oriented, &triangle), "{triangle:?}");
            found[usize::from(touches)] += 1;
        }
        assert!(found[0] > 1000 && found[1] > 1000);
    }
}
