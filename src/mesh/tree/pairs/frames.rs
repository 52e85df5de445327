//! The frames in which nodes of two posed trees are compared.
//!
//! Boxes are tested along six axes: those of the frame of either mesh, as it lies in memory, so that its own
//! boxes need not be turned. Each frame is that mesh's coordinates times a power of two, which makes its unit
//! about that of the posed meshes.

use crate::arrays::MapEach;
use crate::geometry::{Aabb, PoseMatrix};
use glam::{DMat3, DVec3};

/// A bound of all roundings of a box on its way to the other frame, over its coordinates: 2^-18.
/// `docs/exactness.md` counts them.
const ROUNDING: f64 = 1.0 / 262_144.0;
/// A bound of the cost of underflow.
const UNDERFLOW: f64 = 1e-36;

/// The maps of a mesh's boxes into its own frame, and from there into the other mesh's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// From the mesh's coordinates to its own frame's: a power of two.
    pub(crate) unit: f32,
    /// From there to the other frame.
    pub(crate) rows: [[f32; 3]; 3],
    pub(crate) translation: [f32; 3],
    /// By how much a box is grown in the other frame: what rounding can do, there and in this.
    pub(crate) pad: f32,
    /// A lower bound of how much longer distances are posed than in this frame; squared.
    pub(crate) stretch_squared: f32,
}

/// Both frames.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frames {
    pub(crate) a: Frame,
    pub(crate) b: Frame,
}

/// A pose over the power of two of its frame.
struct Scaled {
    unit: f64,
    matrix: DMat3,
    inverse: DMat3,
    translation: DVec3,
    /// The largest coordinate of the mesh in its frame.
    far: f64,
    /// A bound of the distance between a posed vertex and its exact image.
    rounding: f64,
}

impl Scaled {
    fn new(pose: &PoseMatrix, bounds: &Aabb) -> Scaled {
        let [x, y, z] = pose.rows.map_each(|row| row.as_dvec3());
        let rows = DMat3::from_cols(x, y, z);
        let matrix = rows.transpose();
        let size = matrix.x_axis.length();
        // A power of two, so that boxes are exact in it: the exponent's bits of a normal number.
        let unit = f64::from_bits(size.to_bits() & (0x7ff << 52));
        let matrix = matrix * (1.0 / unit);
        let far = bounds.min.abs().max(bounds.max.abs()).max_element();
        Scaled {
            unit,
            matrix,
            inverse: matrix.inverse(),
            translation: pose.translation.as_dvec3(),
            far: f64::from(far) * unit,
            rounding: pose.rounding(bounds).into(),
        }
    }

    /// A lower bound of the squared stretch: Gershgorin's of the least eigenvalue of the matrix' square.
    fn stretch_squared(&self) -> f64 {
        let square = self.matrix.transpose() * self.matrix;
        let row = |own: f64, others: [f64; 2]| own - others[0].abs() - others[1].abs();
        let x = row(square.x_axis.x, [square.x_axis.y, square.x_axis.z]);
        let y = row(square.y_axis.y, [square.y_axis.x, square.y_axis.z]);
        let z = row(square.z_axis.z, [square.z_axis.x, square.z_axis.y]);
        (x.min(y).min(z) * (1.0 - 1e-6)).max(0.0)
    }

    /// The frame of this mesh, and from it into the other's.
    fn frame_to(&self, other: &Scaled, distance: f64) -> Frame {
        let matrix = other.inverse * self.matrix;
        let translation = other.inverse * (self.translation - other.translation);
        let sizes = other.inverse.transpose();
        let rows = [sizes.x_axis, sizes.y_axis, sizes.z_axis].map_each(|row| row.abs().element_sum());
        let grown = rows[0].max(rows[1]).max(rows[2]) * (self.rounding + other.rounding);
        let far = translation.abs().max_element() + 4.0 * self.far + other.far;
        let reach = distance / other.stretch_squared().sqrt();
        let pad = (far + reach) * ROUNDING + grown + reach + UNDERFLOW;
        let rows = matrix.transpose();
        Frame {
            unit: self.unit as f32,
            rows: [rows.x_axis, rows.y_axis, rows.z_axis].map_each(|row| row.as_vec3().to_array()),
            translation: translation.as_vec3().to_array(),
            // Up, or it would be less than what it is to be.
            pad: (pad as f32).next_up(),
            stretch_squared: self.stretch_squared() as f32,
        }
    }
}

impl Frames {
    /// The frames of two posed meshes within these bounds. Boxes of triangles that are no farther apart than
    /// `distance` touch.
    pub(crate) fn new(poses: [&PoseMatrix; 2], bounds: [&Aabb; 2], distance: f32) -> Frames {
        let (a, b) = (Scaled::new(poses[0], bounds[0]), Scaled::new(poses[1], bounds[1]));
        let distance = distance.into();
        Frames { a: a.frame_to(&b, distance), b: b.frame_to(&a, distance) }
    }
}
