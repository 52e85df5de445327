//! parry: its contact manifolds of a shape and a triangle mesh, each anew, and its casts.

use super::rival::{Contender, Rival};
use super::shape::{Found, Kind, Placed};
use crate::library::parry::vector;
use crate::mesh::Mesh;
use anyhow::{Result, anyhow};
use glam::{Mat3, Quat};
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{
    self, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, ShapeCastOptions,
};
use parry3d::shape::{Ball, Capsule, ConvexPolyhedron, Cuboid, Shape, TriMesh, TriMeshFlags};
use std::rc::Rc;

pub(super) fn contenders<'a>(mesh: &Mesh) -> Result<Vec<Contender<'a>>> {
    let build = |flags: TriMeshFlags| {
        let positions = mesh.positions().iter().copied().map(vector).collect();
        let built = TriMesh::with_flags(positions, mesh.triangles.clone(), flags);
        built.map(Rc::new).map_err(|error| anyhow!("{error}"))
    };
    let contender = |configuration: &str, mesh, each_triangle, can| Contender {
        library: "parry",
        configuration: configuration.to_owned(),
        rival: Box::new(Parry { mesh, manifolds: Vec::new(), hull: None }),
        each_triangle,
        can,
        quick: true,
    };
    Ok(vec![
        contender("default", build(TriMeshFlags::empty())?, true, |_, _| true),
        contender("fixed edges", build(TriMeshFlags::FIX_INTERNAL_EDGES)?, false, |_, casts| !casts),
    ])
}

struct Parry {
    mesh: Rc<TriMesh>,
    manifolds: Vec<ContactManifold<(), ()>>,
    hull: Option<([f32; 3], ConvexPolyhedron)>,
}

/// Its own shape, on the stack; a hull is built once for all of a size.
fn with<T>(
    kind: Kind,
    placed: &Placed,
    hull: &mut Option<([f32; 3], ConvexPolyhedron)>,
    ask: impl FnOnce(&dyn Shape) -> T,
) -> T {
    match kind {
        Kind::Hull => {
            if hull.as_ref().is_none_or(|(half, _)| *half != placed.half) {
                let corners: Vec<Vector> = placed.corners().map(vector).into();
                let built = ConvexPolyhedron::from_convex_hull(&corners);
                *hull = built.map(|built| (placed.half, built));
            }
            let (_, hull) = hull.as_ref().expect("a box is solid");
            ask(hull)
        }
        Kind::Sphere => ask(&Ball::new(placed.radius)),
        Kind::Capsule => ask(&Capsule::new_y(placed.half[1], placed.radius)),
        Kind::Box => ask(&Cuboid::new(vector(placed.half))),
    }
}

fn pose(kind: Kind, placed: &Placed) -> Pose {
    let center = vector(placed.center);
    if kind == Kind::Sphere {
        return Pose::from_translation(center);
    }
    let [x, y, z] = placed.axes.map(glam::Vec3::from_array);
    let q = Quat::from_mat3(&Mat3::from_cols(x, y, z));
    Pose::from_parts(center, Rotation::from_xyzw(q.x, q.y, q.z, q.w))
}

impl Rival for Parry {
    fn contacts(&mut self, kind: Kind, shapes: &[Placed], ends: &mut Vec<u32>, found: &mut Vec<Found>) {
        for placed in shapes {
            let place = pose(kind, placed);
            self.manifolds.clear();
            // Without what it remembers of the last question, which was another one.
            let asked = with(kind, placed, &mut self.hull, |shape| {
                DefaultQueryDispatcher.contact_manifolds(
                    &place,
                    &*self.mesh,
                    shape,
                    0.0,
                    &mut self.manifolds,
                    &mut None,
                )
            });
            asked.expect("these shapes are known");
            for manifold in &self.manifolds {
                // The flipped order may come back as it likes: the first shape is the mesh.
                for point in manifold.points.iter().filter(|point| point.dist <= 0.0) {
                    found.push(Found {
                        point: point.local_p1.into(),
                        value: -point.dist,
                        normal: manifold.local_n1.into(),
                        triangle: manifold.subshape1,
                    });
                }
            }
            ends.push(found.len() as u32);
        }
    }

    fn casts(&mut self, kind: Kind, shapes: &[Placed], found: &mut Vec<Found>) {
        for placed in shapes {
            let options = ShapeCastOptions {
                max_time_of_impact: 1.0,
                stop_at_penetration: false,
                ..ShapeCastOptions::default()
            };
            let place = pose(kind, placed);
            let hit = with(kind, placed, &mut self.hull, |shape| {
                let motion = vector(placed.displacement);
                query::cast_shapes(&place, motion, shape, &Pose::IDENTITY, Vector::ZERO, &*self.mesh, options)
            });
            found.push(match hit {
                Ok(Some(hit)) => Found {
                    point: hit.witness2.into(),
                    value: hit.time_of_impact,
                    normal: hit.normal2.into(),
                    triangle: u32::MAX,
                },
                _ => Found::NOTHING,
            });
        }
    }
}
