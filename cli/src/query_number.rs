//! Queries as errors about them number them.

use std::fmt;

/// The number of a query in its batch, as context of an error about it.
#[derive(Debug)]
pub(crate) struct QueryNumber(pub(crate) usize);

impl fmt::Display for QueryNumber {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "query {}", self.0)
    }
}
