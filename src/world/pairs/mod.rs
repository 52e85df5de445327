//! Pairs of objects: as structures find them, and as the list in its one order, with what has begun and ended
//! of it.

mod buffer;
mod former;
mod list;
mod merge;
mod sleeping;
mod sort;

pub(super) use buffer::{AT_ONCE, PairBuffer, pack};
pub(super) use list::PairList;
pub(super) use sleeping::Woken;
pub(super) use sort::Finish;
