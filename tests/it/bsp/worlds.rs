//! Worlds of convex brushes: every answer against all brushes in f64.

use crate::common::bsp::{Truth, build, check, contains, exact, raycast, threshold};
use crate::common::effort::effort;
use crate::common::passes;
use crate::common::solid::{Brush, World, direction, random_world, vector};
use carom::bsp::*;
use carom::geometry::{Ray, Vec3};
use fastrand::Rng;
use glam::DVec3;

/// Nearer than this to a decision, f32 planes may decide otherwise than f64 ones.
const BAND: f64 = 1e-5;

/// A point near a face of a random brush, with room for `near` around it.
fn near_a_face(rng: &mut Rng, world: &World, near: f64) -> DVec3 {
    let brush = &world.brushes[rng.usize(..world.brushes.len())];
    let (normal, _, polygon) = &brush.faces[rng.usize(..brush.faces.len())];
    let weights: Vec<f64> = polygon.iter().map(|_| rng.f64() + 1e-3).collect();
    let sum: f64 = weights.iter().sum();
    let on: DVec3 = polygon.iter().zip(&weights).map(|(corner, weight)| *corner * (weight / sum)).sum();
    (on + *normal * (rng.f64() * 3.0 - 0.5) * near + vector(rng, near * 0.5)).as_vec3().as_dvec3()
}

/// Spheres of all sizes: no misses by the threshold, nothing false by the exact check.
fn check_spheres(world: &World, bsp: &Bsp, seed: u64, count: usize) -> [usize; 3] {
    let rng = &mut Rng::with_seed(seed);
    let (mut hits, mut false_hits, mut skipped) = (0, 0, 0);
    for i in 0..count {
        let radius = [0.02f32, 0.1, 0.25, 0.5, 1.0, 2.0][i % 6];
        let center = near_a_face(rng, world, f64::from(radius));
        let distance = world.distance(center);
        let (found, reported) = (exact(bsp, center, radius), threshold(bsp, center, radius));
        assert!(reported || !found, "exact without threshold: {center} {radius}");
        assert!(reported || distance > f64::from(radius), "missed: {center} {radius} {distance}");
        if (distance - f64::from(radius)).abs() < BAND {
            skipped += 1;
            continue;
        }
        let truth = distance <= f64::from(radius);
        assert_eq!(found, truth, "{center} {radius}: {distance}");
        hits += usize::from(truth);
        false_hits += usize::from(reported && !truth);
    }
    [hits, false_hits, skipped]
}

fn check_points(world: &World, bsp: &Bsp, range: f64, seed: u64, count: usize) {
    let rng = &mut Rng::with_seed(seed);
    let mut inside = 0;
    for i in 0..count {
        let point = if i % 2 == 0 { vector(rng, range) } else { near_a_face(rng, world, 0.1) };
        let point = point.as_vec3().as_dvec3();
        let content = contains(bsp, point, &Filter::default());
        let depth = world.depth(point);
        if depth.abs() > BAND {
            assert_eq!(content.is_solid(), depth > 0.0, "{point}: {depth}");
        }
        if content.is_solid() {
            inside += 1;
            let brush = &world.brushes[content.brush as usize];
            assert!(brush.depth(point) > -BAND, "{point}: {content:?}");
            assert_eq!(content.attributes, brush.attributes);
        } else {
            assert_eq!(content, PointContent::EMPTY);
        }
    }
    assert!(inside > count / 10, "{inside}");
}

#[test]
fn random_worlds() {
    for (count, seed, spheres) in
        [(1, 1, 2000), (5, 2, 4000), (30, 3, 12_000), (300, 4, 30_000), (2000, 5, 12_000)]
    {
        let (world, range) = random_world(seed, count);
        let (bsp, report) = Bsp::build_with_report(&world.input(), &BspOptions::default()).unwrap();
        let [hits, false_hits, skipped] = check_spheres(&world, &bsp, seed, spheres);
        println!(
            "{count}: {hits} hits, {false_hits} more by threshold, {skipped} skipped; {:?} {report:?}",
            bsp.stats()
        );
        assert!(hits > spheres / 4 && hits < spheres && skipped < spheres / 100);
        assert!(count == 1 || false_hits > 0);
        assert_eq!(report.skipped_brushes, 0);
        check_points(&world, &bsp, range, seed, spheres / 2);
    }
}

#[test]
fn bevelled_worlds() {
    let (world, _) = random_world(6, 40);
    let options = BspOptions { bevels: 1, ..BspOptions::default() };
    let bsp = Bsp::build(&world.input(), &options).unwrap();
    let plain = build(&world);
    let [hits, with, _] = check_spheres(&world, &bsp, 6, 10_000);
    let [same, without, _] = check_spheres(&world, &plain, 6, 10_000);
    assert!(hits == same && with < without && with > 0, "{with} {without}");
    assert!(bsp.stats().node_count > 2 * plain.stats().node_count);
}

#[test]
fn contacts_and_ways_out() {
    for (count, seed) in [(1, 11), (4, 12), (25, 13), (60, 14)] {
        let (world, _) = random_world(seed, count);
        let bsp = build(&world);
        let surface = world.surface(|_| true);
        let distance = |p: DVec3| world.distance(p);
        let truth = Truth { distance: &distance, surface: Some(&surface) };
        let rng = &mut Rng::with_seed(seed);
        for i in 0..effort(1000, 3000) {
            let radius = [0.1f32, 0.25, 0.5, 1.0, 2.0][i % 5];
            let near = if i % 3 == 0 { 0.3 } else { f64::from(radius) };
            truth.check_contact(&bsp, near_a_face(rng, &world, near), radius, &Filter::default());
        }
    }
}

#[test]
fn filters_choose_among_overlapping_brushes() {
    let (world, _) = random_world(21, 80);
    let bsp = build(&world);
    let rng = &mut Rng::with_seed(21);
    for filter in [
        Filter { require: 1, ..Filter::default() },
        Filter { require: 4, ..Filter::default() },
        Filter { exclude: 2, ..Filter::default() },
        Filter { exclude: 7, ..Filter::default() },
        Filter { require: 8, ..Filter::default() },
        Filter { any_of: 5, ..Filter::default() },
        Filter { require: 1, exclude: 2, any_of: 6, ..Filter::default() },
        Filter { any_of: 8, ..Filter::default() },
    ] {
        let pass = |brush: &Brush| passes(&filter, brush.attributes);
        let surface = world.surface(pass);
        let distance = |p: DVec3| world.nearest(p, pass).map_or(f64::INFINITY, |(q, _)| (q - p).length());
        let truth = Truth { distance: &distance, surface: Some(&surface) };
        for i in 0..1500 {
            let radius = [0.1f32, 0.25, 0.5, 1.0][i % 4];
            let center = near_a_face(rng, &world, f64::from(radius));
            let gap = distance(center) - f64::from(radius);
            let reported = check(&bsp, center, radius, SphereMode::Threshold, &filter);
            assert!(reported || gap > 0.0, "{center} {radius} {gap}");
            if gap.abs() > BAND {
                assert_eq!(
                    check(&bsp, center, radius, SphereMode::Exact, &filter),
                    gap < 0.0,
                    "{center} {radius}"
                );
            }
            truth.check_contact(&bsp, center, radius, &filter);
            let content = contains(&bsp, center, &filter);
            assert!(!content.is_solid() || passes(&filter, content.attributes));
        }
    }
}

#[test]
fn moving_spheres() {
    for (count, seed) in [(1, 31), (20, 32), (200, 33)] {
        let (world, range) = random_world(seed, count);
        let bsp = build(&world);
        let distance = |p: DVec3| world.distance(p);
        let truth = Truth { distance: &distance, surface: None };
        let rng = &mut Rng::with_seed(seed);
        let mut hits = 0;
        for i in 0..1500 {
            let radius = [0.05f32, 0.3, 0.8][i % 3];
            let from = vector(rng, range + 2.0);
            let target = near_a_face(rng, &world, f64::from(radius));
            let reach = 0.3 + rng.f64() * 1.7;
            hits += usize::from(truth.check_cast(&bsp, from, radius, (target - from) * reach));
        }
        assert!(hits > 300 && hits < 1500, "{hits}");
    }
}

#[test]
fn rays() {
    let (world, range) = random_world(41, 150);
    let bsp = build(&world);
    let rng = &mut Rng::with_seed(41);
    let mut hits = 0;
    for i in 0..6000 {
        let origin = vector(rng, range + 2.0).as_vec3().as_dvec3();
        let direction = (direction(rng) * [1.0, 30.0][i % 2]).as_vec3();
        let t_max = if i % 3 == 0 { f32::INFINITY } else { rng.f32() * 20.0 / direction.length() };
        let ray = Ray { origin: origin.as_vec3(), t_min: 0.0, direction, t_max };
        let hit = raycast(&bsp, ray);
        // The brush that is entered first.
        let direction = direction.as_dvec3();
        let enter = |brush: &Brush| {
            let (mut enter, mut leave) = (0.0f64, f64::from(t_max));
            for (n, d, _) in &brush.faces {
                let (height, speed) = (n.dot(origin) - d, n.dot(direction));
                if speed < 0.0 {
                    enter = enter.max(-height / speed)
                } else {
                    leave = leave.min(-height / speed)
                }
            }
            (enter, leave)
        };
        let first = |grow: f64| {
            let length = direction.length();
            let times = world
                .brushes
                .iter()
                .map(enter)
                .filter(|(enter, leave)| enter * length <= leave * length + grow);
            times.map(|t| t.0).fold(f64::INFINITY, f64::min)
        };
        let (early, late) = (first(BAND), first(-BAND));
        let t = f64::from(hit.t);
        let slack = BAND / direction.length() + 1e-6 * t.min(1e6);
        assert!(t >= early - slack && (t <= late + slack || t == late), "{ray:?}: {hit:?} {early} {late}");
        if hit.is_hit() {
            hits += 1;
            let point = hit.point.as_dvec3();
            assert!(world.brushes[hit.brush as usize].depth(point).abs() < 1e-4 || t == 0.0);
            assert!((hit.normal.length() - 1.0).abs() < 1e-5);
        }
    }
    assert!(hits > 2000 && hits < 6000, "{hits}");
}

#[test]
fn far_from_the_origin() {
    // Planes in f32 are off by more than the spheres' own rounding here.
    let (near, _) = random_world(51, 40);
    let shift = DVec3::new(9000.0, -7000.0, 12_345.0);
    let moved = near.brushes.iter().map(|brush| {
        let planes: Vec<(DVec3, f64)> = brush.faces.iter().map(|(n, d, _)| (*n, d + n.dot(shift))).collect();
        Brush::from_planes(&planes, brush.attributes)
    });
    let world = World::new(moved.collect());
    let bsp = build(&world);
    let rng = &mut Rng::with_seed(51);
    let mut close = 0;
    for i in 0..20_000 {
        let radius = [0.1f32, 0.5, 1.0][i % 3];
        let center = near_a_face(rng, &world, f64::from(radius));
        let distance = world.distance(center);
        let (found, reported) = (exact(&bsp, center, radius), threshold(&bsp, center, radius));
        assert!(reported || !found);
        // Snapping may move planes by about half a hundredth here.
        let gap = distance - f64::from(radius);
        assert!(reported || gap > -0.01, "{center} {radius} {gap}");
        if gap.abs() > 0.02 {
            assert_eq!(found, gap < 0.0, "{center} {radius} {gap}");
        } else {
            close += 1;
        }
    }
    assert!(close < 3000, "{close}");
}

/// Spheres so large that f32 heights are off by more than all of the tree's own tolerances.
#[test]
fn large_spheres_from_afar() {
    let (world, _) = random_world(52, 25);
    let bsp = build(&world);
    let rng = &mut Rng::with_seed(52);
    for i in 0..8000 {
        let far = [1e2, 1e4, 1e6, 1e8][i % 4];
        let center = (direction(rng) * far).as_vec3().as_dvec3();
        let distance = world.distance(center);
        let rounded = distance as f32;
        let radius = if f64::from(rounded) < distance { rounded.next_up() } else { rounded };
        assert!(threshold(&bsp, center, radius), "{center} {distance}");
        assert!(
            threshold(&bsp, center, (distance * (1.0 + 1e-9)) as f32) || (distance as f32 as f64) < distance
        );
        let (above, below) = ((distance * (1.0 + 4e-7)) as f32, (distance * (1.0 - 4e-7)) as f32);
        let band = BAND / distance > 2e-7;
        assert!(band || exact(&bsp, center, above) && !exact(&bsp, center, below), "{center} {distance}");
    }
}

/// A box, and the plane of a far brush that cuts it at 5 degrees. Spheres in the wedge between are reported
/// from far away by the threshold, and never by the exact check.
#[test]
fn a_box_cut_by_a_far_plane() {
    let tilt = 5f64.to_radians();
    let normal = DVec3::new(tilt.sin(), 0.0, tilt.cos());
    let far: Vec<(DVec3, f64)> = vec![
        (normal, normal.dot(DVec3::new(0.0, 0.0, 0.5))),
        (-normal, 1.0 - normal.dot(DVec3::new(0.0, 0.0, 0.5))),
        (DVec3::X, 60.0),
        (-DVec3::X, -50.0),
        (DVec3::Y, 5.0),
        (-DVec3::Y, 5.0),
    ];
    let block = Brush::aabb(Vec3::new(-10.0, -10.0, -1.0), Vec3::new(10.0, 10.0, 1.0));
    let world = World::new(vec![Brush::from_planes(&far, 0), block]);
    let bsp = build(&world);
    let rng = &mut Rng::with_seed(61);
    for i in 0..20_000 {
        let radius = [0.1f32, 0.5, 1.0][i % 3];
        let center = DVec3::new(rng.f64() * 40.0 - 20.0, rng.f64() * 22.0 - 11.0, rng.f64() * 6.0 - 3.0);
        let center = center.as_vec3().as_dvec3();
        let gap = world.distance(center) - f64::from(radius);
        assert!(threshold(&bsp, center, radius) || gap > 0.0, "{center} {radius} {gap}");
        if gap.abs() > BAND {
            assert_eq!(exact(&bsp, center, radius), gap < 0.0, "{center} {radius} {gap}");
        }
    }
}

#[test]
fn bad_brushes_are_skipped_and_nothing_is_empty() {
    let none = World::new(Vec::new());
    let bsp = build(&none);
    assert!(!exact(&bsp, DVec3::ZERO, 1e18) && !threshold(&bsp, DVec3::ZERO, 1e18));
    assert!(!contains(&bsp, DVec3::ZERO, &Filter::default()).is_solid());
    assert_eq!(bsp.brush_count(), 0);

    let solid = Brush::aabb(Vec3::ZERO, Vec3::ONE);
    let flat = Brush::aabb(Vec3::new(5.0, 0.0, 0.0), Vec3::new(5.0, 1.0, 1.0));
    let inverted = Brush::aabb(Vec3::ONE, Vec3::ZERO);
    let world = World::new(vec![flat, inverted, solid]);
    let (bsp, report) = Bsp::build_with_report(&world.input(), &BspOptions::default()).unwrap();
    assert_eq!((report.skipped_brushes, report.first_skipped, report.faces), (2, Some(0), 6));
    assert_eq!(contains(&bsp, DVec3::splat(0.5), &Filter::default()).brush, 2);
    assert!(!exact(&bsp, DVec3::new(5.0, 0.5, 0.5), 0.5));

    let open = World::new(vec![Brush::new(vec![[0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 4.0]], 0)]);
    let error = Bsp::build(&open.input(), &BspOptions::default()).err().unwrap();
    assert_eq!(error.to_string(), "brushes[0]: its 2 planes do not bound it");
    // All of space.
    let planes = world_planes();
    let input = BspInput::Brushes(BrushInput::new(&planes, &[6, 0]));
    let error = Bsp::build(&input, &BspOptions::default()).err().unwrap();
    assert_eq!(error.to_string(), "brushes[1]: its 0 planes do not bound it");
}

/// Those of a cube.
fn world_planes() -> Vec<[f32; 4]> {
    Brush::aabb(Vec3::ZERO, Vec3::ONE).planes
}

#[test]
fn options_that_are_not_finite_say_so() {
    let planes = world_planes();
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for (options, name) in [
            (BspOptions { snap_distance: value, ..BspOptions::default() }, "snap_distance"),
            (BspOptions { snap_normal: value, ..BspOptions::default() }, "snap_normal"),
        ] {
            let error =
                Bsp::build(&BspInput::Brushes(BrushInput::new(&planes, &[6])), &options).err().unwrap();
            assert_eq!(error.kind(), carom::ErrorKind::NotFinite);
            assert_eq!(error.to_string(), format!("options.{name}: {value} is not finite"));
        }
    }
}

#[test]
fn planes_that_are_nearly_the_same_are_one() {
    let almost = 1.22e-16f32;
    let mut planes = vec![[-1.0, almost, 0.0, 0.0], [-1.0, -almost, 0.0, 0.0]];
    planes.push([-1.0, almost * 1e8, 0.0, 1e-7]);
    planes.extend([[1.0, 0.0, 0.0, 64.0], [0.0, 1.0, 0.0, 64.0], [0.0, -1.0, 0.0, 64.0]]);
    planes.extend([[0.0, 0.0, 1.0, 64.0], [0.0, 0.0, -1.0, 64.0]]);
    let mut order: Vec<usize> = (0..planes.len()).collect();
    let rng = &mut Rng::with_seed(8);
    for _ in 0..50 {
        rng.shuffle(&mut order);
        let planes: Vec<[f32; 4]> = order.iter().map(|&i| planes[i]).collect();
        let input = BspInput::Brushes(BrushInput::new(&planes, &[8]));
        let bsp = Bsp::build(&input, &BspOptions::default()).unwrap();
        assert_eq!(bsp.stats().face_count, 6, "{order:?}");
        for (x, expected) in [(1.0, true), (-0.5, true), (-1.5, false), (-3.0, false), (-100.0, false)] {
            let center = DVec3::new(x, 0.0, 0.0);
            assert_eq!(exact(&bsp, center, 1.0), expected, "{order:?} {x}");
            assert_eq!(threshold(&bsp, center, 1.0), expected, "{order:?} {x}");
        }
    }
}

#[test]
fn planes_through_the_origin_alone_bound_nothing() {
    let cone = [[0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.5, 0.0], [-1.0, 1.0, 0.0, 0.0]];
    for count in 1..=4 {
        let planes = &cone[..count];
        let error =
            Bsp::build(&BspInput::Brushes(BrushInput::new(planes, &[count as u32])), &BspOptions::default());
        let error = error.err().unwrap().to_string();
        assert_eq!(error, format!("brushes[0]: its {count} planes do not bound it"));
    }
    // A point and a face have no volume, but are bounded.
    let flat = [[1.0, 0.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 0.0]];
    let (_, report) =
        Bsp::build_with_report(&BspInput::Brushes(BrushInput::new(&flat, &[2])), &BspOptions::default())
            .unwrap();
    assert_eq!(report.skipped_brushes, 1);
}
