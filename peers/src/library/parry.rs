//! parry: a triangle mesh with its own tree.

use super::one_by_one::{OneByOne, Single};
use super::{Contender, Subject};
use crate::mesh::Mesh;
use crate::work::{Box3, Cast, Ray, Sphere};
use anyhow::{Result, anyhow};
use parry3d::bounding_volume::Aabb;
use parry3d::math::{Pose, Vector};
use parry3d::query::{self, PointQuery, RayCast, ShapeCastOptions};
use parry3d::shape::{Ball, TriMesh};
use std::hint::black_box;

pub(super) fn contenders() -> Vec<Contender> {
    let contender = |(way, configuration): (usize, &str)| Contender {
        library: "parry",
        configuration: configuration.to_owned(),
        build: |mesh, _| Ok(Box::new(OneByOne::new(Parry::new(mesh)?))),
        structure: 0,
        way,
        works: |work, way| way == OWN || work.is_sphere_overlap(),
        subject: Subject::MeshAndSurface,
        quick: true,
    };
    [(OWN, "default"), (LISTED, "listed")].into_iter().map(contender).collect()
}

/// The ways: parry's own query for spheres; and for each triangle that its tree lists for the sphere's
/// box, parry's distance, up to the first that is near enough.
const OWN: usize = 0;
const LISTED: usize = 1;

struct Parry {
    mesh: TriMesh,
    ids: Vec<u32>,
}

impl Parry {
    fn new(mesh: &Mesh) -> Result<Parry> {
        let positions = mesh.positions().iter().copied().map(vector).collect();
        let mesh = TriMesh::new(positions, mesh.triangles.clone()).map_err(|error| anyhow!("{error}"))?;
        Ok(Parry { mesh, ids: Vec::new() })
    }

    fn sphere_touches(&self, sphere: &Sphere) -> bool {
        let place = Pose::from_translation(vector(sphere.center));
        let touch = query::intersection_test(&place, &Ball::new(sphere.radius), &Pose::IDENTITY, &self.mesh);
        touch.is_ok_and(|test| test.intersecting)
    }

    fn sphere_listed(&self, sphere: &Sphere) -> bool {
        let center = vector(sphere.center);
        let bounds = Aabb::from_half_extents(center, Vector::splat(sphere.radius));
        self.mesh.bvh().intersect_aabb(&bounds).any(|id| {
            let nearest = self.mesh.triangle(id).project_local_point(center, false).point;
            (nearest - center).length_squared() <= sphere.radius * sphere.radius
        })
    }
}

pub(crate) fn vector(v: [f32; 3]) -> Vector {
    Vector::new(v[0], v[1], v[2])
}

impl Single for Parry {
    fn bytes(&self) -> usize {
        self.mesh.heap_memory_size()
    }

    fn closest(&self, ray: &Ray) -> f32 {
        let cast = query::Ray::new(vector(ray.origin), vector(ray.direction));
        self.mesh.cast_local_ray(&cast, ray.t_max.min(f32::MAX), false).unwrap_or(f32::INFINITY)
    }

    /// It has no any-hit query: the closest one with the ray's length for a limit.
    fn any(&self, ray: &Ray) -> bool {
        self.closest(ray).is_finite()
    }

    fn list(&mut self, shape: &Box3) -> usize {
        let bounds = Aabb::new(vector(shape.min), vector(shape.max));
        self.ids.clear();
        self.ids.extend(self.mesh.bvh().intersect_aabb(&bounds));
        black_box(&self.ids).len()
    }

    fn sphere(&self, sphere: &Sphere, way: usize) -> bool {
        if way == LISTED { self.sphere_listed(sphere) } else { self.sphere_touches(sphere) }
    }

    fn distance(&self, point: [f32; 3]) -> f32 {
        let point = vector(point);
        (black_box(self.mesh.project_local_point(point, false)).point - point).length()
    }

    fn cast(&self, cast: &Cast) -> f32 {
        let place = Pose::from_translation(vector(cast.origin));
        // As carom does it: balls that touch at the start may move away.
        let options = ShapeCastOptions {
            max_time_of_impact: 1.0,
            stop_at_penetration: false,
            ..ShapeCastOptions::default()
        };
        let hit = query::cast_shapes(
            &place,
            vector(cast.displacement),
            &Ball::new(cast.radius),
            &Pose::IDENTITY,
            Vector::ZERO,
            &self.mesh,
            options,
        );
        match black_box(hit) {
            Ok(Some(hit)) => hit.time_of_impact,
            _ => f32::INFINITY,
        }
    }
}
