//! The inner loops, compiled for the instruction set in force. They do the same operations on every one.

use crate::simd::{Kernel, Simd, dispatch};

struct Work<F>(F);

impl<T, F: FnOnce() -> T> Kernel for Work<F> {
    type Output = T;

    #[inline(always)]
    fn run<S: Simd>(self, _: S) -> T {
        (self.0)()
    }
}

/// Runs `work`; what is `#[inline(always)]` in it is compiled for the instruction set.
#[inline(always)]
pub(super) fn compiled<T>(work: impl FnOnce() -> T) -> T {
    dispatch(Work(work))
}
