//! Sparse storages: the errors of decoded nodes, and the nodes that are kept.

use crate::common::field::*;
use carom::geometry::Vec3;
use carom::sdf::*;
use fastrand::Rng;
use proptest::prelude::*;

const SPARSE: [Storage; 2] = [Storage::Bricks16, Storage::Bricks8];

/// The decoded value of every node, as samples on nodes have them.
fn decoded(field: &Field, sdf: &Sdf) -> Vec<f32> {
    let points: Vec<Vec3> = field.nodes().map(|node| field.grid.node(node)).collect();
    let mut samples = vec![SdfSample { distance: 0.0, gradient: Vec3::ZERO }; points.len()];
    sdf.sample(&points, Interpolation::Linear, &mut samples[..]).unwrap();
    samples.iter().map(|sample| sample.distance).collect()
}

/// Checks every node against the bound, and its sign; returns the largest error.
fn check(field: &Field, sdf: &Sdf) -> f64 {
    let bound = f64::from(sdf.error());
    let mut largest = 0.0_f64;
    for (i, (decoded, &value)) in decoded(field, sdf).into_iter().zip(&field.values).enumerate() {
        let error = (f64::from(decoded) - f64::from(value)).abs();
        assert!(error <= bound, "{:?}: node {i}, {value} as {decoded}, bound {bound}", field.grid);
        assert_eq!(decoded < 0.0, value < 0.0, "{:?}: node {i}, {value} as {decoded}", field.grid);
        largest = largest.max(error);
    }
    largest
}

#[test]
fn every_node_is_within_the_bound_and_keeps_its_sign() {
    let rng = &mut Rng::with_seed(1);
    for _ in 0..60 {
        let grid = random_grid(rng);
        // Nodes in one place cannot be told apart by samples.
        if (0..3).any(|axis| {
            (1..grid.dims()[axis]).any(|n| grid.coordinate(axis, n - 1) == grid.coordinate(axis, n))
        }) {
            continue;
        }
        let field = Field { values: random_values(&grid, rng), grid };
        for storage in SPARSE {
            let band = [0.0, 1.0, 4.0, f32::INFINITY][rng.usize(0..4)];
            let far_error = [0.0, 0.5, 100.0][rng.usize(0..3)];
            let sdf =
                field.cook_with(StorageOptions { storage, band, far_error, ..StorageOptions::default() });
            check(&field, &sdf);
            let stats = sdf.stats();
            assert!(f64::from(stats.far_error) <= f64::from(far_error * grid.cell()) * 1.0000001);
            if stats.brick_count == stats.block_count {
                assert_eq!(stats.far_error, 0.0);
            }
        }
    }
}

#[test]
fn the_bound_is_the_largest_error() {
    let field = Field::of(unit_grid(50), ball([0.05, 0.0, -0.1], 0.5));
    for storage in SPARSE {
        let sdf = field.cook_with(StorageOptions {
            storage,
            band: f32::INFINITY,
            far_error: 0.0,
            ..StorageOptions::default()
        });
        let largest = check(&field, &sdf);
        assert_eq!(sdf.error(), largest as f32);
        let levels = if storage == Storage::Bricks16 { 65533.0 } else { 253.0 };
        let cell = f64::from(field.grid.cell());
        assert!(largest < 0.51 * 13.86 * cell / levels, "{largest}");
    }
}

#[test]
fn far_blocks_are_reduced_to_corners_and_near_ones_are_not() {
    let field = Field::of(unit_grid(129), ball([0.0; 3], 0.3));
    let dense = field.cook(Storage::Dense);
    for storage in SPARSE {
        let sdf = field.cook(storage);
        let (stats, cell) = (sdf.stats(), field.grid.cell());
        check(&field, &sdf);
        assert!(stats.brick_count > 100 && stats.brick_count < stats.block_count / 2, "{stats:?}");
        assert!(stats.near_error < 0.03 * cell && stats.far_error <= 0.5 * cell, "{stats:?}");
        assert!(stats.total_bytes * 4 < dense.stats().total_bytes, "{stats:?}");
        for (i, decoded) in decoded(&field, &sdf).into_iter().enumerate() {
            let value = field.values[i];
            if value.abs() <= 4.0 * cell {
                assert!((decoded - value).abs() <= stats.near_error);
            }
        }
        // Between nodes too.
        let rng = &mut Rng::with_seed(5);
        let points = random_points(&field.grid, 3000, rng);
        let mut samples = [vec![], vec![]];
        for (sdf, samples) in [&sdf, &dense].into_iter().zip(&mut samples) {
            *samples = vec![SdfSample { distance: 0.0, gradient: Vec3::ZERO }; points.len()];
            sdf.sample(&points, Interpolation::Linear, &mut samples[..]).unwrap();
        }
        for (sparse, dense) in samples[0].iter().zip(&samples[1]) {
            let rounding = 1e-6 * (1.0 + dense.distance.abs());
            assert!((sparse.distance - dense.distance).abs() <= sdf.error() + rounding);
        }
    }
}

#[test]
fn inside_points_do_not_depend_on_the_storage() {
    let field = Field::of(unit_grid(41), ball([0.2, 0.1, -0.3], 0.55));
    let expected: Vec<Vec3> =
        field.nodes().filter(|&node| field.value(node) < 0.0).map(|node| field.grid.node(node)).collect();
    assert!(expected.len() > 1000);
    for storage in [Storage::Dense, Storage::Bricks16, Storage::Bricks8] {
        let sdf = field.cook(storage);
        for room in [0, 10, expected.len(), expected.len() + 5] {
            let mut points = vec![Vec3::MAX; room];
            let lists = sdf.inside_points(&mut points[..]);
            assert_eq!((lists.total, lists.written), (expected.len(), room.min(expected.len())));
            assert_eq!(points[..lists.written], expected[..lists.written]);
        }
    }
}

#[test]
fn triangles_are_those_of_the_nearest_node() {
    let field = Field::of(unit_grid(20), ball([0.0; 3], 0.5));
    let ids: Vec<u32> = (0..field.grid.node_count() as u32).map(|i| i * 3 + 1).collect();
    let rng = &mut Rng::with_seed(9);
    let cell = field.grid.cell();
    for storage in [Storage::Dense, Storage::Bricks16, Storage::Bricks8] {
        let options =
            StorageOptions { storage, band: f32::INFINITY, far_error: 0.0, ..StorageOptions::default() };
        let sdf = Sdf::build(&field.grid, &field.values, Some(&ids), &options).unwrap();
        let sdf = Sdf::open_copy(sdf.bytes()).unwrap();
        assert!(sdf.stats().has_triangles && sdf.stats().triangle_bytes > 0);
        for _ in 0..500 {
            let node = [0; 3].map(|_| rng.u32(0..20));
            let off = Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5) * (0.98 * cell);
            let mut answer = [SdfClosestPoint {
                point: Vec3::ZERO,
                distance: 0.0,
                normal: Vec3::ZERO,
                triangle: 0,
                error: 0.0,
            }];
            sdf.closest_point(&[field.grid.node(node) + off], &mut answer[..]).unwrap();
            assert_eq!(answer[0].triangle, ids[field.grid.index(node)]);
        }
    }
    // Far blocks of sparse storages have none.
    let options = StorageOptions {
        storage: Storage::Bricks8,
        band: 0.0,
        far_error: 100.0,
        ..StorageOptions::default()
    };
    let far = Field::of(unit_grid(20), |_| 1.0);
    let sdf = Sdf::build(&far.grid, &far.values, Some(&ids), &options).unwrap();
    let mut contacts = [SdfContact::MISS];
    sdf.collide_point(&[Vec3::ZERO], 2.0, &mut contacts[..]).unwrap();
    assert!(contacts[0].is_hit() && contacts[0].triangle == u32::MAX);
}

#[test]
fn bad_input_is_refused_by_node() {
    let grid = unit_grid(3);
    let build = |change: &dyn Fn(&mut Vec<f32>)| {
        let mut values = vec![1.0; 27];
        change(&mut values);
        let options = StorageOptions::default();
        Sdf::build(&grid, &values, None, &options).map(|_| ()).map_err(|error| error.to_string())
    };
    assert!(
        build(&|values| values[14] = f32::NAN).unwrap_err().starts_with("values[14], node [2, 1, 1]: NaN")
    );
    assert!(
        build(&|values| values[26] = f32::INFINITY).unwrap_err().starts_with("values[26], node [2, 2, 2]")
    );
    assert!(build(&|values| values.truncate(26)).unwrap_err().starts_with("values: 26 for the grid's 27"));
    let options =
        StorageOptions { storage: Storage::Bricks8, band: -1.0, far_error: 0.0, ..StorageOptions::default() };
    assert!(Sdf::build(&grid, &[0.0; 27], None, &options).is_err());
    assert!(Sdf::build(&grid, &[0.0; 27], Some(&[0; 26]), &StorageOptions::default()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_values_are_kept_within_the_bound(
        dims in prop::array::uniform3(2u32..12),
        values in prop::collection::vec(prop_oneof![-1e3f32..1e3, -1e-3f32..1e-3, Just(0.0), Just(-0.0)], 1331),
        band in 0.0f32..10.0,
        far_error in 0.0f32..10.0,
        wide in any::<bool>(),
    ) {
        let grid = Grid::new(Vec3::ZERO, 0.5, dims).unwrap();
        let values = values[..grid.node_count() as usize].to_vec();
        let field = Field { grid, values };
        let storage = SPARSE[usize::from(wide)];
        let sdf = field.cook_with(StorageOptions { storage, band, far_error, ..StorageOptions::default() });
        check(&field, &sdf);
    }
}
