//! Trees of any brushes, boxes and surfaces: they build or say why not, answer everything, and open as they were.
#![no_main]

use carom::bsp::{BrushInput, Bsp, BspInput, BspOptions, SphereMode, SurfaceInput};
use carom::geometry::{Aabb, Ray, SphereCast, Vec3};
use carom::mesh::Filter;
use carom_fuzz::source::Source;
use libfuzzer_sys::fuzz_target;

fn planes_of(bounds: &Aabb) -> [[f32; 4]; 6] {
    let (low, high) = (bounds.min, bounds.max);
    [
        [-1.0, 0.0, 0.0, -low.x],
        [0.0, -1.0, 0.0, -low.y],
        [0.0, 0.0, -1.0, -low.z],
        [1.0, 0.0, 0.0, high.x],
        [0.0, 1.0, 0.0, high.y],
        [0.0, 0.0, 1.0, high.z],
    ]
}

fn brushes(source: &mut Source, options: &BspOptions) -> carom::Result<Bsp<'static>> {
    let (mut planes, mut counts) = (Vec::new(), Vec::new());
    for _ in 0..source.below(8) {
        let first = planes.len();
        if source.byte().is_multiple_of(2) {
            planes.extend(planes_of(&source.aabb()));
        }
        for _ in 0..source.below(6) {
            let normal = source.vector();
            planes.push([normal.x, normal.y, normal.z, source.number()]);
        }
        counts.push((planes.len() - first) as u32);
    }
    Bsp::build(&BspInput::Brushes(BrushInput::new(&planes, &counts)), options)
}

fn surface(source: &mut Source, options: &BspOptions) -> carom::Result<Bsp<'static>> {
    let vertices = 1 + source.below(20);
    let positions: Vec<[f32; 3]> = (0..vertices).map(|_| source.vector().to_array()).collect();
    let indices: Vec<u32> = (0..3 * source.below(24)).map(|_| source.below(vertices) as u32).collect();
    Bsp::build(&BspInput::Surface(SurfaceInput::triangles(&positions, &indices)), options)
}

/// Every answer, as text, so that two trees can be compared.
fn ask(bsp: &Bsp, source: &mut Source) -> String {
    let mut answers = String::new();
    let filter = &Filter::ALL;
    for _ in 0..4 {
        let sphere = source.sphere();
        let (from, to) = (source.place(), source.place());
        let ray = Ray::new(from, if to.abs().max_element() < 1e-20 { Vec3::X } else { to });
        let cast = SphereCast { origin: from, radius: sphere.radius, displacement: to };
        answers += &format!("{:?}", bsp.contains_point_one(from, filter));
        for mode in [SphereMode::Threshold, SphereMode::Exact] {
            answers += &format!("{:?}", bsp.overlap_sphere_one(&sphere, mode, filter));
        }
        answers += &format!("{:?}", bsp.collide_sphere_one(&sphere, filter));
        answers += &format!("{:?}", bsp.cast_sphere_one(&cast, filter));
        answers += &format!("{:?}", bsp.raycast_one(&ray, filter));
    }
    answers
}

fuzz_target!(|bytes: &[u8]| {
    let source = &mut Source(bytes);
    let kind = source.byte();
    let options = BspOptions {
        inverse: kind & 4 != 0,
        ignore_leaks: kind & 8 != 0,
        thread_count: 1,
        ..BspOptions::default()
    };
    let built = if kind & 3 == 0 { surface(source, &options) } else { brushes(source, &options) };
    let Ok(bsp) = built else { return };
    let opened = Bsp::open_copy(bsp.bytes()).expect("its own bytes");
    let rest = source.0;
    assert_eq!(ask(&bsp, &mut Source(rest)), ask(&opened, &mut Source(rest)));
});
