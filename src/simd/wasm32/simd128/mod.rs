//! WebAssembly with its 128-bit registers, and so the portable level of modules that are compiled with the target feature
//! simd128: a module with instructions that an engine lacks does not load there at all, so that there is nothing to find out
//! at run time. Its relaxed instructions, whose results differ between processors, are not used.

mod doubles;
mod lanes16;
mod lanes4;
mod lanes8;

pub(in crate::simd) use lanes16::run;
