//! Level AVX-512.

mod doubles;
mod lanes16;

pub(in crate::simd) use lanes16::{is_available, run};
