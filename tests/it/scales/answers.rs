//! Every query, layout, preset and instruction set against the plain loop.

use super::meshes::meshes;
use super::near::{near_point, near_queries, near_rays};
use super::scaling::{scaled, scaled_mesh, vector};
use crate::common::brute::Brute;
use crate::common::effort::effort;
use crate::common::queries::{Counts, Expected, Queries, filters, on_every_level};
use crate::common::{TestMesh, VARIANTS};
use carom::SimdLevel;
use carom::geometry::*;
use carom::mesh::{ClosestPoint, LayoutKind, Mesh, PointQuery};
use rayon::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Binary exponents of the scales. Meshes are of about size 1 before.
const SCALES: std::ops::RangeInclusive<i32> = -149..=60;

/// A mesh at a scale, cooked, and its queries.
struct Case {
    name: String,
    queries: Queries,
    expected: Expected,
    cooked: Vec<(&'static str, Mesh<'static>)>,
}

impl Case {
    fn new(name: &str, mesh: &TestMesh, exponent: i32) -> Case {
        let seed = (exponent + 200) as u64;
        let rng = &mut fastrand::Rng::with_seed(seed);
        let mut queries = Queries::random(
            mesh,
            seed,
            effort(Counts { rays: 20, others: 6 }, Counts { rays: 44, others: 16 }),
        );
        let triangles = mesh.triangles();
        queries.rays.extend(near_rays(rng, &triangles, effort(8, 20)));
        let points: Vec<_> =
            (0..effort(4, 8)).map(|_| vector(near_point(rng, &triangles), exponent)).collect();
        let mesh = scaled_mesh(mesh, exponent);
        let brute = Brute::new(&mesh);
        let mut queries = scaled(&queries, exponent);
        near_queries(rng, &brute, &points, &mut queries);
        let expected = Expected::new(&brute, &queries, &filters()[0]);
        let wanted = ["wide", "wide small", "wide fast", "wide rays", "compact", "delta"];
        let cooked = VARIANTS
            .iter()
            .filter(|variant| wanted.contains(&variant.name))
            .map(|variant| (variant.name, Mesh::build(&mesh.input(), (variant.options)()).unwrap()))
            .collect();
        Case { name: format!("{name} at 2^{exponent}"), queries, expected, cooked }
    }

    fn check(&self, level: SimdLevel) {
        for (variant, mesh) in &self.cooked {
            // The others know no instruction sets.
            if level == SimdLevel::Portable || mesh.stats().layout == LayoutKind::Wide {
                let name = format!("{}, {variant}, {}", self.name, level.name());
                self.expected.check(&name, mesh, &self.queries, &filters()[0]);
            }
        }
    }
}

/// The messages of the cases that fail a check.
fn faults(cases: &[Case], check: impl Fn(&Case) + Sync) -> Vec<String> {
    let fault = |case: &Case| {
        let fault = catch_unwind(AssertUnwindSafe(|| check(case))).err()?;
        Some(fault.downcast_ref::<String>().cloned().unwrap_or_else(|| case.name.clone()))
    };
    cases.par_iter().filter_map(fault).collect()
}

#[test]
fn answers_at_every_scale() {
    for (name, mesh) in meshes() {
        let exponents: Vec<_> = SCALES.collect();
        let cases: Vec<_> = exponents.par_iter().map(|&exponent| Case::new(name, &mesh, exponent)).collect();
        on_every_level(|level| {
            let faults = faults(&cases, |case| case.check(level));
            assert!(faults.is_empty(), "{name}: {} of {} scales", faults.len(), cases.len());
        });
    }
}

/// Triangles with edges of 1e-7: a sphere that touches one, and one that does not.
#[test]
fn edges_of_a_ten_millionth() {
    let mesh = TestMesh::new(vec![[0.0; 3], [1e-7, 0.0, 1e-7], [0.0, 1e-7, 1e-7]], vec![0, 1, 2]);
    let points = [Vec3::new(2.5e-9, 2.5e-9, 1e-8), Vec3::new(3e-8, 3e-8, 6.2e-8)];
    let radii = [2.94449e-9, 1.1547e-10];
    let queries = || points.into_iter().zip(radii);
    let spheres: Vec<_> = queries().map(|(center, radius)| Sphere { center, radius }).collect();
    let near: Vec<_> = queries().map(|(point, max_distance)| PointQuery { point, max_distance }).collect();
    let all: Vec<_> = points.map(|point| PointQuery { point, max_distance: f32::INFINITY }).to_vec();
    for variant in &VARIANTS {
        let cooked = Mesh::build(&mesh.input(), (variant.options)()).unwrap();
        on_every_level(|level| {
            let name = format!("{}, {}", variant.name, level.name());
            let mut touches = [9; 2];
            cooked.overlap_sphere(&spheres, &filters()[0], &mut touches[..]).unwrap();
            assert_eq!(touches, [1, 0], "{name}");
            let nothing =
                ClosestPoint { point: Vec3::ZERO, distance: 0.0, triangle: 0, feature: Feature::Face };
            let mut closest = [nothing; 2];
            cooked.closest_point(&all, &filters()[0], &mut closest[..]).unwrap();
            for (found, expected) in closest.iter().zip([2.88675e-9, 1.1547e-9]) {
                assert!((found.distance / expected - 1.0).abs() < 1e-5, "{name}: {found:?}");
            }
            cooked.closest_point(&near, &filters()[0], &mut closest[..]).unwrap();
            assert_eq!(closest.map(|found| found.distance.is_finite()), [true, false], "{name}");
        });
    }
}
