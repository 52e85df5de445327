//! Values of which the compiler knows nothing, as those of [`std::hint::black_box`], but that stay in registers.

#[cfg(target_arch = "x86_64")]
use std::arch::{asm, x86_64::__m256};

/// The same number.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn opaque(mut number: u32) -> u32 {
    // SAFETY: no instruction.
    unsafe { asm!("/* {0:e} */", inout(reg) number, options(pure, nomem, nostack, preserves_flags)) };
    number
}

/// The same number, which is known at this place of the program.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn pinned(mut number: u32) -> u32 {
    // SAFETY: no instruction.
    unsafe { asm!("/* {0:e} */", inout(reg) number, options(nomem, nostack, preserves_flags)) };
    number
}

/// The same lanes.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx")]
pub(super) fn opaque_lanes(mut lanes: __m256) -> __m256 {
    // SAFETY: no instruction.
    unsafe { asm!("/* {0} */", inout(ymm_reg) lanes, options(pure, nomem, nostack, preserves_flags)) };
    lanes
}

/// The same reference. What is behind it is read each time.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline(always)]
pub(crate) fn opaque_ref<T>(value: &T) -> &T {
    let mut pointer = std::ptr::from_ref(value);
    // SAFETY: no instruction, so the pointer is still that of the reference.
    unsafe {
        asm!("/* {0} */", inout(reg) pointer, options(nostack, preserves_flags));
        &*pointer
    }
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
pub(crate) use std::hint::black_box as opaque_ref;
