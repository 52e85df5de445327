//! Errors of carom as exceptions.

use carom::{Error, ErrorKind};
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use std::io;

create_exception!(
    carom,
    CaromError,
    PyValueError,
    "Input that carom refuses. The message names the argument, the element and the value."
);

/// The exception that says what the error says.
pub(crate) fn raise(error: Error) -> PyErr {
    let message = error.to_string();
    match error.kind() {
        ErrorKind::OutOfMemory => PyMemoryError::new_err(message),
        // With a kind, Python makes one of its own of it, such as FileNotFoundError.
        ErrorKind::File => io::Error::new(error.io_kind().unwrap_or(io::ErrorKind::Other), message).into(),
        _ => CaromError::new_err(message),
    }
}

/// One of this kind of error, with a message of the package.
pub(crate) fn refuse(message: String) -> PyErr {
    CaromError::new_err(message)
}

/// Why a call failed, as long as the lock of Python is not held.
pub(crate) enum Failure {
    /// By carom.
    Refused(Error),
    /// There is no room for so many elements.
    Memory(usize),
    /// Something in Python, such as Ctrl-C.
    Raised(PyErr),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Refused(error)
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Failure {
        Failure::Raised(error)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        match failure {
            Failure::Refused(error) => raise(error),
            Failure::Memory(count) => {
                PyMemoryError::new_err(format!("{count} elements do not fit in memory"))
            }
            Failure::Raised(error) => error,
        }
    }
}
