//! Pairs of boxes that touch, in one packed tree or between two. A whole leaf goes down the tree at once, by
//! its box, and meets other leaves; then sixteen objects of one are compared with those of the other that
//! touch the box.

mod between;
mod leaf;
mod within;

pub(super) use between::join_between;
pub(super) use within::join_within;
