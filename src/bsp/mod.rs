//! Solids in a BSP tree: spheres of any radius against one tree.
//!
//! The method: a solid-leaf BSP tree (Naylor, Amanatides and Thibault, "Merging BSP Trees Yields Polyhedral
//! Set Operations", SIGGRAPH 1990) is traversed by comparing the distance of a sphere's centre from each
//! plane with its radius (`builder/published/` has the published form). Spheres that pass outside an edge by less than planes shifted by the radius
//! (Melax, "Dynamic Plane Shifting BSP Traversal", *Game Programming Gems 2*, 2001) are reported too; the
//! exact mode computes the distance to the solids at the leaves. If the solid is given by its surface, the
//! tree decides if a centre is inside. Distances are those of the surface's triangles, through the tree of
//! [`crate::mesh`], which is smaller and tests eight boxes at once.
//!
//! The data's path: [`BspInput`] (checked in `input`) → `builder` (snapped planes, a tree of cells) → `blob` →
//! [`Bsp`], which reads the blob and nothing else → `query`.

mod boxes;
mod brush_boxes;
mod builder;
mod check;
mod convex;
mod cooked;
mod input;
mod query;
mod shapes;
mod short;
mod tree;
mod triangles;

pub use crate::batch::{Batch, Filter, Output, TreeBox};
pub use builder::{BspOptions, BspReport, Leak};
pub use cooked::{Bsp, BspStats};
pub use input::{BrushInput, BspInput, SurfaceInput};
pub use query::{BspCastHit, BspContact, NO_BRUSH, PointContent, SphereMode};
pub use triangles::BspTriangle;
