//! Pairs of triangles that are no farther apart than a distance: clearance.

use super::lists::{PairItem, lists};
use super::near::NearSink;
use super::pair::TrianglePair;
use super::poses::PosePair;
use super::run::MeshPair;
use crate::Result;
use crate::batch::{Found, check_length_of};
use crate::geometry::ClosestOnTriangles;
use crate::mesh::{Batch, Filter, ListOutput, Lists, Mesh, Output};

/// A pair of triangles and their distance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct PairDistance {
    /// The triangles.
    pub pair: TrianglePair,
    /// 0 exactly if they touch.
    pub distance: f32,
}

impl PairItem for PairDistance {
    fn pair(&self) -> TrianglePair {
        self.pair
    }
}

struct WithinSink<'a> {
    limit: f32,
    found: &'a mut dyn Found<PairDistance>,
}

impl NearSink for WithinSink<'_> {
    fn limit(&self) -> f32 {
        self.limit
    }

    fn add(&mut self, [a, b]: [u32; 2], closest: &ClosestOnTriangles) {
        self.found.push(PairDistance { pair: TrianglePair { a, b }, distance: closest.distance });
    }
}

impl Mesh<'_> {
    /// The pairs of triangles that are no farther apart than `distance`, with their distance, for each pair
    /// of poses. Sorted and listed as by [`Mesh::overlap_mesh_all`]; those that touch are among them, with 0.
    /// An infinite `distance` lists all pairs.
    ///
    /// # Errors
    /// As for [`Mesh::overlap_mesh_all`], and for a `distance` that is negative or not a number.
    pub fn within(
        &self,
        other: &Mesh,
        poses: &(impl Batch<PosePair> + ?Sized),
        distance: f32,
        filters: [&Filter; 2],
        offsets: &mut (impl Output<u64> + ?Sized),
        pairs: &mut (impl ListOutput<PairDistance> + ?Sized),
    ) -> Result<Lists> {
        check_length_of(distance, true, || text!("distance"))?;
        // A function, so that it is compiled once, and not for every kind of array.
        fn run(both: &MeshPair, poses: &PosePair, limit: f32, found: &mut dyn Found<PairDistance>) {
            both.within(poses, &mut WithinSink { limit, found });
        }
        lists([self, other], poses, filters, offsets, pairs, |both, poses, found| {
            run(both, poses, distance, found);
        })
    }
}
