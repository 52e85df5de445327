//! Contacts with fields whose solids are known: planes, balls, boxes.

use crate::common::field::*;
use crate::common::queries::on_every_level;
use carom::geometry::{Capsule, PoseMatrix, Quat, Ray, Sphere, Triangle, Vec3};
use carom::sdf::*;
use fastrand::Rng;

pub(super) const STORAGES: [Storage; 3] = [Storage::Dense, Storage::Bricks16, Storage::Bricks8];

pub(super) fn vector(rng: &mut Rng, size: f32) -> Vec3 {
    Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5) * (2.0 * size)
}

pub(super) fn contacts<const N: usize>(
    ask: impl FnOnce(&mut [SdfContact]) -> carom::Result<()>,
) -> [SdfContact; N] {
    let mut contacts = [SdfContact { depth: 7.0, ..SdfContact::MISS }; N];
    ask(&mut contacts).unwrap();
    contacts
}

/// A contact is where, and as deep, as the solid says, within a tolerance.
fn check(contact: &SdfContact, depth: f64, normal: Vec3, tolerance: f64) {
    assert!(contact.is_hit(), "{contact:?}, but {depth}");
    assert!((f64::from(contact.depth) - depth).abs() <= tolerance, "{contact:?}, but {depth}");
    assert!(contact.normal.distance(normal) < 0.1, "{contact:?}, but {normal}");
}

#[test]
fn planes_are_exact() {
    // Trilinear interpolation reproduces a slope along all axes.
    let normal = Vec3::new(0.48, 0.6, -0.64);
    let height = |p: Vec3| f64::from(p.x) * 0.48 + f64::from(p.y) * 0.6 - f64::from(p.z) * 0.64 - 0.1;
    let field = Field::of(unit_grid(40), |[x, y, z]| 0.48 * x + 0.6 * y - 0.64 * z - 0.1);
    let rng = &mut Rng::with_seed(1);
    for storage in STORAGES {
        let sdf = field.cook(storage);
        let tolerance = f64::from(sdf.error()) + 1e-6;
        for _ in 0..300 {
            let [a, b, c] = [0; 3].map(|_| vector(rng, 0.9));
            let radius = rng.f32() * 0.3;
            let lowest = height(a).min(height(b)).min(height(c));
            let both = height(a).min(height(b));
            let [point] = contacts(|out| sdf.collide_point(&[a], 0.2, out));
            let [sphere] = contacts(|out| sdf.collide_sphere(&[Sphere { center: a, radius }], 0.2, out));
            let [capsule] = contacts(|out| sdf.collide_capsule(&[Capsule { a, radius, b }], 0.2, out));
            let [triangle] = contacts(|out| sdf.collide_triangle(&[Triangle::new(a, b, c)], 0.2, out));
            let radius = f64::from(radius);
            for (contact, distance, radius) in [
                (point, height(a), 0.0),
                (sphere, height(a), radius),
                (capsule, both, radius),
                (triangle, lowest, 0.0),
            ] {
                if distance - radius > 0.2 + 2.0 * tolerance {
                    assert_eq!(contact, SdfContact::MISS);
                } else if distance - radius < 0.2 - tolerance {
                    check(&contact, radius - distance, normal, 2.0 * tolerance);
                    assert!(
                        height(contact.point).abs() < 2.0 * tolerance + 0.1 * distance.abs(),
                        "{contact:?}"
                    );
                }
            }
        }
    }
}

/// A solid's name and distance.
type Solid<'a> = (&'a str, &'a dyn Fn([f64; 3]) -> f64);

#[test]
fn balls_and_boxes_within_a_fraction_of_a_cell() {
    let rng = &mut Rng::with_seed(2);
    let solids: [Solid; 2] = [("ball", &ball([0.05, 0.0, 0.0], 0.6)), ("box", &cuboid([0.5, 0.4, 0.6]))];
    for (name, solid) in solids {
        let field = Field::of(unit_grid(65), solid);
        let cell = f64::from(field.grid.cell());
        for storage in STORAGES {
            let sdf = field.cook(storage);
            for _ in 0..300 {
                let [a, b, c] = [0; 3].map(|_| vector(rng, 0.9));
                let least = |points: [Vec3; 3]| {
                    let mut least = f64::INFINITY;
                    for i in 0..=40 {
                        for j in 0..=40 - i {
                            let (u, v) = (i as f32 / 40.0, j as f32 / 40.0);
                            let p = points[0] * (1.0 - u - v) + points[1] * u + points[2] * v;
                            least = least.min(solid(p.to_array().map(f64::from)));
                        }
                    }
                    least
                };
                let radius = 0.1;
                let shapes = [
                    (contacts(|out| sdf.collide_point(&[a], 0.05, out)), least([a; 3]), 0.0),
                    (
                        contacts(|out| sdf.collide_capsule(&[Capsule { a, radius, b }], 0.05, out)),
                        least([a, b, b]),
                        f64::from(radius),
                    ),
                    (
                        contacts(|out| sdf.collide_triangle(&[Triangle::new(a, b, c)], 0.05, out)),
                        least([a, b, c]),
                        0.0,
                    ),
                ];
                for ([contact], distance, radius) in shapes {
                    // The oracle's points are 1/40 of the shape apart.
                    let tolerance = cell + f64::from(sdf.error()) + 0.03;
                    let depth = radius - distance;
                    if contact.is_hit() {
                        let off = f64::from(contact.depth) - depth;
                        assert!(off.abs() <= tolerance, "{name} {storage:?} {contact:?} {depth}");
                        assert!((contact.normal.length() - 1.0).abs() < 1e-5 || contact.normal == Vec3::ZERO);
                    } else {
                        assert!(-depth > 0.05 - tolerance, "{name} {storage:?} {depth}");
                    }
                }
            }
        }
    }
}

/// Every storage reports the contacts of the interpolant of the exact values.
#[test]
fn margins_are_wide_enough_for_the_storage() {
    let field = Field::of(unit_grid(33), cuboid([0.5, 0.3, 0.4]));
    let dense = field.cook(Storage::Dense);
    let rng = &mut Rng::with_seed(3);
    for storage in [Storage::Bricks16, Storage::Bricks8] {
        let sdf = field.cook(storage);
        for _ in 0..4000 {
            let spheres = [Sphere { center: vector(rng, 1.2), radius: rng.f32() * 0.5 }];
            let [exact] = contacts(|out| dense.collide_sphere(&spheres, 0.01, out));
            let [found] = contacts(|out| sdf.collide_sphere(&spheres, 0.01, out));
            assert!(found.is_hit() || !exact.is_hit(), "{spheres:?} {exact:?}");
            if exact.is_hit() {
                assert!((exact.depth - found.depth).abs() <= sdf.error() + 1e-6);
            }
        }
    }
}

#[test]
fn contacts_and_hits_are_the_same_alone_and_on_every_level() {
    let rng = &mut Rng::with_seed(6);
    let field = Field::of(unit_grid(33), cuboid([0.5, 0.3, 0.4]));
    for storage in STORAGES {
        let sdf = field.cook(storage);
        let points: Vec<Vec3> = (0..150).map(|_| vector(rng, 1.2)).collect();
        let triangles: Vec<Triangle> =
            points.iter().map(|&a| Triangle::new(a, vector(rng, 1.0), vector(rng, 1.0))).collect();
        let rays: Vec<Ray> = points.iter().map(|&p| Ray::new(p * 3.0, vector(rng, 0.1) - p)).collect();
        let ask = |some: std::ops::Range<usize>| {
            let mut out = vec![SdfContact::MISS; 2 * some.len()];
            let (a, b) = out.split_at_mut(some.len());
            sdf.collide_point(&points[some.clone()], 0.1, a).unwrap();
            sdf.collide_triangle(&triangles[some.clone()], 0.1, b).unwrap();
            let mut hits = vec![SdfRayHit::MISS; some.len()];
            sdf.raycast(&rays[some], &mut hits[..]).unwrap();
            (out, hits)
        };
        let (all, hits) = ask(0..150);
        for i in 0..150 {
            let (alone, hit) = ask(i..i + 1);
            assert_eq!((alone[0], alone[1], hit[0]), (all[i], all[150 + i], hits[i]));
        }
        assert!(hits.iter().filter(|hit| hit.is_hit()).count() > 30);
        on_every_level(|level| assert_eq!(ask(0..150), (all.clone(), hits.clone()), "{}", level.name()));
    }
}

#[test]
fn rays_stop_at_the_surface() {
    let rng = &mut Rng::with_seed(4);
    let field = Field::of(unit_grid(65), ball([0.0; 3], 0.6));
    for storage in STORAGES {
        let sdf = field.cook(storage);
        let cell = sdf.grid().cell();
        let mut rays = Vec::new();
        for _ in 0..500 {
            let origin = vector(rng, 1.0).normalize() * (0.7 + rng.f32() * 2.0);
            let direction = (vector(rng, 0.5) - origin) * (0.1 + rng.f32());
            rays.push(Ray::new(origin, direction));
        }
        let mut hits = vec![SdfRayHit::MISS; rays.len()];
        sdf.raycast(&rays, &mut hits[..]).unwrap();
        for (ray, hit) in rays.iter().zip(&hits) {
            // The ray's nearest point to the centre.
            let unit = ray.direction.normalize();
            let along = -ray.origin.dot(unit);
            let passes = (ray.origin + unit * along).length();
            if passes > 0.6 + cell {
                assert!(!hit.is_hit(), "{ray:?} {hit:?} {passes}");
            } else if passes < 0.6 - cell {
                assert!(hit.is_hit(), "{ray:?} {passes}");
                let expected = along - (0.36 - passes * passes).sqrt();
                let tolerance = 0.2 * cell + 0.3 * cell / (1.0 - passes / 0.6).sqrt();
                assert!(
                    (hit.t * ray.direction.length() - expected).abs() < tolerance,
                    "{ray:?} {hit:?} {expected}"
                );
                assert!(hit.normal.distance(hit.point.normalize()) < 0.1);
                assert!((ray.origin + ray.direction * hit.t).distance(hit.point) < 1e-5);
            }
        }
        let mut hits = [SdfRayHit::MISS; 5];
        let inside = Ray::new(Vec3::ZERO, Vec3::Y);
        let short = Ray { t_max: 0.3, ..Ray::new(Vec3::new(1.0, 0.0, 0.0), Vec3::NEG_X) };
        let long = Ray { t_max: 0.5, ..short };
        let late = Ray { t_min: 1.7, ..Ray::new(Vec3::new(1.0, 0.0, 0.0), Vec3::NEG_X) };
        let beside = Ray::new(Vec3::new(5.0, 5.0, 5.0), Vec3::X);
        sdf.raycast(&[inside, short, long, late, beside], &mut hits[..]).unwrap();
        assert_eq!(hits.map(|hit| hit.is_hit()), [true, false, true, false, false]);
        assert_eq!((hits[0].t, hits[0].point), (0.0, Vec3::ZERO));
        for (short, text) in [(0.0, "0.0"), (9e-29, "9e-29")] {
            let bad = Ray::new(Vec3::ZERO, Vec3::new(short, 0.0, 0.0));
            let error = sdf.raycast(&[inside, bad], &mut hits[..2]).unwrap_err().to_string();
            assert_eq!(error, format!("rays[1].direction: no component of [{text}, 0.0, 0.0] reaches 1e-28"));
        }
        sdf.raycast(&[Ray::new(Vec3::ZERO, Vec3::splat(1e-28))], &mut hits[..1]).unwrap();
    }
}

#[test]
fn closest_points_are_on_the_surface() {
    let rng = &mut Rng::with_seed(5);
    let field = Field::of(unit_grid(65), ball([0.0; 3], 0.6));
    for storage in STORAGES {
        let sdf = field.cook(storage);
        for _ in 0..500 {
            let point = vector(rng, 0.9);
            if point.length() < 0.1 {
                continue;
            }
            let none = SdfClosestPoint { point, distance: 0.0, normal: point, triangle: 0, error: 0.0 };
            let mut found = [none];
            sdf.closest_point(&[point], &mut found[..]).unwrap();
            let truth = point.normalize() * 0.6;
            let tolerance = 0.05 * sdf.grid().cell() + sdf.stats().near_error;
            assert!((found[0].point.length() - 0.6).abs() < tolerance, "{point} {found:?}");
            // Far from the surface, the direction is as good as the corners of blocks.
            let cells = if (point.length() - 0.6).abs() < 0.1 { 0.2 } else { 3.0 };
            assert!(found[0].point.distance(truth) < cells * sdf.grid().cell(), "{point} {found:?}");
            let distance = point.length() - 0.6;
            assert!((found[0].distance - distance).abs() < 0.1 * sdf.grid().cell() + sdf.error());
        }
    }
}

#[test]
fn slices_are_samples() {
    let sdf = Field::of(unit_grid(20), ball([0.0; 3], 0.6)).cook(Storage::Bricks16);
    let slice = SdfSlice {
        origin: Vec3::new(-1.5, -1.2, 0.1),
        right: Vec3::new(0.1, 0.0, 0.01),
        down: Vec3::new(0.0, 0.1, -0.02),
        width: 31,
        height: 23,
    };
    let mut image = vec![0.0; 31 * 23];
    sdf.slice(&slice, &mut image[..]).unwrap();
    for y in 0..23 {
        for x in 0..31 {
            let point = (slice.origin + slice.right * x as f32) + slice.down * y as f32;
            let mut sample = [SdfSample { distance: 0.0, gradient: Vec3::ZERO }];
            sdf.sample(&[point], Interpolation::Linear, &mut sample[..]).unwrap();
            assert_eq!(image[y * 31 + x].to_bits(), sample[0].distance.to_bits());
        }
    }
    let text =
        |slice: SdfSlice, room: usize| sdf.slice(&slice, &mut vec![0.0; room][..]).unwrap_err().to_string();
    assert_eq!(text(slice, 30), "distances: room for 30, but the slice has 31 x 23 pixels");
    let wide = SdfSlice { right: Vec3::X * 1e17, ..slice };
    assert!(text(wide, 31 * 23).starts_with("slice: pixel 30, 0.x: 3e18 exceeds"));
    let nan = SdfSlice { down: Vec3::NAN, ..slice };
    assert_eq!(text(nan, 31 * 23), "slice.down.x: NaN is not finite");
    sdf.slice(&SdfSlice { width: 0, ..slice }, &mut [][..]).unwrap();
}

#[test]
fn fields_have_the_contacts_of_their_solids() {
    let ball = Field::of(unit_grid(41), ball([0.0; 3], 0.6));
    let block = Field::of(unit_grid(33), cuboid([0.5, 0.4, 0.6]));
    for storage in STORAGES {
        let (ball, block) = (ball.cook(storage), block.cook(storage));
        let cell = block.grid().cell();
        // The ball, half as large and beside the block's face at x = 0.5.
        let pose = |x: f32| {
            let pose = carom::geometry::Pose {
                rotation: Quat::from_rotation_z(0.3),
                translation: Vec3::new(x, 0.05, 0.1),
                scale: 0.5,
            };
            pose.matrix(|| "pose".into()).unwrap()
        };
        let poses: [PoseMatrix; 3] = [pose(0.75), pose(0.9), pose(3.0)];
        let mut offsets = [9; 4];
        let mut out = vec![SdfContact::MISS; 500];
        let lists = block.collide_field(&ball, &poses, 0.02, &mut offsets[..], &mut out[..]).unwrap();
        assert_eq!(offsets[0], 0);
        assert_eq!(offsets[1..], [lists.total as u64; 3]);
        assert!(lists.total > 0 && lists.written == lists.total);
        let deepest = out[..lists.total].iter().max_by(|a, b| a.depth.total_cmp(&b.depth)).unwrap();
        check(deepest, 0.05, Vec3::X, f64::from(0.3 * cell + 2.0 * block.error() + ball.error()));
        for contact in &out[..lists.total] {
            assert!(contact.depth >= -0.02 - block.error() && contact.point.x > 0.4, "{contact:?}");
        }
        // A list that does not fit is cut.
        let mut few = [SdfContact::MISS; 1];
        let cut = block.collide_field(&ball, &poses, 0.02, &mut (), &mut few[..]).unwrap();
        assert_eq!((cut.written, cut.total), (1, lists.total));
        assert_eq!(few[0], out[0]);
    }
}

#[test]
fn nothing_touches_a_field_without_a_surface() {
    let sdf = Field::of(unit_grid(4), |_| f64::INFINITY).cook(Storage::Bricks8);
    let a = Vec3::ZERO;
    let [point] = contacts(|out| sdf.collide_point(&[a], 1e18, out));
    let [sphere] = contacts(|out| sdf.collide_sphere(&[Sphere { center: a, radius: 1e18 }], 1.0, out));
    let [capsule] = contacts(|out| sdf.collide_capsule(&[Capsule { a, radius: 1.0, b: Vec3::X }], 1.0, out));
    let [triangle] = contacts(|out| sdf.collide_triangle(&[Triangle::new(a, Vec3::X, Vec3::Y)], 1.0, out));
    assert_eq!([point, sphere, capsule, triangle], [SdfContact::MISS; 4]);
    let mut hits = [SdfRayHit { t: 0.0, ..SdfRayHit::MISS }];
    sdf.raycast(&[Ray::new(a, Vec3::X)], &mut hits[..]).unwrap();
    assert_eq!(hits[0], SdfRayHit::MISS);
    let mut found = [SdfClosestPoint { point: a, distance: 0.0, normal: a, triangle: 0, error: 0.0 }; 2];
    sdf.closest_point(&[Vec3::Y, a], &mut found[..]).unwrap();
    assert_eq!((found[0].point, found[0].distance), (Vec3::Y, f32::INFINITY));
    assert_eq!(sdf.inside_points(&mut [a][..]).total, 0);
    let mut image = [0.0; 4];
    let slice = SdfSlice { origin: a, right: Vec3::X, down: Vec3::Y, width: 2, height: 2 };
    sdf.slice(&slice, &mut image[..]).unwrap();
    assert_eq!(image, [f32::INFINITY; 4]);
    let lists = sdf.collide_field(&sdf, &[PoseMatrix::IDENTITY], 1.0, &mut [1, 1][..], &mut [][..]).unwrap();
    assert_eq!(lists.total, 0);
}

#[test]
fn bad_shapes_are_errors_that_name_the_element() {
    let sdf = Field::of(unit_grid(3), |_| 1.0).cook(Storage::Dense);
    let a = Vec3::ZERO;
    let text = |ask: &dyn Fn(&mut [SdfContact]) -> carom::Result<()>| {
        let mut out = [SdfContact { depth: 7.0, ..SdfContact::MISS }];
        let text = ask(&mut out).unwrap_err().to_string();
        assert_eq!(out[0].depth, 7.0);
        text
    };
    assert!(text(&|out| sdf.collide_point(&[a], -1.0, out)).starts_with("margin: -1 is negative"));
    assert!(text(&|out| sdf.collide_point(&[Vec3::NAN], 0.0, out)).starts_with("points[0].x: NaN"));
    let sphere = Sphere { center: a, radius: f32::INFINITY };
    assert!(text(&|out| sdf.collide_sphere(&[sphere], 0.0, out)).starts_with("spheres[0].radius: inf"));
    let capsule = Capsule { a, radius: -1.0, b: a };
    assert!(text(&|out| sdf.collide_capsule(&[capsule], 0.0, out)).starts_with("capsules[0].radius: -1"));
    let triangle = Triangle::new(a, Vec3::INFINITY, a);
    assert!(text(&|out| sdf.collide_triangle(&[triangle], 0.0, out)).starts_with("triangles[0].b.x: inf"));
    let mirror = PoseMatrix { rows: [Vec3::X, Vec3::Y, Vec3::NEG_Z], translation: a };
    let error = sdf.collide_field(&sdf, &[mirror], 0.0, &mut (), &mut [][..]).unwrap_err();
    assert!(error.to_string().starts_with("poses[0]: a mirror"), "{error}");
}
