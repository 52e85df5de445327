//! What most programs need: `use carom::prelude::*`.

pub use crate::bsp::Bsp;
pub use crate::geometry::{
    Aabb, BoxCast, Capsule, CapsuleCast, OrientedBox, PointQuery, Quat, Ray, Sphere, SphereCast, Vec3,
};
pub use crate::hull::Hull;
pub use crate::mesh::{
    AnswerLists, Backfaces, ClosestPoint, Contact, ContactEdges, ContactOptions, CookOptions, Filter, Mesh,
    MeshInput, RayHit, ShapeHit, SurfaceHit,
};
pub use crate::sdf::Sdf;
pub use crate::world::World;
pub use crate::{Error, ErrorKind};
