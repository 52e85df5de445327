//! The faults of matrices that should be a rotation times a scale.

use crate::arrays::MapEach;
use crate::geometry::limits::{Brief, POSE_TOLERANCE};
use glam::DVec3;

/// The fault of a matrix that should be a rotation times a positive scale; `None` if it is one.
pub(super) fn distortion(columns: [DVec3; 3], rows: [DVec3; 3]) -> Option<String> {
    let scales = columns.map_each(DVec3::length);
    let [x, y, z] = scales;
    if let Some(k) = (0..3).find(|&k| scales[k] == 0.0) {
        return Some(text!("zero scale along axis {}", AXES[k]));
    }
    if let Some((i, j, cosine)) = leaning(columns) {
        // Scales after the rotation leave the rows at right angles.
        return Some(match leaning(rows) {
            None => text!("unequal scales {} after the rotation", briefly(rows.map_each(DVec3::length))),
            Some(_) => {
                text!("a shear: axes {} and {} have cosine {}", AXES[i], AXES[j], Brief(cosine as f32))
            }
        });
    }
    let (least, most) = (x.min(y).min(z), x.max(y).max(z));
    if most - least > POSE_TOLERANCE * most {
        return Some(text!("unequal scales {}", briefly(scales)));
    }
    let determinant = columns[0].cross(columns[1]).dot(columns[2]);
    (determinant < 0.0).then(|| text!("a mirror: its determinant is {}", Brief(determinant as f32)))
}

/// Three numbers of an error text.
fn briefly(numbers: [f64; 3]) -> String {
    let [x, y, z] = numbers.map_each(|number| Brief(number as f32));
    text!("{x}, {y}, {z}")
}

const AXES: [&str; 3] = ["x", "y", "z"];

/// The first two vectors that are not at right angles, with the cosine between them.
fn leaning(vectors: [DVec3; 3]) -> Option<(usize, usize, f64)> {
    let units = vectors.map_each(DVec3::normalize_or_zero);
    [(0, 1), (1, 2), (2, 0)]
        .map_each(|(i, j)| (i, j, units[i].dot(units[j])))
        .into_iter()
        .find(|&(_, _, cosine)| cosine.abs() > POSE_TOLERANCE)
}
