//! Errors of carom as exceptions.

use carom::{Error, ErrorKind};
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyValueError};
use pyo3::prelude::*;

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
        ErrorKind::File => PyOSError::new_err(message),
        _ => CaromError::new_err(message),
    }
}

/// One of this kind of error, with a message of the package.
pub(crate) fn refuse(message: String) -> PyErr {
    CaromError::new_err(message)
}
