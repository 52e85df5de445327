//! Level NEON.

mod doubles;
mod lanes16;
mod lanes4;
mod lanes8;

pub(in crate::simd) use lanes16::run;
