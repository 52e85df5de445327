//! Builds that can be watched and stopped.

use crate::error::raise;
use carom::{ErrorKind, Result};
use pyo3::prelude::*;

/// Builds while other threads of Python run. The callback, if any, gets the fraction done; False stops the build, and so do an
/// exception in it and Ctrl-C.
pub(crate) fn watched<T: Send>(
    py: Python,
    callback: Option<Py<PyAny>>,
    build: impl FnOnce(&mut dyn FnMut(f32) -> bool) -> Result<T> + Send,
) -> PyResult<T> {
    let mut raised = None;
    let built = py.detach(|| {
        build(&mut |fraction| {
            let goes_on = Python::attach(|py| {
                py.check_signals()?;
                match &callback {
                    // Whatever is not False goes on, as None that a function without a return gives.
                    Some(callback) => {
                        Ok(callback.call1(py, (fraction,))?.extract::<bool>(py).unwrap_or(true))
                    }
                    None => Ok(true),
                }
            });
            goes_on.unwrap_or_else(|error| {
                raised = Some(error);
                false
            })
        })
    });
    match (raised, built) {
        (Some(raised), Err(error)) if error.kind() == ErrorKind::Cancelled => Err(raised),
        (_, built) => built.map_err(raise),
    }
}
