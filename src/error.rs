//! The one error type. Its text names the argument, the element and the value.

/// The reason why a call failed. Nothing was changed and no output was written.
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
    /// A `struct_size` that no version of a struct has, or a field that this version does not know and that
    /// is not zero.
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

    /// The error for an invalid blob; `what` describes the fault.
    pub(crate) fn invalid_blob(what: impl std::fmt::Display) -> Error {
        Error::InvalidBlob(format!("blob: {what}"))
    }
}

/// Shorthand for results of this crate.
pub type Result<T> = std::result::Result<T, Error>;
