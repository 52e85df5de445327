//! carom's C interface as a library to link. The functions are those of `carom::ffi`; what is here is the memory that they
//! use, which a Rust program chooses for itself.

pub use carom_library::ffi::*;

/// Memory comes from where `carom_set_allocator` says.
#[global_allocator]
static ALLOCATOR: HookedAllocator = HookedAllocator;
