//! Triangle meshes: triangles in, a compressed AABB tree out, and every query on it.
//!
//! The data's path: [`MeshInput`] (checked in `input`) → `builder` (a binary tree by the surface area
//! heuristic) → `layout` (the tree's bytes) → `blob` → [`Mesh`], which reads the blob and nothing else
//! → `query` (a box test × a traversal × a triangle test).

mod boxes;
mod builder;
mod closed;
mod cook;
mod cooked;
mod depth;
mod input;
mod layout;
mod mesh_tree;
mod options;
mod pieces;
mod query;
mod report;
mod short;
mod short_pairs;
mod split_ratio;
mod stats;
mod stored;
mod tree;
mod triangles;
mod view;

pub use crate::batch::{AnswerLists, Backfaces, Batch, Filter, ListOutput, Lists, Output, TreeBox};
pub use crate::geometry::PointQuery;
pub use crate::progress::Progress;
pub use builder::{Quality, SplitRule};
pub use cooked::Mesh;
pub use input::{Indices, MeshInput, Positions};
pub use layout::{LayoutKind, WidePreset};
pub(crate) use mesh_tree::{MeshParts, MeshTree};
pub use options::CookOptions;
use pieces::RayTrees;
pub use query::{
    ClosestPoint, Contact, ContactEdges, ContactOptions, Crossing, Interiors, MeshDistance, MeshInside,
    NO_TRIANGLE, PairCounts, PairDistance, PairIntersection, PosePair, RayHit, ShapeHit, Share, SurfacePoint,
    TrianglePair,
};
pub(crate) use query::{ExactPoint, write_contacts};
pub use report::MeshReport;
pub use short::SurfaceHit;
pub use stats::{MeshStats, SizeByPart};

/// Attribute bit of the source format: the triangle is not drawn. Means nothing to carom itself.
pub const ATTRIBUTE_HIDDEN: u16 = 1;
/// Attribute bit of the source format: the triangle can be picked. Means nothing to carom itself.
pub const ATTRIBUTE_PICK: u16 = 2;
