//! Passes over many elements, on the threads of the pool if this is one of them.

use crate::Result;
use crate::vectors::reserve;
use rayon::prelude::*;

/// Fewer elements are not divided between threads.
const WORTH_A_THREAD: usize = 4096;

/// Returns true if there are threads to divide work between.
pub(super) fn has_threads() -> bool {
    rayon::current_thread_index().is_some()
}

/// Returns true if there are threads, and dividing `count` elements between them is worth it.
pub(super) fn are_worth_threads(count: usize) -> bool {
    has_threads() && count > WORTH_A_THREAD
}

/// The results of `of` for each number below `count`, in order.
pub(super) fn each<T: Send>(
    count: usize,
    what: &str,
    of: impl Fn(usize) -> T + Sync + Send,
) -> Result<Vec<T>> {
    let mut all = reserve(count, what)?;
    if are_worth_threads(count) {
        // The room is there: this allocates nothing.
        (0..count).into_par_iter().with_min_len(WORTH_A_THREAD).map(of).collect_into_vec(&mut all);
    } else {
        all.extend((0..count).map(of));
    }
    Ok(all)
}

/// Works on every chunk of `length` elements, given its number.
pub(super) fn each_chunk<T: Send>(
    elements: &mut [T],
    length: usize,
    work: impl Fn((usize, &mut [T])) + Sync + Send,
) {
    if has_threads() {
        elements.par_chunks_mut(length).enumerate().for_each(work);
    } else {
        elements.chunks_mut(length).enumerate().for_each(work);
    }
}
