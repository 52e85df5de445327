//! The threads of a world.

use crate::locks::Mutex;
use crate::pool::JoinedPool;
use crate::{Error, Result};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Threads that help the one that calls; none if it works alone.
#[derive(Clone, Default)]
pub(super) struct Threads(Option<Arc<JoinedPool>>);

/// Work that is done by one thread where there is little of it: it is done sooner than others are woken.
#[derive(Clone, Copy, Debug)]
pub(super) enum Work {
    /// Finding the pairs of objects that move.
    JoinObjects,
    /// Fitting boxes to objects.
    FitBoxes,
    /// Sorting objects along a curve.
    OrderObjects,
    /// Sorting pairs.
    SortPairs,
}

impl Work {
    /// Returns true if so many objects or pairs are worth waking others.
    pub(super) fn is_worth_sharing(self, count: usize) -> bool {
        let least = match self {
            Work::JoinObjects => 4096,
            Work::FitBoxes | Work::OrderObjects | Work::SortPairs => 1 << 15,
        };
        count >= least
    }
}

/// The number of looks whether the others are done, before the caller goes to sleep: waking up again takes
/// longer than what they have mostly left.
const LOOKS: usize = 2000;

impl Threads {
    /// So many, with the caller's; 0 and 1 for that alone.
    pub(super) fn new(count: usize) -> Result<Threads> {
        if count <= 1 {
            return Ok(Threads(None));
        }
        match JoinedPool::new(count - 1, "carom-world") {
            // The pool was made in memory that is not asked for either.
            #[allow(clippy::disallowed_methods)]
            Ok(pool) => Ok(Threads(Some(Arc::new(pool)))),
            Err(error) => Err(Error::out_of_memory(text!("thread_count: {count} threads: {error}"))),
        }
    }

    /// The number of threads that work, with the caller's.
    pub(super) fn count(&self) -> usize {
        1 + self.0.as_ref().map_or(0, |threads| threads.pool().current_num_threads())
    }

    /// Into how many parts work is split, so many for each that works, since parts take unlike times; one if
    /// nobody helps.
    pub(super) fn parts(&self, each: usize) -> usize {
        if self.0.is_some() { each * self.count() } else { 1 }
    }

    /// Nobody helps.
    pub(super) fn none() -> &'static Threads {
        static NONE: Threads = Threads(None);
        &NONE
    }

    /// These, if there is so much work that it is worth waking them; none otherwise.
    pub(super) fn if_worth(&self, is_worth_it: bool) -> &Threads {
        if is_worth_it { self } else { Threads::none() }
    }

    /// Does each of some parts of the work, in any order. Whoever is done with one takes the next, so that
    /// the caller does nearly all of it where the others come late. A caller that is a thread of a pool of
    /// Rayon's works alone: waiting for the others, it would take up other work of its pool, which may need
    /// the world that it has locked.
    pub(super) fn share<T: Send>(&self, parts: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
        let threads = self.0.as_ref().filter(|_| rayon::current_thread_index().is_none());
        let Some(pool) = threads.map(|threads| threads.pool()) else { return parts.for_each(work) };
        let parts = Mutex::new(parts);
        let take_parts = || {
            loop {
                let Some(part) = parts.lock().next() else { return };
                work(part);
            }
        };
        let left = AtomicUsize::new(pool.current_num_threads());
        pool.in_place_scope(|scope| {
            for _ in 0..pool.current_num_threads() {
                scope.spawn(|_| {
                    take_parts();
                    left.fetch_sub(1, Ordering::Release);
                });
            }
            take_parts();
            let is_done = || left.load(Ordering::Acquire) == 0;
            (0..LOOKS).take_while(|_| !is_done()).for_each(|_| std::hint::spin_loop());
        });
    }

    /// The same of work that may fail.
    ///
    /// # Errors
    /// One of those of the parts.
    pub(super) fn try_share<T: Send>(
        &self,
        mut parts: impl Iterator<Item = T> + Send,
        work: impl Fn(T) -> Result<()> + Sync,
    ) -> Result<()> {
        if self.0.is_none() {
            return parts.try_for_each(work);
        }
        let failed = Mutex::new(Ok(()));
        self.share(parts, |part| {
            if let Err(error) = work(part) {
                *failed.lock() = Err(error);
            }
        });
        failed.into_inner()
    }
}

/// Part `i` of `parts` of a range from 0.
pub(super) fn part(i: usize, parts: usize, end: usize) -> Range<usize> {
    let at = |i: usize| (end as u128 * i as u128 / parts as u128) as usize;
    at(i)..at(i + 1)
}
