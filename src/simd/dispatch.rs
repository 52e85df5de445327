//! A copy of every kernel for every level, one of which is picked when it is called.

use super::baseline;
use super::lanes::Kernel;
use super::level::{SimdLevel, simd_level};
#[cfg(target_arch = "x86_64")]
use super::x86_64::{avx2, avx512};

/// Runs the kernel on the level in force.
#[inline]
pub(crate) fn dispatch<K: Kernel>(kernel: K) -> K::Output {
    // SAFETY: a level is only ever in force where all its features have been found.
    unsafe { run(simd_level(), kernel) }
}

/// Runs the kernel on a level that the machine has.
#[cfg(test)]
pub(crate) fn run_on<K: Kernel>(level: SimdLevel, kernel: K) -> K::Output {
    assert!(level.is_available(), "{}", level.name());
    // SAFETY: as asserted.
    unsafe { run(level, kernel) }
}

/// Runs the kernel on every level that the machine has.
#[cfg(test)]
pub(crate) fn run_on_all(kernel: impl Kernel<Output = ()> + Copy) {
    SimdLevel::available().for_each(|level| run_on(level, kernel));
}

/// Runs the kernel on a level.
///
/// # Safety
/// The level is available.
#[inline(always)]
unsafe fn run<K: Kernel>(level: SimdLevel, kernel: K) -> K::Output {
    match level {
        // SAFETY, here and below: the caller's promise.
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx512 => unsafe { avx512::run(kernel) },
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx2 => unsafe { avx2::run(kernel) },
        _ => baseline::run(kernel),
    }
}
