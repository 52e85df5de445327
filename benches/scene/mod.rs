//! The meshes that are measured, and their questions. They are the same on every machine and in every run.

#[path = "../../tests/common/mod.rs"]
mod common;

use carom::SimdLevel;
use carom::geometry::{Aabb, Capsule, OrientedBox, Quat, Ray, Sphere, SphereCast, Triangle, Vec3};
use carom::mesh::{MeshInput, PointQuery};
use common::TestMesh;

/// The number of questions of each kind.
pub(crate) const QUESTIONS: usize = 2048;

/// Chooses an instruction set; none is the machine's best.
pub(crate) fn choose(level: Option<SimdLevel>) {
    carom::set_simd_level(level).expect("only what this machine has is asked for");
}

/// A mesh with a name.
pub(crate) struct Scene {
    pub(crate) name: &'static str,
    mesh: TestMesh,
}

impl Scene {
    /// A scanned skull: 42,480 triangles.
    pub(crate) fn skull() -> Scene {
        Scene { name: "skull", mesh: common::asset("skull") }
    }

    /// A height field of 130,050 triangles, waves upon waves.
    pub(crate) fn terrain() -> Scene {
        const SIDE: u32 = 256;
        let height = |x: f32, y: f32| {
            let (mut sum, mut amplitude, mut frequency) = (0.0, 16.0, 0.05);
            for octave in 0..6 {
                let turn = 0.6 * octave as f32;
                let (along, across) = (x * turn.cos() + y * turn.sin(), y * turn.cos() - x * turn.sin());
                sum += amplitude * ((along * frequency).sin() + (across * frequency * 1.3).cos());
                (amplitude, frequency) = (amplitude * 0.45, frequency * 2.1);
            }
            sum
        };
        let places = (0..SIDE * SIDE).map(|i| ((i % SIDE) as f32, (i / SIDE) as f32));
        let positions = places.map(|(x, y)| [x, y, height(x, y)]).collect();
        let corner = |x: u32, y: u32| y * SIDE + x;
        let cells = (0..SIDE - 1).flat_map(|y| (0..SIDE - 1).map(move |x| (x, y)));
        let indices = cells.flat_map(|(x, y)| {
            let (a, b, c, d) = (corner(x, y), corner(x + 1, y), corner(x, y + 1), corner(x + 1, y + 1));
            [a, b, c, b, d, c]
        });
        Scene { name: "terrain", mesh: TestMesh::new(positions, indices.collect()) }
    }

    /// As it is cooked.
    pub(crate) fn input(&self) -> MeshInput<'_> {
        MeshInput::new(&self.mesh.positions, &self.mesh.indices)
    }

    pub(crate) fn bounds(&self) -> Aabb {
        self.mesh.bounds()
    }

    pub(crate) fn triangle_count(&self) -> usize {
        self.mesh.indices.len() / 3
    }
}

/// [`QUESTIONS`] of each kind; lengths are parts of the mesh's diagonal.
pub(crate) struct Questions {
    /// From a little off the surface in any direction of the half space in front of it.
    pub(crate) rays: Vec<Ray>,
    /// Up to two radii of 1 % from the surface, as the following two.
    pub(crate) spheres: Vec<Sphere>,
    pub(crate) capsules: Vec<Capsule>,
    pub(crate) boxes: Vec<OrientedBox>,
    /// Within 1 % of the surface.
    pub(crate) near: Vec<PointQuery>,
    /// All over a box of twice the size.
    pub(crate) far: Vec<PointQuery>,
    /// Around points of the surface, half size 1 %.
    pub(crate) aabbs: Vec<Aabb>,
    /// Balls of 1 %, from anywhere in the box, past the surface.
    pub(crate) casts: Vec<SphereCast>,
}

struct Maker {
    random: fastrand::Rng,
    triangles: Vec<Triangle>,
    bounds: Aabb,
    diagonal: f32,
}

impl Maker {
    fn number(&mut self, from: f32, to: f32) -> f32 {
        from + (to - from) * self.random.f32()
    }

    fn direction(&mut self) -> Vec3 {
        loop {
            let v = Vec3::from_array([0; 3].map(|_| self.number(-1.0, 1.0)));
            if (0.01..1.0).contains(&v.length_squared()) {
                return v.normalize();
            }
        }
    }

    /// A point of the surface and the normal there.
    fn surface(&mut self) -> (Vec3, Vec3) {
        let t = self.triangles[self.random.usize(0..self.triangles.len())];
        let (u, v) = (self.random.f32(), self.random.f32());
        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
        let normal = (t.b - t.a).cross(t.c - t.a).normalize_or(Vec3::Z);
        (t.a + (t.b - t.a) * u + (t.c - t.a) * v, normal)
    }

    /// A point at most `distance` diagonals from a point of the surface.
    fn near(&mut self, distance: f32) -> Vec3 {
        let far = self.number(0.0, distance * self.diagonal);
        self.surface().0 + self.direction() * far
    }

    /// A point of the mesh's box, enlarged by `margin` of its sides on each side.
    fn anywhere(&mut self, margin: f32) -> Vec3 {
        let t = Vec3::from_array([0; 3].map(|_| self.number(-margin, 1.0 + margin)));
        self.bounds.min + (self.bounds.max - self.bounds.min) * t
    }
}

/// A vector with one value for each question of a kind.
fn many<T>(make: impl FnMut() -> T) -> Vec<T> {
    std::iter::repeat_with(make).take(QUESTIONS).collect()
}

impl Questions {
    pub(crate) fn new(scene: &Scene) -> Questions {
        let bounds = scene.mesh.bounds();
        let diagonal = (bounds.max - bounds.min).length();
        let random = fastrand::Rng::with_seed(1);
        let m = &mut Maker { random, triangles: scene.mesh.triangles(), bounds, diagonal };
        let radius = 0.01 * diagonal;
        Questions {
            rays: many(|| {
                let ((point, normal), direction) = (m.surface(), m.direction());
                let front = direction.dot(normal).signum();
                Ray::new(point + normal * (1e-4 * diagonal), direction * front)
            }),
            spheres: many(|| Sphere { center: m.near(0.02), radius }),
            capsules: many(|| {
                let a = m.near(0.02);
                Capsule { a, radius: 0.5 * radius, b: a + m.direction() * (2.0 * radius) }
            }),
            boxes: many(|| OrientedBox {
                center: m.near(0.02),
                half_extents: Vec3::new(1.0, 0.5, 0.7) * radius,
                rotation: Quat::from_axis_angle(m.direction(), m.number(0.0, 6.0)),
            }),
            near: many(|| PointQuery { point: m.near(0.01), max_distance: f32::INFINITY }),
            far: many(|| PointQuery { point: m.anywhere(0.5), max_distance: f32::INFINITY }),
            aabbs: many(|| {
                let center = m.surface().0;
                Aabb::new(center - Vec3::splat(radius), center + Vec3::splat(radius))
            }),
            casts: many(|| {
                let origin = m.anywhere(0.2);
                SphereCast { origin, radius, displacement: (m.surface().0 - origin) * 1.5 }
            }),
        }
    }
}
