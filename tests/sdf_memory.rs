//! The memory of fields. Queries allocate nothing. A build or an opening that gets no memory is an error.

#[path = "common/allocator.rs"]
mod allocator;

use allocator::{Plan, allocations, set_plan};
use carom::ErrorKind;
use carom::geometry::{Capsule, PoseMatrix, Ray, Sphere, Triangle, Vec3};
use carom::sdf::*;

const STORAGES: [Storage; 3] = [Storage::Dense, Storage::Bricks16, Storage::Bricks8];

/// A ball in a grid that is larger than its bricks, with triangles.
fn ball() -> (Grid, Vec<f32>, Vec<u32>) {
    let grid = Grid::new(Vec3::NEG_ONE, 0.05, [41; 3]).unwrap();
    let mut values = Vec::new();
    for z in 0..41 {
        for y in 0..41 {
            values.extend((0..41).map(|x| grid.node([x, y, z]).length() - 0.4));
        }
    }
    let triangles = (0..values.len() as u32).collect();
    (grid, values, triangles)
}

#[test]
fn queries_allocate_nothing() {
    let (grid, values, triangles) = ball();
    let n = 300;
    let points: Vec<Vec3> = (0..n).map(|i| Vec3::new(0.006, 0.001, -0.004) * i as f32 - 0.5).collect();
    let spheres: Vec<Sphere> = points.iter().map(|&center| Sphere { center, radius: 0.1 }).collect();
    let capsules: Vec<Capsule> = points.iter().map(|&a| Capsule { a, radius: 0.1, b: -a }).collect();
    let triangles_asked: Vec<Triangle> = points.iter().map(|&a| Triangle::new(a, -a, Vec3::Y)).collect();
    let rays: Vec<Ray> = points.iter().map(|&p| Ray::new(p * 4.0, -p)).collect();
    let slice =
        SdfSlice { origin: Vec3::NEG_ONE, right: Vec3::X * 0.1, down: Vec3::Y * 0.1, width: 9, height: 9 };
    let poses = [PoseMatrix { translation: Vec3::X * 0.5, ..PoseMatrix::IDENTITY }; 2];
    let mut samples = vec![SdfSample { distance: 0.0, gradient: Vec3::ZERO }; n];
    let mut contacts = vec![SdfContact::MISS; n];
    let mut closest =
        vec![
            SdfClosestPoint { point: Vec3::ZERO, distance: 0.0, normal: Vec3::ZERO, triangle: 0, error: 0.0 };
            n
        ];
    let mut hits = vec![SdfRayHit::MISS; n];
    let (mut image, mut inside, mut offsets) = (vec![0.0; 81], vec![Vec3::ZERO; 50], vec![0; 3]);
    for storage in STORAGES {
        let options = StorageOptions { storage, ..StorageOptions::default() };
        let sdf = Sdf::build(&grid, &values, Some(&triangles), &options).unwrap();
        let before = allocations();
        for interpolation in [Interpolation::Linear, Interpolation::Cubic] {
            sdf.sample(&points, interpolation, &mut samples[..]).unwrap();
        }
        sdf.closest_point(&points, &mut closest[..]).unwrap();
        sdf.collide_point(&points, 0.1, &mut contacts[..]).unwrap();
        sdf.collide_sphere(&spheres, 0.1, &mut contacts[..]).unwrap();
        sdf.collide_capsule(&capsules, 0.1, &mut contacts[..]).unwrap();
        sdf.collide_triangle(&triangles_asked, 0.1, &mut contacts[..]).unwrap();
        sdf.raycast(&rays, &mut hits[..]).unwrap();
        sdf.slice(&slice, &mut image[..]).unwrap();
        let lists = sdf.inside_points(&mut inside[..]);
        let met = sdf.collide_field(&sdf, &poses, 0.0, &mut offsets[..], &mut contacts[..]).unwrap();
        assert_eq!(allocations() - before, 0, "{storage:?}");
        assert!(lists.total > 50 && met.total > 0 && hits.iter().any(SdfRayHit::is_hit));
    }
}

#[test]
fn lack_of_memory_is_an_error_wherever_it_comes() {
    let (grid, values, triangles) = ball();
    for storage in STORAGES {
        let options = StorageOptions { storage, ..StorageOptions::default() };
        let built = Sdf::build(&grid, &values, Some(&triangles), &options).unwrap();
        let fails = |work: &dyn Fn() -> carom::Result<Sdf<'static>>| {
            for some in 0.. {
                set_plan(Plan::FailAll(some));
                let result = work();
                set_plan(Plan::Calm);
                match result {
                    Ok(sdf) => return (sdf.bytes() == built.bytes()).then_some(some),
                    Err(error) => assert!(error.kind() == ErrorKind::OutOfMemory, "{storage:?}: {error}"),
                }
            }
            None
        };
        let building = fails(&|| Sdf::build(&grid, &values, Some(&triangles), &options));
        let opening = fails(&|| Sdf::open_copy(built.bytes()));
        assert!(building.is_some_and(|count| count > 1) && opening.is_some_and(|count| count > 0));
    }
}
