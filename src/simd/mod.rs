//! The only code that knows an instruction set.
//!
//! A kernel is written once, generic over [`Simd`]: sixteen lanes of f32 and u32 with the operations that queries need,
//! and the few whole steps (unpacking bit fields) that an instruction set does in its own way. [`Simd8`] are eight lanes
//! of it, [`Doubles`] eight of f64; [`Arithmetic32`] is what lanes and one number have in common. [`dispatch`] holds a copy
//! of the kernel for every level and picks one when it is called, at a query's entrance and never inside a loop.
//!
//! Lane arithmetic is IEEE single precision, one rounding an operation, so every level gives the same bits;
//! [`Arithmetic32::min`] and [`Arithmetic32::max`] follow the rule of [`crate::geometry::min`]. Only operations whose names
//! begin with `about` may fuse, for what is padded.

// Intrinsics are the purpose of this module.
#![allow(unsafe_code)]

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
mod aarch64;
mod arithmetic;
#[cfg(any(
    test,
    not(any(
        all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
        all(target_arch = "wasm32", target_feature = "simd128")
    ))
))]
mod arrays;
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod bit_unpack;
mod dispatch;
mod doubles;
mod lanes;
mod lanes8;
mod level;
mod opaque;
#[cfg(any(
    test,
    not(any(
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
        all(target_arch = "wasm32", target_feature = "simd128")
    ))
))]
mod portable;
mod sizes;
#[cfg(test)]
mod tests;
mod uniforms;
mod vectors;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86_64;

// The level that every processor of the architecture has.
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
use aarch64::neon as baseline;
#[cfg(not(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
use portable as baseline;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use wasm32::simd128 as baseline;
#[cfg(target_arch = "x86_64")]
use x86_64::sse2 as baseline;

pub(crate) use arithmetic::{Arithmetic32, Lanes32, Scalar32};
pub(crate) use dispatch::dispatch;
#[cfg(test)]
pub(crate) use dispatch::{run_on, run_on_all};
pub(crate) use doubles::{Arithmetic64, Doubles, Scalar64};
pub(crate) use lanes::{Kernel, LowerLanes, Part, Simd};
pub(crate) use lanes8::Simd8;
pub use level::{SimdLevel, set_simd_level, simd_level};
pub(crate) use opaque::opaque_ref;
pub(crate) use sizes::{ALL_LANES, ALL_LANES8, LANES, LANES8, WHOLE, width};
pub(crate) use vectors::{
    Lanes3, about_cross, about_dot, cross, dot, highest, lowest, max_abs, splat3, sub3,
};
