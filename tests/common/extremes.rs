//! Queries in which one number after another is replaced by those that arithmetic stumbles over.

use super::TestMesh;
use super::queries::{Counts, Queries};
use carom::geometry::*;

/// Zeros of both signs, the denormals next to them, others, the smallest normal numbers and the largest.
const EXTREMES: [f32; 16] = [
    0.0,
    -0.0,
    f32::from_bits(1),
    -f32::from_bits(1),
    f32::from_bits(7),
    -f32::from_bits(7),
    f32::from_bits(8),
    -f32::from_bits(9),
    1e-40,
    -1e-40,
    f32::MIN_POSITIVE,
    -f32::MIN_POSITIVE,
    1e18,
    -1e18,
    LARGEST,
    -LARGEST,
];

/// The numbers that a query consists of.
trait Numbers: Copy {
    /// Calls `change` with each number, and with true if it may be infinite.
    fn each(&mut self, change: impl FnMut(&mut f32, bool));

    /// Returns true if the query is valid.
    fn is_sound(&self) -> bool {
        true
    }
}

fn each_of(vectors: &mut [&mut Vec3], mut change: impl FnMut(&mut f32, bool)) {
    vectors
        .iter_mut()
        .for_each(|v| [&mut v.x, &mut v.y, &mut v.z].into_iter().for_each(|x| change(x, false)));
}

impl Numbers for Ray {
    fn each(&mut self, mut change: impl FnMut(&mut f32, bool)) {
        each_of(&mut [&mut self.origin, &mut self.direction], &mut change);
        change(&mut self.t_min, true);
        change(&mut self.t_max, true);
    }

    fn is_sound(&self) -> bool {
        self.direction.abs().max_element() >= 1e-28
    }
}

impl Numbers for Sphere {
    fn each(&mut self, mut change: impl FnMut(&mut f32, bool)) {
        each_of(&mut [&mut self.center], &mut change);
        change(&mut self.radius, false);
    }

    fn is_sound(&self) -> bool {
        self.radius >= 0.0
    }
}

impl Numbers for Capsule {
    fn each(&mut self, mut change: impl FnMut(&mut f32, bool)) {
        each_of(&mut [&mut self.a, &mut self.b], &mut change);
        change(&mut self.radius, false);
    }

    fn is_sound(&self) -> bool {
        self.radius >= 0.0
    }
}

impl Numbers for OrientedBox {
    fn each(&mut self, mut change: impl FnMut(&mut f32, bool)) {
        each_of(&mut [&mut self.center, &mut self.half_extents], &mut change);
        // Only numbers that change no length can replace a part of a rotation.
        let mut rotation = self.rotation.to_array();
        rotation.iter_mut().for_each(|x| change(x, false));
        self.rotation = Quat::from_array(rotation);
    }

    fn is_sound(&self) -> bool {
        self.half_extents.cmpge(Vec3::ZERO).all() && (self.rotation.length() - 1.0).abs() < 5e-4
    }
}

impl Numbers for Aabb {
    fn each(&mut self, change: impl FnMut(&mut f32, bool)) {
        each_of(&mut [&mut self.min, &mut self.max], change);
    }

    fn is_sound(&self) -> bool {
        self.min.cmple(self.max).all()
    }
}

impl Numbers for carom::mesh::PointQuery {
    fn each(&mut self, mut change: impl FnMut(&mut f32, bool)) {
        each_of(&mut [&mut self.point], &mut change);
        change(&mut self.max_distance, true);
    }

    fn is_sound(&self) -> bool {
        self.max_distance >= 0.0
    }
}

impl Numbers for SphereCast {
    fn each(&mut self, mut change: impl FnMut(&mut f32, bool)) {
        each_of(&mut [&mut self.origin, &mut self.displacement], &mut change);
        change(&mut self.radius, false);
    }

    fn is_sound(&self) -> bool {
        self.radius >= 0.0
    }
}

impl Numbers for CapsuleCast {
    fn each(&mut self, mut change: impl FnMut(&mut f32, bool)) {
        let Capsule { a, radius, b } = &mut self.capsule;
        each_of(&mut [a, b, &mut self.displacement], &mut change);
        change(radius, false);
    }

    fn is_sound(&self) -> bool {
        self.capsule.radius >= 0.0
    }
}

impl Numbers for BoxCast {
    /// But for the axes, in whose place hardly any number makes a box.
    fn each(&mut self, change: impl FnMut(&mut f32, bool)) {
        let BoxAxes { center, half_extents, .. } = &mut self.shape;
        each_of(&mut [center, half_extents, &mut self.displacement], change);
    }

    fn is_sound(&self) -> bool {
        self.shape.half_extents.cmpge(Vec3::ZERO).all()
    }
}

/// Each query with each of its numbers replaced by each extreme, and some with two of them replaced.
fn replaced<Q: Numbers>(rng: &mut fastrand::Rng, queries: &[Q]) -> Vec<Q> {
    let mut all = Vec::new();
    let infinite = [f32::MAX, -f32::MAX, f32::INFINITY, -f32::INFINITY];
    for &query in queries {
        let mut numbers = 0;
        { query }.each(|_, _| numbers += 1);
        for place in 0..numbers {
            for &extreme in EXTREMES.iter().chain(&infinite) {
                let (second, other) = (rng.usize(0..4 * numbers), rng.choice(EXTREMES).unwrap_or(0.0));
                let (mut changed, mut at) = (query, 0);
                changed.each(|number, may_be_infinite| {
                    if at == place && (extreme.abs() <= LARGEST || may_be_infinite) {
                        *number = extreme;
                    } else if at == second {
                        *number = other;
                    }
                    at += 1;
                });
                all.extend(changed.is_sound().then_some(changed));
            }
        }
    }
    // In turns, some run alike and some do not.
    let middle = all.len() / 2;
    rng.shuffle(&mut all[middle..]);
    all
}

impl Queries {
    /// Random ones, with their numbers replaced.
    pub fn extreme(mesh: &TestMesh, seed: u64, counts: Counts) -> Queries {
        let plain = Queries::random(mesh, seed, counts);
        let rng = &mut fastrand::Rng::with_seed(seed);
        let mut queries = Queries {
            rays: replaced(rng, &plain.rays),
            spheres: replaced(rng, &plain.spheres),
            capsules: replaced(rng, &plain.capsules),
            boxes: replaced(rng, &plain.boxes),
            aabbs: replaced(rng, &plain.aabbs),
            points: replaced(rng, &plain.points),
            casts: replaced(rng, &plain.casts),
            capsule_casts: replaced(rng, &plain.capsule_casts),
            box_casts: replaced(rng, &plain.box_casts),
        };
        // The same number of each, but for rays.
        let fewest = [
            queries.spheres.len(),
            queries.capsules.len(),
            queries.boxes.len(),
            queries.aabbs.len(),
            queries.points.len(),
            queries.casts.len(),
            queries.capsule_casts.len(),
            queries.box_casts.len(),
        ];
        let count = fewest.into_iter().min().unwrap_or(0);
        rng.shuffle(&mut queries.capsules);
        rng.shuffle(&mut queries.boxes);
        rng.shuffle(&mut queries.aabbs);
        rng.shuffle(&mut queries.casts);
        rng.shuffle(&mut queries.capsule_casts);
        rng.shuffle(&mut queries.box_casts);
        queries.spheres.truncate(count);
        queries.capsules.truncate(count);
        queries.boxes.truncate(count);
        queries.aabbs.truncate(count);
        queries.points.truncate(count);
        queries.casts.truncate(count);
        queries.capsule_casts.truncate(count);
        queries.box_casts.truncate(count);
        queries
    }
}
