//! BSP trees of solids.

pub(in crate::ffi) mod casts;
pub(in crate::ffi) mod contacts;
pub(in crate::ffi) mod convert;
pub(in crate::ffi) mod cook;
pub(in crate::ffi) mod desc;
pub(in crate::ffi) mod overlap;
pub(in crate::ffi) mod published;
pub(in crate::ffi) mod query;
pub(in crate::ffi) mod query_types;
pub(in crate::ffi) mod types;

pub use casts::*;
pub use contacts::*;
pub use cook::*;
pub use overlap::*;
pub use published::*;
pub use query::*;
pub use query_types::*;
pub use types::*;
