//! The lines of a file of queries, and the line that an error of the library is about.

use crate::input;
use crate::query_number::QueryNumber;
use crate::read;
use anyhow::{Context, Result};
use std::path::Path;

/// Queries, and the line of each if they come from a file.
pub(super) struct Lines<T> {
    pub(super) queries: Vec<T>,
    lines: Vec<usize>,
}

impl<T> Default for Lines<T> {
    fn default() -> Lines<T> {
        Lines { queries: Vec::new(), lines: Vec::new() }
    }
}

impl<T> Lines<T> {
    /// The query of a command line.
    pub(super) fn one(query: T) -> Lines<T> {
        Lines { queries: vec![query], lines: Vec::new() }
    }

    /// Reads a query from each line that is neither blank nor a comment.
    pub(super) fn read(path: &Path, parse: impl Fn(&[&str]) -> Result<T>) -> Result<Lines<T>> {
        let bytes = input::bytes(path, read::text_limit)?;
        let mut found = Lines::default();
        for (i, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
            let name = || format!("{}: line {}", input::name(path), i + 1);
            let line = std::str::from_utf8(line).ok().filter(|line| !line.contains('\0'));
            let line = line.context("is no text").with_context(name)?.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            found.queries.push(parse(&words).with_context(name)?);
            found.lines.push(i + 1);
        }
        Ok(found)
    }

    /// The line of the query that an error of the library is about.
    pub(super) fn line_of(&self, error: &anyhow::Error) -> Option<usize> {
        self.lines.get(number(error)?).copied()
    }
}

/// The number of the query that an error of the library is about.
pub(super) fn number(error: &anyhow::Error) -> Option<usize> {
    let told = error.downcast_ref::<carom::Error>()?.to_string();
    error.downcast_ref().map(|QueryNumber(number)| *number).or_else(|| element(&told))
}

/// The number of the element of a batch that a message begins with, such as 3 of `rays[3].direction: ...`.
fn element(message: &str) -> Option<usize> {
    let (name, rest) = message.split_once('[')?;
    let is_name = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let (number, _) = rest.split_once(']')?;
    if is_name { number.parse().ok() } else { None }
}

/// A message about an element of a batch, without its number: `rays.direction: ...`.
pub(super) fn without_number(message: &str) -> String {
    match (element(message), message.split_once('['), message.split_once(']')) {
        (Some(_), Some((name, _)), Some((_, rest))) => format!("{name}{rest}"),
        _ => message.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_found_in_messages() {
        assert_eq!(element("rays[12].t_min: NaN"), Some(12));
        assert_eq!(element("max_distances[0]: -1 is negative"), Some(0));
        assert_eq!(without_number("rays[12].t_min: NaN of [3]"), "rays.t_min: NaN of [3]");
        assert_eq!(without_number("filter: [1]"), "filter: [1]");
        for other in ["blob: says [3]", "hits: 3 elements", "rays[x]"] {
            assert_eq!(element(other), None, "{other}");
        }
    }
}
