//! The matrix of a pose, by which vertices are moved.

use super::distortion::distortion;
use crate::arrays::MapEach;
use crate::geometry::limits::check_coordinates;
use crate::geometry::{Aabb, LARGEST, Triangle, Vec3, max, min};
use crate::{Error, Result};
use glam::DVec3;

/// A pose as vertices need it: three rows of f32 and a translation, taken as they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoseMatrix {
    /// The rows, one a coordinate of the result.
    pub rows: [Vec3; 3],
    /// The vector that is added last.
    pub translation: Vec3,
}

impl PoseMatrix {
    /// The matrix that moves nothing.
    pub const IDENTITY: PoseMatrix =
        PoseMatrix { rows: [Vec3::X, Vec3::Y, Vec3::Z], translation: Vec3::ZERO };

    /// The matrix that only moves. Whoever uses it checks it.
    pub fn from_translation(translation: impl Into<Vec3>) -> PoseMatrix {
        PoseMatrix { translation: translation.into(), ..PoseMatrix::IDENTITY }
    }

    /// A pose from a matrix's rows and a translation, both used as they are.
    ///
    /// `name` is the name of the matrix in errors.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] for a number that is not finite, [`crate::ErrorKind::InvalidArgument`]
    /// for a number beyond [`LARGEST`] and for a matrix that is not a rotation times a positive scale, but
    /// for [`POSE_TOLERANCE`](crate::geometry::POSE_TOLERANCE). The text names the fault: a scale of zero,
    /// unequal scales, a shear or a mirror.
    pub fn from_rows(rows: [Vec3; 3], translation: Vec3, name: impl Fn() -> String) -> Result<PoseMatrix> {
        let matrix = PoseMatrix { rows, translation };
        matrix.check(name)?;
        Ok(matrix)
    }

    /// Checks this matrix as [`PoseMatrix::from_rows`] does.
    ///
    /// # Errors
    /// The same as there.
    pub fn check(&self, name: impl Fn() -> String) -> Result<()> {
        let &PoseMatrix { rows, translation } = self;
        for (i, row) in rows.into_iter().enumerate() {
            check_coordinates(row, || text!("{}.rows[{i}]", name()))?;
        }
        check_coordinates(translation, || text!("{}.translation", name()))?;
        let rows64 = rows.map_each(|row| row.as_dvec3());
        let [x, y, z] = rows64;
        let columns = [DVec3::new(x.x, y.x, z.x), DVec3::new(x.y, y.y, z.y), DVec3::new(x.z, y.z, z.z)];
        if let Some(what) = distortion(columns, rows64) {
            return Err(Error::invalid_argument(text!("{}: {what}", name())));
        }
        Ok(())
    }

    /// The position of a posed vertex: in each coordinate `((r.x * x + r.y * y) + r.z * z) + t`.
    #[inline(always)]
    pub fn point(&self, vertex: Vec3) -> Vec3 {
        let coordinate = |row: Vec3, t: f32| ((row.x * vertex.x + row.y * vertex.y) + row.z * vertex.z) + t;
        let ([x, y, z], t) = (self.rows, self.translation);
        Vec3::new(coordinate(x, t.x), coordinate(y, t.y), coordinate(z, t.z))
    }

    /// The triangle of the posed corners.
    #[inline(always)]
    pub fn triangle(&self, triangle: &Triangle) -> Triangle {
        Triangle::new(self.point(triangle.a), self.point(triangle.b), self.point(triangle.c))
    }

    /// A box that contains [`PoseMatrix::point`] of every point of `bounds`, rounding included: the same
    /// operations in the same order, on the lower and on the upper ends of each product. Monotone. Empty for
    /// an empty box.
    #[inline]
    pub fn bounds_of(&self, bounds: &Aabb) -> Aabb {
        if !bounds.min.cmple(bounds.max).all() {
            return Aabb::EMPTY;
        }
        let coordinate = |row: Vec3, t: f32| {
            let (low, high) = (row * bounds.min, row * bounds.max);
            let least = ((min(low.x, high.x) + min(low.y, high.y)) + min(low.z, high.z)) + t;
            let most = ((max(low.x, high.x) + max(low.y, high.y)) + max(low.z, high.z)) + t;
            (least, most)
        };
        let ([x, y, z], t) = (self.rows, self.translation);
        let (x, y, z) = (coordinate(x, t.x), coordinate(y, t.y), coordinate(z, t.z));
        Aabb { min: Vec3::new(x.0, y.0, z.0), max: Vec3::new(x.1, y.1, z.1) }
    }

    /// The largest error, in each coordinate, of [`PoseMatrix::point`] for points of `bounds`, compared with
    /// the rows and the translation in real numbers. Boxes must be padded by it if they are computed in
    /// another order, with fused operations, or in another frame.
    pub(crate) fn rounding(&self, bounds: &Aabb) -> f32 {
        // Four roundings a term, each 2^-24 of it; the fifth is for this sum.
        const ROUNDING: f32 = 5.0 / 16_777_216.0;
        let far = Vec3::new(
            max(bounds.min.x.abs(), bounds.max.x.abs()),
            max(bounds.min.y.abs(), bounds.max.y.abs()),
            max(bounds.min.z.abs(), bounds.max.z.abs()),
        );
        let size = |row: Vec3, t: f32| {
            let terms = row.abs() * far;
            ((terms.x + terms.y) + terms.z) + t.abs()
        };
        let ([x, y, z], t) = (self.rows, self.translation);
        max(max(size(x, t.x), size(y, t.y)), size(z, t.z)) * ROUNDING + f32::MIN_POSITIVE
    }

    /// Checks that a shape within `bounds`, named `what`, stays within [`LARGEST`] when it is posed. The posed box
    /// decides, which may be larger than the posed shape.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] with the axis and the coordinate that would be reached.
    pub(crate) fn check_reach(&self, bounds: &Aabb, what: &str, name: impl Fn() -> String) -> Result<()> {
        let posed = self.bounds_of(bounds);
        if posed == Aabb::EMPTY {
            return Ok(());
        }
        for (k, axis) in ["x", "y", "z"].into_iter().enumerate() {
            for value in [posed.min[k], posed.max[k]] {
                if !(value.abs() <= LARGEST) {
                    let text = text!("{}: {axis} of the posed {what} reaches {value:e}", name());
                    return Err(Error::invalid_argument(text!("{text}, beyond {LARGEST:e}")));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::quaternion::Pose;
    use super::*;
    use crate::ErrorKind;
    use crate::geometry::{Quat, testing};
    use proptest::prelude::*;

    fn named() -> String {
        "poses[2]".into()
    }

    #[test]
    fn distorted_matrices_are_named() {
        let rotation = Pose { rotation: Quat::from_xyzw(0.2, 0.4, -0.4, 0.8), scale: 3.0, ..Pose::IDENTITY };
        let matrix = rotation.matrix(named).unwrap();
        let [x, y, z] = matrix.rows;
        let refused =
            |rows: [Vec3; 3]| PoseMatrix::from_rows(rows, Vec3::ZERO, named).unwrap_err().to_string();
        assert_eq!(PoseMatrix::from_rows([x, y, z], Vec3::ZERO, named).unwrap(), matrix);
        assert!(refused([x, z, y]).starts_with("poses[2]: a mirror: its determinant is -27"));
        assert!(refused([-x, -y, -z]).contains("a mirror"));
        assert!(refused([x * 2.0, y, z]).contains("unequal scales 6"), "{}", refused([x * 2.0, y, z]));
        let wide = Vec3::new(1.0, 1.5, 1.0);
        assert!(refused([x * wide, y * wide, z * wide]).contains("unequal scales"));
        assert!(refused([Vec3::new(1.0, 0.5, 0.0), Vec3::Y, Vec3::Z]).contains("a shear: axes x and y"));
        assert!(refused([Vec3::X, Vec3::Y, Vec3::ZERO]).contains("zero scale along axis z"));
        let nan = PoseMatrix::from_rows([x, Vec3::splat(f32::NAN), z], Vec3::ZERO, named).unwrap_err();
        assert_eq!(
            (nan.kind(), nan.to_string().as_str()),
            (ErrorKind::NotFinite, "poses[2].rows[1].x: NaN is not finite")
        );
        let far = PoseMatrix::from_rows([x, y, z], Vec3::splat(1e30), named).unwrap_err();
        assert!(far.to_string().contains("translation.x"));
    }

    #[test]
    fn meshes_that_would_leave_the_range_are_refused() {
        let unit = Aabb::new(Vec3::ZERO, Vec3::ONE);
        let pose = |scale: f32, x: f32| {
            Pose { scale, translation: Vec3::X * x, ..Pose::IDENTITY }.matrix(named).unwrap()
        };
        assert!(pose(LARGEST, 0.0).check_reach(&unit, "mesh", named).is_ok());
        let error = pose(LARGEST, LARGEST).check_reach(&unit, "mesh", named).unwrap_err();
        assert_eq!(
            error.to_string(),
            "poses[2]: x of the posed mesh reaches 2.305843e18, beyond 1.1529215e18"
        );
        let huge = Aabb::new(Vec3::splat(-LARGEST), Vec3::splat(LARGEST));
        assert!(pose(LARGEST, -LARGEST).check_reach(&huge, "mesh", named).is_err());
        assert!(pose(1.0, 0.0).check_reach(&Aabb::EMPTY, "mesh", named).is_ok());
    }

    fn any_pose() -> impl Strategy<Value = Pose> {
        let rotation = prop::array::uniform4(-1.0f32..1.0).prop_map(|q| Quat::from_array(q).normalize());
        let scale = prop::sample::select(vec![1.0f32, 0.3, 1e-20, 1e-37, 7.0, 1e18]);
        (rotation, testing::large_vector(), scale).prop_map(|(rotation, translation, scale)| Pose {
            rotation,
            translation,
            scale,
        })
    }

    proptest! {
        #[test]
        fn posed_boxes_contain_posed_points(
            pose in any_pose(), triangle in testing::large_triangle(), weights in prop::array::uniform3(0.0f32..=1.0),
        ) {
            prop_assume!(pose.rotation.is_finite());
            let matrix = pose.matrix(named).unwrap();
            let bounds = triangle.bounds();
            let within = bounds.min + (bounds.max - bounds.min) * Vec3::from(weights);
            let within = within.max(bounds.min).min(bounds.max);
            let posed = matrix.bounds_of(&bounds);
            for v in [triangle.a, triangle.b, triangle.c, within] {
                let at = matrix.point(v);
                prop_assert!(posed.min.cmple(at).all() && posed.max.cmpge(at).all(), "{posed:?} {at}");
                // Its distance from the position in real numbers is within the promised bound.
                let exact = |row: Vec3, t: f32| row.as_dvec3().dot(v.as_dvec3()) + f64::from(t);
                let error = f64::from(matrix.rounding(&bounds));
                for k in 0..3 {
                    let exact = exact(matrix.rows[k], matrix.translation[k]);
                    prop_assert!((f64::from(at[k]) - exact).abs() <= error, "{at} {exact} {error}");
                }
            }
        }
    }
}
