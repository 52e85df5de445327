//! Meshes.

pub(in crate::ffi) mod casts;
pub(in crate::ffi) mod casts_types;
pub(in crate::ffi) mod contacts;
pub(in crate::ffi) mod contacts_types;
pub(in crate::ffi) mod convert;
pub(in crate::ffi) mod cook;
pub(in crate::ffi) mod desc;
pub(in crate::ffi) mod lists;
pub(in crate::ffi) mod pairs;
pub(in crate::ffi) mod pairs_batch;
pub(in crate::ffi) mod pairs_types;
pub(in crate::ffi) mod published;
pub(in crate::ffi) mod query;
pub(in crate::ffi) mod query_types;
pub(in crate::ffi) mod types;

pub use casts::*;
pub use casts_types::*;
pub use contacts::*;
pub use contacts_types::*;
pub use cook::*;
pub use lists::*;
pub use pairs::*;
pub use pairs_types::*;
pub use published::*;
pub use query::*;
pub use query_types::*;
pub use types::*;
