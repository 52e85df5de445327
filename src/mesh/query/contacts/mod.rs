//! Contacts of shapes with the surface: points, depths and normals, without ghosts at inner edges.

mod around;
mod boxes;
mod candidates;
mod capsule;
mod contact;
mod decided;
mod engine;
mod heard;
mod hulls;
mod lists;
mod manifolds;
mod options;
mod overlapped;
mod polytope;
mod sphere;
mod trial;
mod within;

pub use contact::Contact;
pub(crate) use lists::write_contacts;
pub use options::{ContactEdges, ContactOptions};
pub(super) use overlapped::{Overlapped, Overlaps};
