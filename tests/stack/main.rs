//! The part of the thread's stack that batches of queries take.

// The stack below a frame is nobody's, so it is read and written through pointers.
#![allow(unsafe_code)]

mod area;
#[path = "../common/mod.rs"]
mod common;
mod fields;
mod meshes;
mod solids;
mod worlds;
