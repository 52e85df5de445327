//! Answers at a scale against those of the unscaled mesh.

use super::meshes::meshes;
use super::scaling::{scaled, scaled_mesh, scaled_ray, times};
use crate::common::brute::Brute;
use crate::common::queries::{Counts, Queries, filters};
use carom::geometry::*;
use carom::mesh::{ClosestPoint, ContactEdges, RayHit, ShapeHit};
use rayon::prelude::*;

/// Answers of the unscaled mesh, times a power of two.
struct Unscaled {
    rays: Vec<Vec<RayHit>>,
    spheres: Vec<Vec<u32>>,
    aabbs: Vec<Vec<u32>>,
    capsules: Vec<Vec<u32>>,
    boxes: Vec<Vec<u32>>,
    points: Vec<ClosestPoint>,
    casts: Vec<ShapeHit>,
}

impl Unscaled {
    fn new(brute: &Brute, queries: &Queries) -> Unscaled {
        let all = &filters()[0];
        Unscaled {
            rays: queries.rays.iter().map(|q| brute.raycast_all(q, all)).collect(),
            spheres: queries.spheres.iter().map(|q| brute.overlap_sphere_all(q, all)).collect(),
            aabbs: queries.aabbs.iter().map(|q| brute.candidates_aabb(q, all)).collect(),
            capsules: queries.capsules.iter().map(|q| brute.overlap_capsule_all(q, all)).collect(),
            boxes: queries.boxes.iter().map(|q| brute.overlap_box_all(q, all)).collect(),
            points: queries.points.iter().map(|q| brute.closest_point(q, all)).collect(),
            casts: queries.casts.iter().map(|q| brute.cast_sphere(q, all, ContactEdges::Smooth)).collect(),
        }
    }

    /// The numbers of answers, for each kind of query, that are not those of the mesh at a scale.
    fn differences(&self, scaled: &Unscaled, queries: &Queries, exponent: i32) -> [usize; 7] {
        fn count<T>(a: &[T], b: &[T], same: impl Fn(usize, &T, &T) -> bool) -> usize {
            a.iter().zip(b).enumerate().filter(|(i, (a, b))| !same(*i, a, b)).count()
        }
        let bits = |v: Vec3| v.to_array().map(f32::to_bits);
        let moved = |v: Vec3| bits(Vec3::from_array(v.to_array().map(|x| times(x, exponent))));
        let ray = |i: usize, a: &Vec<RayHit>, b: &Vec<RayHit>| {
            let of_t = if scaled_ray(i, &queries.rays[i], exponent).direction == queries.rays[i].direction {
                exponent
            } else {
                0
            };
            let same = |a: &RayHit, b: &RayHit| {
                times(a.t, of_t).to_bits() == b.t.to_bits()
                    && (a.u, a.v, a.triangle) == (b.u, b.v, b.triangle)
            };
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        };
        let point = |_: usize, a: &ClosestPoint, b: &ClosestPoint| {
            moved(a.point) == bits(b.point)
                && times(a.distance, exponent).to_bits() == b.distance.to_bits()
                && (a.triangle, a.feature) == (b.triangle, b.feature)
        };
        let cast = |_: usize, a: &ShapeHit, b: &ShapeHit| {
            moved(a.point) == bits(b.point)
                && bits(a.normal) == bits(b.normal)
                && (a.t.to_bits(), a.triangle) == (b.t.to_bits(), b.triangle)
        };
        [
            count(&self.rays, &scaled.rays, ray),
            count(&self.spheres, &scaled.spheres, |_, a, b| a == b),
            count(&self.aabbs, &scaled.aabbs, |_, a, b| a == b),
            count(&self.capsules, &scaled.capsules, |_, a, b| a == b),
            count(&self.boxes, &scaled.boxes, |_, a, b| a == b),
            count(&self.points, &scaled.points, point),
            count(&self.casts, &scaled.casts, cast),
        ]
    }
}

/// To multiples of 2^-16, so that no difference of two is less.
fn on_a_grid(queries: &mut Queries) {
    let number = |x: &mut f32| *x = (*x * 65536.0).round() / 65536.0;
    let vector = |v: &mut Vec3| [&mut v.x, &mut v.y, &mut v.z].into_iter().for_each(number);
    for ray in &mut queries.rays {
        vector(&mut ray.origin);
        vector(&mut ray.direction);
        number(&mut ray.t_min);
        if ray.t_max.is_finite() {
            number(&mut ray.t_max);
        }
        if ray.direction == Vec3::ZERO {
            ray.direction = Vec3::X;
        }
    }
    for i in 0..queries.spheres.len() {
        vector(&mut queries.spheres[i].center);
        number(&mut queries.spheres[i].radius);
        vector(&mut queries.capsules[i].a);
        vector(&mut queries.capsules[i].b);
        number(&mut queries.capsules[i].radius);
        vector(&mut queries.boxes[i].center);
        vector(&mut queries.boxes[i].half_extents);
        vector(&mut queries.aabbs[i].min);
        vector(&mut queries.aabbs[i].max);
        vector(&mut queries.points[i].point);
        vector(&mut queries.casts[i].origin);
        vector(&mut queries.casts[i].displacement);
        number(&mut queries.casts[i].radius);
    }
}

/// Of each kind of query, the least exponent at which all answers are the unscaled ones, of numbers that are
/// multiples of 2^-16 up to about 2: see docs/exactness.md.
const LEAST_EXPONENTS: [(&str, i32); 7] = [
    ("rays", -100),
    ("spheres", -36),
    ("axis-aligned boxes", -110),
    ("capsules", -36),
    ("boxes", -110),
    ("points", -36),
    ("moving spheres", -56),
];

#[test]
fn scaled_answers() {
    for (name, mut mesh) in meshes() {
        for x in mesh.positions.as_flattened_mut() {
            *x = (*x * 65536.0).round() / 65536.0;
        }
        let mut queries = Queries::random(&mesh, 7, Counts { rays: 150, others: 100 });
        on_a_grid(&mut queries);
        let unscaled = Unscaled::new(&Brute::new(&mesh), &queries);
        // Beyond, coordinates would be larger than the largest.
        let exponents: Vec<_> = (-110..=57).collect();
        exponents.par_iter().for_each(|&exponent| {
            let scaled = scaled(&queries, exponent);
            let scaled = Unscaled::new(&Brute::new(&scaled_mesh(&mesh, exponent)), &scaled);
            let differences = unscaled.differences(&scaled, &queries, exponent);
            for ((kind, least), count) in LEAST_EXPONENTS.into_iter().zip(differences) {
                assert!(exponent < least || count == 0, "{name}, {kind}: {count} at 2^{exponent}");
            }
        });
    }
}
