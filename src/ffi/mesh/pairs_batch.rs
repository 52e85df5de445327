//! The frame of all queries on two meshes: handles, poses and filters become references, and the result a
//! status.

use super::cook::CaromMesh;
use super::pairs_types::*;
use crate::Result;
use crate::batch::{Batch, Filter, Lists, Output};
use crate::ffi::CaromStatus;
use crate::ffi::frame::batch::ListPointers;
use crate::ffi::frame::desc::filter;
use crate::ffi::frame::handle::Handle;
use crate::ffi::frame::pointer::{LaidOutAs, OutArray, check_count, reference, slice};
use crate::ffi::frame::status::guard;
use crate::ffi::frame::types::CaromFilter;
use crate::geometry::{PoseMatrix, check_number};
use crate::mesh::{Interiors, Mesh, MeshInside, PosePair, Share};

/// The caller's two meshes, their poses and filters.
pub(in crate::ffi) struct PairPointers {
    pub(in crate::ffi) meshes: [*const CaromMesh; 2],
    pub(in crate::ffi) poses: [*const CaromPose; 2],
    pub(in crate::ffi) count: usize,
    pub(in crate::ffi) filters: [*const CaromFilter; 2],
}

/// Both poses of each element of a batch.
pub(in crate::ffi) struct Poses<'a> {
    /// None where the mesh stands still.
    both: [Option<&'a [CaromPose]>; 2],
    count: usize,
}

impl<'a> Poses<'a> {
    /// # Safety
    /// If not null, both pointers must be as [`slice`] says.
    unsafe fn new(pointers: [*const CaromPose; 2], count: usize) -> Result<Poses<'a>> {
        let one = |pointer: *const CaromPose, name: &str| {
            if pointer.is_null() {
                // As many elements as if there were an array.
                return check_count::<CaromPose>(count, name).map(|_| None);
            }
            // SAFETY: the caller's promise.
            unsafe { slice(pointer, count, name) }.map(Some)
        };
        let [a, b] = pointers;
        let poses = Poses { both: [one(a, "a_poses")?, one(b, "b_poses")?], count };
        poses.check_numbers()?;
        Ok(poses)
    }

    /// Checks the numbers one by one, so that errors name them as C does. What they make together is checked
    /// by the query.
    fn check_numbers(&self) -> Result<()> {
        for (poses, name) in self.both.iter().zip(["a_poses", "b_poses"]) {
            for (i, pose) in poses.iter().copied().flatten().enumerate() {
                for (r, row) in pose.rows.iter().enumerate() {
                    for (c, &value) in row.iter().enumerate() {
                        check_number(value, || text!("{name}[{i}].rows[{r}][{c}]"))?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl Batch<PosePair> for Poses<'_> {
    fn count(&self) -> usize {
        self.count
    }

    #[inline]
    fn query(&self, i: usize) -> PosePair {
        let [a, b] = self.both.map(|poses| poses.map_or(PoseMatrix::IDENTITY, |poses| poses[i].into()));
        PosePair { a, b }
    }
}

/// The two meshes of a query, with their poses and filters.
pub(in crate::ffi) struct PairQuery<'a> {
    pub(in crate::ffi) a: &'a Mesh<'static>,
    pub(in crate::ffi) b: &'a Mesh<'static>,
    pub(in crate::ffi) poses: Poses<'a>,
    filters: [Filter; 2],
}

impl PairQuery<'_> {
    pub(in crate::ffi) fn filters(&self) -> [&Filter; 2] {
        self.filters.each_ref()
    }
}

impl PairPointers {
    /// # Safety
    /// The handles must be as [`crate::ffi::frame::handle::inner`] says, the other pointers as the header
    /// does.
    unsafe fn read<'a>(&self) -> Result<PairQuery<'a>> {
        let [a, b] = self.meshes;
        let [a_filter, b_filter] = self.filters;
        // SAFETY (here and below): the caller's promises.
        let (a, b) = (unsafe { reference(a, "a") }?, unsafe { reference(b, "b") }?);
        let poses = unsafe { Poses::new(self.poses, self.count) }?;
        let (a_filter, b_filter) =
            unsafe { (*filter(a_filter, "a_filter", &mut None)?, *filter(b_filter, "b_filter", &mut None)?) };
        Ok(PairQuery { a: a.inner(), b: b.inner(), poses, filters: [a_filter, b_filter] })
    }
}

/// An array of bits that say what is inside of what.
pub(in crate::ffi) struct InsideBits<'a, 'b>(pub(in crate::ffi) &'a mut OutArray<'b, u8>);

impl Output<MeshInside> for InsideBits<'_, '_> {
    fn capacity(&self) -> usize {
        Output::<u8>::capacity(self.0)
    }

    fn write(&mut self, i: usize, value: MeshInside) {
        let bits = |share: Share, partly: u32, wholly: u32| match share {
            Share::None => 0,
            Share::Some => partly,
            Share::All => wholly,
        };
        let touching = match (value.touches, value.interiors) {
            (false, _) => 0,
            (true, Interiors::Overlap) => CAROM_INSIDE_TOUCHING | CAROM_INSIDE_OVERLAPPING,
            (true, Interiors::Apart) => CAROM_INSIDE_TOUCHING | CAROM_INSIDE_ONLY_TOUCHING,
            (true, Interiors::Unknown) => CAROM_INSIDE_TOUCHING,
        };
        let bits = touching
            | bits(value.a_in_b, CAROM_INSIDE_A_PARTLY, CAROM_INSIDE_A_WHOLLY)
            | bits(value.b_in_a, CAROM_INSIDE_B_PARTLY, CAROM_INSIDE_B_WHOLLY);
        self.0.write(i, bits as u8);
    }
}

/// Runs a query with one answer for each pair of poses.
///
/// # Safety
/// As for [`PairPointers::read`]; the answers must be as the header says.
pub(in crate::ffi) unsafe fn answers<A>(
    pointers: PairPointers,
    (answers, name): (*mut A, &str),
    query: impl FnOnce(&PairQuery, &mut OutArray<A>) -> Result<()>,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let both = unsafe { pointers.read() }?;
        let mut answers = unsafe { OutArray::new(answers, pointers.count, name) }?;
        query(&both, &mut answers)?;
        Ok(CaromStatus::CaromOk)
    })
}

/// Runs a query with a list for each pair of poses.
///
/// # Safety
/// As for [`answers`].
pub(in crate::ffi) unsafe fn lists<A: LaidOutAs<V>, V>(
    pointers: PairPointers,
    lists: ListPointers<A>,
    query: impl FnOnce(&PairQuery, &mut OutArray<u64>, &mut OutArray<V>) -> Result<Lists>,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let both = unsafe { pointers.read() }?;
        unsafe { lists.fill(pointers.count, |offsets, out| query(&both, offsets, out)) }
    })
}
