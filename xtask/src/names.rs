//! Choosing among things by their names on the command line.

use anyhow::{Context, Result};

/// The ones of these names, or all if there are no names. `what` is what one of them is called.
pub(crate) fn select<'a, T>(
    known: &'a [T],
    name: impl Fn(&T) -> &str,
    what: &str,
    names: &[String],
) -> Result<Vec<&'a T>> {
    if names.is_empty() {
        return Ok(known.iter().collect());
    }
    let find = |wanted: &String| {
        let there_are = || known.iter().map(&name).collect::<Vec<_>>().join(", ");
        let found = known.iter().find(|one| name(one) == wanted);
        found.with_context(|| format!("{wanted} is no {what}; there are {}", there_are()))
    };
    names.iter().map(find).collect()
}
