//! The published tree.

use super::meshes::{distance, nasty};
use crate::common::{TestMesh, asset};
use carom::geometry::Vec3;
use carom::internal::DEFAULT_LEAF_TRIANGLES;
use carom::mesh::NO_TRIANGLE;
use carom::sdf::KdTree;

#[test]
fn the_nearest_triangle_is_that_of_brute_force() {
    for (name, mesh) in nasty() {
        let triangles = mesh.triangles();
        let bounds = mesh.bounds();
        let (low, size) = (bounds.min, bounds.max - bounds.min);
        let mut rng = fastrand::Rng::with_seed(2);
        for leaf_triangles in [1, DEFAULT_LEAF_TRIANGLES] {
            let tree = KdTree::build(&mesh.input(), leaf_triangles).unwrap();
            let mut search = tree.search().unwrap();
            for _ in 0..100 {
                let share = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 2.0 - 0.5;
                let point = low + size * share;
                let found = tree.nearest(point, &mut search);
                let expected = triangles.iter().map(|t| distance(point, t)).fold(f64::INFINITY, f64::min);
                let error = (f64::from(found.distance) - expected).abs();
                assert!(
                    error <= expected * 2e-7 + f64::from(size.max_element()) * 4e-8 + 1e-45,
                    "{name}: {point}: {} is not {expected}",
                    found.distance
                );
                assert!(found.figures.triangles_tested <= triangles.len() as u64);
            }
        }
    }
}

#[test]
fn pruning_saves_triangle_tests() {
    let mesh = asset("skull");
    let tree = KdTree::build(&mesh.input(), DEFAULT_LEAF_TRIANGLES).unwrap();
    let stats = tree.stats();
    assert!(stats.leaves * 2 == stats.cells + 1 && stats.references >= mesh.triangles().len());
    let mut search = tree.search().unwrap();
    let (bounds, mut tested) = (mesh.bounds(), 0);
    for i in 0..100 {
        let share = i as f32 / 99.0;
        let found = tree.nearest(bounds.min + (bounds.max - bounds.min) * share, &mut search);
        tested += found.figures.triangles_tested;
        assert!(found.figures.cells_visited > 0);
    }
    // Brute force would test 42,480 each.
    assert!(tested < 100 * 4000, "{tested}");
}

#[test]
fn an_empty_tree_finds_nothing() {
    let tree = KdTree::build(&TestMesh::default().input(), DEFAULT_LEAF_TRIANGLES).unwrap();
    let found = tree.nearest(Vec3::ONE, &mut tree.search().unwrap());
    assert_eq!((found.triangle, found.distance), (NO_TRIANGLE, f32::INFINITY));
}
