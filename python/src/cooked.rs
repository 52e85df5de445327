//! What all that is cooked has in common: bytes, files, and a box around it.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Opens bytes, gives them, and saves them.
macro_rules! cooked {
    ($class:ident.$inner:ident: $type:ty) => {
        #[pyo3::pymethods]
        impl $class {
            #[staticmethod]
            fn open(py: pyo3::Python, blob: &[u8]) -> pyo3::PyResult<$class> {
                Ok($class { $inner: py.detach(|| <$type>::open_copy(blob)).map_err(crate::error::raise)? })
            }

            fn to_bytes<'py>(
                &self,
                py: pyo3::Python<'py>,
            ) -> pyo3::PyResult<pyo3::Bound<'py, pyo3::types::PyBytes>> {
                crate::cooked::as_bytes(py, self.$inner.bytes())
            }

            fn save(&self, py: pyo3::Python, path: std::path::PathBuf) -> pyo3::PyResult<()> {
                let saved = py.detach(|| carom::blob::Cooked::save_file(&self.$inner, path));
                saved.map_err(crate::error::raise)
            }
        }
    };
}

/// The lowest and the highest corner of the box around it.
macro_rules! bounded {
    ($class:ident.$inner:ident) => {
        #[pyo3::pymethods]
        impl $class {
            fn bounds(&self) -> ([f32; 3], [f32; 3]) {
                let carom::geometry::Aabb { min, max } = self.$inner.bounds();
                (min.to_array(), max.to_array())
            }
        }
    };
}

pub(crate) use {bounded, cooked};

/// A copy for Python, which raises where there is no memory.
pub(crate) fn as_bytes<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, bytes.len(), |copy| {
        copy.copy_from_slice(bytes);
        Ok(())
    })
}
