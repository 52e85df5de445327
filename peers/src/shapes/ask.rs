//! The questions: shapes that have fallen onto a mesh, and stand there, hover, fall or slide.

use super::oracle::Oracle;
use super::shape::{Kind, Placed};
use crate::mesh::Mesh;
use glam::DVec3;

/// The sizes in parts of the mesh's diagonal, and their names.
pub(super) const SIZES: [(f64, &str); 3] = [(0.005, "0.5"), (0.02, "2"), (0.1, "10")];

/// How deep it stands, and how high it hovers, in parts of its size: 2 mm of 0.3 m.
pub(super) const DEPTH: f64 = 0.002 / 0.3;

/// A situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Situation {
    Resting,
    Hovering,
    Falling,
    Sliding,
}

impl Situation {
    pub(super) const CONTACTS: [Situation; 2] = [Situation::Resting, Situation::Hovering];
    pub(super) const CASTS: [Situation; 2] = [Situation::Falling, Situation::Sliding];

    pub(super) fn name(self) -> &'static str {
        match self {
            Situation::Resting => "resting",
            Situation::Hovering => "hovering",
            Situation::Falling => "falling",
            Situation::Sliding => "sliding",
        }
    }
}

/// Shapes of a kind and size in a situation.
pub(super) struct Set {
    pub(super) kind: Kind,
    pub(super) situation: Situation,
    /// In percent of the diagonal.
    pub(super) share: &'static str,
    pub(super) size: f64,
    pub(super) shapes: Vec<Placed>,
}

/// A shape and its fall onto the mesh.
struct Fall {
    start: Placed,
    down: DVec3,
    from: DVec3,
    /// How far it falls until it touches.
    length: f64,
    /// Along the surface.
    along: DVec3,
}

/// Makes questions about a mesh.
pub(super) struct Maker<'a> {
    mesh: &'a Mesh,
    oracle: &'a Oracle,
    areas: Vec<f64>,
    /// True for a flat floor, onto which shapes fall straight, far from its border.
    is_floor: bool,
    random: fastrand::Rng,
}

impl<'a> Maker<'a> {
    pub(super) fn new(mesh: &'a Mesh, oracle: &'a Oracle, is_floor: bool) -> Maker<'a> {
        let mut sum = 0.0;
        let area = |i| {
            let [a, b, c] = mesh.corners(i).map(|v| v.as_dvec3());
            sum += (b - a).cross(c - a).length();
            sum
        };
        let areas = (0..mesh.triangles.len()).map(area).collect();
        Maker { mesh, oracle, areas, is_floor, random: fastrand::Rng::with_seed(0) }
    }

    /// `count` shapes of each size in each situation, or fewer where there is no room to fall.
    pub(super) fn sets(&mut self, kind: Kind, situations: &[Situation], count: usize) -> Vec<Set> {
        let mut sets = Vec::new();
        for (share, name) in SIZES {
            self.random = fastrand::Rng::with_seed(0x5a9e + kind as u64);
            let size = share * f64::from(self.mesh.diagonal());
            let tries = (0..30 * count).filter_map(|i| self.fall(kind, size, i % 2 == 0));
            let falls: Vec<Fall> = tries.take(count).collect();
            let set = |&situation: &Situation| {
                let shapes = falls.iter().map(|fall| fall.shape(situation, size)).collect();
                Set { kind, situation, share: name, size, shapes }
            };
            sets.extend(situations.iter().map(set));
        }
        sets
    }

    fn fall(&mut self, kind: Kind, size: f64, flat: bool) -> Option<Fall> {
        let (target, normal) = self.on_surface();
        let middle = (self.mesh.bounds.min + self.mesh.bounds.max).as_dvec3() * 0.5;
        let inner = (self.mesh.bounds.max - self.mesh.bounds.min).as_dvec3() * 0.25;
        if self.is_floor && (target - middle).abs().cmpgt(inner).any() {
            return None;
        }
        let tilt = if self.is_floor { DVec3::ZERO } else { self.direction() * 0.3 };
        let down = -(normal + tilt).normalize();
        // Every second one lies on a face or a side.
        let up = if flat { -down } else { self.direction() };
        let side = up.cross(self.direction()).try_normalize()?;
        let axes =
            if kind == Kind::Capsule { [up, side, up.cross(side)] } else { [side, up, side.cross(up)] };
        let shape = Placed::new(kind, size, axes);
        let from = target - down * (2.0 * size + shape.support(down));
        let start = shape.at(from).moving(down * (6.0 * size));
        if !self.oracle.is_clear(kind, &start, DEPTH * size) {
            return None;
        }
        let length = self.oracle.cast(kind, &start)? * super::shape::double(start.displacement).length();
        let along = down.cross(self.direction()).try_normalize()?;
        Some(Fall { start, down, from, length, along })
    }

    fn on_surface(&mut self) -> (DVec3, DVec3) {
        let place = self.random.f64() * self.areas.last().copied().unwrap_or(0.0);
        let triangle = self.areas.partition_point(|&sum| sum <= place).min(self.areas.len() - 1);
        let [a, b, c] = self.mesh.corners(triangle).map(|v| v.as_dvec3());
        let (mut u, mut v) = (self.random.f64(), self.random.f64());
        if u + v > 1.0 {
            (u, v) = (1.0 - u, 1.0 - v);
        }
        (a + (b - a) * u + (c - a) * v, (b - a).cross(c - a).normalize_or(DVec3::Y))
    }

    fn direction(&mut self) -> DVec3 {
        loop {
            let v = DVec3::new(self.random.f64(), self.random.f64(), self.random.f64()) * 2.0 - DVec3::ONE;
            if v.length_squared() > 1e-4 && v.length_squared() <= 1.0 {
                return v.normalize();
            }
        }
    }
}

impl Fall {
    fn shape(&self, situation: Situation, size: f64) -> Placed {
        let at = |length: f64| self.start.at(self.from + self.down * length);
        match situation {
            Situation::Falling => self.start,
            Situation::Resting => at(self.length + DEPTH * size),
            Situation::Hovering => at(self.length - DEPTH * size),
            Situation::Sliding => at(self.length - DEPTH * size).moving(self.along * (4.0 * size)),
        }
    }
}
