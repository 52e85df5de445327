//! The C ABI: checks, converts, catches. Everything it offers is a safe Rust API first.
//!
//! `include/carom.h` is generated from this folder; the comments here are its comments, in the order in which they are
//! here, and `tests/it/header.rs` names the files that its sections are made of. The only code
//! beside `simd/` that may be unsafe: each block relies on what the header requires of the caller.

#![allow(unsafe_code)]
// The header's comments are C's: offsets[i] is no link.
#![allow(rustdoc::broken_intra_doc_links)]
#![expect(clippy::missing_safety_doc, reason = "the header's conventions are the contract of every function")]

mod batch;
mod bsp;
mod bsp_desc;
mod bsp_query;
mod bsp_query_types;
mod bsp_types;
mod convert;
mod desc;
mod handle;
mod mesh;
mod mesh_pairs;
mod mesh_pairs_types;
mod mesh_query;
mod mesh_query_types;
mod mesh_types;
mod pairs;
mod pointer;
mod sdf;
mod sdf_convert;
mod sdf_generate;
mod sdf_generate_types;
mod sdf_query;
mod sdf_query_types;
mod sdf_types;
mod simd;
mod status;
mod struct_size;
mod types;
mod world;
mod world_convert;
mod world_edit;
mod world_pairs;
mod world_query;
mod world_query_types;
mod world_types;

pub use bsp::*;
pub use bsp_query::*;
pub use bsp_query_types::*;
pub use bsp_types::*;
pub use mesh::*;
pub use mesh_pairs::*;
pub use mesh_pairs_types::*;
pub use mesh_query::*;
pub use mesh_query_types::*;
pub use mesh_types::*;
pub use sdf::*;
pub use sdf_generate::*;
pub use sdf_generate_types::*;
pub use sdf_query::*;
pub use sdf_query_types::*;
pub use sdf_types::*;
pub use simd::*;
pub use status::*;
pub use types::*;
pub use world::*;
pub use world_edit::*;
pub use world_pairs::*;
pub use world_query::*;
pub use world_query_types::*;
pub use world_types::*;
