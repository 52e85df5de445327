//! Two posed meshes: which triangles touch or are near, what they share, and how far the meshes are apart.

mod decide;
mod distance;
mod inside;
mod intersections;
mod list;
mod near;
mod near_lanes;
mod run;
mod touching;
mod within;

pub use distance::MeshDistance;
pub use inside::{MeshInside, Share};
pub use intersections::PairIntersection;
pub use list::TrianglePair;
pub use touching::PairCounts;
pub use within::PairDistance;

use crate::Result;
use crate::batch::{Found, ListWriter, check_offsets, sort_by_key};
use crate::geometry::PoseMatrix;
use crate::mesh::{Batch, Filter, ListOutput, Lists, Mesh, Output};
use run::MeshPair;

/// Where two meshes stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PosePair {
    /// The first mesh's pose.
    pub a: PoseMatrix,
    /// The second one's.
    pub b: PoseMatrix,
}

impl Default for PosePair {
    fn default() -> PosePair {
        PosePair { a: PoseMatrix::IDENTITY, b: PoseMatrix::IDENTITY }
    }
}

/// Checks the poses of element `i` of a batch.
fn check_poses(a: &Mesh, b: &Mesh, poses: &PosePair, i: usize) -> Result<()> {
    for (which, pose, mesh) in [("a", &poses.a, a), ("b", &poses.b, b)] {
        let name = || format!("{which}_poses[{i}]");
        pose.check(name)?;
        if mesh.triangle_count() > 0 {
            pose.check_reach(&mesh.bounds(), name)?;
        }
    }
    Ok(())
}

/// An item of a list of pairs.
trait PairItem: Copy {
    /// Its triangles, of which no other item of the list has the same two.
    fn pair(&self) -> TrianglePair;
}

/// Writes a list for each pair of poses, sorted by pairs of triangles.
fn lists<T: PairItem>(
    [a, b]: [&Mesh; 2],
    poses: &(impl Batch<PosePair> + ?Sized),
    filters: [&Filter; 2],
    offsets: &mut (impl Output<u64> + ?Sized),
    out: &mut (impl ListOutput<T> + ?Sized),
    run: impl Fn(&MeshPair, &PosePair, &mut dyn Found<T>),
) -> Result<Lists> {
    check_offsets(poses.count(), offsets)?;
    (0..poses.count()).try_for_each(|i| check_poses(a, b, &poses.query(i), i))?;
    let both = MeshPair { trees: [a.tree(), b.tree()], filters };
    let order = |a: &T, b: &T| a.pair().cmp(&b.pair());
    let mut writer = ListWriter::new(out, order, |list| sort_by_key(list, |item| item.pair().key()));
    let wanted = offsets.capacity() > 0;
    if wanted {
        offsets.write(0, 0);
    }
    for i in 0..poses.count() {
        run(&both, &poses.query(i), &mut writer);
        let end = writer.finish_list(false);
        if wanted {
            offsets.write(i + 1, end as u64);
        }
    }
    Ok(writer.finish())
}
