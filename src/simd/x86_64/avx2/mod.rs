//! Level AVX2.

mod doubles;
mod first_eight;
mod lanes16;
mod lanes8;
mod order;

pub(in crate::simd) use lanes8::Lanes256;
pub(in crate::simd) use lanes16::{is_available, run};
