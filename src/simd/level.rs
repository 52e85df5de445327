//! The instruction set in use: found out once, and overridable for tests.

use crate::{Error, Result};
use std::sync::atomic::{AtomicU8, Ordering};

/// A set of instructions. Answers never depend on it. Numbers are append-only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum SimdLevel {
    /// The instructions that every processor of the architecture has.
    Portable = 1,
    /// x86-64 with AVX2, FMA, BMI, LZCNT and POPCNT.
    Avx2 = 2,
    /// x86-64 with AVX-512 F, BW, DQ, VL, VBMI and FMA.
    Avx512 = 3,
    /// 64-bit ARM with NEON, which all of them have: there [`SimdLevel::Portable`] is the same.
    Neon = 4,
}

/// 0 means not yet found out.
static LEVEL: AtomicU8 = AtomicU8::new(0);

/// All that there are, best first.
const ALL: [SimdLevel; 4] = [SimdLevel::Avx512, SimdLevel::Avx2, SimdLevel::Neon, SimdLevel::Portable];

impl SimdLevel {
    /// The name by which `CAROM_SIMD` selects it.
    pub fn name(self) -> &'static str {
        match self {
            SimdLevel::Portable => "portable",
            SimdLevel::Avx2 => "avx2",
            SimdLevel::Avx512 => "avx512",
            SimdLevel::Neon => "neon",
        }
    }

    /// The level with a number.
    #[inline]
    pub fn from_number(number: u32) -> Option<SimdLevel> {
        // Not looked for among all of them: every query begins with this.
        match number {
            1 => Some(SimdLevel::Portable),
            2 => Some(SimdLevel::Avx2),
            3 => Some(SimdLevel::Avx512),
            4 => Some(SimdLevel::Neon),
            _ => None,
        }
    }

    /// Returns true if this machine has it.
    pub fn is_available(self) -> bool {
        match self {
            SimdLevel::Portable => true,
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 => super::x86_64::avx2::is_available(),
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => super::x86_64::avx512::is_available(),
            #[cfg(not(target_arch = "x86_64"))]
            SimdLevel::Avx2 | SimdLevel::Avx512 => false,
            SimdLevel::Neon => {
                cfg!(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))
            }
        }
    }

    /// All that this machine has, best first.
    pub fn available() -> impl Iterator<Item = SimdLevel> {
        ALL.into_iter().filter(|level| level.is_available())
    }
}

/// The level in force: the best that the machine has, unless the environment variable `CAROM_SIMD` names
/// another available one or [`set_simd_level`] chose one.
#[inline]
pub fn simd_level() -> SimdLevel {
    SimdLevel::from_number(LEVEL.load(Ordering::Relaxed).into()).unwrap_or_else(find_out)
}

#[cold]
fn find_out() -> SimdLevel {
    let wanted = std::env::var("CAROM_SIMD").ok();
    let named = SimdLevel::available().find(|level| wanted.as_deref() == Some(level.name()));
    let level = named.or_else(|| SimdLevel::available().next()).unwrap_or(SimdLevel::Portable);
    // The choice that another thread has made meanwhile counts.
    let chosen = LEVEL.compare_exchange(0, level as u8, Ordering::Relaxed, Ordering::Relaxed);
    chosen.err().and_then(|number| SimdLevel::from_number(number.into())).unwrap_or(level)
}

/// Chooses the level for all threads from their next call on; `None` goes back to the default. For tests
/// and measurements: answers do not depend on it.
///
/// # Errors
/// [`crate::ErrorKind::InvalidArgument`] if this machine does not have it.
pub fn set_simd_level(level: Option<SimdLevel>) -> Result<()> {
    if let Some(level) = level
        && !level.is_available()
    {
        return Err(Error::invalid_argument(text!("level: {} is not available here", level.name())));
    }
    LEVEL.store(level.map_or(0, |level| level as u8), Ordering::Relaxed);
    if level.is_none() {
        // Now, so that no query has to allocate for it.
        find_out();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_levels() {
        for level in ALL {
            assert_eq!(SimdLevel::from_number(level as u32), Some(level));
        }
        assert_eq!(SimdLevel::from_number(0), None);
        assert_eq!(SimdLevel::from_number(5), None);
    }
}
