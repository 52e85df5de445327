//! The frame of all queries: pointers become slices, a filter and outputs, and the result becomes a status.

use super::desc::filter;
use super::handle::{Handle, inner};
use super::pointer::{Converted, LaidOutAs, Out, OutArray};
use super::status::guard;
use super::types::{CaromFilter, CaromTreeBox};
use crate::batch::{Filter, Lists, Output, TreeBox};
use crate::ffi::CaromStatus;
use crate::{Error, Result};
use bytemuck::AnyBitPattern;
use std::ops::RangeInclusive;

/// Runs a query with one answer each.
///
/// # Safety
/// The handle must be as [`inner`] says, the other pointers as the header does.
pub(in crate::ffi) unsafe fn batch<H: Handle, Q: AnyBitPattern, A>(
    handle: *const H,
    (queries, name): (*const Q, &str),
    count: usize,
    filter_pointer: *const CaromFilter,
    (answers, answers_name): (*mut A, &str),
    query: impl FnOnce(&H::Inner, &Converted<Q>, &Filter, &mut OutArray<A>) -> Result<()>,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let inner = unsafe { inner(handle) }?;
        let queries = unsafe { Converted::new(queries, count, name) }?;
        let mut place = None;
        let filter = unsafe { filter(filter_pointer, "filter", &mut place) }?;
        let mut answers = unsafe { OutArray::new(answers, count, answers_name) }?;
        query(inner, &queries, filter, &mut answers)?;
        Ok(CaromStatus::CaromOk)
    })
}

/// The caller's outputs for the lists of a batch.
pub(in crate::ffi) struct ListPointers<A> {
    pub(in crate::ffi) offsets: *mut u64,
    pub(in crate::ffi) out: *mut A,
    pub(in crate::ffi) out_name: &'static str,
    pub(in crate::ffi) capacity: usize,
    pub(in crate::ffi) written: *mut usize,
    pub(in crate::ffi) total: *mut usize,
}

impl<A> ListPointers<A> {
    /// Checks them for `count` queries, and has a query fill them. The lists are sorted where they lie, and
    /// so written as the library's `V`.
    ///
    /// # Safety
    /// They must be as the header says.
    pub(in crate::ffi) unsafe fn fill<V>(
        self,
        count: usize,
        query: impl FnOnce(&mut OutArray<u64>, &mut OutArray<V>) -> Result<Lists>,
    ) -> Result<CaromStatus>
    where
        A: LaidOutAs<V>,
    {
        let places = if self.offsets.is_null() { 0 } else { count + 1 };
        // SAFETY (here and below): the caller's promises.
        let mut offsets = unsafe { OutArray::new(self.offsets, places, "offsets") }?;
        let mut out = unsafe { OutArray::with_capacity(self.out, self.capacity, self.out_name) }?.laid_out();
        let written = unsafe { Out::new(self.written, "written") }?;
        let total = unsafe { Out::new(self.total, "total") }?;
        let lists = query(&mut offsets, &mut out)?;
        Ok(told(written, total, lists))
    }
}

/// Runs a query with a list for an answer.
///
/// # Safety
/// As for [`batch`].
pub(in crate::ffi) unsafe fn lists<H: Handle, Q: AnyBitPattern, A: LaidOutAs<V>, V>(
    handle: *const H,
    (queries, name): (*const Q, &str),
    count: usize,
    filter_pointer: *const CaromFilter,
    pointers: ListPointers<A>,
    query: impl FnOnce(&H::Inner, &Converted<Q>, &Filter, &mut OutArray<u64>, &mut OutArray<V>) -> Result<Lists>,
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let inner = unsafe { inner(handle) }?;
        let queries = unsafe { Converted::new(queries, count, name) }?;
        let mut place = None;
        let filter = unsafe { filter(filter_pointer, "filter", &mut place) }?;
        unsafe { pointers.fill(count, |offsets, out| query(inner, &queries, filter, offsets, out)) }
    })
}

/// The caller's outputs for one list.
pub(in crate::ffi) struct ListPointer<'a, A> {
    pub(in crate::ffi) out: OutArray<'a, A>,
    pub(in crate::ffi) written: Out<usize>,
    pub(in crate::ffi) total: Out<usize>,
}

impl<A> ListPointer<'_, A> {
    /// # Safety
    /// They must be as the header says.
    pub(in crate::ffi) unsafe fn new(
        (out, name): (*mut A, &str),
        capacity: usize,
        written: *mut usize,
        total: *mut usize,
    ) -> Result<Self> {
        // SAFETY: the caller's promises.
        unsafe {
            Ok(ListPointer {
                out: OutArray::with_capacity(out, capacity, name)?,
                written: Out::new(written, "written")?,
                total: Out::new(total, "total")?,
            })
        }
    }

    pub(in crate::ffi) fn fill<V>(
        self,
        list: impl FnOnce(&mut OutArray<V>) -> Result<Lists>,
    ) -> Result<CaromStatus>
    where
        A: LaidOutAs<V>,
    {
        let lists = list(&mut self.out.laid_out())?;
        Ok(told(self.written, self.total, lists))
    }
}

impl<A> ListPointer<'_, A> {
    /// Writes what is handed out one by one, as far as there is room.
    pub(in crate::ffi) fn gather<V: Into<A>>(
        self,
        hand_out: impl FnOnce(&mut dyn FnMut(V)) -> Result<()>,
    ) -> Result<CaromStatus> {
        let ListPointer { mut out, written, total } = self;
        let (capacity, mut lists) = (Output::<A>::capacity(&out), Lists::default());
        hand_out(&mut |item| {
            if lists.written < capacity {
                out.write(lists.written, item.into());
                lists.written += 1;
            }
            lists.total += 1;
        })?;
        Ok(told(written, total, lists))
    }
}

/// Lists the boxes of a tree at some depths, which are handed out one by one.
///
/// # Safety
/// As for [`batch`].
pub(in crate::ffi) unsafe fn tree_boxes<H: Handle>(
    handle: *const H,
    [min_depth, max_depth]: [u32; 2],
    (boxes, capacity): (*mut CaromTreeBox, usize),
    written: *mut usize,
    total: *mut usize,
    hand_out: impl FnOnce(&H::Inner, RangeInclusive<u32>, &mut dyn FnMut(TreeBox)),
) -> CaromStatus {
    guard(|| {
        // SAFETY (here and below): the caller's promises.
        let inner = unsafe { inner(handle) }?;
        let boxes = unsafe { ListPointer::new((boxes, "boxes"), capacity, written, total) }?;
        if min_depth > max_depth {
            return Err(Error::invalid_argument(text!(
                "min_depth: {min_depth} exceeds max_depth {max_depth}"
            )));
        }
        boxes.gather(|each| {
            hand_out(inner, min_depth..=max_depth, each);
            Ok(())
        })
    })
}

/// Tells how many there are, and how many fit.
pub(in crate::ffi) fn told(written: Out<usize>, total: Out<usize>, lists: Lists) -> CaromStatus {
    written.write(lists.written);
    total.write(lists.total);
    if lists.written == lists.total { CaromStatus::CaromOk } else { CaromStatus::CaromBufferTooSmall }
}
