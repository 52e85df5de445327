//! The one error type: what went wrong, in words that name the argument, the element and the value.

use std::collections::HashMap;
use std::fmt::Write;
use std::hash::{BuildHasher, Hash};

/// Why a call failed. Nothing was changed and no output was written.
///
/// The text of each variant names the argument, the element and the value, for example
/// `indices[41]: 9000 is not below vertex_count 8171`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A pointer that must not be null is null.
    #[error("{0}")]
    NullArgument(String),
    /// A value outside its range, or an unknown enumerator.
    #[error("{0}")]
    InvalidArgument(String),
    /// A NaN or an infinity where a finite number is needed.
    #[error("{0}")]
    NotFinite(String),
    /// A vertex index that no vertex has, or a triangle index that no triangle has.
    #[error("{0}")]
    IndexOutOfRange(String),
    /// A `struct_size` that no version of a struct has, or a field that this version does not know and that is not
    /// zero.
    #[error("{0}")]
    StructSize(String),
    /// Out of memory.
    #[error("{0}")]
    OutOfMemory(String),
    /// The progress callback asked to stop.
    #[error("{0}")]
    Cancelled(String),
    /// Bytes that are not a cooked blob of this kind, or a damaged one.
    #[error("{0}")]
    InvalidBlob(String),
    /// A blob of another format version.
    #[error("{0}")]
    UnsupportedVersion(String),
    /// A pointer that is not aligned as its type or use needs.
    #[error("{0}")]
    Misaligned(String),
    /// More elements or bytes than can be addressed.
    #[error("{0}")]
    TooLarge(String),
    /// An id that no living object of a world has.
    #[error("{0}")]
    UnknownId(String),
}

impl Error {
    /// Its text.
    pub(crate) fn text_mut(&mut self) -> &mut String {
        match self {
            Error::NullArgument(text)
            | Error::InvalidArgument(text)
            | Error::NotFinite(text)
            | Error::IndexOutOfRange(text)
            | Error::StructSize(text)
            | Error::OutOfMemory(text)
            | Error::Cancelled(text)
            | Error::InvalidBlob(text)
            | Error::UnsupportedVersion(text)
            | Error::Misaligned(text)
            | Error::TooLarge(text)
            | Error::UnknownId(text) => text,
        }
    }

    /// The error for a blob, with what is wrong with it.
    pub(crate) fn invalid_blob(what: impl std::fmt::Display) -> Error {
        Error::InvalidBlob(format!("blob: {what}"))
    }
}

/// Shorthand for results of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// An empty vector with room for `count` elements, or [`Error::OutOfMemory`].
pub(crate) fn reserve<T>(count: usize, what: &str) -> Result<Vec<T>> {
    let mut vector = Vec::new();
    vector.try_reserve_exact(count).map_err(|_| out_of_memory::<T>(count, what))?;
    Ok(vector)
}

/// A vector of `count` times the same, or [`Error::OutOfMemory`].
pub(crate) fn filled<T: Clone>(element: T, count: usize, what: &str) -> Result<Vec<T>> {
    let mut vector = reserve(count, what)?;
    vector.resize(count, element);
    Ok(vector)
}

/// A copy of a slice, or [`Error::OutOfMemory`].
pub(crate) fn copied<T: Copy>(elements: &[T], what: &str) -> Result<Vec<T>> {
    let mut vector = reserve(elements.len(), what)?;
    vector.extend_from_slice(elements);
    Ok(vector)
}

/// All elements in a vector, or [`Error::OutOfMemory`].
pub(crate) fn collected<T>(elements: impl IntoIterator<Item = T>, what: &str) -> Result<Vec<T>> {
    let elements = elements.into_iter();
    let mut vector = reserve(elements.size_hint().0, what)?;
    extend(&mut vector, elements, what)?;
    Ok(vector)
}

/// All elements in a vector, or the first error among them, or [`Error::OutOfMemory`].
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

/// Appends an element, or [`Error::OutOfMemory`].
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

/// Makes room for `more` elements, or [`Error::OutOfMemory`].
#[inline]
pub(crate) fn make_room<T>(vector: &mut Vec<T>, more: usize, what: &str) -> Result<()> {
    vector.try_reserve(more).map_err(|_| out_of_memory::<T>(vector.len().saturating_add(more), what))
}

/// Lengthens a vector to `count` elements where it has fewer, or [`Error::OutOfMemory`].
#[inline]
pub(crate) fn lengthen<T: Clone>(vector: &mut Vec<T>, count: usize, element: T, what: &str) -> Result<()> {
    let more = count.saturating_sub(vector.len());
    make_room(vector, more, what)?;
    vector.resize(vector.len() + more, element);
    Ok(())
}

/// Makes room in a map for `more` keys, or [`Error::OutOfMemory`].
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
    Error::OutOfMemory(text)
}
