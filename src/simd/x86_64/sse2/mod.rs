//! Level SSE2, which every x86-64 processor has.

mod doubles;
mod lanes16;
mod lanes8;

pub(in crate::simd) use lanes16::run;
