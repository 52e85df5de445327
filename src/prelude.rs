//! Names that most programs need: `use carom::prelude::*`.

pub use crate::blob::Cooked;
#[cfg(feature = "bsp")]
pub use crate::bsp::{
    BrushInput, Bsp, BspCastHit, BspContact, BspInput, BspOptions, PointContent, SphereMode, SurfaceInput,
};
pub use crate::geometry::{
    Aabb, BoxAxes, BoxCast, Capsule, CapsuleCast, HullCast, HullPose, OrientedBox, PointQuery, Pose,
    PoseMatrix, Quat, Ray, Sphere, SphereCast, Triangle, Vec3,
};
pub use crate::hull::Hull;
pub use crate::mesh::{
    AnswerLists, Backfaces, ClosestPoint, Contact, ContactEdges, ContactOptions, CookOptions, Crossing,
    Filter, Indices, Interiors, LayoutKind, Lists, Mesh, MeshDistance, MeshInput, MeshInside, PairDistance,
    PairIntersection, PosePair, Positions, Quality, RayHit, ShapeHit, Share, SurfaceHit, TrianglePair,
    WidePreset,
};
#[cfg(feature = "sdf")]
pub use crate::sdf::{
    GenerateOptions, Grid, Interpolation, Sdf, SdfClosestPoint, SdfContact, SdfRayHit, SdfSample, SdfSlice,
    SignMethod, Storage, StorageOptions,
};
#[cfg(feature = "world")]
pub use crate::world::{
    AabbCast, Frustum, GroupFilter, Hit, Neighbor, Object, ObjectId, Pair, Plane, QueryFilter, StructureKind,
    Volume, World, WorldOptions,
};
pub use crate::{Error, ErrorKind};
