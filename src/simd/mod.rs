//! The only code that knows an instruction set.
//!
//! A kernel is written once, generic over [`Simd`]: sixteen lanes of f32 and u32 with the operations that
//! the queries need, and the few whole steps (unpacking bit fields, testing a node) that an instruction set
//! does in its own way; those of nodes are a trait of their own, [`Nodes`]. [`dispatch`] holds a copy of the
//! kernel for every level and picks one when it is called, at a query's entrance and never inside a loop.
//!
//! Lane arithmetic is IEEE single precision, one rounding an operation, so every level gives the same bits;
//! [`Simd::min`] and [`Simd::max`] follow the rule of [`crate::geometry::min`]. Only the node tests may fuse
//! and reorder, because what they compute is padded.

// Intrinsics are the purpose of this module.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx2_box;
#[cfg(target_arch = "x86_64")]
mod avx2_kernels;
#[cfg(target_arch = "x86_64")]
mod avx2_nodes;
#[cfg(target_arch = "x86_64")]
mod avx2_sphere;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod bit_unpack;
mod dispatch;
mod lanes;
mod level;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "aarch64")]
mod neon_nodes;
mod node;
mod node_kernels;
mod node_lanes;
mod packet;
mod portable;
mod sizes;
mod sphere;
#[cfg(test)]
mod tests;

pub(crate) use dispatch::dispatch;
pub(crate) use lanes::{Kernel, Simd};
pub use level::{SimdLevel, set_simd_level, simd_level};
pub(crate) use node::{BoxNode, PointNode, RayNode, Step, node_header};
pub(crate) use node_kernels::{ChildRefs, Nodes};
pub(crate) use packet::{RayLines, RayPacket};
pub(crate) use sizes::{ALL_LANES, CHILDREN, LANES, WHOLE, width};
