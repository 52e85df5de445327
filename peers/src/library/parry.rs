//! parry: a triangle mesh with its own tree.

use super::{Contender, Library};
use crate::mesh::Mesh;
use crate::work::{Batch, Box3, Cast, Ray, Sphere, Work};
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
        build: |mesh, _| Ok(Box::new(Parry::new(mesh)?)),
        structure: 0,
        way,
        works: |work, way| match work {
            Work::SphereOverlapHalf | Work::SphereOverlap2 | Work::SphereOverlap10 => true,
            _ => way == OWN,
        },
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
    values: Vec<f32>,
    ids: Vec<u32>,
}

impl Parry {
    fn new(mesh: &Mesh) -> Result<Parry> {
        let positions = mesh.positions().iter().copied().map(vector).collect();
        let mesh = TriMesh::new(positions, mesh.triangles.clone()).map_err(|error| anyhow!("{error}"))?;
        Ok(Parry { mesh, values: Vec::new(), ids: Vec::new() })
    }

    fn closest(&self, ray: &Ray) -> f32 {
        let cast = query::Ray::new(vector(ray.origin), vector(ray.direction));
        self.mesh.cast_local_ray(&cast, ray.t_max.min(f32::MAX), false).unwrap_or(f32::INFINITY)
    }

    fn sphere(&self, sphere: &Sphere) -> f32 {
        let place = Pose::from_translation(vector(sphere.center));
        let touch = query::intersection_test(&place, &Ball::new(sphere.radius), &Pose::IDENTITY, &self.mesh);
        f32::from(touch.is_ok_and(|test| test.intersecting))
    }

    fn sphere_listed(&self, sphere: &Sphere) -> f32 {
        let center = vector(sphere.center);
        let bounds = Aabb::from_half_extents(center, Vector::splat(sphere.radius));
        let touched = self.mesh.bvh().intersect_aabb(&bounds).any(|id| {
            let nearest = self.mesh.triangle(id).project_local_point(center, false).point;
            (nearest - center).length_squared() <= sphere.radius * sphere.radius
        });
        f32::from(touched)
    }

    fn distance(&self, point: [f32; 3]) -> f32 {
        let point = vector(point);
        (black_box(self.mesh.project_local_point(point, false)).point - point).length()
    }

    fn cast(&self, cast: &Cast) -> f32 {
        let place = Pose::from_translation(vector(cast.origin));
        let options = ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() };
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

fn vector(v: [f32; 3]) -> Vector {
    Vector::new(v[0], v[1], v[2])
}

fn aabb(shape: &Box3) -> Aabb {
    Aabb::new(vector(shape.min), vector(shape.max))
}

impl Library for Parry {
    fn bytes(&self) -> usize {
        self.mesh.heap_memory_size()
    }

    fn run(&mut self, batch: Batch, way: usize) {
        self.values = match batch {
            Batch::Closest(rays) | Batch::Coherent(rays) => {
                rays.iter().map(|ray| self.closest(ray)).collect()
            }
            // It has no any-hit query: the closest one with the ray's length for a limit.
            Batch::Any(rays) => rays.iter().map(|ray| f32::from(self.closest(ray).is_finite())).collect(),
            Batch::Spheres(spheres) if way == LISTED => {
                spheres.iter().map(|sphere| self.sphere_listed(sphere)).collect()
            }
            Batch::Spheres(spheres) => spheres.iter().map(|sphere| self.sphere(sphere)).collect(),
            Batch::Points(points) => points.iter().map(|&point| self.distance(point)).collect(),
            Batch::Casts(casts) => casts.iter().map(|cast| self.cast(cast)).collect(),
            Batch::Boxes(boxes) => {
                let (mesh, ids) = (&self.mesh, &mut self.ids);
                let list = |shape| {
                    ids.clear();
                    ids.extend(mesh.bvh().intersect_aabb(&aabb(shape)));
                    black_box(&ids).len() as f32
                };
                boxes.iter().map(list).collect()
            }
        };
    }

    fn answers(&self) -> Vec<f32> {
        self.values.clone()
    }
}
