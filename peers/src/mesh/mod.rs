//! The meshes on which everything is measured: where they come from, and how they are read.

mod indexed;
mod named;
mod read;
mod terrain;

pub(crate) use indexed::Mesh;
pub(crate) use named::{ALL, Asked, Named, QUICK};
