//! A copy of every kernel for every level, one of which is picked when it is called.

use super::baseline;
use super::lanes::Kernel;
use super::level::{SimdLevel, simd_level};
#[cfg(target_arch = "x86_64")]
use super::x86_64::{avx2, avx512};

/// Runs the kernel on the level in force.
#[inline]
pub(crate) fn dispatch<K: Kernel>(kernel: K) -> K::Output {
    run_on(simd_level(), kernel)
}

/// Runs the kernel on a level, which must be available.
#[inline(always)]
pub(crate) fn run_on<K: Kernel>(level: SimdLevel, kernel: K) -> K::Output {
    match level {
        // SAFETY, here and below: a level is only ever in force where all its features have been found.
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx512 => unsafe { avx512::run(kernel) },
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx2 => unsafe { avx2::run(kernel) },
        _ => baseline::run(kernel),
    }
}
