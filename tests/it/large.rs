//! Meshes larger than a processor's caches, in which queries of a batch wait for memory: what is prefetched when must make no
//! difference.

use crate::common::brute::Brute;
use crate::common::queries::{Counts, Queries, closest_bits, on_every_level, ray_bits};
use crate::common::{TestMesh, sphere};
use carom::mesh::{ClosestPoint, CookOptions, Filter, Mesh, Quality, RayHit, WidePreset};

/// A rough sphere of 384,000 triangles.
fn rough() -> TestMesh {
    let mut mesh = sphere(310, 1.0);
    let rng = &mut fastrand::Rng::with_seed(6);
    for position in &mut mesh.positions {
        let size = 1.0 + 0.01 * rng.f32();
        *position = position.map(|x| x * size);
    }
    TestMesh::new(mesh.positions, mesh.indices)
}

/// Asks with a whole batch, then for each query by itself.
macro_rules! check_alone {
    ($mesh:ident.$ask:ident($queries:expr), $none:expr, $same:expr) => {{
        let queries = &$queries[..];
        let mut answers = vec![$none; queries.len()];
        $mesh.$ask(queries, &Filter::default(), &mut answers[..]).unwrap();
        for (i, query) in queries.iter().enumerate() {
            let mut alone = [$none];
            $mesh.$ask(std::slice::from_ref(query), &Filter::default(), &mut alone[..]).unwrap();
            assert_eq!($same(&answers[i]), $same(&alone[0]), "{}[{i}]: {query:?}", stringify!($ask));
        }
        answers
    }};
}

#[test]
fn batches_on_a_large_mesh_equal_queries_by_themselves() {
    let surface = rough();
    let queries = Queries::random(&surface, 12, Counts { rays: 3000, others: 700 });
    let brute = Brute::new(&surface);
    let expected: Vec<_> =
        queries.rays[..64].iter().map(|ray| ray_bits(&brute.raycast(ray, &Filter::default()))).collect();
    for preset in [WidePreset::Default, WidePreset::Fast] {
        let options = CookOptions { preset, quality: Quality::Fast, ..CookOptions::default() };
        let mesh = Mesh::build(&surface.input(), options).unwrap();
        assert!(mesh.bytes().len() > 5 << 20, "{}", mesh.bytes().len());
        on_every_level(|_| {
            let hits = check_alone!(mesh.raycast(queries.rays), RayHit::MISS, ray_bits);
            assert!(hits.iter().map(ray_bits).take(expected.len()).eq(expected.iter().copied()));
            let same = |answer: &u8| *answer;
            check_alone!(mesh.occluded(queries.rays), 2u8, same);
            check_alone!(mesh.overlap_sphere(queries.spheres), 2u8, same);
            check_alone!(mesh.overlap_capsule(queries.capsules), 2u8, same);
            check_alone!(mesh.overlap_box(queries.boxes), 2u8, same);
            check_alone!(mesh.closest_point(queries.points), ClosestPoint::NONE, closest_bits);
        });
    }
}
