//! Samples of a field: distances, and distances with gradients, in every storage.

use super::ask::{self, COUNT, Points};
use super::carom::{Carom, avx2};
#[cfg(peer = "openvdb_fields")]
use super::openvdb;
#[cfg(peer = "openvdb_fields")]
use super::rival::HALF_WIDTH;
use super::scalar::Scalar;
use super::subject::Subject;
use crate::measure::median;
use crate::report::{Record, Report, print_columns};
use crate::work::Work;
use anyhow::Result;
use carom::geometry::Vec3;
use carom::sdf::{Distances, Interpolation, Sdf, SdfSample, Storage, StorageOptions};
use carom::{SimdLevel, set_simd_level};
use cpu_time::ThreadTime;

/// The buffers of answers.
struct Answers {
    distances: Vec<f32>,
    samples: Vec<SdfSample>,
    gradients: Vec<[f32; 3]>,
}

/// Answers points, with or without gradients.
type Ask<'a> = Box<dyn FnMut(&Points, bool, &mut Answers) + 'a>;

struct Sampler<'a> {
    library: &'static str,
    configuration: &'static str,
    bytes: usize,
    ask: Ask<'a>,
    /// True if it knows the field near the surface alone.
    near: bool,
    /// True if, without gradients, it can be asked for nothing but pixels.
    pixels: bool,
}

impl Sampler<'_> {
    fn can(&self, points: &Points, gradients: bool) -> bool {
        gradients || !self.pixels || !points.slices.is_empty()
    }
}

fn ours<'a>(configuration: &'static str, field: &'a Sdf, level: Option<SimdLevel>) -> Sampler<'a> {
    let ask: Ask = Box::new(move |points, gradients, answers| {
        set_simd_level(level).expect("it was available before");
        if gradients {
            let samples = &mut answers.samples[..];
            return field.sample(&points.points, Interpolation::Linear, samples).expect("points are finite");
        }
        for (slice, pixels) in points.slices.iter().zip(answers.distances.chunks_exact_mut(COUNT / 4)) {
            field.slice(slice, pixels).expect("there is room for the pixels");
        }
    });
    Sampler { library: "carom", configuration, bytes: field.bytes().len(), ask, near: false, pixels: true }
}

fn scalar<'a>(distances: &'a Distances) -> Sampler<'a> {
    let field = Scalar::new(&distances.grid, &distances.values);
    let ask: Ask = Box::new(move |points, gradients, answers| {
        if gradients {
            let answers = answers.distances.iter_mut().zip(&mut answers.gradients);
            for (&point, (distance, to)) in points.points.iter().zip(answers) {
                let (found, gradient) = field.sample_gradient(point);
                (*distance, *to) = (found, gradient.to_array());
            }
        } else {
            let answers = points.points.iter().zip(&mut answers.distances);
            answers.for_each(|(&point, to)| *to = field.sample(point));
        }
    });
    let bytes = size_of_val(distances.values.as_slice());
    Sampler { library: "scalar", configuration: "dense array", bytes, ask, near: false, pixels: false }
}

#[cfg(peer = "openvdb_fields")]
fn theirs(configuration: &'static str, field: openvdb::Field, near: bool) -> Sampler<'static> {
    let bytes = field.bytes();
    let ask: Ask = Box::new(move |points, gradients, answers| {
        let points: &[[f32; 3]] = bytemuck::cast_slice(&points.points);
        if gradients {
            field.sample_gradients(points, &mut answers.distances, &mut answers.gradients);
        } else {
            field.sample(points, &mut answers.distances);
        }
    });
    Sampler { library: "openvdb", configuration, bytes, ask, near, pixels: false }
}

/// The results of a sampler at a kind of points: seconds a round without and with gradients, and the largest
/// error in cells.
#[derive(Default)]
struct Standing {
    seconds: [Vec<f64>; 2],
    error: f64,
}

impl Standing {
    /// Samples a second, without or with gradients.
    fn rate(&self, gradients: bool) -> f64 {
        COUNT as f64 / median(self.seconds[usize::from(gradients)].clone())
    }
}

/// The number of turns of everyone. A turn is short.
const ROUNDS: usize = 9;

fn measure(
    subject: &Subject,
    distances: &Distances,
    points: &Points,
    samplers: &mut [Sampler],
) -> Vec<Standing> {
    let mut answers = Answers {
        distances: vec![0.0; COUNT],
        samples: vec![SdfSample { distance: 0.0, gradient: Vec3::ZERO }; COUNT],
        gradients: vec![[0.0; 3]; COUNT],
    };
    let exact = Scalar::new(&distances.grid, &distances.values);
    let exact: Vec<f64> = points.points.iter().map(|&point| exact.exact(point)).collect();
    let mut standings: Vec<Standing> = Vec::new();
    for sampler in samplers.iter_mut() {
        (sampler.ask)(points, true, &mut answers);
        let found = |i: usize| match sampler.library {
            "carom" => answers.samples[i].distance,
            _ => answers.distances[i],
        };
        let errors = exact.iter().enumerate().map(|(i, exact)| (exact - f64::from(found(i))).abs());
        let error = errors.fold(0.0, f64::max) / f64::from(subject.grid.cell());
        standings.push(Standing { error, ..Standing::default() });
    }
    for _ in 0..ROUNDS {
        for (sampler, standing) in samplers.iter_mut().zip(&mut standings) {
            for gradients in [false, true] {
                if !sampler.can(points, gradients) {
                    continue;
                }
                let mut seconds = 0.0;
                // Once to warm the cache, each for itself.
                for _ in 0..2 {
                    let start = ThreadTime::now();
                    (sampler.ask)(points, gradients, &mut answers);
                    seconds = start.elapsed().as_secs_f64();
                }
                standing.seconds[usize::from(gradients)].push(seconds.max(1e-9));
            }
        }
    }
    standings
}

/// The work on one mesh.
pub(super) fn run(subject: &Subject, wanted: impl Fn(&str) -> bool, report: &mut Report) -> Result<()> {
    let distances = Carom::DEFAULT.generate(subject)?;
    let store = |storage| distances.store(&StorageOptions { storage, ..StorageOptions::default() });
    let [dense, bricks16, bricks8] =
        [store(Storage::Dense)?, store(Storage::Bricks16)?, store(Storage::Bricks8)?];
    let mut samplers =
        vec![ours("dense", &dense, None), ours("bricks16", &bricks16, None), ours("bricks8", &bricks8, None)];
    if let Some(level) = avx2() {
        samplers.push(ours("dense avx2", &dense, Some(level)));
        samplers.push(ours("bricks16 avx2", &bricks16, Some(level)));
        samplers.push(ours("bricks8 avx2", &bricks8, Some(level)));
    }
    samplers.push(scalar(&distances));
    #[cfg(peer = "openvdb_fields")]
    if wanted("openvdb") {
        let whole = openvdb::Field::whole(&distances.grid, &distances.values)?;
        samplers.push(theirs("whole field", whole, false));
        samplers.push(theirs("band", openvdb::Field::band(subject, HALF_WIDTH, true)?, true));
    }
    #[cfg(not(peer = "openvdb_fields"))]
    let _ = wanted;
    for points in ask::all(subject) {
        let standings = measure(subject, &distances, &points, &mut samplers);
        print(subject, &points, &samplers, &standings, report);
    }
    set_simd_level(None)?;
    for (name, field) in [("bricks16", &bricks16), ("bricks8", &bricks8)] {
        let (stats, cell) = (field.stats(), subject.grid.cell());
        println!(
            "   carom {name}: errors up to {:.1e} cells near the surface, {:.1e} elsewhere",
            stats.near_error / cell,
            stats.far_error / cell
        );
    }
    Ok(())
}

fn print(
    subject: &Subject,
    points: &Points,
    samplers: &[Sampler],
    standings: &[Standing],
    report: &mut Report,
) {
    let name = format!("{}_{}", Work::SdfSample.name(), points.name);
    let heads = [format!("   {name}, M/s"), "distance".into(), "and gradient".into(), "bytes a node".into()];
    let mut lines = vec![heads.to_vec()];
    lines[0].push("max error, cells".to_owned());
    for (sampler, standing) in samplers.iter().zip(standings) {
        if sampler.near && points.name != "near" {
            continue;
        }
        let rates = [false, true].map(|gradients| standing.rate(gradients));
        lines.push(vec![
            format!("   {} {}", sampler.library, sampler.configuration),
            if rates[0].is_nan() { "-".to_owned() } else { format!("{:.1}", rates[0] / 1e6) },
            format!("{:.1}", rates[1] / 1e6),
            format!("{:.2}", sampler.bytes as f64 / subject.grid.node_count() as f64),
            format!("{:.1e}", standing.error),
        ]);
        for (gradients, rate) in
            ["", " with gradient"].into_iter().zip(rates).filter(|(_, rate)| !rate.is_nan())
        {
            report.keep(Record {
                work: name.clone(),
                mesh: subject.mesh.name.clone(),
                triangles: subject.mesh.triangles.len(),
                library: sampler.library,
                configuration: format!("{}{gradients}", sampler.configuration),
                threads: 1,
                value: rate,
                unit: Work::SdfSample.unit(),
                higher_is_better: true,
                bytes_per_triangle: sampler.bytes as f64 / subject.mesh.triangles.len() as f64,
            });
        }
    }
    print_columns(&lines);
}
