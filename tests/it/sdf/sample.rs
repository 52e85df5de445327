//! Samples against interpolants in f64, alone and in batches, on every instruction set.

use crate::common::field::*;
use crate::common::queries::on_every_level;
use carom::ErrorKind;
use carom::geometry::Vec3;
use carom::sdf::*;
use fastrand::Rng;

const NONE: SdfSample = SdfSample { distance: 0.0, gradient: Vec3::ZERO };

/// Half a unit in the last place of 1.
const U: f64 = 1.0 / 16_777_216.0;

fn sample(sdf: &Sdf, points: &[Vec3], interpolation: Interpolation) -> Vec<SdfSample> {
    let mut samples = vec![NONE; points.len()];
    sdf.sample(points, interpolation, &mut samples[..]).unwrap();
    samples
}

fn bits(sample: &SdfSample) -> [u32; 4] {
    let [x, y, z] = sample.gradient.to_array();
    [sample.distance, x, y, z].map(f32::to_bits)
}

/// The error of three interpolations, one after another, is less than 24 u of the largest value; that of a
/// gradient less than twice that over the cell. Tricubic weights are as large as 1.25 in sum on each axis,
/// and each is off by some units.
fn check(exact: &Exact, found: &SdfSample, factor: f64, what: &str) {
    let tolerance = factor * U * exact.largest + 1e-44;
    let error = (f64::from(found.distance) - exact.distance).abs();
    assert!(error <= tolerance, "{what}: {found:?} {} off by {error:e}", exact.distance);
    for axis in 0..3 {
        let error = (f64::from(found.gradient[axis]) - exact.gradient[axis]).abs();
        let tolerance = 2.0 * tolerance / exact.widths[axis] + 8.0 * U;
        assert!(error <= tolerance, "{what}: {found:?} {:?} off by {error:e}", exact.gradient);
    }
}

#[test]
fn dense_samples_are_the_interpolants() {
    let rng = &mut Rng::with_seed(1);
    for round in 0..300 {
        let grid = random_grid(rng);
        let field = Field { values: random_values(&grid, rng), grid };
        let sdf = field.cook(Storage::Dense);
        let points = random_points(&grid, 200, rng);
        let linear = sample(&sdf, &points, Interpolation::Linear);
        let cubic = sample(&sdf, &points, Interpolation::Cubic);
        for (i, &point) in points.iter().enumerate() {
            let what = format!("round {round}: {grid:?} {point:?}");
            check(&field.trilinear(point), &linear[i], 24.0, &what);
            check(&field.tricubic(point), &cubic[i], 200.0, &what);
        }
    }
}

#[test]
fn samples_at_nodes_are_the_stored_values() {
    let rng = &mut Rng::with_seed(2);
    for _ in 0..100 {
        let grid = random_grid(rng);
        let field = Field { values: random_values(&grid, rng), grid };
        let sdf = field.cook(Storage::Dense);
        // Nodes that rounding has put in one place are one node.
        let distinct = |[x, y, z]: [u32; 3]| {
            [x, y, z].into_iter().enumerate().all(|(axis, node)| {
                node + 2 >= grid.dims()[axis] || grid.coordinate(axis, node) < grid.coordinate(axis, node + 1)
            })
        };
        let nodes: Vec<[u32; 3]> = field.nodes().filter(|&node| distinct(node)).collect();
        let points: Vec<Vec3> = nodes.iter().map(|&node| grid.node(node)).collect();
        for interpolation in [Interpolation::Linear, Interpolation::Cubic] {
            let samples = sample(&sdf, &points, interpolation);
            for (&node, sample) in nodes.iter().zip(samples) {
                assert_eq!(sample.distance, field.value(node), "{grid:?} {node:?} {interpolation:?}");
            }
        }
    }
}

#[test]
fn batches_levels_and_copies_give_the_same_bits() {
    let rng = &mut Rng::with_seed(3);
    let mut fields: Vec<Field> = (0..20)
        .map(|_| {
            let grid = random_grid(rng);
            Field { values: random_values(&grid, rng), grid }
        })
        .collect();
    fields.push(Field::of(unit_grid(41), ball([0.1, 0.0, 0.0], 0.3)));
    for field in &fields {
        let points = random_points(&field.grid, 333, rng);
        for storage in [Storage::Dense, Storage::Bricks16, Storage::Bricks8] {
            let sdf = field.cook(storage);
            let opened = Sdf::open_copy(sdf.bytes()).unwrap();
            for interpolation in [Interpolation::Linear, Interpolation::Cubic] {
                let alone: Vec<[u32; 4]> =
                    points.iter().map(|point| bits(&sample(&sdf, &[*point], interpolation)[0])).collect();
                on_every_level(|level| {
                    for sdf in [&sdf, &opened] {
                        let together = sample(sdf, &points, interpolation);
                        let together: Vec<[u32; 4]> = together.iter().map(bits).collect();
                        assert_eq!(together, alone, "{:?} {storage:?} {}", field.grid, level.name());
                    }
                });
            }
        }
    }
}

#[test]
fn outside_the_distance_to_the_box_is_added() {
    let field = Field::of(unit_grid(9), |_| 0.25);
    for storage in [Storage::Dense, Storage::Bricks16] {
        let sdf = field.cook_with(StorageOptions {
            storage,
            band: f32::INFINITY,
            far_error: 0.0,
            ..StorageOptions::default()
        });
        let points = [Vec3::new(3.0, 0.0, 0.0), Vec3::new(4.0, -5.0, 0.5), Vec3::new(1e18, 0.0, 0.0)];
        let samples = sample(&sdf, &points, Interpolation::Linear);
        let near = |a: f32, b: f32| (a - b).abs() <= b.abs() * 1e-4;
        assert!(near(samples[0].distance, 2.25) && samples[0].gradient == Vec3::X);
        assert!(
            near(samples[1].distance, 5.25) && samples[1].gradient.distance(Vec3::new(0.6, -0.8, 0.0)) < 1e-6
        );
        assert_eq!(samples[2].distance, 1e18);
    }
}

#[test]
fn cubic_is_nearer_on_smooth_surfaces() {
    let field = Field::of(unit_grid(33), ball([0.0; 3], 0.6));
    let sdf = field.cook(Storage::Dense);
    let rng = &mut Rng::with_seed(4);
    let (mut linear_error, mut cubic_error) = (0.0_f64, 0.0_f64);
    for _ in 0..2000 {
        let direction = Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5).normalize();
        let point = direction * (0.5 + 0.2 * rng.f32());
        let truth = ball([0.0; 3], 0.6)(point.to_array().map(f64::from));
        let error = |kind| (f64::from(sample(&sdf, &[point], kind)[0].distance) - truth).abs();
        linear_error = linear_error.max(error(Interpolation::Linear));
        cubic_error = cubic_error.max(error(Interpolation::Cubic));
    }
    assert!(linear_error < 2e-3 && cubic_error < 1e-4, "{linear_error} {cubic_error}");
}

#[test]
fn fields_without_a_surface_are_infinitely_far() {
    let grid = unit_grid(5);
    let values = vec![f32::INFINITY; 125];
    for storage in [Storage::Dense, Storage::Bricks16, Storage::Bricks8] {
        let options = StorageOptions { storage, ..StorageOptions::default() };
        let sdf = Sdf::build(&grid, &values, Some(&[7; 125]), &options).unwrap();
        let sdf = Sdf::open_copy(sdf.bytes()).unwrap();
        assert!(sdf.stats().is_infinite && sdf.error() == 0.0);
        for points in [&[Vec3::ZERO][..], &[Vec3::splat(9.0); 20]] {
            for interpolation in [Interpolation::Linear, Interpolation::Cubic] {
                for sample in sample(&sdf, points, interpolation) {
                    assert_eq!(sample, SdfSample { distance: f32::INFINITY, gradient: Vec3::ZERO });
                }
            }
        }
    }
}

#[test]
fn bad_points_are_errors_that_name_the_element() {
    let sdf = Field::of(unit_grid(3), |_| 1.0).cook(Storage::Dense);
    for (bad, message) in [
        (Vec3::new(0.0, f32::NAN, 0.0), "points[1].y: NaN is not finite"),
        (Vec3::new(0.0, 0.0, f32::NEG_INFINITY), "points[1].z: -inf is not finite"),
        (
            Vec3::new(2e18, 0.0, 0.0),
            "points[1].x: 2e18 exceeds 1.1529215e18, the largest coordinate and length",
        ),
    ] {
        let mut samples = [SdfSample { distance: 7.0, gradient: Vec3::X }; 2];
        let error = sdf.sample(&[Vec3::ZERO, bad], Interpolation::Linear, &mut samples[..]).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert_eq!(samples, [SdfSample { distance: 7.0, gradient: Vec3::X }; 2]);
    }
    let error = sdf.sample(&[Vec3::ZERO], Interpolation::Linear, &mut [NONE; 2][..]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert_eq!(error.to_string(), "answers: room for 2, but there are 1 queries");
}
