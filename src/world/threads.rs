//! The threads of a world.

use crate::{Error, Result};
use rayon::ThreadPool;
use std::ops::Range;
use std::sync::Arc;

/// Threads that a world shares its work among; none if it works on the caller's alone.
#[derive(Clone, Default)]
pub(super) struct Threads(Option<Arc<ThreadPool>>);

/// Less work is not worth sharing, in objects or pairs.
const WORTH_SHARING: usize = 4096;

impl Threads {
    /// So many; 0 and 1 for the caller's alone.
    pub(super) fn new(count: usize) -> Result<Threads> {
        if count <= 1 {
            return Ok(Threads(None));
        }
        let built = rayon::ThreadPoolBuilder::new()
            .num_threads(count)
            .thread_name(|i| format!("carom-world-{i}"))
            .build();
        match built {
            Ok(pool) => Ok(Threads(Some(Arc::new(pool)))),
            Err(error) => Err(Error::OutOfMemory(format!("thread_count: {count} threads: {error}"))),
        }
    }

    /// The threads, if so much work is worth sharing.
    pub(super) fn for_work(&self, work: usize) -> Option<&ThreadPool> {
        self.0.as_deref().filter(|_| work >= WORTH_SHARING)
    }
}

/// Part `i` of `parts` of a range from 0.
pub(super) fn part(i: usize, parts: usize, end: usize) -> Range<usize> {
    let at = |i: usize| (end as u128 * i as u128 / parts as u128) as usize;
    at(i)..at(i + 1)
}
