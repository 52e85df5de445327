//! Promises that are not about single answers: no allocation, many threads, the same bytes from any
//! number of threads, progress and cancelling, attributes and order.

#[path = "common/allocator.rs"]
mod allocator;
mod common;

use allocator::allocations;
use carom::ErrorKind;
use carom::geometry::*;
use carom::hull::Hull;
use carom::mesh::*;
use common::effort::effort;
use common::queries::{Counts, Queries};
use common::{VARIANTS, asset, cook, sphere};

/// All answers of a mesh to a batch of each query, as bytes.
struct Answers {
    hits: Vec<RayHit>,
    surface: Vec<SurfacePoint>,
    triangles: Vec<(Triangle, u16)>,
    bytes: [Vec<u8>; 4],
    closest: Vec<ClosestPoint>,
    casts: Vec<ShapeHit>,
    all: Vec<RayHit>,
    crossings: Vec<Crossing>,
    lists: [Vec<u32>; 4],
    offsets: Vec<u64>,
}

impl Answers {
    fn room(queries: &Queries) -> Answers {
        let n = queries.rays.len();
        let none = ClosestPoint { point: Vec3::ZERO, distance: 0.0, triangle: 0, feature: Feature::Face };
        Answers {
            hits: vec![RayHit::MISS; n],
            surface: vec![SurfacePoint::MISS; n],
            triangles: vec![(Triangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO), 0); 3],
            bytes: std::array::from_fn(|_| vec![0; n]),
            closest: vec![none; n],
            casts: vec![ShapeHit::MISS; n],
            all: vec![RayHit::MISS; 5 * n],
            crossings: vec![Crossing::default(); 5 * n],
            lists: std::array::from_fn(|_| vec![0; 20 * n]),
            offsets: vec![0; n + 1],
        }
    }

    fn ask(&mut self, mesh: &Mesh, queries: &Queries) {
        let filter = &Filter { exclude: 8, ..Filter::default() };
        mesh.raycast(&queries.rays, filter, &mut self.hits[..]).unwrap();
        mesh.raycast_surface(&queries.rays, filter, &mut self.hits[..], &mut self.surface[..]).unwrap();
        mesh.triangles_at(&[7, 1, 7], &mut self.triangles[..]).unwrap();
        mesh.occluded(&queries.rays, filter, &mut self.bytes[0][..]).unwrap();
        mesh.raycast_all(&queries.rays, filter, &mut self.offsets[..], &mut self.all[..]).unwrap();
        mesh.crossings(&queries.rays, filter, &mut self.offsets[..], &mut self.crossings[..]).unwrap();
        mesh.overlap_sphere(&queries.spheres, filter, &mut self.bytes[1][..]).unwrap();
        mesh.overlap_capsule(&queries.capsules, filter, &mut self.bytes[2][..]).unwrap();
        mesh.overlap_box(&queries.boxes, filter, &mut self.bytes[3][..]).unwrap();
        mesh.overlap_sphere_all(&queries.spheres, filter, &mut self.offsets[..], &mut self.lists[0][..])
            .unwrap();
        mesh.overlap_capsule_all(&queries.capsules, filter, &mut self.offsets[..], &mut self.lists[2][..])
            .unwrap();
        mesh.overlap_box_all(&queries.boxes, filter, &mut self.offsets[..], &mut self.lists[3][..]).unwrap();
        mesh.candidates_aabb(&queries.aabbs, filter, &mut self.offsets[..], &mut self.lists[1][..]).unwrap();
        mesh.closest_point(&queries.points, filter, &mut self.closest[..]).unwrap();
        mesh.cast_sphere(&queries.casts, filter, ContactEdges::Smooth, &mut self.casts[..]).unwrap();
    }

    fn same(&self, other: &Answers) -> bool {
        self.hits == other.hits
            && self.surface == other.surface
            && self.triangles == other.triangles
            && self.bytes == other.bytes
            && self.closest == other.closest
            && self.casts == other.casts
            && self.all == other.all
            && self.crossings == other.crossings
            && self.lists == other.lists
            && self.offsets == other.offsets
    }
}

#[test]
fn queries_allocate_nothing() {
    let mesh = sphere(40, 1.0);
    let queries = Queries::random(&mesh, 1, Counts { rays: 300, others: 300 });
    for (name, cooked) in common::cook_all(&mesh) {
        let mut answers = Answers::room(&queries);
        let before = allocations();
        answers.ask(&cooked, &queries);
        assert_eq!(allocations() - before, 0, "{name}");
        assert!(answers.hits.iter().any(RayHit::is_hit) && answers.bytes[3].contains(&1), "{name}");
    }
}

#[test]
fn queries_of_hulls_allocate_nothing() {
    let mesh = sphere(40, 1.0);
    let corners =
        [[0.0; 3], [0.5, 0.0, 0.1], [0.0, 0.5, 0.1], [0.1, 0.0, 0.5], [0.4, 0.4, 0.4]].map(Vec3::from);
    let hulls = [Hull::build(&corners).unwrap(), Hull::build(&corners[..3]).unwrap()];
    // A corner is on a vertex of the mesh, so that exact signs are asked for.
    let count = effort(9, 200);
    let shapes: Vec<HullPose> = (0..count)
        .map(|i| {
            let rotation = Quat::from_xyzw(0.5, 0.5, if i % 2 == 0 { 0.5 } else { -0.5 }, 0.5);
            let pose = Pose { rotation, translation: Vec3::from(mesh.positions[i * 5]), scale: 0.5 };
            hulls[i % 2].at(pose.matrix(String::new).unwrap())
        })
        .collect();
    for (name, cooked) in common::cook_all(&mesh) {
        let filter = &Filter::default();
        let (mut touched, mut offsets) = (vec![0u8; count], vec![0u64; count + 1]);
        let mut list = vec![0u32; 10_000];
        let mut contacts = vec![Contact::default(); 10_000];
        let before = allocations();
        cooked.overlap_hull(&shapes, filter, &mut touched[..]).unwrap();
        let lists = cooked.overlap_hull_all(&shapes, filter, &mut offsets[..], &mut list[..]).unwrap();
        let options = &ContactOptions { max_distance: 0.05, ..ContactOptions::default() };
        let contacts = cooked.contacts_hull(&shapes, filter, options, &mut (), &mut contacts[..]).unwrap();
        assert_eq!(allocations() - before, 0, "{name}");
        let casts: Vec<HullCast> = (0..effort(6, 40))
            .map(|i| {
                let displacement = if i % 2 == 0 { Vec3::new(0.1, 0.2, -0.7) } else { Vec3::ZERO };
                HullCast { shape: shapes[i], displacement }
            })
            .collect();
        let (mut hits, mut all) = (vec![ShapeHit::MISS; casts.len()], vec![ShapeHit::MISS; 20_000]);
        let between = allocations();
        for edges in [ContactEdges::Smooth, ContactEdges::All] {
            cooked.cast_hull(&casts, filter, edges, &mut hits[..]).unwrap();
            let lists = cooked
                .cast_hull_all(&casts, filter, edges, &mut offsets[..=casts.len()], &mut all[..])
                .unwrap();
            assert!(lists.written > casts.len());
        }
        let after = allocations();
        assert_eq!((after - between, hits[1].t), (0, 0.0), "{name}");
        assert!(touched == vec![1; count] && lists.total > count && contacts.total > count, "{name}");
    }
}

#[test]
fn eight_threads_ask_at_once() {
    let mesh = asset("skull");
    let counts = effort(Counts { rays: 800, others: 800 }, Counts { rays: 2000, others: 2000 });
    let queries = Queries::random(&mesh, 2, counts);
    for layout in LayoutKind::ALL {
        let cooked = Mesh::build(&mesh.input(), cook(layout)).unwrap();
        let mut expected = Answers::room(&queries);
        expected.ask(&cooked, &queries);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let mut answers = Answers::room(&queries);
                    answers.ask(&cooked, &queries);
                    assert!(answers.same(&expected), "{layout:?}");
                });
            }
        });
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let mesh = asset(effort("skull", "ribcage"));
    for variant in &VARIANTS {
        let cook = |thread_count| {
            let mut progress = |_: f32| true;
            let options = CookOptions { thread_count, ..(variant.options)() };
            let plain = Mesh::build(&mesh.input(), options).unwrap();
            let options = CookOptions { thread_count, progress: Some(&mut progress), ..(variant.options)() };
            let watched = Mesh::build(&mesh.input(), options).unwrap();
            assert!(plain.bytes() == watched.bytes(), "{}", variant.name);
            plain
        };
        let one = cook(1);
        for &threads in effort(&[0, 3][..], &[0, 2, 3, 8]) {
            assert!(cook(threads).bytes() == one.bytes(), "{}: {threads} threads", variant.name);
        }
    }
}

#[test]
fn progress_rises_and_cancels() {
    let mesh = asset("ribcage");
    let mut seen = Vec::new();
    let mut progress = |fraction: f32| {
        seen.push(fraction);
        true
    };
    let options = CookOptions { progress: Some(&mut progress), ..CookOptions::default() };
    Mesh::build(&mesh.input(), options).unwrap();
    assert!(seen.is_sorted() && seen.last() == Some(&1.0), "{seen:?}");
    let mut cancel = |_: f32| false;
    let options = CookOptions { progress: Some(&mut cancel), ..CookOptions::default() };
    assert!(
        matches!(Mesh::build(&mesh.input(), options), Err(error) if error.kind() == ErrorKind::Cancelled)
    );
}

#[test]
fn the_default_layout_is_wide_and_keeps_its_ids() {
    let mesh = sphere(10, 1.0);
    let cooked = Mesh::build(&mesh.input(), CookOptions::default()).unwrap();
    assert_eq!(cooked.stats().layout, LayoutKind::Wide);
    for layout in [LayoutKind::default(), LayoutKind::Wide, LayoutKind::Delta] {
        let options = CookOptions { cooked_order: true, ..cook(layout) };
        let error = Mesh::build(&mesh.input(), options).err().unwrap();
        assert!(
            error.kind() == ErrorKind::InvalidArgument
                && error.to_string().contains("only for layout COMPACT"),
            "{error}"
        );
    }
}

#[test]
fn presets_are_for_layout_wide() {
    let mesh = sphere(20, 1.0);
    for preset in WidePreset::ALL {
        let options = |layout| CookOptions { layout, preset, ..CookOptions::default() };
        let wide = Mesh::build(&mesh.input(), options(LayoutKind::Wide)).unwrap();
        assert_eq!(wide.stats().preset, preset);
        for layout in [LayoutKind::Compact, LayoutKind::Delta] {
            let other = Mesh::build(&mesh.input(), options(layout));
            match preset {
                WidePreset::Default => assert_eq!(other.unwrap().stats().preset, preset),
                _ => {
                    let message =
                        format!("options.preset: {} is for layout WIDE", preset.name().to_uppercase());
                    let other = other.err().map(|error| (error.kind(), error.to_string()));
                    assert_eq!(other, Some((ErrorKind::InvalidArgument, message)));
                }
            }
        }
    }
}

#[test]
fn cooked_order_is_the_permutation() {
    let mesh = sphere(30, 2.0);
    let compact = || cook(LayoutKind::Compact);
    let options = || CookOptions { cooked_order: true, ..compact() };
    let (plain, order) = Mesh::build_with_order(&mesh.input(), options()).unwrap();
    let (with_map, order_again) = Mesh::build_with_order(&mesh.input(), compact()).unwrap();
    assert_eq!(order, order_again);
    let (stats, other) = (plain.stats(), with_map.stats());
    let n = u64::from(stats.triangle_count);
    assert!(stats.cooked_order && !other.cooked_order);
    assert_eq!((stats.size.nodes, stats.size.leaves, stats.size.triangle_ids), (8 * (n - 1), 8 * n, 0));
    assert_eq!(other.size.triangle_ids, 4 * n);
    let mut sorted = order.clone();
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq(0..n as u32));
    for (place, &index) in order.iter().enumerate() {
        let expected = (mesh.input().triangle(index as usize), mesh.attributes[index as usize]);
        assert_eq!(plain.triangle(place as u32).unwrap(), expected);
        assert_eq!(with_map.triangle(index).unwrap(), expected);
    }
    let mut some = vec![(Triangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO), 0); 17];
    with_map.triangles(100, &mut some[..]).unwrap();
    for (i, found) in some.iter().enumerate() {
        assert_eq!(found.0, mesh.input().triangle(100 + i));
    }
    let error = with_map.triangles(n as u32 - 16, &mut some[..]).unwrap_err();
    let text = format!("first + count: {} + 17 exceeds triangle_count {n}", n - 16);
    assert_eq!((error.kind(), error.to_string()), (ErrorKind::IndexOutOfRange, text));
    let error = with_map.triangle(n as u32).unwrap_err();
    let text = format!("triangle: {n} is not below triangle_count {n}");
    assert_eq!((error.kind(), error.to_string()), (ErrorKind::IndexOutOfRange, text));
    // Answers in cooked order are the same triangles.
    let queries = Queries::random(&mesh, 3, Counts { rays: 500, others: 0 });
    let mut a = vec![RayHit::MISS; 500];
    let mut b = a.clone();
    plain.raycast(&queries.rays, &Filter::default(), &mut a[..]).unwrap();
    with_map.raycast(&queries.rays, &Filter::default(), &mut b[..]).unwrap();
    for (a, b) in a.iter().zip(&b) {
        assert_eq!(a.t, b.t);
        assert_eq!(a.is_hit(), b.is_hit());
    }
}

/// Batches of a larger tree than a second-level cache holds are answered several at once. Their number makes
/// no difference, nor do the other queries of the batch.
#[test]
fn batches_of_any_size_give_the_same_answers() {
    let mesh = asset("forearm");
    let counts = Counts { rays: 70, others: 70 };
    let queries = Queries::random(&mesh, 5, counts);
    let cooked = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
    assert!(cooked.bytes().len() > 1 << 20, "too small to be a test of this");
    let filter = Filter::default();
    let none = ClosestPoint { point: Vec3::ZERO, distance: 0.0, triangle: 0, feature: Feature::Face };
    let ask = |from: usize, to: usize| {
        let mut hits = vec![RayHit::MISS; to - from];
        let mut closest = vec![none; to - from];
        let mut occluded = vec![2; to - from];
        let mut touched = vec![2; to - from];
        cooked.raycast(&queries.rays[from..to], &filter, &mut hits[..]).unwrap();
        cooked.closest_point(&queries.points[from..to], &filter, &mut closest[..]).unwrap();
        cooked.occluded(&queries.rays[from..to], &filter, &mut occluded[..]).unwrap();
        cooked.overlap_sphere(&queries.spheres[from..to], &filter, &mut touched[..]).unwrap();
        (hits, closest, occluded, touched)
    };
    let alone: Vec<_> = (0..70).map(|i| ask(i, i + 1)).collect();
    for size in 1..=70 {
        for from in (0..70).step_by(size) {
            let to = (from + size).min(70);
            let together = ask(from, to);
            for (i, one) in alone[from..to].iter().enumerate() {
                assert_eq!(together.0[i], one.0[0], "ray {} of {size}", from + i);
                assert_eq!(together.1[i], one.1[0], "point {} of {size}", from + i);
                assert_eq!(together.2[i], one.2[0], "ray {} of {size}", from + i);
                assert_eq!(together.3[i], one.3[0], "sphere {} of {size}", from + i);
            }
        }
    }
}

/// Job systems give their fibres little stack. The profile of the tests takes more of it than a release.
#[test]
fn queries_fit_a_small_stack() {
    let source = asset("forearm");
    let queries = Queries::random(&source, 5, Counts { rays: 70, others: 70 });
    let mesh = Mesh::build(&source.input(), cook(LayoutKind::Wide)).unwrap();
    let ask = || {
        for count in [1, 70] {
            let mut answers = Answers::room(&queries);
            let filter = Filter::default();
            mesh.raycast(&queries.rays[..count], &filter, &mut answers.hits[..count]).unwrap();
            mesh.occluded(&queries.rays[..count], &filter, &mut answers.bytes[0][..count]).unwrap();
            mesh.overlap_sphere(&queries.spheres[..count], &filter, &mut answers.bytes[1][..count]).unwrap();
            mesh.closest_point(&queries.points[..count], &filter, &mut answers.closest[..count]).unwrap();
            mesh.cast_sphere(
                &queries.casts[..count],
                &filter,
                ContactEdges::Smooth,
                &mut answers.casts[..count],
            )
            .unwrap();
        }
    };
    std::thread::scope(|scope| {
        let small = std::thread::Builder::new().stack_size(64 << 10);
        small.spawn_scoped(scope, ask).unwrap().join().unwrap();
    });
}
