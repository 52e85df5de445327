//! WebAssembly.

pub(in crate::simd) mod simd128;
