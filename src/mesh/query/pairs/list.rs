//! All pairs of triangles that touch, as sorted lists, and whether any do.

use super::lists::{PairItem, lists};
use super::pair::TrianglePair;
use super::poses::{PosePair, check_poses};
use super::run::MeshPair;
use super::touching::{PairCounts, PairSink};
use crate::Result;
use crate::batch::{Found, check_length};
use crate::geometry::Triangle;
use crate::mesh::{Batch, Filter, ListOutput, Lists, Mesh, Output};
use std::ops::ControlFlow;

impl PairItem for TrianglePair {
    fn pair(&self) -> TrianglePair {
        *self
    }
}

/// Adds pairs to a list.
struct ListSink<'a>(&'a mut dyn Found<TrianglePair>);

impl PairSink for ListSink<'_> {
    fn add(&mut self, [a, b]: [u32; 2], _: &[Triangle; 2]) -> ControlFlow<()> {
        self.0.push(TrianglePair { a, b });
        ControlFlow::Continue(())
    }

    fn add_all(&mut self, pairs: &[TrianglePair]) -> ControlFlow<()> {
        self.0.push_all(pairs);
        ControlFlow::Continue(())
    }
}

/// Has enough with one pair.
struct FirstSink(bool);

impl PairSink for FirstSink {
    fn add(&mut self, _: [u32; 2], _: &[Triangle; 2]) -> ControlFlow<()> {
        self.0 = true;
        ControlFlow::Break(())
    }
}

impl MeshPair<'_> {
    /// Returns true if any triangles touch.
    pub(super) fn touches(&self, poses: &PosePair) -> bool {
        let mut sink = FirstSink(false);
        self.touching(poses, &mut sink);
        sink.0
    }
}

impl Mesh<'_> {
    /// The pairs of triangles that touch, of this mesh and another, for each pair of poses, sorted by this
    /// mesh's triangle and then by the other's. List `i` is `pairs[offsets[i]..offsets[i + 1]]`; `offsets`
    /// may be `()`.
    ///
    /// Exact: triangles of posed vertices ([`PoseMatrix::point`](crate::geometry::PoseMatrix::point)) are
    /// closed sets of real points; touching counts. `filters` are this mesh's and the other's.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a pose, before anything
    /// is written. Too little room is no error: see [`Lists`].
    pub fn overlap_mesh_all(
        &self,
        other: &Mesh,
        poses: &(impl Batch<PosePair> + ?Sized),
        filters: [&Filter; 2],
        offsets: &mut (impl Output<u64> + ?Sized),
        pairs: &mut (impl ListOutput<TrianglePair> + ?Sized),
    ) -> Result<Lists> {
        // A function, so that it is compiled once, and not for every kind of array.
        fn run(both: &MeshPair, poses: &PosePair, found: &mut dyn Found<TrianglePair>) {
            both.touching(poses, &mut ListSink(found));
        }
        lists([self, other], poses, filters, offsets, pairs, run)
    }

    /// Tells for each pair of poses whether any triangles touch: 1 or 0. As for [`Mesh::overlap_mesh_all`],
    /// and faster: the first pair is enough.
    ///
    /// # Errors
    /// As for [`Mesh::overlap_mesh_all`].
    pub fn overlap_mesh(
        &self,
        other: &Mesh,
        poses: &(impl Batch<PosePair> + ?Sized),
        filters: [&Filter; 2],
        answers: &mut (impl Output<u8> + ?Sized),
    ) -> Result<()> {
        check_length(poses.count(), answers.capacity())?;
        (0..poses.count()).try_for_each(|i| check_poses(self, other, &poses.query(i), i))?;
        let both = MeshPair { trees: [self.tree(), other.tree()], filters };
        for i in 0..poses.count() {
            answers.write(i, both.touches(&poses.query(i)).into());
        }
        Ok(())
    }

    /// The work of [`Mesh::overlap_mesh_all`] for one pair of poses.
    ///
    /// # Errors
    /// As for [`Mesh::overlap_mesh_all`].
    pub fn overlap_mesh_counts(
        &self,
        other: &Mesh,
        poses: &PosePair,
        filters: [&Filter; 2],
    ) -> Result<PairCounts> {
        struct Nothing;
        impl PairSink for Nothing {
            fn add(&mut self, _: [u32; 2], _: &[Triangle; 2]) -> ControlFlow<()> {
                ControlFlow::Continue(())
            }
        }
        check_poses(self, other, poses, 0)?;
        Ok(MeshPair { trees: [self.tree(), other.tree()], filters }.touching(poses, &mut Nothing))
    }
}
