//! Vectors and maps that grow, or return an error if there is no memory.

use crate::{Error, Result};
use bytemuck::Zeroable;
use std::collections::HashMap;
use std::fmt::Write;
use std::hash::{BuildHasher, Hash};

/// An empty vector with room for `count` elements, or [`crate::ErrorKind::OutOfMemory`].
pub(crate) fn reserve<T>(count: usize, what: &str) -> Result<Vec<T>> {
    let mut vector = Vec::new();
    vector.try_reserve_exact(count).map_err(|_| out_of_memory::<T>(count, what))?;
    Ok(vector)
}

/// A vector of `count` copies of an element, or [`crate::ErrorKind::OutOfMemory`].
pub(crate) fn filled<T: Clone>(element: T, count: usize, what: &str) -> Result<Vec<T>> {
    let mut vector = reserve(count, what)?;
    vector.resize(count, element);
    Ok(vector)
}

/// A vector of `count` elements of zeros, or [`crate::ErrorKind::OutOfMemory`]. Memory that the system has just handed out is
/// zero, and not touched.
pub(crate) fn zeroed<T: Zeroable>(count: usize, what: &str) -> Result<Vec<T>> {
    bytemuck::allocation::try_zeroed_vec(count).map_err(|()| out_of_memory::<T>(count, what))
}

/// A copy of a slice, or [`crate::ErrorKind::OutOfMemory`].
pub(crate) fn copied<T: Copy>(elements: &[T], what: &str) -> Result<Vec<T>> {
    let mut vector = reserve(elements.len(), what)?;
    vector.extend_from_slice(elements);
    Ok(vector)
}

/// All elements in a vector, or [`crate::ErrorKind::OutOfMemory`].
pub(crate) fn collected<T>(elements: impl IntoIterator<Item = T>, what: &str) -> Result<Vec<T>> {
    let elements = elements.into_iter();
    let mut vector = reserve(elements.size_hint().0, what)?;
    extend(&mut vector, elements, what)?;
    Ok(vector)
}

/// All elements in a vector, or the first error among them, or [`crate::ErrorKind::OutOfMemory`].
pub(crate) fn collected_results<T>(
    elements: impl IntoIterator<Item = Result<T>>,
    what: &str,
) -> Result<Vec<T>> {
    let elements = elements.into_iter();
    let mut vector = reserve(elements.size_hint().0, what)?;
    for element in elements {
        push(&mut vector, element?, what)?;
    }
    Ok(vector)
}

/// Appends all elements, or as many as there is memory for.
#[inline]
pub(crate) fn extend<T>(
    vector: &mut Vec<T>,
    elements: impl IntoIterator<Item = T>,
    what: &str,
) -> Result<()> {
    elements.into_iter().try_for_each(|element| push(vector, element, what))
}

/// Appends an element, or [`crate::ErrorKind::OutOfMemory`].
#[inline]
pub(crate) fn push<T>(vector: &mut Vec<T>, element: T, what: &str) -> Result<()> {
    if vector.len() == vector.capacity() {
        grow(vector, what)?;
    }
    vector.push(element);
    Ok(())
}

#[cold]
#[inline(never)]
fn grow<T>(vector: &mut Vec<T>, what: &str) -> Result<()> {
    make_room(vector, 1, what)
}

/// Makes room for `more` elements, or [`crate::ErrorKind::OutOfMemory`].
#[inline]
pub(crate) fn make_room<T>(vector: &mut Vec<T>, more: usize, what: &str) -> Result<()> {
    vector.try_reserve(more).map_err(|_| out_of_memory::<T>(vector.len().saturating_add(more), what))
}

/// Lengthens a vector to `count` elements where it has fewer, or [`crate::ErrorKind::OutOfMemory`].
#[inline]
pub(crate) fn lengthen<T: Clone>(vector: &mut Vec<T>, count: usize, element: T, what: &str) -> Result<()> {
    let more = count.saturating_sub(vector.len());
    make_room(vector, more, what)?;
    vector.resize(vector.len() + more, element);
    Ok(())
}

/// Makes room in a map for `more` keys, or [`crate::ErrorKind::OutOfMemory`].
pub(crate) fn make_room_in_map<K: Eq + Hash, V, S: BuildHasher>(
    map: &mut HashMap<K, V, S>,
    more: usize,
    what: &str,
) -> Result<()> {
    map.try_reserve(more).map_err(|_| out_of_memory::<(K, V)>(map.len().saturating_add(more), what))
}

/// The error for `count` elements that there is no memory for.
#[cold]
pub(crate) fn out_of_memory<T>(count: usize, what: &str) -> Error {
    out_of_bytes(count.saturating_mul(size_of::<T>()), what)
}

/// The same, compiled once for all types.
#[cold]
fn out_of_bytes(bytes: usize, what: &str) -> Error {
    // If the message cannot be allocated either, it stays empty.
    let mut text = String::new();
    if text.try_reserve(what.len() + 64).is_ok() {
        let _ = write!(text, "{what}: {bytes} bytes could not be allocated");
    }
    Error::out_of_memory(text)
}
