//! Fields that know distances up to a largest one.

use super::contacts::{STORAGES, contacts, vector};
use crate::common::field::*;
use carom::geometry::{Capsule, Sphere, Vec3};
use carom::sdf::*;
use fastrand::Rng;

#[test]
fn nothing_is_reported_from_beyond_the_largest_distance() {
    let rng = &mut Rng::with_seed(9);
    let solid = ball([0.05, 0.0, 0.0], 0.5);
    let mut field = Field::of(unit_grid(65), &solid);
    let (whole, max_distance) = (field.cook(Storage::Dense), 5.0 * field.grid.cell());
    field.values.iter_mut().for_each(|value| *value = value.clamp(-max_distance, max_distance));
    // Contacts are as of the whole field up to a cell before the largest distance, where no node of a cell is
    // beyond it.
    let known = f64::from(max_distance) - 2.0 * f64::from(field.grid.cell());
    for storage in STORAGES {
        let sdf = field.cook_with(StorageOptions { storage, max_distance, ..StorageOptions::default() });
        assert_eq!(sdf.stats().max_distance, max_distance);
        let opened = Sdf::open_copy(sdf.bytes()).unwrap();
        assert_eq!(opened.stats(), sdf.stats());
        let (mut beyond, mut hits) = (0, 0);
        for _ in 0..2000 {
            let [a, b, c] = [0; 3].map(|_| vector(rng, 0.9));
            let b = a + (b - a) * 0.05;
            let distance = solid(a.to_array().map(f64::from));
            let sphere = Sphere { center: a, radius: 10.0 * max_distance };
            let [found] = contacts(|out| opened.collide_sphere(&[sphere], 1.0, out));
            let mut closest =
                [SdfClosestPoint { point: c, distance: 7.0, normal: c, triangle: 7, error: 7.0 }];
            opened.closest_point(&[a], &mut closest[..]).unwrap();
            let [closest] = closest;
            if distance > f64::from(max_distance + 1.8 * field.grid.cell()) {
                let capsule = Capsule { a, radius: 3.0, b: a };
                let [of_capsule] = contacts(|out| opened.collide_capsule(&[capsule], 1.0, out));
                let [of_point] = contacts(|out| opened.collide_point(&[a], 1.0, out));
                assert_eq!([found, of_capsule, of_point], [SdfContact::MISS; 3], "{storage:?} {a}");
                assert_eq!((closest.point, closest.normal), (a, Vec3::ZERO), "{storage:?} {a}");
                beyond += 1;
            } else if distance.abs() < known {
                let [expected] = contacts(|out| whole.collide_sphere(&[sphere], 1.0, out));
                let tolerance = 2.0 * f64::from(sdf.error()) + 1e-6;
                assert!(expected.is_hit() && found.is_hit(), "{storage:?} {a}: {distance}");
                assert!(f64::from(expected.depth - found.depth).abs() <= tolerance, "{storage:?} {a}");
                let [of_short] =
                    contacts(|out| opened.collide_capsule(&[Capsule { a, radius: 0.1, b }], 1.0, out));
                assert!(of_short.is_hit(), "{storage:?} {a}: {distance}");
                hits += 1;
            }
        }
        assert!(beyond > 300 && hits > 100, "{beyond} {hits}");
    }
    let too_near = StorageOptions { max_distance: max_distance.next_down(), ..StorageOptions::default() };
    let text = Sdf::build(&field.grid, &field.values, None, &too_near).map(|_| ()).unwrap_err().to_string();
    assert!(text.starts_with("values[0], node [0, 0, 0]: 0.15625 exceeds max_distance, 0.156249"), "{text}");
}

#[test]
fn rounding_between_the_farthest_nodes_is_no_contact() {
    let rng = &mut Rng::with_seed(10);
    for max_distance in [0.1f32, 0.7, 0.125f32.next_down(), 0.3, 1.0, 3e-17, 1e17] {
        let grid = Grid::new(Vec3::ZERO, 1.0, [10; 3]).unwrap();
        let mut field = Field { grid, values: vec![max_distance; 1000] };
        field.values[0] = -max_distance;
        for storage in STORAGES {
            let sdf = field.cook_with(StorageOptions { storage, max_distance, ..StorageOptions::default() });
            for _ in 0..2000 {
                let point = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 7.0 + Vec3::splat(2.0);
                let sphere = Sphere { center: point, radius: 10.0 * max_distance };
                let [found] = contacts(|out| sdf.collide_sphere(&[sphere], max_distance, out));
                assert_eq!(found, SdfContact::MISS, "{storage:?} {max_distance:e} {point}");
            }
        }
    }
}
