//! Solids for the BSP works: the same planes and triangles as every library gets, and in f64 the faces,
//! distances and contents that answers are compared with.

mod ask;
mod brush;
mod faces;
mod level;
mod made;
mod reference;
mod world;

pub(crate) use ask::Set;
pub(crate) use faces::Solid;
pub(crate) use level::level;
pub(crate) use made::from_surface;
pub(crate) use world::random_world;
