//! A copy of every kernel for every level, one of which is picked when it is called.

#[cfg(target_arch = "aarch64")]
use super::aarch64::neon;
use super::lanes::Kernel;
use super::level::{SimdLevel, simd_level};
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
use super::portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::wasm32::simd128;
#[cfg(target_arch = "x86_64")]
use super::x86_64::{avx2, avx512, sse2};

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
        #[cfg(target_arch = "aarch64")]
        SimdLevel::Neon => unsafe { neon::run(kernel) },
        #[cfg(target_arch = "x86_64")]
        _ => sse2::run(kernel),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        _ => simd128::run(kernel),
        #[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
        _ => portable::run(kernel),
    }
}
