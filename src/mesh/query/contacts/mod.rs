//! Contacts of shapes with the surface: points, depths and normals, without ghosts at inner edges.

mod candidates;
mod contact;
mod manifolds;
mod options;
mod sphere;

pub use contact::Contact;
pub use options::{ContactEdges, ContactOptions};
