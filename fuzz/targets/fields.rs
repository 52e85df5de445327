//! Fields of any triangles: they are made or refused, answer with finite numbers, and open as they were.
#![no_main]

use carom::geometry::Ray;
use carom::mesh::{CookOptions, Mesh};
use carom::sdf::{GenerateOptions, Grid, Interpolation, Sdf, StorageOptions, generate_from_mesh};
use carom_fuzz::common::TestMesh;
use carom_fuzz::source::Source;
use libfuzzer_sys::fuzz_target;

fn generate(mesh: &Mesh, resolution: u32) -> carom::Result<Sdf<'static>> {
    let grid = Grid::around(&mesh.bounds(), resolution, 1)?;
    let options = GenerateOptions { thread_count: 1, ..GenerateOptions::default() };
    generate_from_mesh(mesh, &grid, options)?.store(&StorageOptions::default())
}

fuzz_target!(|bytes: &[u8]| {
    let source = &mut Source(bytes);
    let vertices = 1 + source.below(24);
    let positions: Vec<[f32; 3]> = (0..vertices).map(|_| source.vector().to_array()).collect();
    let indices = (0..3 * source.below(24)).map(|_| source.below(vertices) as u32).collect();
    let mesh = TestMesh::new(positions, indices);
    let cook = CookOptions { thread_count: 1, ..CookOptions::default() };
    let Ok(mesh) = Mesh::build(&mesh.input(), cook) else { return };
    let Ok(field) = generate(&mesh, 1 + source.below(8) as u32) else { return };
    let opened = Sdf::open_copy(field.bytes()).expect("its own bytes");
    for _ in 0..4 {
        let (point, other) = (source.place(), source.place());
        for interpolation in [Interpolation::Linear, Interpolation::Cubic] {
            let sample = field.sample_one(point, interpolation).expect("a finite point");
            assert!(!sample.distance.is_nan() && !sample.gradient.is_nan(), "{point} {sample:?}");
            assert_eq!(
                format!("{sample:?}"),
                format!("{:?}", opened.sample_one(point, interpolation).unwrap())
            );
        }
        let closest = [&field, &opened].map(|field| format!("{:?}", field.closest_point_one(point)));
        assert_eq!(closest[0], closest[1]);
        if other.abs().max_element() > 1e-20 {
            let ray = Ray::new(point, other);
            let hits = [&field, &opened].map(|field| format!("{:?}", field.raycast_one(&ray)));
            assert_eq!(hits[0], hits[1]);
        }
        let margin = source.finite().abs();
        let contacts = [&field, &opened].map(|field| format!("{:?}", field.collide_point_one(point, margin)));
        assert_eq!(contacts[0], contacts[1]);
    }
});
