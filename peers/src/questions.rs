//! The making of the questions: from the mesh and a fixed seed, never from a library.

use crate::mesh::Mesh;
use crate::work::{Box3, Cast, Questions, Ray, Sphere, Work};
use carom::geometry::Vec3;

/// The side of the camera's picture, a multiple of 4.
const QUICK_PICTURE: usize = 128;
const PICTURE: usize = 256;

/// The distance off the surface at which rays begin, in diagonals.
const OFF_SURFACE: f32 = 1e-4;

/// Makes questions about a mesh.
pub(crate) struct Maker<'a> {
    mesh: &'a Mesh,
    /// Sums of triangle areas.
    areas: Vec<f64>,
    diagonal: f32,
    quick: bool,
    random: fastrand::Rng,
}

impl<'a> Maker<'a> {
    pub(crate) fn new(mesh: &'a Mesh, quick: bool) -> Maker<'a> {
        let mut sum = 0.0;
        let area = |i| {
            let [a, b, c] = mesh.corners(i).map(|v| v.as_dvec3());
            sum += (b - a).cross(c - a).length();
            sum
        };
        let areas = (0..mesh.triangles.len()).map(area).collect();
        Maker { mesh, areas, diagonal: mesh.diagonal(), quick, random: fastrand::Rng::with_seed(0) }
    }

    /// The questions of a work that asks meshes; none for building.
    pub(crate) fn make(&mut self, work: Work) -> Option<Questions> {
        // From the start for each work, so that leaving out others changes nothing.
        self.random = fastrand::Rng::with_seed(0x5eed_0000 + work as u64);
        let count = if self.quick { 1 << 15 } else { 1 << 16 };
        Some(match work {
            Work::RayClosestIncoherent => Questions::Closest(self.many(count, Self::bounce)),
            Work::RayClosestRandom => Questions::Closest(self.many(count, Self::through_box)),
            Work::RayClosestCoherent => Questions::Coherent(self.camera_rays()),
            Work::RayAny => Questions::Any(self.many(count, Self::shadow_ray)),
            Work::SphereOverlapHalf => Questions::Spheres(self.many(count, |m| m.sphere(0.005))),
            Work::SphereOverlap2 => Questions::Spheres(self.many(count, |m| m.sphere(0.02))),
            Work::SphereOverlap10 => Questions::Spheres(self.many(count, |m| m.sphere(0.1))),
            Work::ClosestPointNear => Questions::Points(self.many(count, |m| m.near_surface(0.01).into())),
            Work::ClosestPointFar => Questions::Points(self.many(count, |m| m.in_box(1.5).into())),
            Work::AabbList => Questions::Boxes(self.many(count, Self::surface_box)),
            Work::SphereCast => Questions::Casts(self.many(count, Self::cast)),
            _ => return None,
        })
    }

    fn many<T>(&mut self, count: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..count).map(|_| one(self)).collect()
    }

    /// A point on the surface, every part of it as likely, and the normal there.
    fn on_surface(&mut self) -> (Vec3, Vec3) {
        let place = self.random.f64() * self.areas.last().copied().unwrap_or(0.0);
        let triangle = self.areas.partition_point(|&sum| sum <= place).min(self.areas.len() - 1);
        let [a, b, c] = self.mesh.corners(triangle);
        let (mut u, mut v) = (self.random.f32(), self.random.f32());
        if u + v > 1.0 {
            (u, v) = (1.0 - u, 1.0 - v);
        }
        (a + (b - a) * u + (c - a) * v, (b - a).cross(c - a).normalize_or(Vec3::Y))
    }

    /// A unit vector, every direction as likely.
    fn direction(&mut self) -> Vec3 {
        loop {
            let v = Vec3::new(self.random.f32(), self.random.f32(), self.random.f32()) * 2.0 - Vec3::ONE;
            if v.length_squared() > 1e-4 && v.length_squared() <= 1.0 {
                return v.normalize();
            }
        }
    }

    /// A point within `share` of the diagonal from the surface.
    fn near_surface(&mut self, share: f32) -> Vec3 {
        let (point, _) = self.on_surface();
        point + self.direction() * (self.random.f32() * share * self.diagonal)
    }

    /// A point in the mesh's box, scaled about its middle.
    fn in_box(&mut self, scale: f32) -> Vec3 {
        let bounds = self.mesh.bounds;
        let place = Vec3::new(self.random.f32(), self.random.f32(), self.random.f32()) - Vec3::splat(0.5);
        (bounds.min + bounds.max) * 0.5 + (bounds.max - bounds.min) * place * scale
    }

    /// A ray that leaves the surface on its front side.
    fn bounce(&mut self) -> Ray {
        let (point, normal) = self.on_surface();
        let direction = self.direction();
        let direction = if direction.dot(normal) < 0.0 { -direction } else { direction };
        endless(point + normal * (OFF_SURFACE * self.diagonal), direction)
    }

    /// A ray from a sphere around the mesh through a point in its box.
    fn through_box(&mut self) -> Ray {
        let bounds = self.mesh.bounds;
        let from = (bounds.min + bounds.max) * 0.5 + self.direction() * (0.6 * self.diagonal);
        let to = self.in_box(1.0);
        endless(from, (to - from).normalize_or(Vec3::X))
    }

    /// A ray from the surface, on the side of the light, to one of four lights.
    fn shadow_ray(&mut self) -> Ray {
        let (low, high) = (self.mesh.bounds.min, self.mesh.bounds.max);
        let corner = self.random.u8(0..4);
        let share = if self.mesh.interior { 0.15 } else { 0.8 };
        let x = if corner & 1 == 0 { share } else { -share };
        let z = if corner & 2 == 0 { share } else { -share };
        let y = if self.mesh.interior { 0.2 } else { 1.2 };
        let light = (low + high) * 0.5 + (high - low) * Vec3::new(x, y, z);
        let (point, normal) = self.on_surface();
        let normal = if (light - point).dot(normal) < 0.0 { -normal } else { normal };
        let origin = point + normal * (OFF_SURFACE * self.diagonal);
        let direction = (light - origin).normalize_or(Vec3::Y);
        Ray { t_max: (light - origin).length(), ..endless(origin, direction) }
    }

    /// A ball whose centre is within twice its radius of the surface: about half of them touch it.
    fn sphere(&mut self, share: f32) -> Sphere {
        let center = self.near_surface(2.0 * share).into();
        Sphere { center, radius: share * self.diagonal }
    }

    fn surface_box(&mut self) -> Box3 {
        let (point, _) = self.on_surface();
        let half = Vec3::splat(0.01 * self.diagonal);
        Box3 { min: (point - half).into(), max: (point + half).into() }
    }

    /// From a point in the box, a diagonal far, past a point near the surface.
    fn cast(&mut self) -> Cast {
        let (origin, target) = (self.in_box(1.2), self.near_surface(0.01));
        let displacement = ((target - origin).normalize_or(Vec3::X) * self.diagonal).into();
        Cast { origin: origin.into(), radius: 0.01 * self.diagonal, displacement, unused: 0.0 }
    }

    /// A picture in tiles of 4 by 4, from outside, or from the middle along the longer horizontal axis.
    fn camera_rays(&mut self) -> Vec<Ray> {
        let (low, high) = (self.mesh.bounds.min, self.mesh.bounds.max);
        let (center, size) = ((low + high) * 0.5, high - low);
        let (eye, target) = if self.mesh.interior {
            let along = if size.x > size.z { Vec3::X } else { Vec3::Z };
            (center - along * (0.2 * size) - Vec3::Y * (0.2 * size.y), center - Vec3::Y * (0.25 * size.y))
        } else {
            (center + Vec3::new(0.35, 0.45, 0.7) * self.diagonal, center)
        };
        let forward = (target - eye).normalize();
        let right = forward.cross(Vec3::Y).normalize();
        let up = right.cross(forward);
        let side = if self.quick { QUICK_PICTURE } else { PICTURE };
        let mut rays = Vec::with_capacity(side * side);
        for tile in 0..side * side / 16 {
            let (column, row) = (tile % (side / 4) * 4, tile / (side / 4) * 4);
            for pixel in 0..16 {
                let at = |start: usize, k: usize| ((start + k) as f32 + 0.5) / side as f32 * 2.0 - 1.0;
                let (x, y) = (at(column, pixel % 4), at(row, pixel / 4));
                rays.push(endless(eye, (forward + (right * x + up * y) * 0.5).normalize()));
            }
        }
        rays
    }
}

fn endless(origin: Vec3, direction: Vec3) -> Ray {
    Ray { origin: origin.into(), t_min: 0.0, direction: direction.into(), t_max: f32::INFINITY }
}
