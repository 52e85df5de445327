//! Poses far from the origin, where f32 cannot resolve the offset between two meshes.

use super::matrix::PoseMatrix;
use crate::geometry::{LARGEST, Vec3, check_number};
use crate::{Error, Result};
use glam::DVec3;

/// A pose in f64: three rows of four, a rotation times a scale and the vector that is added last, like
/// [`PoseMatrix`] in f32.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FarPose {
    /// A row for each coordinate of the result; its last number is added.
    pub rows: [[f64; 4]; 3],
}

/// Two poses in f32 about an origin of their own; see [`about_common_origin`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearPoses {
    /// The first pose.
    pub a: PoseMatrix,
    /// The second one.
    pub b: PoseMatrix,
    /// The origin of the two poses. A point of theirs, plus this origin, is the point of the poses in f64.
    pub origin: [f64; 3],
}

impl FarPose {
    /// The pose that moves nothing.
    pub const IDENTITY: FarPose =
        FarPose { rows: [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]] };

    fn translation(&self) -> DVec3 {
        let [x, y, z] = self.rows;
        DVec3::new(x[3], y[3], z[3])
    }

    /// This pose in f32 with another translation; each number is rounded once.
    fn rounded(&self, translation: Vec3) -> PoseMatrix {
        let row = |[x, y, z, _]: [f64; 4]| Vec3::new(x as f32, y as f32, z as f32);
        let [x, y, z] = self.rows;
        PoseMatrix { rows: [row(x), row(y), row(z)], translation }
    }

    fn check(&self, name: &impl Fn() -> String) -> Result<()> {
        for (i, row) in self.rows.iter().enumerate() {
            for (k, &value) in row.iter().enumerate() {
                let entry = || text!("{}.rows[{i}][{k}]", name());
                if !value.is_finite() {
                    return Err(Error::not_finite(text!("{}: {value} is not finite", entry())));
                }
                // A translation may be anywhere, if the other pose's is near.
                if k < 3 {
                    check_number(value as f32, entry)?;
                }
            }
        }
        Ok(())
    }
}

/// Two poses in f32, about an origin that is near both, with the same relative position as two poses in f64.
/// They serve queries on two meshes, whose answers depend on nothing else.
///
/// The offset of the two is a sum of two f32 numbers in each coordinate: the larger is the second pose's
/// translation, the rest is the first one's, negated. So the offset is kept to 2^-48 of itself, which is all
/// that f64 has of it for poses far from the origin. The axes stay those of the world. The other roundings
/// are those of poses anywhere. Each factor is rounded once, to 2^-25 of itself. Posed vertices are rounded
/// to a few times 2^-24 of their distance from this origin: for the first mesh the distance of its vertices
/// from its own origin, and for the second mesh the offset in addition. So let a mesh's own origin lie within
/// it, and pass the larger mesh first.
///
/// `names` are the names of the two in errors.
///
/// # Errors
/// [`crate::ErrorKind::NotFinite`] for a number that is not finite, [`crate::ErrorKind::InvalidArgument`] for
/// two poses that are more than [`LARGEST`] apart, and the errors of [`PoseMatrix::from_rows`] for the
/// rounded poses.
pub fn about_common_origin(a: &FarPose, b: &FarPose, names: [&dyn Fn() -> String; 2]) -> Result<NearPoses> {
    a.check(&names[0])?;
    b.check(&names[1])?;
    let offset = b.translation() - a.translation();
    for (k, apart) in offset.to_array().into_iter().enumerate() {
        if apart.abs() > f64::from(LARGEST) {
            return Err(Error::invalid_argument(text!(
                "{}.rows[{k}][3]: {:e} is {:e} from {:e}, more than {LARGEST:e}",
                names[1](),
                b.rows[k][3],
                apart.abs(),
                a.rows[k][3],
            )));
        }
    }
    let large = offset.as_vec3();
    let rest = (offset - large.as_dvec3()).as_vec3();
    // Not -0.0 if there is no rest.
    let near = NearPoses {
        a: a.rounded(Vec3::ZERO - rest),
        b: b.rounded(large),
        origin: (a.translation() + rest.as_dvec3()).to_array(),
    };
    // The second pose first: its translation is the larger part of the offset.
    near.b.check(names[1])?;
    near.a.check(names[0])?;
    Ok(near)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Pose, Quat};

    fn far(pose: &PoseMatrix, translation: [f64; 3]) -> FarPose {
        let row = |k: usize| {
            let row = pose.rows[k].as_dvec3();
            [row.x, row.y, row.z, translation[k]]
        };
        FarPose { rows: [row(0), row(1), row(2)] }
    }

    fn near(a: &FarPose, b: &FarPose) -> Result<NearPoses> {
        about_common_origin(a, b, [&|| "a[3]".into(), &|| "b[3]".into()])
    }

    #[test]
    fn offsets_keep_forty_eight_bits() {
        let rng = &mut fastrand::Rng::with_seed(18);
        for i in 0..2000 {
            let mut number = || rng.f64() * 2.0 - 1.0;
            let q = Quat::from_array([number(), number(), number(), 1.5 + number()].map(|x| x as f32))
                .normalize();
            let turned = Pose { rotation: q, ..Pose::IDENTITY }.matrix(String::new).unwrap();
            let (away, apart) = ([1.0, 1e4, 1e9, 1e17][i % 4], [0.0, 1e-3, 1.0, 50.0][i / 4 % 4]);
            let first = [number() * away, number() * away, number() * away];
            let second = [number() * apart, number() * apart, number() * apart];
            let second: [f64; 3] = std::array::from_fn(|k| first[k] + second[k]);
            let (a, b) = (far(&PoseMatrix::IDENTITY, first), far(&turned, second));
            let found = near(&a, &b).unwrap();
            assert_eq!((found.a.rows, found.b.rows), (PoseMatrix::IDENTITY.rows, turned.rows));
            for k in 0..3 {
                let (x, y) = (f64::from(found.a.translation[k]), f64::from(found.b.translation[k]));
                let expected = second[k] - first[k];
                assert!((y - x - expected).abs() <= expected.abs() * 2f64.powi(-47), "{x} {y} {expected}");
                let back = [found.origin[k] + x - first[k], found.origin[k] + y - second[k]];
                assert!(
                    back.iter()
                        .all(|off| off.abs() <= (first[k].abs() + expected.abs() * 8.0) * 2f64.powi(-50)),
                    "{back:?}"
                );
                assert!(x.abs() <= y.abs() * 2f64.powi(-24) && x.to_bits() != (-0.0f64).to_bits());
            }
        }
    }

    #[test]
    fn bad_poses_are_named() {
        let error = |a: &FarPose, b: &FarPose| near(a, b).unwrap_err().to_string();
        let (still, mut bad) = (FarPose::IDENTITY, FarPose::IDENTITY);
        bad.rows[1][3] = f64::INFINITY;
        assert_eq!(error(&still, &bad), "b[3].rows[1][3]: inf is not finite");
        bad.rows[1] = [0.0, 1e300, 0.0, 0.0];
        assert!(error(&bad, &still).starts_with("a[3].rows[1][1]: "));
        bad.rows[1] = [0.0, -1.0, 0.0, 0.0];
        assert!(error(&bad, &still).contains("a[3]: a mirror"));
        bad = still;
        bad.rows[0][3] = 4.0 * f64::from(LARGEST);
        assert_eq!(
            error(&still, &bad),
            "b[3].rows[0][3]: 4.611686018427388e18 is 4.611686018427388e18 from 0e0, more than 1.1529215e18"
        );
        let mut opposite = still;
        (opposite.rows[2][3], bad.rows[2][3]) = (-1.7e308, 1.7e308);
        assert!(error(&still, &bad).starts_with("b[3].rows[0][3]: "));
        bad.rows[0][3] = 0.0;
        assert!(error(&opposite, &bad).starts_with("b[3].rows[2][3]: "));
        bad = still;
        bad.rows[0][3] = 4.0 * f64::from(LARGEST);
        // As far from the origin, and near each other.
        assert_eq!(near(&bad, &bad).unwrap().b, PoseMatrix::IDENTITY);
    }
}
