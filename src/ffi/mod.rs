//! The C ABI: checks, converts, catches. Everything it offers is a safe Rust API first.
//!
//! `include/carom.h` is generated from this folder; the comments here are its comments, in the order in which
//! they are here, and `tests/it/header.rs` names the files that its sections are made of. The only code
//! beside `simd/` that may be unsafe: each block relies on what the header requires of the caller.

#![allow(unsafe_code)]
// The header's comments are C's: offsets[i] is no link.
#![allow(rustdoc::broken_intra_doc_links)]

mod bsp;
mod frame;
mod hull;
mod mesh;
mod sdf;
mod versions;
mod world;

pub use bsp::*;
pub use frame::*;
pub use hull::*;
pub use mesh::*;
pub use sdf::*;
pub use world::*;

/// The structs with a size of their own, for tests.
#[doc(hidden)]
pub mod internal {
    pub use super::versions::VERSIONED_STRUCTS;
}
