//! The distance of two posed meshes, and their closest points.

use super::axis::Axis;
use super::near::NearSink;
use super::poses::{PosePair, check_poses};
use super::run::MeshPair;
use crate::Result;
use crate::batch::{check_length, check_length_of};
use crate::geometry::{ClosestOnTriangles, Triangle, Vec3, distance_apart, intersection};
use crate::mesh::{Batch, Filter, Mesh, NO_TRIANGLE, Output};

/// The smallest distance of two meshes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct MeshDistance {
    /// The closest point of the first mesh.
    pub on_a: Vec3,
    /// The closest point of the second mesh.
    pub on_b: Vec3,
    /// 0 exactly if they touch; infinite if there is none within the bound.
    pub distance: f32,
    /// The first mesh's triangle; [`NO_TRIANGLE`] if there is none.
    pub a: u32,
    /// The second one's.
    pub b: u32,
}

impl MeshDistance {
    /// Nothing within the bound.
    pub const NONE: MeshDistance = MeshDistance {
        on_a: Vec3::ZERO,
        on_b: Vec3::ZERO,
        distance: f32::INFINITY,
        a: NO_TRIANGLE,
        b: NO_TRIANGLE,
    };
}

/// Keeps the nearest pair, and of equally near ones that are not left out the first. No triangles touch.
struct NearestSink {
    limit: f32,
    axis: Option<Axis>,
    best: MeshDistance,
    /// The smallest distance at which pairs were left out.
    left_out: f32,
}

impl NearSink for NearestSink {
    fn limit(&self) -> f32 {
        self.best.distance.min(self.limit)
    }

    fn add(&mut self, [a, b]: [u32; 2], closest: &ClosestOnTriangles) {
        let ClosestOnTriangles { on_a, on_b, distance } = *closest;
        let best = &mut self.best;
        if distance < best.distance || (distance == best.distance && [a, b] < [best.a, best.b]) {
            *best = MeshDistance { on_a, on_b, distance, a, b };
            self.axis = Axis::between(closest);
        }
    }

    fn distance(&self, a: &Triangle, b: &Triangle) -> ClosestOnTriangles {
        distance_apart(a, b)
    }

    fn axis(&self) -> Option<Axis> {
        self.axis
    }

    fn best(&self) -> f32 {
        self.best.distance
    }

    fn leave_out(&mut self, distance: f32) {
        self.left_out = self.left_out.min(distance);
    }
}

impl MeshPair<'_> {
    fn distance(&self, poses: &PosePair, max_distance: f32) -> MeshDistance {
        if self.touches(poses)
            && let Some([(a, first), (b, second)]) = self.lowest_at(poses, 0.0)
            && let Some(shared) = intersection(&first, &second)
        {
            let point = shared.points()[0];
            return MeshDistance { on_a: point, on_b: point, distance: 0.0, a, b };
        }
        let first = self.first_bound(poses);
        let limit = first.map_or(max_distance, |first| first.distance.min(max_distance));
        let axis = first.as_ref().and_then(Axis::between);
        let mut sink = NearestSink { limit, axis, best: MeshDistance::NONE, left_out: f32::INFINITY };
        self.nearest(poses, &mut sink);
        let NearestSink { best, left_out, .. } = sink;
        if left_out.is_finite()
            && left_out == best.distance
            && let Some([(a, first), (b, second)]) = self.lowest_at(poses, best.distance)
        {
            let ClosestOnTriangles { on_a, on_b, distance } = distance_apart(&first, &second);
            return MeshDistance { on_a, on_b, distance, a, b };
        }
        best
    }
}

impl Mesh<'_> {
    /// The smallest distance of this mesh and another that is at most `max_distance`, which may be infinite,
    /// for each pair of poses: the closest points and their triangles. 0 exactly if they touch, and then a
    /// point that both have; infinite if there is none. Surfaces: a mesh inside of another is as far from it
    /// as its surface; see [`Mesh::inside`].
    ///
    /// Of pairs of triangles that are equally near, the one with the smallest index in this mesh, and then in
    /// the other. The distance is that of
    /// [`distance_triangle_triangle`](crate::geometry::distance_triangle_triangle) for these two, and of no
    /// other two less.
    ///
    /// # Errors
    /// As for [`Mesh::overlap_mesh_all`], and for a `max_distance` that is negative or not a number.
    pub fn distance(
        &self,
        other: &Mesh,
        poses: &(impl Batch<PosePair> + ?Sized),
        max_distance: f32,
        filters: [&Filter; 2],
        answers: &mut (impl Output<MeshDistance> + ?Sized),
    ) -> Result<()> {
        check_length(poses.count(), answers.capacity())?;
        check_length_of(max_distance, true, || text!("max_distance"))?;
        (0..poses.count()).try_for_each(|i| check_poses(self, other, &poses.query(i), i))?;
        let both = MeshPair { trees: [self.tree(), other.tree()], filters };
        for i in 0..poses.count() {
            answers.write(i, both.distance(&poses.query(i), max_distance));
        }
        Ok(())
    }
}
