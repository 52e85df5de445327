//! Intersections of the triangles of two posed meshes: segments, and polygons of those in a plane.

use super::lists::{PairItem, lists};
use super::pair::TrianglePair;
use super::poses::PosePair;
use super::run::MeshPair;
use super::touching::PairSink;
use crate::Result;
use crate::batch::Found;
use crate::geometry::{Triangle, Vec3, intersection};
use crate::mesh::{Batch, Filter, ListOutput, Lists, Mesh, Output};
use std::ops::ControlFlow;

/// A pair of triangles that touch, and what they share.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct PairIntersection {
    /// The triangles.
    pub pair: TrianglePair,
    /// The number of points: 2 for a segment, which may be as short as a point; 3 to 6 for a convex polygon,
    /// of triangles in one plane.
    pub point_count: u32,
    /// [`PairIntersection::COPLANAR`] and [`PairIntersection::AREA`].
    pub flags: u32,
    /// The ends, or the polygon's corners in order; zeros follow.
    pub points: [Vec3; 6],
}

impl PairIntersection {
    /// Both triangles have an area and lie in one plane.
    pub const COPLANAR: u32 = 1;
    /// They share an area, however small: a polygon, of which there may be only two points where it is
    /// thinner than rounding.
    pub const AREA: u32 = 2;
}

impl PairItem for PairIntersection {
    fn pair(&self) -> TrianglePair {
        self.pair
    }
}

struct IntersectionSink<'a>(&'a mut dyn Found<PairIntersection>);

impl PairSink for IntersectionSink<'_> {
    fn wants_triangles(&self) -> bool {
        true
    }

    fn add(&mut self, [a, b]: [u32; 2], [first, second]: &[Triangle; 2]) -> ControlFlow<()> {
        let mut shared = PairIntersection { pair: TrianglePair { a, b }, ..PairIntersection::default() };
        if let Some(found) = intersection(first, second) {
            shared.flags |= if found.is_coplanar() { PairIntersection::COPLANAR } else { 0 };
            shared.flags |= if found.has_area() { PairIntersection::AREA } else { 0 };
            for (point, &found) in shared.points.iter_mut().zip(found.points()) {
                *point = found;
                shared.point_count += 1;
            }
        }
        self.0.push(shared);
        ControlFlow::Continue(())
    }
}

impl Mesh<'_> {
    /// The pairs of [`Mesh::overlap_mesh_all`], each with what its triangles share: for cutting, drawing and
    /// contact patches. A point is less than a unit in the last place of the largest coordinate from both
    /// triangles; see [`intersection`].
    ///
    /// # Errors
    /// As for [`Mesh::overlap_mesh_all`].
    pub fn intersections(
        &self,
        other: &Mesh,
        poses: &(impl Batch<PosePair> + ?Sized),
        filters: [&Filter; 2],
        offsets: &mut (impl Output<u64> + ?Sized),
        shared: &mut (impl ListOutput<PairIntersection> + ?Sized),
    ) -> Result<Lists> {
        // A function, so that it is compiled once, and not for every kind of array.
        fn run(both: &MeshPair, poses: &PosePair, found: &mut dyn Found<PairIntersection>) {
            both.touching(poses, &mut IntersectionSink(found));
        }
        lists([self, other], poses, filters, offsets, shared, run)
    }
}
