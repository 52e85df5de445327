//! The instruction set in use.

use super::status::guard;
use crate::ffi::CaromStatus;
use crate::{Error, SimdLevel, set_simd_level, simd_level};

/// Instruction set: the best that the processor has, unless the environment variable CAROM_SIMD names another
/// one that it has: "portable", "avx2", "avx512" or "neon"; anything else in it is ignored.
/// carom_simd_level() says what is in force.
pub const CAROM_SIMD_DEFAULT: u32 = 0;
/// Instruction set: what every processor of the architecture has.
pub const CAROM_SIMD_PORTABLE: u32 = 1;
/// Instruction set: x86-64 with AVX2, FMA, BMI, LZCNT and POPCNT.
pub const CAROM_SIMD_AVX2: u32 = 2;
/// Instruction set: x86-64 with AVX-512 F, BW, DQ, VL, VBMI and FMA.
pub const CAROM_SIMD_AVX512: u32 = 3;
/// Instruction set: 64-bit ARM with NEON, which all of them have: there CAROM_SIMD_PORTABLE is the same.
pub const CAROM_SIMD_NEON: u32 = 4;

/// The instruction set in force, CAROM_SIMD_PORTABLE or above. Answers do not depend on it, only their speed;
/// of the layouts, CAROM_LAYOUT_WIDE makes use of it.
#[unsafe(no_mangle)]
pub extern "C" fn carom_simd_level() -> u32 {
    simd_level() as u32
}

/// Chooses the instruction set for the whole process; CAROM_SIMD_DEFAULT goes back to the default. For tests
/// and measurements.
///
/// May be called at any time and from any thread: calls that begin afterwards use it, calls that are under
/// way end on the one that they began with.
///
/// CAROM_ERROR_INVALID_ARGUMENT if the number is unknown or the processor does not have it; nothing changes
/// then.
#[unsafe(no_mangle)]
pub extern "C" fn carom_set_simd_level(level: u32) -> CaromStatus {
    guard(|| {
        let chosen = SimdLevel::from_number(level);
        if chosen.is_none() && level != CAROM_SIMD_DEFAULT {
            return Err(Error::invalid_argument(text!("level: {level} is not a CAROM_SIMD number")));
        }
        set_simd_level(chosen)?;
        Ok(CaromStatus::CaromOk)
    })
}
