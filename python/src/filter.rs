//! The triangles or brushes that a query sees.

use crate::error::refuse;
use carom::mesh::{Backfaces, ContactEdges, Filter};
use pyo3::prelude::*;

/// Bits that are all required, that are excluded, of which any is required, and a number for the sides.
pub(crate) type FilterParts = (u16, u16, u16, u32);

pub(crate) fn filter((require, exclude, any_of, backfaces): FilterParts) -> PyResult<Filter> {
    let backfaces = match backfaces {
        0 => Backfaces::Hit,
        1 => Backfaces::Cull,
        2 => Backfaces::Only,
        other => return Err(refuse(format!("backfaces: {other} is none"))),
    };
    Ok(Filter { require, exclude, backfaces, any_of })
}

/// The contacts at edges and corners that count.
pub(crate) fn edges(all: bool) -> ContactEdges {
    if all { ContactEdges::All } else { ContactEdges::Smooth }
}
