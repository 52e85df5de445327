//! Worlds of moving objects.

pub(in crate::ffi) mod convert;
pub(in crate::ffi) mod edit;
pub(in crate::ffi) mod objects;
pub(in crate::ffi) mod pairs;
pub(in crate::ffi) mod published;
pub(in crate::ffi) mod query;
pub(in crate::ffi) mod query_types;
pub(in crate::ffi) mod types;

pub use edit::*;
pub use objects::*;
pub use pairs::*;
pub use published::*;
pub use query::*;
pub use query_types::*;
pub use types::*;
