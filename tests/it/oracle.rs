//! Every query on every asset and on nasty meshes equals the plain loop over all triangles, bit for bit.

use crate::common::effort::effort;
use crate::common::queries::{Counts, Queries, check_all, check_these, filters};
use crate::common::{TestMesh, asset, cook_all, sphere};
use carom::geometry::{LARGEST, Ray};
use carom::mesh::Filter;
use proptest::prelude::*;

/// As many rays, and half as many others.
fn some(daily: usize, long: usize) -> Counts {
    let rays = effort(daily, long);
    Counts { rays, others: rays / 2 }
}

/// Filters that choose, and at length those that choose nothing or a few, too.
fn some_filters() -> Vec<Filter> {
    filters().into_iter().take(effort(2, usize::MAX)).collect()
}

fn check_asset(name: &str) {
    let mesh = asset(name);
    let counts = |rays: usize, others: usize| Counts { rays, others };
    check_all(&mesh, 1, effort(counts(96, 24), counts(3000, 1500)), &filters()[..1]);
    check_all(&mesh, 2, effort(counts(20, 8), counts(400, 200)), &filters()[1..]);
}

#[test]
fn skull() {
    check_asset("skull");
}

#[test]
fn ribcage() {
    check_asset("ribcage");
}

#[test]
fn forearm() {
    check_asset("forearm");
}

#[test]
fn more_vertices_than_a_page_can_index() {
    // 3 x 43,000 vertices, none shared: three pages in the compact layout.
    let ball = sphere(104, 3.0);
    let positions = ball.indices.iter().map(|&i| ball.positions[i as usize]).collect::<Vec<_>>();
    let indices = (0..positions.len() as u32).collect();
    assert!(positions.len() > 65_536);
    check_all(&TestMesh::new(positions, indices), 3, some(100, 600), &filters()[..2]);
}

#[test]
fn thousands_of_triangles_at_one_point() {
    let mut mesh = sphere(4, 1.0);
    for i in 0..3000u32 {
        let corner = mesh.indices[i as usize % 48];
        mesh.indices.extend(if i % 3 == 0 { [corner; 3] } else { [0, 2, 3] });
    }
    check_all(&TestMesh::new(mesh.positions, mesh.indices), 4, some(40, 600), &some_filters());
}

#[test]
fn a_far_outlier() {
    let mut mesh = sphere(12, 1.0);
    let first = mesh.positions.len() as u32;
    mesh.positions.extend([[1e18, 0.0, 0.0], [1e18, 1e-30, 0.0], [1e18, 0.0, 1e16]]);
    mesh.indices.extend([first, first + 1, first + 2, 0, first, 1]);
    check_all(&TestMesh::new(mesh.positions, mesh.indices), 5, some(100, 800), &some_filters());
    let mut near = sphere(12, 1.0);
    near.positions.push([9000.0, 1.0, 2.0]);
    near.indices.extend([0, 1, first]);
    check_all(&TestMesh::new(near.positions, near.indices), 6, some(100, 800), &some_filters());
}

#[test]
fn the_deepest_tree() {
    // Each triangle dwarfs all before it, so that the cheapest split peels off one at a time.
    let mut positions = Vec::new();
    for i in -149..60 {
        let x = 2f32.powi(i);
        positions.extend([[x, 0.0, 0.0], [x, x, 0.0], [x, 0.0, x]]);
    }
    let mesh = TestMesh::new(positions, (0..3 * 209).collect());
    for (name, cooked) in cook_all(&mesh) {
        let depth = cooked.stats().depth;
        assert!(depth <= 96 && (depth > 50 || !["compact", "delta"].contains(&name)), "{name}: {depth}");
    }
    check_all(&mesh, 9, some(150, 800), &some_filters());
    // Scaled to where distances and rays do not overflow.
    let small = mesh.positions.iter().map(|p| p.map(|x| x * 1e-30)).collect();
    check_all(&TestMesh::new(small, mesh.indices), 10, some(150, 800), &some_filters());
}

#[test]
fn more_subtrees_than_a_stream_keeps() {
    // Each triangle dwarfs all before it, so that seven siblings wait at each node on the way to the smallest one.
    let mut positions = Vec::new();
    for i in -60..30 {
        let x = 2f32.powi(i);
        positions.extend([[x, 0.0, 0.0], [x, x, 0.0], [x, 0.0, x]]);
    }
    let count = positions.len() as u32;
    let mesh = TestMesh::new(positions, (0..count).collect());
    for (name, cooked) in cook_all(&mesh).into_iter().filter(|(name, _)| name.starts_with("wide")) {
        assert!((10..=18).contains(&cooked.stats().depth), "{name}: {}", cooked.stats().depth);
    }
    // Past all of the boxes, and most triangles; nearest first, the smallest box is entered first. Every other ray comes from
    // the other side: rays that run alike go in packets.
    let ray = |i: i32| {
        let (aside, along) = (2f32.powi(i / 2 - 70) * 0.4, if i % 2 == 0 { 1.0 } else { -1.0 });
        let origin = [if i % 2 == 0 { -1.0 } else { 2f32.powi(31) }, aside, aside].into();
        Ray { origin, direction: [along, 0.0, 0.0].into(), t_min: 0.0, t_max: 1e30 }
    };
    let queries = Queries { rays: (0..200).map(ray).collect(), ..Queries::default() };
    check_these(&mesh, &queries, &filters()[..2]);
    check_all(&mesh, 13, Counts { rays: 200, others: 100 }, &filters()[..2]);
}

#[test]
fn filters_of_every_combination_of_bits() {
    let mut mesh = sphere(7, 1.0);
    // Alike where triangles lie together, so that whole clusters are left out, and mixed elsewhere.
    for (i, attributes) in mesh.attributes.iter_mut().enumerate() {
        *attributes = if i % 64 < 48 { i as u16 / 16 % 8 } else { i as u16 % 8 };
    }
    let filters: Vec<Filter> = (0..512u16)
        .step_by(effort(5, 1))
        .map(|i| Filter { require: i & 7, exclude: i >> 3 & 7, any_of: i >> 6, ..Filter::default() })
        .collect();
    check_all(&mesh, 11, some(4, 12), &filters);
}

#[test]
fn none_and_one() {
    let counts = Counts { rays: 200, others: 100 };
    check_all(&TestMesh::default(), 7, counts, &filters());
    let one = TestMesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.5]], vec![0, 1, 2]);
    check_all(&one, 8, counts, &filters());
}

#[test]
fn long_triangles_seen_along_two_axes_alike() {
    // So thin that it is seen as an edge, whose depths along the axes differ.
    let positions = vec![[0.0, -1e17, 0.0], [0.0, 1e12, 0.0], [0.0, 0.0, -555354.7]];
    let mesh = TestMesh::new(positions, (0..3).collect());
    let mut rays = Vec::new();
    for y in [-LARGEST, -3.688_222_4e17, 3.688_222_4e17, LARGEST] {
        for (x, z) in [(-LARGEST, LARGEST), (-LARGEST, -LARGEST), (-LARGEST, y), (LARGEST, y.abs())] {
            // The edge is met at -2.4e-13, and its plane at -1.2e-13.
            for t_max in [-1.8e-13, f32::INFINITY] {
                let (origin, t_min) = ([-139840.97, 5e11, 0.0].into(), f32::NEG_INFINITY);
                rays.push(Ray { origin, t_min, direction: [x, y, z].into(), t_max });
            }
        }
    }
    check_these(&mesh, &Queries { rays, ..Queries::default() }, &filters()[..1]);
}

#[test]
fn layers_of_triangles_that_are_large_beside_their_distance() {
    // The hit point of a ray is known to a fraction of their size. That is more than the distance of two
    // layers.
    let mut rng = fastrand::Rng::with_seed(12);
    for size in [1e4f32, 1e6, 1e8, 1e10, 1e12, 1e15] {
        for apart in [1e-6f32, 1e-5, 1e-3] {
            let mut aside = |share: f32| (rng.f32() * 2.0 - 1.0) * size * share;
            let positions = (0..60).map(|i| [1.0 + (i / 3) as f32 * apart, aside(1.0), aside(1.0)]).collect();
            let mesh = TestMesh::new(positions, (0..60).collect());
            let ray = |_| {
                let origin = [0.0, aside(0.3), aside(0.3)].into();
                let direction = [1.0, aside(0.3) / size, aside(0.3) / size].into();
                let [t_min, t_max] = [0, 1].map(|_| 1.0 + (aside(0.5) / size + 0.5) * 20.0 * apart);
                Ray { origin, t_min: t_min.min(t_max), direction, t_max: t_min.max(t_max) }
            };
            let queries = Queries { rays: (0..effort(70, 200)).map(ray).collect(), ..Queries::default() };
            check_these(&mesh, &queries, &filters()[..1]);
        }
    }
}

/// Coordinates as they come in practice and as they should never come.
fn coordinate() -> BoxedStrategy<f32> {
    prop_oneof![
        4 => -1.0f32..1.0,
        2 => (-3i8..4).prop_map(f32::from),
        1 => -1e6f32..1e6,
        1 => prop::sample::select(vec![0.0, -0.0, 1e17, -1e17, 1e-30, 1e-42, 1e12, LARGEST, -LARGEST]),
    ]
    .boxed()
}

fn mesh_of(coordinate: impl Strategy<Value = f32> + Clone, size: usize) -> impl Strategy<Value = TestMesh> {
    (3..size).prop_flat_map(move |n| {
        let positions = prop::collection::vec(prop::array::uniform3(coordinate.clone()), n);
        let indices = prop::collection::vec(prop::array::uniform3(0..n as u32), 0..2 * size);
        (positions, indices).prop_map(|(p, i)| TestMesh::new(p, i.concat()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: effort(6, 300), ..ProptestConfig::default() })]

    #[test]
    fn small_meshes(mesh in mesh_of(-1.0f32..1.0, 60), seed: u64) {
        check_all(&mesh, seed, Counts { rays: 60, others: 30 }, &filters()[..2]);
    }

    #[test]
    fn meshes_on_a_lattice(mesh in mesh_of((-2i8..3).prop_map(f32::from), 40), seed: u64) {
        check_all(&mesh, seed, Counts { rays: 60, others: 30 }, &filters()[..2]);
    }

    #[test]
    fn flat_meshes(mut mesh in mesh_of(-1.0f32..1.0, 60), axis in 0usize..3, level in -2.0f32..2.0, seed: u64) {
        mesh.positions.iter_mut().for_each(|p| p[axis] = level);
        check_all(&mesh, seed, Counts { rays: 60, others: 30 }, &filters()[..2]);
    }

    #[test]
    fn slivers(mut mesh in mesh_of(-1.0f32..1.0, 60), squash in prop::sample::select(vec![1e-3f32, 1e-6, 1e-9]), seed: u64) {
        mesh.positions.iter_mut().for_each(|p| p[1] = p[0] + p[1] * squash);
        check_all(&mesh, seed, Counts { rays: 60, others: 30 }, &filters()[..2]);
    }

    #[test]
    fn nasty_meshes(mesh in mesh_of(coordinate(), 40), seed: u64) {
        check_all(&mesh, seed, Counts { rays: 60, others: 30 }, &filters()[..2]);
    }
}
