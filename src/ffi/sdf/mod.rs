//! Signed distance fields.

pub(in crate::ffi) mod convert;
pub(in crate::ffi) mod cook;
pub(in crate::ffi) mod generate;
pub(in crate::ffi) mod generate_types;
pub(in crate::ffi) mod published;
pub(in crate::ffi) mod query;
pub(in crate::ffi) mod query_types;
pub(in crate::ffi) mod types;

pub use cook::*;
pub use generate::*;
pub use generate_types::*;
pub use published::*;
pub use query::*;
pub use query_types::*;
pub use types::*;
