//! carom for Python: the native half of the package. What users see is written in Python (`carom/`): it turns what they have
//! into arrays, and what comes back into results with names. Here are functions over arrays.
//!
//! Queries read the arrays where they lie, in f32 or f64, and write the arrays that Python gets; meanwhile other Python threads
//! run.

mod answers;
mod cooked;
mod error;
mod field;
mod filter;
mod hull;
mod input;
mod memory;
mod mesh;
mod pairs;
mod progress;
mod shapes;
mod solid;
mod world;

use pyo3::prelude::*;

/// Functions over arrays, for the package.
#[pymodule]
fn _native(module: &Bound<PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("VERSION", carom::VERSION)?;
    module.add("NONE", carom::mesh::NO_TRIANGLE)?;
    module.add("CaromError", module.py().get_type::<error::CaromError>())?;
    module.add_class::<mesh::Mesh>()?;
    module.add_class::<hull::Hull>()?;
    module.add_class::<solid::Solid>()?;
    module.add_class::<field::Field>()?;
    module.add_class::<world::World>()
}
