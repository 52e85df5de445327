//! Lists of pairs of triangles, one for each pair of poses.

use super::pair::TrianglePair;
use super::poses::{PosePair, check_poses};
use super::run::MeshPair;
use crate::Result;
use crate::batch::{Found, ListWriter, Offsets, check_offsets, sort_by_key};
use crate::mesh::{Batch, Filter, ListOutput, Lists, Mesh, Output};

/// An item of a list of pairs.
pub(super) trait PairItem: Copy {
    /// Its triangles, of which no other item of the list has the same two.
    fn pair(&self) -> TrianglePair;
}

/// Writes a list for each pair of poses, sorted by pairs of triangles.
pub(super) fn lists<T: PairItem>(
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
    let mut offsets = Offsets::new(offsets);
    for i in 0..poses.count() {
        run(&both, &poses.query(i), &mut writer);
        offsets.end_list(i, writer.finish_list(false));
    }
    Ok(writer.finish())
}
