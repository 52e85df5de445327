//! Names that most programs need: `use carom::prelude::*`.

pub use crate::blob::Cooked;
#[cfg(feature = "bsp")]
pub use crate::bsp::Bsp;
pub use crate::geometry::{
    Aabb, BoxCast, Capsule, CapsuleCast, OrientedBox, PointQuery, Quat, Ray, Sphere, SphereCast, Vec3,
};
pub use crate::hull::Hull;
pub use crate::mesh::{
    AnswerLists, Backfaces, ClosestPoint, Contact, ContactEdges, ContactOptions, CookOptions, Filter, Mesh,
    MeshInput, RayHit, ShapeHit, SurfaceHit,
};
#[cfg(feature = "sdf")]
pub use crate::sdf::Sdf;
#[cfg(feature = "world")]
pub use crate::world::World;
pub use crate::{Error, ErrorKind};
