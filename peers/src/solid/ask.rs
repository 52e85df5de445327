//! The questions of the BSP works, and the known ranges of their answers.

use super::faces::{Face, Solid};
use crate::mesh::Mesh;
use crate::work::{Cast, Expected, Questions, Sphere, Work};
use glam::DVec3;

/// The radii, in units of levels; the first two are those of a quick run.
const LEVEL_RADII: [(&str, f32); 4] = [("_8", 8.0), ("_32", 32.0), ("_16", 16.0), ("_64", 64.0)];

/// The same of surfaces, in shares of the diagonal.
const SURFACE_RADII: [(&str, f32); 3] = [("_2", 0.02), ("_0.5", 0.005), ("_10", 0.1)];

/// The distance over which balls are cast, in radii.
const WAY: f64 = 8.0;

/// Questions of a work, all with one radius.
pub(crate) struct Set {
    /// The text behind the name of the work.
    pub(crate) suffix: &'static str,
    pub(crate) questions: Questions,
    /// Of the first ones.
    pub(crate) expected: Vec<Expected>,
}

/// Makes them.
struct Maker<'a> {
    solid: &'a Solid,
    random: fastrand::Rng,
}

impl Set {
    /// All sets of a work on a solid. [`Work::BspThreshold`] and [`Work::BspExact`] ask the same.
    pub(crate) fn all(work: Work, mesh: &Mesh, solid: &Solid, quick: bool) -> Vec<Set> {
        let radii: Vec<(&str, f32)> = match &solid.brushes {
            Some(_) => LEVEL_RADII.map(|(suffix, radius)| (suffix, radius * mesh.scale)).to_vec(),
            None => SURFACE_RADII.map(|(suffix, share)| (suffix, share * mesh.diagonal())).to_vec(),
        };
        let middle = radii[if solid.brushes.is_some() { 1 } else { 0 }].1;
        let radii = match work {
            Work::BspPoint => vec![("", middle)],
            _ if quick => radii[..if solid.brushes.is_some() { 2 } else { 1 }].to_vec(),
            _ => radii,
        };
        let set = |&(suffix, radius): &(&'static str, f32)| {
            let random = fastrand::Rng::with_seed(0x5eed_b500 + u64::from(radius.to_bits()));
            let mut maker = Maker { solid, random };
            let count = if quick { 1 << 15 } else { 1 << 16 };
            let compared = if quick { 2048 } else { 8192 };
            maker.set(work, suffix, radius, count, compared)
        };
        let mut sets: Vec<Set> = radii.iter().map(set).collect();
        sets.sort_by_key(|set| {
            set.suffix.trim_start_matches('_').parse::<f32>().map_or(0, |r| (r * 10.0) as u32)
        });
        sets
    }
}

impl Maker<'_> {
    fn set(&mut self, work: Work, suffix: &'static str, radius: f32, count: usize, compared: usize) -> Set {
        let (solid, r) = (self.solid, f64::from(radius));
        // The tolerance for libraries that stop near enough.
        let tolerance = 1e-3 * r;
        let first = 0..compared.min(count);
        let (questions, expected) = match work {
            Work::BspPoint => {
                let points: Vec<[f32; 3]> = (0..count).map(|_| self.point(r)).collect();
                let expect = |i: usize| match solid.contains(wide(points[i]), tolerance) {
                    Some(inside) => Expected::exactly(f32::from(inside)),
                    None => Expected { low: 0.0, high: 1.0 },
                };
                let expected = first.map(expect).collect();
                (Questions::Inside(points), expected)
            }
            Work::BspCast => {
                let casts: Vec<Cast> = (0..count).map(|_| self.cast(radius)).collect();
                let expect = |i: usize| {
                    let (origin, motion) = (wide(casts[i].origin), wide(casts[i].displacement));
                    let time = |radius: f64| solid.cast(origin, motion, radius) as f32;
                    // A thousandth of the way, or of the radius where it just touches in passing.
                    let (early, late) = (time(r + tolerance), time(r - tolerance));
                    Expected {
                        low: early - 1e-3,
                        high: if late + 1e-3 > 1.0 { f32::INFINITY } else { late + 1e-3 },
                    }
                };
                // Each takes many steps.
                let expected = (0..compared / 4).map(expect).collect();
                (Questions::Casts(casts), expected)
            }
            _ => {
                let sphere = |center| Sphere { center, radius };
                let spheres: Vec<Sphere> = (0..count).map(|_| sphere(self.outside(r))).collect();
                let distance = |i: usize| solid.distance(wide(spheres[i].center), 3.0 * r);
                if work == Work::BspContact {
                    let expect = |i: usize| {
                        let depth = (r - distance(i)).max(0.0);
                        Expected { low: (depth - tolerance) as f32, high: (depth + tolerance) as f32 }
                    };
                    let expected = first.map(expect).collect();
                    (Questions::Contacts(spheres), expected)
                } else {
                    let expect = |i: usize| {
                        let distance = distance(i);
                        let low = f32::from(distance <= r - tolerance);
                        Expected { low, high: f32::from(distance <= r + tolerance) }
                    };
                    let expected = first.map(expect).collect();
                    (Questions::Spheres(spheres), expected)
                }
            }
        };
        Set { suffix, questions, expected }
    }

    /// Up to two radii from a random point of a random face along its normal, and up to one in any direction.
    fn near(&mut self, radius: f64) -> DVec3 {
        let face = &self.solid.faces[self.random.usize(..self.solid.faces.len())];
        let point = self.on_face(face);
        let along = face.normal * (2.0 * radius * self.random.f64());
        point + along + self.direction() * (radius * self.random.f64())
    }

    fn on_face(&mut self, face: &Face) -> DVec3 {
        let (mut sum, mut weights) = (DVec3::ZERO, 0.0);
        for &corner in &face.corners {
            let weight = self.random.f64() + 1e-3;
            (sum, weights) = (sum + corner * weight, weights + weight);
        }
        sum / weights
    }

    /// A unit vector, every direction as likely.
    fn direction(&mut self) -> DVec3 {
        loop {
            let v = DVec3::from_array(std::array::from_fn(|_| self.random.f64() * 2.0 - 1.0));
            if v.length_squared() > 1e-4 && v.length_squared() <= 1.0 {
                return v.normalize();
            }
        }
    }

    /// A point on either side of a face.
    fn point(&mut self, radius: f64) -> [f32; 3] {
        let face = &self.solid.faces[self.random.usize(..self.solid.faces.len())];
        let point = self.on_face(face);
        (point + self.direction() * (radius * self.random.f64())).as_vec3().to_array()
    }

    /// A centre near a face, outside of the solid.
    fn outside(&mut self, radius: f64) -> [f32; 3] {
        loop {
            let center = self.near(radius).as_vec3().to_array();
            if self.solid.contains(wide(center), 1e-3 * radius) == Some(false) {
                return center;
            }
        }
    }

    /// From a place that is free into any direction.
    fn cast(&mut self, radius: f32) -> Cast {
        let r = f64::from(radius);
        loop {
            let origin = self.outside(r);
            if self.solid.distance(wide(origin), 2.0 * r) > 1.01 * r {
                let displacement = (self.direction() * (WAY * r)).as_vec3().to_array();
                return Cast { origin, radius, displacement, unused: 0.0 };
            }
        }
    }
}

fn wide(v: [f32; 3]) -> DVec3 {
    DVec3::from_array(v.map(f64::from))
}
