//! BSP trees of solids.

pub(in crate::ffi) mod convert;
pub(in crate::ffi) mod cook;
pub(in crate::ffi) mod desc;
pub(in crate::ffi) mod published;
pub(in crate::ffi) mod query;
pub(in crate::ffi) mod query_types;
pub(in crate::ffi) mod shapes;
pub(in crate::ffi) mod types;

pub use cook::*;
pub use published::*;
pub use query::*;
pub use query_types::*;
pub use shapes::*;
pub use types::*;
