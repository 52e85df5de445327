//! Parts shared by the queries of all systems: batches, filters, sorting of lists, and the checks of inputs.
//! Checks of single numbers are in [`crate::geometry`].

mod answers;
mod filter;
mod lists;
mod offsets;
mod output;
mod queries;
mod sort;
mod tree_box;

pub use answers::AnswerLists;
pub(crate) use answers::{ask_each, ask_one, grow, list_each, list_one};
pub use filter::{Backfaces, Filter};
pub use lists::Lists;
pub(crate) use lists::{Found, ListWriter, push_least};
pub(crate) use offsets::{Offsets, check_offsets};
pub use output::{ListOutput, Output};
pub use queries::Batch;
pub(crate) use sort::{Gathered, NUMBERS, sort_by_key, sort_by_number, sort_distinct};
pub(crate) use tree_box::BoxTaker;
pub use tree_box::TreeBox;

pub(crate) use crate::geometry::{bad_coordinates, check_coordinates, check_length_of};
use crate::{Error, Result};

/// Checks that the output has room for every answer.
#[inline]
pub(crate) fn check_length(queries: usize, answers: usize) -> Result<()> {
    if queries == answers { Ok(()) } else { Err(no_place(queries, answers)) }
}

#[cold]
fn no_place(queries: usize, answers: usize) -> Error {
    Error::invalid_argument(text!("answers: room for {answers}, but there are {queries} queries"))
}
