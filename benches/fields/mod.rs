//! Distance fields: generation, and samples in each storage; for each instruction set.

use crate::scene::{Questions, Scene, choose};
use carom::SimdLevel;
use carom::geometry::Vec3;
use carom::sdf::{
    Distances, GenerateOptions, Grid, Interpolation, Sdf, SdfSample, Storage, StorageOptions, generate,
};
use criterion::{BenchmarkId, Criterion, Throughput};
use std::hint::black_box;

/// Cells along the longest side.
const CELLS: u32 = 64;

const STORAGES: [(&str, Storage); 3] =
    [("dense", Storage::Dense), ("bricks16", Storage::Bricks16), ("bricks8", Storage::Bricks8)];

const VALID: &str = "the field and the questions are valid";

fn field(scene: &Scene, grid: &Grid) -> Distances {
    let options = GenerateOptions { thread_count: 1, ..GenerateOptions::default() };
    generate(&scene.input(), grid, options).expect(VALID)
}

fn samples(field: &Sdf, points: &[Vec3], samples: &mut [SdfSample]) {
    field.sample(points, Interpolation::Linear, samples).expect(VALID);
}

/// A group for generation, and one for samples near the surface.
pub(crate) fn fields<'a>(
    criterion: &mut Criterion,
    scenes: impl Iterator<Item = (&'a Scene, &'a Questions)>,
) {
    for (scene, questions) in scenes {
        let grid = Grid::around(&scene.bounds(), CELLS, 2).expect(VALID);
        let expected = field(scene, &grid);
        let mut group = criterion.benchmark_group("sdf_generate");
        group.sample_size(10).throughput(Throughput::Elements(grid.node_count()));
        for level in SimdLevel::available() {
            choose(Some(level));
            assert!(field(scene, &grid).values == expected.values, "{}/{}", scene.name, level.name());
            group.bench_function(BenchmarkId::new(scene.name, level.name()), |bencher| {
                bencher.iter(|| field(scene, black_box(&grid)));
            });
        }
        choose(None);
        group.finish();

        let points: Vec<Vec3> = questions.near.iter().map(|query| query.point).collect();
        let mut group = criterion.benchmark_group("sdf_sample");
        group.throughput(Throughput::Elements(points.len() as u64));
        let mut answers = vec![SdfSample { distance: 0.0, gradient: Vec3::ZERO }; points.len()];
        for (name, storage) in STORAGES {
            let stored =
                expected.store(&StorageOptions { storage, ..StorageOptions::default() }).expect(VALID);
            samples(&stored, &points, &mut answers);
            let expected = answers.clone();
            for level in SimdLevel::available() {
                choose(Some(level));
                samples(&stored, &points, &mut answers);
                assert!(answers == expected, "{}/{name}/{}", scene.name, level.name());
                let id = BenchmarkId::new(scene.name, format!("{name}-{}", level.name()));
                group.bench_function(id, |bencher| {
                    bencher.iter(|| samples(black_box(&stored), black_box(&points), &mut answers));
                });
            }
            choose(None);
        }
        group.finish();
    }
}
