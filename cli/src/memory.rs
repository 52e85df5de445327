//! Room for as many elements as a user asks for: where there is too little memory, an error.

use anyhow::{Context, Result};

/// `count` times the same element.
pub(crate) fn filled<T: Clone>(element: T, count: usize) -> Result<Vec<T>> {
    let mut vector = Vec::new();
    refill(&mut vector, element, count)?;
    Ok(vector)
}

/// The same in a vector whose room is used again.
pub(crate) fn refill<T: Clone>(vector: &mut Vec<T>, element: T, count: usize) -> Result<()> {
    vector.clear();
    make_room(vector, count)?;
    vector.resize(count, element);
    Ok(())
}

/// An empty vector with room for `count` elements.
pub(crate) fn with_room<T>(count: usize) -> Result<Vec<T>> {
    let mut vector = Vec::new();
    make_room(&mut vector, count)?;
    Ok(vector)
}

fn make_room<T>(vector: &mut Vec<T>, count: usize) -> Result<()> {
    let room = vector.try_reserve_exact(count).ok();
    room.with_context(|| format!("out of memory for {count} elements of {} bytes", size_of::<T>()))
}

/// The elements of an iterator that knows their number.
pub(crate) fn collected<T>(elements: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>> {
    let mut vector = with_room(elements.len())?;
    vector.extend(elements);
    Ok(vector)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_is_an_error() {
        assert_eq!(filled(7u8, 3).unwrap(), [7; 3]);
        assert_eq!(collected((0..3).map(|i| i * 2)).unwrap(), [0, 2, 4]);
        let error = filled(0u64, usize::MAX / 16).unwrap_err().to_string();
        assert!(error.starts_with("out of memory for "), "{error}");
    }
}
