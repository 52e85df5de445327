//! A pose in f64, both ways: from the space of one field into that of another.

use crate::arrays::MapEach;
use crate::geometry::{LARGEST, PoseMatrix, Vec3};
use glam::DVec3;

/// An affine map, a rotation with a scale but for rounding.
#[derive(Clone, Copy)]
pub(super) struct Motion {
    rows: [DVec3; 3],
    translation: DVec3,
}

impl Motion {
    pub(super) fn of(pose: &PoseMatrix) -> Motion {
        Motion { rows: pose.rows.map_each(|row| row.as_dvec3()), translation: pose.translation.as_dvec3() }
    }

    /// The inverse. No scale is zero, and the cube of no f32 scale underflows.
    pub(super) fn inverse(&self) -> Motion {
        let [a, b, c] = self.rows;
        let columns = [b.cross(c), c.cross(a), a.cross(b)].map_each(|column| column / a.dot(b.cross(c)));
        let rows = transposed(columns);
        let back = Motion { rows, translation: DVec3::ZERO };
        Motion { rows, translation: -back.vector(self.translation) }
    }

    /// The factor by which lengths grow: the root of the mean square of the three axes' factors.
    pub(super) fn scale(&self) -> f64 {
        (self.rows.iter().map(|row| row.length_squared()).sum::<f64>() / 3.0).sqrt()
    }

    /// Maps a difference of points.
    pub(super) fn vector(&self, v: DVec3) -> DVec3 {
        let [x, y, z] = self.rows.map_each(|row| row.dot(v));
        DVec3::new(x, y, z)
    }

    /// Half the box around a posed box of these half extents.
    pub(super) fn extents(&self, half: DVec3) -> DVec3 {
        let [x, y, z] = self.rows.map_each(|row| row.abs().dot(half));
        DVec3::new(x, y, z)
    }

    /// Maps a point, rounded once. Clamped to the largest coordinate: points beyond it are that far from
    /// every field.
    pub(super) fn point(&self, p: DVec3) -> Vec3 {
        let most = f64::from(LARGEST);
        (self.vector(p) + self.translation).clamp(DVec3::splat(-most), DVec3::splat(most)).as_vec3()
    }
}

fn transposed([a, b, c]: [DVec3; 3]) -> [DVec3; 3] {
    [0, 1, 2].map_each(|k| DVec3::new(a[k], b[k], c[k]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Pose, Quat};

    #[test]
    fn the_inverse_undoes_a_motion() {
        for scale in [1e-30, 0.3, 1.0, 7.0, 1e15] {
            let rotation = Quat::from_xyzw(0.5, -0.1, 0.7, 0.5).normalize();
            let pose = Pose { rotation, translation: Vec3::new(1.0, -2.0, 0.5) * scale, scale };
            let there = Motion::of(&pose.matrix(|| "pose".into()).unwrap());
            let back = there.inverse();
            let (p, scale) = (Vec3::new(0.3, -0.6, 1.5), f64::from(scale));
            let found = back.point(there.point(p.as_dvec3()).as_dvec3());
            assert!(found.distance(p) < 1e-6, "{scale} {found}");
            assert!((there.scale() / scale - 1.0).abs() < 1e-6 && (back.scale() * scale - 1.0).abs() < 1e-6);
        }
        // A point that is too far is clamped, and not infinite.
        let tiny =
            PoseMatrix { rows: [Vec3::X, Vec3::Y, Vec3::Z].map(|row| row * 1e-38), ..PoseMatrix::IDENTITY };
        assert!(Motion::of(&tiny).inverse().point(DVec3::splat(1e15)).is_finite());
    }
}
