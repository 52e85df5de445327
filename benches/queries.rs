//! The times of each kind of query, of building, and of distance fields. A group is a kernel, and has every
//! mesh, layout and instruction set that this machine has. Before a query is timed, its answers are compared
//! between all of them.
//!
//!     cargo bench                          # everything
//!     cargo bench -- closest_hit/skull     # those with this in their names
//!     cargo bench -- --test                # each once, untimed

mod fields;
mod scene;

use carom::SimdLevel;
use carom::geometry::{Feature, Vec3};
use carom::mesh::{
    ClosestPoint, ContactEdges, CookOptions, Crossing, Filter, LayoutKind, Mesh, NO_TRIANGLE, Quality,
    RayHit, ShapeHit,
};
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, measurement::WallTime};
use scene::{QUESTIONS, Questions, Scene, choose};
use std::fmt::Debug;
use std::hint::black_box;

/// Room for lists: so many items a question.
const ITEMS: usize = 400;

/// The buffers of lists.
#[derive(Debug, PartialEq)]
struct List<T> {
    offsets: Vec<u64>,
    items: Vec<T>,
}

impl<T: Clone> List<T> {
    fn room(empty: T) -> List<T> {
        List { offsets: vec![0; QUESTIONS + 1], items: vec![empty; ITEMS * QUESTIONS] }
    }
}

/// A cooked mesh, and the instruction set with which it is asked.
struct Way {
    name: String,
    level: Option<SimdLevel>,
    mesh: Mesh<'static>,
}

/// COMPACT and DELTA, which know no instruction sets, and WIDE with each.
fn ways(scene: &Scene) -> Vec<Way> {
    let cook = |layout| {
        let options = CookOptions { layout, ..CookOptions::default() };
        Mesh::build(&scene.input(), options).expect("the mesh is valid")
    };
    let binary = [LayoutKind::Compact, LayoutKind::Delta].map(|layout| Way {
        name: layout.name().into(),
        level: None,
        mesh: cook(layout),
    });
    let wide = SimdLevel::available().map(|level| Way {
        name: format!("wide-{}", level.name()),
        level: Some(level),
        mesh: cook(LayoutKind::Wide),
    });
    binary.into_iter().chain(wide).collect()
}

/// The meshes in all ways, with their questions.
struct Bench<'a> {
    criterion: &'a mut Criterion,
    scenes: Vec<(Scene, Questions, Vec<Way>)>,
}

impl Bench<'_> {
    /// A group: `ask` answers all questions of its kind into the buffers that `room` makes.
    fn kernel<A: PartialEq + Debug>(
        &mut self,
        name: &str,
        room: impl Fn() -> A,
        ask: impl Fn(&Mesh, &Questions, &mut A),
    ) {
        let mut group = self.criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(QUESTIONS as u64));
        for (scene, questions, ways) in &self.scenes {
            let mut expected: Option<A> = None;
            for way in ways {
                choose(way.level);
                let mut answers = room();
                ask(&way.mesh, questions, &mut answers);
                match &expected {
                    Some(expected) => assert!(*expected == answers, "{name}/{}/{}", scene.name, way.name),
                    None => expected = Some(answers),
                }
            }
            for way in ways {
                choose(way.level);
                let mut answers = room();
                group.bench_function(BenchmarkId::new(scene.name, &way.name), |bencher| {
                    bencher.iter(|| ask(black_box(&way.mesh), black_box(questions), black_box(&mut answers)));
                });
            }
        }
        choose(None);
        group.finish();
    }

    fn build(&mut self, name: &str, quality: Quality) {
        let mut group: BenchmarkGroup<WallTime> = self.criterion.benchmark_group(name);
        group.sample_size(10);
        for (scene, questions, _) in &self.scenes {
            group.throughput(Throughput::Elements(scene.triangle_count() as u64));
            let cook = |layout| {
                let options = CookOptions { layout, quality, thread_count: 1, ..CookOptions::default() };
                Mesh::build(&scene.input(), options).expect("the mesh is valid")
            };
            let hits = |layout| {
                let mut hits = vec![RayHit::MISS; QUESTIONS];
                let asked = cook(layout).raycast(&questions.rays, &Filter::default(), &mut hits[..]);
                asked.expect("the questions are valid");
                hits
            };
            for layout in LayoutKind::ALL {
                assert!(hits(layout) == hits(LayoutKind::Wide), "{name}/{}", scene.name);
            }
            for layout in LayoutKind::ALL {
                group.bench_function(BenchmarkId::new(scene.name, layout.name()), |bencher| {
                    bencher.iter(|| cook(black_box(layout)));
                });
            }
        }
        group.finish();
    }
}

fn main() {
    let mut criterion = Criterion::default()
        .configure_from_args()
        .warm_up_time(std::time::Duration::from_millis(500))
        .measurement_time(std::time::Duration::from_secs(2))
        .sample_size(30);
    let scenes = [Scene::skull(), Scene::terrain()].map(|scene| {
        let (questions, ways) = (Questions::new(&scene), ways(&scene));
        (scene, questions, ways)
    });
    let mut bench = Bench { criterion: &mut criterion, scenes: scenes.into() };

    const VALID: &str = "the questions are valid";
    let all = &Filter::default();
    let nothing = ClosestPoint {
        point: Vec3::ZERO,
        distance: f32::INFINITY,
        triangle: NO_TRIANGLE,
        feature: Feature::Face,
    };
    let flags = || vec![0u8; QUESTIONS];
    bench.kernel(
        "closest_hit",
        || vec![RayHit::MISS; QUESTIONS],
        |mesh, questions, hits| mesh.raycast(&questions.rays, all, &mut hits[..]).expect(VALID),
    );
    bench.kernel("any_hit", flags, |mesh, questions, answers| {
        mesh.occluded(&questions.rays, all, &mut answers[..]).expect(VALID);
    });
    bench.kernel(
        "all_hits",
        || List::room(RayHit::MISS),
        |mesh, questions, found| {
            let List { offsets, items } = found;
            let lists =
                mesh.raycast_all(&questions.rays, all, &mut offsets[..], &mut items[..]).expect(VALID);
            assert!(lists.written == lists.total, "{lists:?}");
        },
    );
    bench.kernel(
        "crossings",
        || List::room(Crossing::default()),
        |mesh, questions, found| {
            let List { offsets, items } = found;
            let lists = mesh.crossings(&questions.rays, all, &mut offsets[..], &mut items[..]).expect(VALID);
            assert!(lists.written == lists.total, "{lists:?}");
        },
    );
    bench.kernel("sphere_overlap", flags, |mesh, questions, answers| {
        mesh.overlap_sphere(&questions.spheres, all, &mut answers[..]).expect(VALID);
    });
    bench.kernel("capsule_overlap", flags, |mesh, questions, answers| {
        mesh.overlap_capsule(&questions.capsules, all, &mut answers[..]).expect(VALID);
    });
    bench.kernel("box_overlap", flags, |mesh, questions, answers| {
        mesh.overlap_box(&questions.boxes, all, &mut answers[..]).expect(VALID);
    });
    bench.kernel(
        "closest_point_near",
        || vec![nothing; QUESTIONS],
        |mesh, questions, found| mesh.closest_point(&questions.near, all, &mut found[..]).expect(VALID),
    );
    bench.kernel(
        "closest_point_far",
        || vec![nothing; QUESTIONS],
        |mesh, questions, found| mesh.closest_point(&questions.far, all, &mut found[..]).expect(VALID),
    );
    bench.kernel(
        "box_list",
        || List::room(NO_TRIANGLE),
        |mesh, questions, found| {
            let List { offsets, items } = found;
            let lists =
                mesh.candidates_aabb(&questions.aabbs, all, &mut offsets[..], &mut items[..]).expect(VALID);
            assert!(lists.written == lists.total, "{lists:?}");
        },
    );
    bench.kernel(
        "sphere_cast",
        || vec![ShapeHit::MISS; QUESTIONS],
        |mesh, questions, hits| {
            mesh.cast_sphere(&questions.casts, all, ContactEdges::Smooth, &mut hits[..]).expect(VALID)
        },
    );
    bench.build("build_fast", Quality::Fast);
    bench.build("build_medium", Quality::Medium);
    bench.build("build_high", Quality::High);
    let scenes = std::mem::take(&mut bench.scenes);
    fields::fields(&mut criterion, scenes.iter().map(|(scene, questions, _)| (scene, questions)));
    criterion.final_summary();
}
