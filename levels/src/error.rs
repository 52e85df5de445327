//! The faults of a level.

use std::path::PathBuf;

/// A fault of a level.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be read.
    #[error("{}: {reason}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: std::io::Error,
    },
    /// A file that holds no level, or a damaged one.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Its fault.
        reason: Box<Error>,
    },
    /// The extension is neither `.map` nor `.bsp`.
    #[error("not a .map or .bsp")]
    UnknownExtension,
    /// Text that is no `.map`, or bytes that are no Quake 3 `.bsp`; the message names the element and the
    /// value.
    #[error("{0}")]
    Malformed(String),
}

impl Error {
    pub(crate) fn malformed(message: impl Into<String>) -> Error {
        Error::Malformed(message.into())
    }
}
