//! Convex hulls.

pub(in crate::ffi) mod casts;
pub(in crate::ffi) mod cook;
pub(in crate::ffi) mod poses;
pub(in crate::ffi) mod query;
pub(in crate::ffi) mod types;

pub use casts::*;
pub use cook::*;
pub use poses::*;
pub use query::*;
pub use types::*;
