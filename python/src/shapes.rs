//! What meshes and solids are asked with shapes: each question once, for both.

use crate::answers::columns;
use crate::filter::edges;
use carom::geometry::{Aabb, Vec3};
use carom::mesh::{Contact, ContactOptions, ShapeHit, TreeBox};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Where lists begin, and the fields of their items.
pub(crate) type ListsOf<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

columns!(ShapeHits of ShapeHit, hit: t: f32 = hit.t, depth: f32 = hit.depth, point: [f32; 3] = hit.point.to_array(),
    normal: [f32; 3] = hit.normal.to_array(), triangle: u32 = hit.triangle);
columns!(Contacts of Contact, contact: point: [f32; 3] = contact.point.to_array(), depth: f32 = contact.depth,
    normal: [f32; 3] = contact.normal.to_array(), triangle: u32 = contact.triangle, manifold: u32 = contact.manifold);
columns!(Indices of u32, index: index: u32 = index);

columns!(TreeBoxes of TreeBox, node: bounds: [f32; 6] = corners(&node.bounds), depth: u32 = node.depth, item_count: u32 = node.count);

fn corners(Aabb { min, max }: &Aabb) -> [f32; 6] {
    [min.x, min.y, min.z, max.x, max.y, max.z]
}

/// The boxes of a tree at some depths.
macro_rules! tree_boxes {
    ($class:ident.$inner:ident) => {
        #[pyo3::pymethods]
        impl $class {
            fn boxes<'py>(
                &self,
                py: pyo3::Python<'py>,
                min_depth: u32,
                max_depth: u32,
            ) -> pyo3::PyResult<pyo3::Bound<'py, pyo3::types::PyTuple>> {
                let (depths, mut count) = (min_depth..=max_depth, 0);
                py.detach(|| self.$inner.boxes(depths.clone(), |_| count += 1));
                crate::answers::filled(py, count, |found: &mut crate::shapes::TreeBoxes| {
                    let mut place = 0;
                    self.$inner.boxes(depths, |node| {
                        carom::mesh::Output::write(found, place, node);
                        place += 1;
                    });
                    Ok(())
                })
            }
        }
    };
}

pub(crate) use tree_boxes;

pub(crate) const NO_CONTACT: Contact = Contact {
    point: Vec3::ZERO,
    depth: 0.0,
    normal: Vec3::ZERO,
    triangle: 0,
    feature: 0,
    manifold: 0,
    attributes: 0,
    reserved: 0,
};

/// The largest gap, whether all edges count, the most points of a manifold, and the cosine by which normals are one.
pub(crate) type ContactParts = (f32, bool, u32, f32);

pub(crate) fn contact_options(
    (max_distance, all_edges, max_points, merge_cos): ContactParts,
) -> ContactOptions {
    ContactOptions { max_distance, edges: edges(all_edges), max_points, merge_cos }
}

/// Questions with a filter and one answer each.
macro_rules! asked {
    ($class:ident.$inner:ident: $($name:ident, $arrays:ident $questions:ident => $columns:ident;)+) => {
        #[pyo3::pymethods]
        impl $class {
            $(fn $name<'py>(
                &self,
                py: pyo3::Python<'py>,
                queries: crate::input::$arrays,
                seen: crate::filter::FilterParts,
            ) -> pyo3::PyResult<pyo3::Bound<'py, pyo3::types::PyTuple>> {
                let (queries, filter) = (crate::input::$questions(&queries)?, crate::filter::filter(seen)?);
                crate::answers::each(py, &queries, |queries, found: &mut crate::answers::Part<$columns>| {
                    self.$inner.$name(queries, &filter, found)
                })
            })+
        }
    };
}

pub(crate) use asked;

/// Whether shapes touch, and what they touch.
macro_rules! overlaps {
    ($class:ident.$inner:ident: $one:ident $all:ident, $arrays:ident $questions:ident) => {
        #[pyo3::pymethods]
        impl $class {
            fn $one<'py>(
                &self,
                py: pyo3::Python<'py>,
                shapes: crate::input::$arrays,
                seen: crate::filter::FilterParts,
            ) -> pyo3::PyResult<pyo3::Bound<'py, pyo3::types::PyTuple>> {
                let (shapes, filter) = (crate::input::$questions(&shapes)?, crate::filter::filter(seen)?);
                crate::answers::each(
                    py,
                    &shapes,
                    |shapes, answers: &mut crate::answers::Part<crate::answers::Flags>| {
                        self.$inner.$one(shapes, &filter, answers)
                    },
                )
            }

            fn $all<'py>(
                &self,
                py: pyo3::Python<'py>,
                shapes: crate::input::$arrays,
                seen: crate::filter::FilterParts,
            ) -> pyo3::PyResult<crate::shapes::ListsOf<'py>> {
                let (shapes, filter) = (crate::input::$questions(&shapes)?, crate::filter::filter(seen)?);
                crate::answers::lists::<_, _, crate::shapes::Indices>(
                    py,
                    &shapes,
                    0,
                    |shapes, offsets, found| self.$inner.$all(shapes, &filter, offsets, found),
                )
            }
        }
    };
}

/// The first contacts of moving shapes.
macro_rules! casts {
    ($class:ident.$inner:ident: $cast:ident, $arrays:ident $questions:ident $moving:ident) => {
        #[pyo3::pymethods]
        impl $class {
            fn $cast<'py>(
                &self,
                py: pyo3::Python<'py>,
                shapes: crate::input::$arrays,
                displacements: crate::input::RowArray,
                seen: crate::filter::FilterParts,
                all_edges: bool,
            ) -> pyo3::PyResult<pyo3::Bound<'py, pyo3::types::PyTuple>> {
                let shapes = crate::input::$moving(crate::input::$questions(&shapes)?, &displacements)?;
                let (filter, edges) = (crate::filter::filter(seen)?, crate::filter::edges(all_edges));
                crate::answers::each(
                    py,
                    &shapes,
                    |shapes, hits: &mut crate::answers::Part<crate::shapes::ShapeHits>| {
                        self.$inner.$cast(shapes, &filter, edges, hits)
                    },
                )
            }
        }
    };
}

/// The contacts of shapes.
macro_rules! contacts {
    ($class:ident.$inner:ident: $contacts:ident, $arrays:ident $questions:ident) => {
        #[pyo3::pymethods]
        impl $class {
            fn $contacts<'py>(
                &self,
                py: pyo3::Python<'py>,
                shapes: crate::input::$arrays,
                seen: crate::filter::FilterParts,
                options: crate::shapes::ContactParts,
            ) -> pyo3::PyResult<crate::shapes::ListsOf<'py>> {
                let (shapes, filter) = (crate::input::$questions(&shapes)?, crate::filter::filter(seen)?);
                let options = crate::shapes::contact_options(options);
                crate::answers::lists::<_, _, crate::shapes::Contacts>(
                    py,
                    &shapes,
                    crate::shapes::NO_CONTACT,
                    |shapes, offsets, found| self.$inner.$contacts(shapes, &filter, &options, offsets, found),
                )
            }
        }
    };
}

pub(crate) use {casts, contacts, overlaps};
