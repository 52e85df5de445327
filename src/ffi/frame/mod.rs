//! The parts that every system needs: statuses, pointers, handles, batches, structs that begin with their
//! size.

pub(in crate::ffi) mod batch;
pub(in crate::ffi) mod convert;
pub(in crate::ffi) mod desc;
pub(in crate::ffi) mod file;
pub(in crate::ffi) mod handle;
mod hooks;
mod log;
mod memory;
pub(in crate::ffi) mod pointer;
pub(in crate::ffi) mod simd;
pub(in crate::ffi) mod status;
pub(in crate::ffi) mod struct_size;
pub(in crate::ffi) mod types;

pub use hooks::*;
pub use log::*;
pub use memory::HookedAllocator;
pub use simd::*;
pub use status::*;
pub use types::*;
