//! The commands on solids in a BSP tree.

pub(crate) mod cook;
pub(crate) mod cut;
pub(crate) mod info;
mod level;
pub(crate) mod query;
