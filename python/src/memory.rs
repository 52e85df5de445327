//! Room for as many elements as the caller says: without memory, a call raises.

use crate::error::Failure;

/// Room for so many, or a failure if there is none.
pub(crate) fn room<T>(count: usize) -> Result<Vec<T>, Failure> {
    let mut vector = Vec::new();
    vector.try_reserve_exact(count).map_err(|_| Failure::Memory(count))?;
    Ok(vector)
}

/// So many copies.
pub(crate) fn blanks<T: Clone>(count: usize, blank: T) -> Result<Vec<T>, Failure> {
    let mut vector = room(count)?;
    vector.resize(count, blank);
    Ok(vector)
}

/// All of these, of which there are so many.
pub(crate) fn gathered<T>(items: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>, Failure> {
    let mut vector = room(items.len())?;
    vector.extend(items);
    Ok(vector)
}
