//! Oriented box against triangle.
//!
//! Akenine-Möller, "Fast 3D Triangle-Box Overlap Testing", Journal of Graphics Tools 6(1), 2001: in the
//! box's frame, thirteen axes may separate the two — three of the box, the triangle's normal, and the
//! nine cross products of box axes and triangle edges.
//!
//! Beyond the source: all of it is f64, so that slivers have a normal, and no product overflows or vanishes.
//! The triangle's extent along its normal is taken from all three corners, so that rounding never separates
//! shapes that touch. An axis of length zero never separates; the other axes decide degenerate triangles and
//! flat boxes correctly.

use super::limits::{check_box, check_rotation};
use super::{Aabb, BoxAxes, PAD, Quat, Triangle, Vec3, max, max_abs, max3, min, min3, unit_scale};
use crate::Result;
use crate::arrays::MapEach;
use glam::DVec3;

/// A box of any orientation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedBox {
    /// Its middle.
    pub center: Vec3,
    /// Half its size along its own axes; not negative.
    pub half_extents: Vec3,
    /// Turns its own axes into the world's. Normalised before use; of length 1, give or take rounding.
    pub rotation: Quat,
}

/// An oriented box prepared for many boxes and triangles.
#[derive(Clone, Copy, Debug)]
pub struct OrientedBoxBounds {
    /// Its middle.
    pub(crate) center: Vec3,
    /// Half its size along `axes`.
    pub(crate) half_extents: Vec3,
    /// Its own axes in the world, of unit length but for rounding.
    pub(crate) axes: [Vec3; 3],
    /// The world-aligned box around it, padded outwards.
    pub(crate) world: Aabb,
}

impl OrientedBox {
    /// A box whose axes are the world's.
    pub fn new(center: impl Into<Vec3>, half_extents: impl Into<Vec3>) -> OrientedBox {
        OrientedBox { center: center.into(), half_extents: half_extents.into(), rotation: Quat::IDENTITY }
    }

    /// Checks all numbers; `name` is only called for the error text.
    pub(crate) fn check(&self, name: impl Fn() -> String) -> Result<()> {
        check_box(self.center, self.half_extents, &name)?;
        check_rotation(self.rotation, || text!("{}.rotation", name()))
    }
}

impl From<OrientedBox> for BoxAxes {
    /// The axes are those of the normalised quaternion, in f64 and rounded once; those of no rotation are
    /// exactly that.
    fn from(shape: OrientedBox) -> BoxAxes {
        let [x, y, z, w] = shape.rotation.as_dquat().to_array();
        let square = ((x * x + y * y) + z * z) + w * w;
        // Twice the products over the square, so that no root is needed.
        let part = if square > 0.0 { 2.0 / square } else { 0.0 };
        let axes = [
            DVec3::new(1.0 - (y * y + z * z) * part, (x * y + z * w) * part, (x * z - y * w) * part),
            DVec3::new((x * y - z * w) * part, 1.0 - (x * x + z * z) * part, (y * z + x * w) * part),
            DVec3::new((x * z + y * w) * part, (y * z - x * w) * part, 1.0 - (x * x + y * y) * part),
        ];
        BoxAxes {
            center: shape.center,
            half_extents: shape.half_extents,
            axes: axes.map_each(|axis| axis.as_vec3()),
        }
    }
}

impl OrientedBoxBounds {
    /// Prepares a box.
    pub fn new(shape: &OrientedBox) -> OrientedBoxBounds {
        OrientedBoxBounds::of(shape.center, shape.half_extents, axes(shape.rotation))
    }

    /// Prepares a box that is given by its axes.
    pub fn of_axes(shape: &BoxAxes) -> OrientedBoxBounds {
        OrientedBoxBounds::of(shape.center, shape.half_extents, shape.axes)
    }

    fn of(center: Vec3, half: Vec3, axes: [Vec3; 3]) -> OrientedBoxBounds {
        let size = (axes[0].abs() * half.x + axes[1].abs() * half.y) + axes[2].abs() * half.z;
        let padded = size + Vec3::splat((max_abs(center) + max_abs(size)) * PAD);
        let world = Aabb::new(center - padded, center + padded);
        OrientedBoxBounds { center, half_extents: half, axes, world }
    }

    /// The length by which the oriented box must at least grow for [`OrientedBoxBounds::touches`], to make up
    /// for rounding. Monotone: a box that contains another never asks for less, so the length for a whole
    /// mesh's box serves for every box in it.
    #[inline(always)]
    pub(crate) fn grow(&self, bounds: &Aabb) -> f32 {
        let far = max(max_abs(bounds.min - self.center), max_abs(bounds.max - self.center));
        min((far + max_abs(self.half_extents)) * PAD, f32::MAX)
    }

    /// Returns true if neither a world axis nor one of the oriented box's own separates it, grown by `grow`,
    /// from `bounds`. [`box_triangle`] uses this box test with the triangle's own box and growth. Monotone in
    /// both.
    #[inline(always)]
    pub(crate) fn touches(&self, bounds: &Aabb, grow: f32) -> bool {
        // Clamped, so that every product and sum below is a number.
        let low = max3(min3(bounds.min - self.center, Vec3::MAX), Vec3::MIN);
        let high = max3(min3(bounds.max - self.center, Vec3::MAX), Vec3::MIN);
        let overlaps = |axis: Vec3, half: f32| {
            let (p, q) = (low * axis, high * axis);
            let (near, far) = (min3(p, q), max3(p, q));
            let reach = half + grow;
            (near.x + near.y) + near.z <= reach && (far.x + far.y) + far.z >= -reach
        };
        self.world.touches(bounds)
            && overlaps(self.axes[0], self.half_extents.x)
            && overlaps(self.axes[1], self.half_extents.y)
            && overlaps(self.axes[2], self.half_extents.z)
    }
}

/// The columns of the quaternion's rotation matrix.
fn axes(rotation: Quat) -> [Vec3; 3] {
    let [x, y, z, w] = rotation.to_array();
    let scale = unit_scale(max(max(x.abs(), y.abs()), max(z.abs(), w.abs())));
    let [x, y, z, w] = [x * scale, y * scale, z * scale, w * scale];
    let length = (((x * x + y * y) + z * z) + w * w).sqrt();
    if !(length > 0.0 && length.is_finite()) {
        return [Vec3::X, Vec3::Y, Vec3::Z];
    }
    let [x, y, z, w] = [x / length, y / length, z / length, w / length];
    let unit = |x: f32, y: f32, z: f32| min3(max3(Vec3::new(x, y, z), Vec3::NEG_ONE), Vec3::ONE);
    [
        unit(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)),
        unit(2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)),
        unit(2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)),
    ]
}

/// Returns true if the box and the triangle share a point, touching included.
pub fn box_triangle(bounds: &OrientedBoxBounds, triangle: &Triangle) -> bool {
    let own = triangle.bounds();
    if !bounds.touches(&own, bounds.grow(&own)) {
        return false;
    }
    let half = bounds.half_extents.as_dvec3();
    let [x, y, z] = bounds.axes.map_each(|axis| axis.as_dvec3());
    let [a, b, c] = [triangle.a, triangle.b, triangle.c].map_each(|corner| {
        let p = corner.as_dvec3() - bounds.center.as_dvec3();
        DVec3::new(x.dot(p), y.dot(p), z.dot(p))
    });
    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
    if low.cmpgt(half).any() || high.cmplt(-half).any() {
        return false;
    }
    let (ab, bc, ca) = (b - a, c - b, a - c);
    let normal = ab.cross(bc);
    let (at_a, at_b, at_c) = (normal.dot(a), normal.dot(b), normal.dot(c));
    let reach = normal.abs().dot(half);
    if at_a.min(at_b).min(at_c) > reach || at_a.max(at_b).max(at_c) < -reach {
        return false;
    }
    !(separates(ab, a, c, half) || separates(bc, b, a, half) || separates(ca, c, b, half))
}

/// Returns true if one of the cross products of the box axes with `edge` separates: `on` is a corner on the
/// edge, `off` the one that is not.
#[inline(always)]
fn separates(edge: DVec3, on: DVec3, off: DVec3, half: DVec3) -> bool {
    let (p, q, size) = (edge.cross(on), edge.cross(off), edge.abs());
    let reach = DVec3::new(
        size.z * half.y + size.y * half.z,
        size.x * half.z + size.z * half.x,
        size.y * half.x + size.x * half.y,
    );
    p.min(q).cmpgt(reach).any() || p.max(q).cmplt(-reach).any()
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;
    use proptest::prelude::*;

    fn touches(center: [f32; 3], half_extents: [f32; 3], rotation: Quat, triangle: &Triangle) -> bool {
        let shape = OrientedBox { center: center.into(), half_extents: half_extents.into(), rotation };
        box_triangle(&OrientedBoxBounds::new(&shape), triangle)
    }

    const UNIT: Triangle = Triangle { a: Vec3::ZERO, b: Vec3::X, c: Vec3::Y };

    #[test]
    fn touching_counts_on_every_kind_of_axis() {
        let upright = Quat::IDENTITY;
        assert!(touches([0.25, 0.25, 2.0], [1.0, 1.0, 2.0], upright, &UNIT));
        assert!(!touches([0.25, 0.25, 2.0], [1.0, 1.0, 1.999_999_9], upright, &UNIT));
        // A corner of the box against a slanted face.
        let slanted = Triangle::new(Vec3::X * 6.0, Vec3::Y * 6.0, Vec3::Z * 6.0);
        assert!(touches([1.0, 1.0, 1.0], [1.0, 1.0, 1.0], upright, &slanted));
        assert!(!touches([1.0, 1.0, 1.0], [1.0, 1.0, 0.999_99], upright, &slanted));
        // Edge against edge: the vertical edge at (1, 1), the slanted one through (1, 1, 0) and beyond.
        let wing =
            Triangle::new(Vec3::new(2.0, 0.0, 0.5), Vec3::new(0.0, 2.0, -0.5), Vec3::new(4.0, 4.0, 0.0));
        assert!(touches([0.0; 3], [1.0, 1.0, 1.0], upright, &wing));
        assert!(!touches([0.0; 3], [0.999_99, 1.0, 1.0], upright, &wing));
    }

    #[test]
    fn rotation_turns_the_box() {
        let eighth = Quat::from_rotation_z(std::f32::consts::FRAC_PI_4);
        let wall =
            Triangle::new(Vec3::new(1.3, -9.0, -9.0), Vec3::new(1.3, 9.0, -9.0), Vec3::new(1.3, 0.0, 9.0));
        assert!(touches([0.0; 3], [1.0; 3], eighth, &wall));
        assert!(!touches([0.0; 3], [1.0; 3], Quat::IDENTITY, &wall));
        // A long way from the unit sphere, and no rotation at all.
        assert!(touches([0.0; 3], [1.0; 3], Quat::from_array(eighth.to_array().map(|v| v * 1e30)), &wall));
        assert!(!touches([0.0; 3], [1.0; 3], Quat::from_array([0.0; 4]), &wall));
    }

    #[test]
    fn degenerate_triangles_and_flat_boxes() {
        let upright = Quat::IDENTITY;
        let point = Triangle::new(Vec3::ONE, Vec3::ONE, Vec3::ONE);
        assert!(touches([0.0; 3], [1.0; 3], upright, &point));
        assert!(!touches([0.0; 3], [1.0, 1.0, 0.99], upright, &point));
        let segment =
            Triangle::new(Vec3::new(3.0, 0.0, 0.0), Vec3::new(0.0, 3.0, 0.0), Vec3::new(2.0, 1.0, 0.0));
        assert!(touches([0.0; 3], [1.5, 1.5, 1.0], upright, &segment));
        assert!(!touches([0.0; 3], [1.4, 1.5, 1.0], upright, &segment));
        assert!(touches([0.25, 0.25, 0.0], [0.0; 3], upright, &UNIT));
        assert!(touches([0.25, 0.25, 0.0], [0.0, 0.0, 9.0], upright, &UNIT));
        assert!(!touches([0.75, 0.75, 0.0], [0.0, 0.0, 9.0], upright, &UNIT));
    }

    #[test]
    fn size_does_not_matter() {
        for size in [1e-30f32, 1e-18, 1e18, 1e30] {
            let big = Triangle::new(Vec3::X * 6.0 * size, Vec3::Y * 6.0 * size, Vec3::Z * 6.0 * size);
            assert!(touches([size; 3], [1.001 * size; 3], Quat::IDENTITY, &big), "{size}");
            assert!(!touches([size; 3], [0.999 * size; 3], Quat::IDENTITY, &big), "{size}");
        }
    }

    /// The number of corners left after clipping the triangle to the box in f64.
    fn clipped(bounds: &OrientedBoxBounds, half: DVec3, triangle: &Triangle) -> usize {
        let relative = |v: Vec3| v.as_dvec3() - bounds.center.as_dvec3();
        let mut polygon = vec![relative(triangle.a), relative(triangle.b), relative(triangle.c)];
        for (axis, half) in bounds.axes.iter().zip(half.to_array()) {
            for axis in [axis.as_dvec3(), -axis.as_dvec3()] {
                let mut next = Vec::new();
                for (i, &p) in polygon.iter().enumerate() {
                    let q = polygon[(i + 1) % polygon.len()];
                    let (at_p, at_q) = (axis.dot(p) - half, axis.dot(q) - half);
                    if at_p <= 0.0 {
                        next.push(p);
                    }
                    if at_p < 0.0 && at_q > 0.0 || at_p > 0.0 && at_q < 0.0 {
                        next.push(p + (q - p) * (at_p / (at_p - at_q)));
                    }
                }
                polygon = next;
            }
        }
        polygon.len()
    }

    fn rotation() -> impl Strategy<Value = Quat> {
        prop_oneof![
            4 => prop::array::uniform4(-1.0f32..1.0).prop_map(Quat::from_array),
            1 => Just(Quat::IDENTITY),
        ]
    }

    proptest! {
        #[test]
        fn agrees_with_clipping_in_f64(
            center in testing::vector(2.0), half_extents in prop::array::uniform3(0.0f32..1.0),
            flat in prop::sample::select(vec![Vec3::ONE, Vec3::ONE, Vec3::new(1.0, 1.0, 0.0), Vec3::X]),
            rotation in rotation(), triangle in testing::triangle(),
        ) {
            let half_extents = Vec3::from(half_extents) * flat;
            let bounds = OrientedBoxBounds::new(&OrientedBox { center, half_extents, rotation });
            let found = box_triangle(&bounds, &triangle);
            let (half, error) = (half_extents.as_dvec3(), DVec3::splat(2e-6));
            if found {
                prop_assert!(clipped(&bounds, half + error, &triangle) > 0, "they are apart");
            } else {
                prop_assert!(clipped(&bounds, half - error, &triangle) == 0, "they touch");
            }
        }

        #[test]
        fn box_test_is_monotone_and_decides_first(
            center in testing::wild_vector(), half_extents in testing::wild_vector(), rotation in rotation(),
            (inner, outer) in testing::nested_boxes(), triangle in testing::wild_triangle(),
        ) {
            let half_extents = half_extents.abs();
            let bounds = OrientedBoxBounds::new(&OrientedBox { center, half_extents, rotation });
            let grow = bounds.grow(&outer);
            prop_assert!(bounds.grow(&inner) <= grow);
            if bounds.touches(&inner, bounds.grow(&inner)) {
                prop_assert!(bounds.touches(&inner, grow) && bounds.touches(&outer, grow));
            }
            if box_triangle(&bounds, &triangle) {
                let outer = triangle.bounds().union(&outer);
                prop_assert!(bounds.touches(&outer, bounds.grow(&outer)));
            }
        }
    }
}
