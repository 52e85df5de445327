//! Work that is divided between threads: on a thread of a pool, with the others of its pool, and only if there is so much
//! of it that dividing costs less than it saves.

use crate::Result;
use crate::vectors::reserve;
use rayon::prelude::*;

/// A pool is started for so many elements, and no fewer.
pub(crate) const WORTH_A_POOL: usize = 4096;
/// A pass is divided over more elements than this.
const WORTH_A_PASS: usize = 4096;
/// The halves of a tree are built side by side over so many elements, and no fewer.
pub(crate) const WORTH_A_SUBTREE: usize = 8192;

/// Returns true if there are threads to divide work between.
pub(crate) fn has_threads() -> bool {
    rayon::current_thread_index().is_some()
}

/// Returns true if a pass over `count` elements is divided.
pub(crate) fn is_pass_divided(count: usize) -> bool {
    count > WORTH_A_PASS && has_threads()
}

/// Returns true if the halves of a tree over `count` elements are built side by side.
pub(crate) fn is_subtree_divided(count: usize) -> bool {
    count >= WORTH_A_SUBTREE && has_threads()
}

/// Does both, side by side if they are worth it.
pub(crate) fn join_if<A: Send, B: Send>(
    is_divided: bool,
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    if is_divided { rayon::join(a, b) } else { (a(), b()) }
}

/// The results of `of` for each number below `count`, in order.
pub(crate) fn each<T: Send>(
    count: usize,
    what: &str,
    of: impl Fn(usize) -> T + Sync + Send,
) -> Result<Vec<T>> {
    let mut all = reserve(count, what)?;
    if is_pass_divided(count) {
        // The room is there: this allocates nothing.
        (0..count).into_par_iter().with_min_len(WORTH_A_PASS).map(of).collect_into_vec(&mut all);
    } else {
        all.extend((0..count).map(of));
    }
    Ok(all)
}

/// Works on every chunk of `length` elements, given its number.
pub(crate) fn each_chunk<T: Send>(
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
