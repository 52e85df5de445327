//! Short forms of queries of two meshes, as `short.rs` has them for one.

use super::Mesh;
use super::query::{
    MeshDistance, MeshInside, NO_TRIANGLE, PairDistance, PairIntersection, PosePair, TrianglePair,
};
use crate::Result;
use crate::batch::{AnswerLists, Batch, Filter, ask_each, ask_one, list_each, list_one};

impl Mesh<'_> {
    /// [`Mesh::overlap_mesh`] of one pair of poses: returns true if the surfaces touch.
    ///
    /// ```
    /// use carom::prelude::*;
    ///
    /// let mesh = Mesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]])?;
    /// let above = Pose { translation: Vec3::Z, ..Pose::IDENTITY }.matrix(|| "above".into())?;
    /// let poses = PosePair { b: above, ..PosePair::default() };
    /// assert!(!mesh.overlap_mesh_one(&mesh, &poses, [&Filter::ALL; 2])?);
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Mesh::overlap_mesh_all`].
    pub fn overlap_mesh_one(&self, other: &Mesh, poses: &PosePair, filters: [&Filter; 2]) -> Result<bool> {
        Ok(ask_one(*poses, |poses, mut out| self.overlap_mesh(other, poses, filters, &mut out))? != 0)
    }

    /// [`Mesh::overlap_mesh_all`] of one pair of poses.
    ///
    /// # Errors
    /// As for [`Mesh::overlap_mesh_all`].
    pub fn overlap_mesh_all_one(
        &self,
        other: &Mesh,
        poses: &PosePair,
        filters: [&Filter; 2],
    ) -> Result<Vec<TrianglePair>> {
        list_one(*poses, |poses, offsets, mut out| {
            self.overlap_mesh_all(other, poses, filters, offsets, &mut out)
        })
    }

    /// [`Mesh::overlap_mesh_all`], with the lists in a vector.
    ///
    /// # Errors
    /// As for [`Mesh::overlap_mesh_all`].
    pub fn overlap_mesh_all_vec(
        &self,
        other: &Mesh,
        poses: &(impl Batch<PosePair> + ?Sized),
        filters: [&Filter; 2],
    ) -> Result<AnswerLists<TrianglePair>> {
        list_each(poses, |mut offsets, mut out| {
            self.overlap_mesh_all(other, poses, filters, &mut offsets, &mut out)
        })
    }

    /// [`Mesh::intersections`] of one pair of poses.
    ///
    /// # Errors
    /// As for [`Mesh::intersections`].
    pub fn intersections_one(
        &self,
        other: &Mesh,
        poses: &PosePair,
        filters: [&Filter; 2],
    ) -> Result<Vec<PairIntersection>> {
        list_one(*poses, |poses, offsets, mut out| {
            self.intersections(other, poses, filters, offsets, &mut out)
        })
    }

    /// [`Mesh::within`] of one pair of poses.
    ///
    /// # Errors
    /// As for [`Mesh::within`].
    pub fn within_one(
        &self,
        other: &Mesh,
        poses: &PosePair,
        distance: f32,
        filters: [&Filter; 2],
    ) -> Result<Vec<PairDistance>> {
        list_one(*poses, |poses, offsets, mut out| {
            self.within(other, poses, distance, filters, offsets, &mut out)
        })
    }

    /// [`Mesh::distance`] of one pair of poses; none if it is more than `max_distance`.
    ///
    /// # Errors
    /// As for [`Mesh::distance`].
    pub fn distance_one(
        &self,
        other: &Mesh,
        poses: &PosePair,
        max_distance: f32,
        filters: [&Filter; 2],
    ) -> Result<Option<MeshDistance>> {
        let distance =
            ask_one(*poses, |poses, mut out| self.distance(other, poses, max_distance, filters, &mut out))?;
        Ok((distance.a != NO_TRIANGLE).then_some(distance))
    }

    /// [`Mesh::distance`], with the answers in a vector.
    ///
    /// # Errors
    /// As for [`Mesh::distance`].
    pub fn distance_vec(
        &self,
        other: &Mesh,
        poses: &(impl Batch<PosePair> + ?Sized),
        max_distance: f32,
        filters: [&Filter; 2],
    ) -> Result<Vec<MeshDistance>> {
        ask_each(poses, |mut out| self.distance(other, poses, max_distance, filters, &mut out))
    }

    /// [`Mesh::inside`] of one pair of poses.
    ///
    /// # Errors
    /// As for [`Mesh::inside`].
    pub fn inside_one(&self, other: &Mesh, poses: &PosePair) -> Result<MeshInside> {
        ask_one(*poses, |poses, mut out| self.inside(other, poses, &mut out))
    }
}
