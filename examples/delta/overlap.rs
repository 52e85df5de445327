//! Boxes and triangles of two posed meshes against one another: conservative, so that boxes that fail hold no
//! pair.

use carom::geometry::{Aabb, PoseMatrix, Triangle, Vec3};
use glam::{DMat3, DVec3, Mat3};

/// Two posed meshes, and each in the other's frame. The poses do not scale.
pub(crate) struct Relation {
    pub(crate) poses: [PoseMatrix; 2],
    /// From the second's frame to the first's.
    rotation: Mat3,
    absolute: Mat3,
    translation: Vec3,
    /// The growth of boxes, which is more than f32 can be off in any of this.
    pad: f32,
}

/// In parts of the coordinates, of which one rounding takes 2^-24. The plain loop over all pairs would tell.
const PAD: f32 = 1e-5;

impl Relation {
    pub(crate) fn new(poses: [PoseMatrix; 2], bounds: [&Aabb; 2]) -> Relation {
        let matrix = |pose: &PoseMatrix| {
            DMat3::from_cols_array_2d(&pose.rows.map(|row| row.as_dvec3().to_array())).transpose()
        };
        let [a, b] = [matrix(&poses[0]), matrix(&poses[1])];
        let [from, to]: [DVec3; 2] = [1, 0].map(|i: usize| poses[i].translation.as_dvec3());
        let rotation = (a.transpose() * b).as_mat3();
        let translation = (a.transpose() * (from - to)).as_vec3();
        let size = |bounds: &Aabb| bounds.min.abs().max(bounds.max.abs()).length();
        let reach = size(bounds[0]) + size(bounds[1]);
        let pad = PAD * (reach + poses[0].translation.length() + poses[1].translation.length());
        Relation { poses, rotation, absolute: rotation.abs(), translation, pad }
    }

    /// Returns true if boxes of the two meshes may overlap: the six normals of their faces as separating
    /// axes, which van den Bergen uses in such trees ("Efficient Collision Detection of Complex Deformable
    /// Models using AABB Trees", 1997).
    #[inline(always)]
    pub(crate) fn boxes(&self, a: &Aabb, b: &Aabb) -> bool {
        let (half_a, half_b) = (half_size(a) + self.pad, half_size(b));
        let apart = self.rotation * center(b) + self.translation - center(a);
        if apart.abs().cmpgt(half_a + self.absolute * half_b).any() {
            return false;
        }
        let apart = self.rotation.transpose() * apart;
        !apart.abs().cmpgt(half_b + self.absolute.transpose() * half_a).any()
    }

    /// The corners of a triangle of one mesh in the other's frame.
    #[inline(always)]
    pub(crate) fn in_other(&self, mesh: usize, triangle: &Triangle) -> [Vec3; 3] {
        let corners = [triangle.a, triangle.b, triangle.c];
        match mesh {
            0 => corners.map(|v| self.rotation.transpose() * (v - self.translation)),
            _ => corners.map(|v| self.rotation * v + self.translation),
        }
    }

    /// Returns true if a triangle may overlap a box, both in the box's frame: thirteen separating axes
    /// (Akenine-Möller, "Fast 3D Triangle-Box Overlap Testing", 2001).
    #[inline(always)]
    pub(crate) fn triangle_box(&self, corners: &[Vec3; 3], bounds: &Aabb) -> bool {
        let (center, half) = (center(bounds), half_size(bounds) + self.pad);
        let [a, b, c] = corners.map(|corner| corner - center);
        if a.min(b).min(c).cmpgt(half).any() || a.max(b).max(c).cmplt(-half).any() {
            return false;
        }
        let separates = |axis: Vec3, p: f32, q: f32| {
            let radius = axis.abs().dot(half);
            p.min(q) > radius || p.max(q) < -radius
        };
        let edges = [b - a, c - b, a - c];
        let normal = edges[0].cross(edges[1]);
        // All three, for the normal of a sliver is not at right angles to it.
        let [p, q, r] = [a, b, c].map(|corner| normal.dot(corner));
        if separates(normal, p.min(q).min(r), p.max(q).max(r)) {
            return false;
        }
        // An edge's own corners are one point along its axes: one of them and the third corner will do.
        for (edge, on, off) in [(edges[0], a, c), (edges[1], b, a), (edges[2], c, b)] {
            for axis in [
                Vec3::new(0.0, -edge.z, edge.y),
                Vec3::new(edge.z, 0.0, -edge.x),
                Vec3::new(-edge.y, edge.x, 0.0),
            ] {
                if separates(axis, axis.dot(on), axis.dot(off)) {
                    return false;
                }
            }
        }
        true
    }
}

#[inline(always)]
fn center(bounds: &Aabb) -> Vec3 {
    (bounds.min + bounds.max) * 0.5
}

#[inline(always)]
fn half_size(bounds: &Aabb) -> Vec3 {
    (bounds.max - bounds.min) * 0.5
}
