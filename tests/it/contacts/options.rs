//! Bad input.

use crate::common::{cook, sphere};
use carom::ErrorKind;
use carom::geometry::{Sphere, Vec3};
use carom::mesh::{Contact, ContactOptions, Filter, LayoutKind, Mesh};

#[test]
fn bad_input_is_refused_before_anything_is_written() {
    let mesh = sphere(4, 1.0);
    let mesh = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
    let good = Sphere { center: Vec3::X, radius: 0.5 };
    let ask = |sphere: Sphere, options: ContactOptions| {
        let poison = Contact { triangle: 77, ..Contact::default() };
        let (mut offsets, mut contacts) = ([7u64; 3], [poison; 50]);
        let error = mesh
            .contacts_sphere(
                &[good, sphere],
                &Filter::default(),
                &options,
                &mut offsets[..],
                &mut contacts[..],
            )
            .unwrap_err();
        assert_eq!((offsets, contacts), ([7; 3], [poison; 50]));
        error.to_string()
    };
    let all = ContactOptions::default();
    assert_eq!(ask(Sphere { radius: -1.0, ..good }, all), "spheres[1].radius: -1 is negative");
    assert_eq!(ask(Sphere { radius: f32::NAN, ..good }, all), "spheres[1].radius: NaN is not a number");
    let center = Vec3::new(0.0, f32::INFINITY, 0.0);
    assert_eq!(ask(Sphere { center, ..good }, all), "spheres[1].center.y: inf is not finite");
    let with = |max_distance| ContactOptions { max_distance, ..all };
    assert_eq!(ask(good, with(-0.5)), "options.max_distance: -0.5 is negative");
    assert_eq!(ask(good, with(f32::INFINITY)), "options.max_distance: inf is not finite");
    assert_eq!(ask(good, ContactOptions { max_points: 5, ..all }), "options.max_points: 5 exceeds 4");
    let cos = |merge_cos| ContactOptions { merge_cos, ..all };
    assert_eq!(ask(good, cos(1.5)), "options.merge_cos: 1.5 is not in -1..=1");
    assert_eq!(ask(good, cos(f32::NAN)), "options.merge_cos: NaN is not in -1..=1");
    let few = mesh.contacts_sphere(&[good], &Filter::default(), &all, &mut [0u64; 1][..], &mut [][..]);
    assert_eq!(few.unwrap_err().kind(), ErrorKind::InvalidArgument);
}
