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

/// Does `work`; what is marked to be inlined always is compiled with it.
#[inline(always)]
pub(super) fn compiled<T>(work: impl FnOnce() -> T) -> T {
    dispatch(Work(work))
}
