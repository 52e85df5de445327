//! The level of AArch64.

pub(super) mod neon;
