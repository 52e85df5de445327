//! Values of which the compiler knows nothing, as those of [`std::hint::black_box`], but that stay in registers.

#[cfg(target_arch = "x86_64")]
use std::arch::asm;

/// The same number.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn opaque(mut number: u32) -> u32 {
    // SAFETY: no instruction.
    unsafe { asm!("/* {0:e} */", inout(reg) number, options(pure, nomem, nostack, preserves_flags)) };
    number
}
