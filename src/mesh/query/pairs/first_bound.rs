//! A bound on the distance of two meshes before their trees are traversed: from a point to the closest one of
//! the first mesh, from there to the closest one of the second, and so on (alternating projections: von
//! Neumann, *Functional Operators* II, 1950).
//!
//! The end is a pair, though often not the nearest one. With its distance as a limit, most pairs of nodes are
//! never kept.

use super::poses::PosePair;
use super::run::MeshPair;
use crate::arrays::MapEach;
use crate::geometry::{ClosestOnTriangles, Triangle, distance_apart};
use crate::mesh::tree::pairs::PosedTree;
use crate::mesh::{ExactPoint, MeshTree};
use glam::DVec3;

/// Projections on each mesh.
const ROUNDS: usize = 3;

/// The closest triangle of a mesh to a point, posed, and about where on it.
fn project(mesh: &PosedTree<MeshTree>, point: DVec3) -> Option<(Triangle, DVec3)> {
    let [x, y, z] = mesh.pose.rows.map_each(|row| row.as_dvec3());
    let translation = mesh.pose.translation.as_dvec3();
    // The rows are as long as the scale, and orthogonal.
    let from = (point - translation) / x.length_squared();
    let own = x * from.x + y * from.y + z * from.z;
    let closest = mesh.tree.closest_exactly(ExactPoint { point: own, limit: f32::MAX }, mesh.filter)?;
    let on = own + closest.offset;
    let at = DVec3::new(x.dot(on), y.dot(on), z.dot(on)) + translation;
    Some((mesh.pose.triangle(&closest.triangle), at))
}

impl MeshPair<'_> {
    /// The closest points of some pair of triangles, of which none touch.
    pub(super) fn first_bound(&self, poses: &PosePair) -> Option<ClosestOnTriangles> {
        let [a, b] = &self.posed(self.trees, poses);
        let around = poses.b.bounds_of(b.tree.whole());
        let mut point = (around.min.as_dvec3() + around.max.as_dvec3()) / 2.0;
        let mut nearest: Option<ClosestOnTriangles> = None;
        for _ in 0..ROUNDS {
            let Some((on_a, from)) = project(a, point) else { break };
            let Some((on_b, to)) = project(b, from) else { break };
            let closest = distance_apart(&on_a, &on_b);
            if nearest.is_some_and(|nearest| closest.distance >= nearest.distance) {
                break;
            }
            (point, nearest) = (to, Some(closest));
        }
        nearest
    }
}
