//! Closed surfaces: rooms, tessellated balls, a skull; leaks; progress.

use crate::common::bsp::{Truth, contains, exact, threshold};
use crate::common::effort::effort;
use crate::common::solid::{Polygon, Surface, nearest_of, room, vector, winding};
use crate::common::{TestMesh, asset, sphere};
use carom::ErrorKind;
use carom::bsp::*;
use carom::geometry::{Sphere, SphereCast, Vec3};
use carom::mesh::{ContactEdges, CookOptions, Mesh, ShapeHit};
use fastrand::Rng;
use glam::DVec3;

/// Spheres, points and contacts of a surface against its polygons and winding numbers.
fn check_surface(
    bsp: &Bsp,
    polygons: &[Polygon],
    outside: f64,
    points: &[DVec3],
    sizes: &[f32],
    band: f64,
) -> [usize; 2] {
    let (mut hits, mut over) = (0, 0);
    let distance = |p: DVec3| {
        // Winding numbers of closed surfaces are whole.
        let solid = winding(polygons, p) + outside > 0.5;
        if solid { 0.0 } else { nearest_of(polygons, p).0 }
    };
    let truth = Truth { distance: &distance, surface: None };
    for (i, &p) in points.iter().enumerate() {
        let p = p.as_vec3().as_dvec3();
        let radius = sizes[i % sizes.len()];
        let d = distance(p);
        let to_surface = nearest_of(polygons, p).0;
        let (found, reported) = (exact(bsp, p, radius), threshold(bsp, p, radius));
        assert!(reported || d > f64::from(radius), "missed {p} {radius} {d}");
        assert!(reported || !found);
        if to_surface > band {
            assert_eq!(contains(bsp, p, &Filter::default()).is_solid(), d == 0.0, "{p}: {to_surface}");
        }
        if (d - f64::from(radius)).abs() > band && (d > 0.0 || to_surface > band) {
            assert_eq!(found, d < f64::from(radius), "{p} {radius} {d}");
            hits += usize::from(found);
            over += usize::from(reported && !found);
            truth.check_contact(bsp, p, radius, &Filter::default());
            // Each step of the oracle asks all polygons.
            if polygons.len() < 100 && i % 8 == 0 && d > f64::from(radius) {
                truth.check_cast(bsp, p, radius, points[(i * 7 + 1) % points.len()] - p);
            }
        }
    }
    [hits, over]
}

#[test]
fn a_room_is_empty_inside_and_solid_around() {
    let surface = room();
    let polygons = surface.polygons();
    let bsp = Bsp::build(&surface.input(), &BspOptions::default()).unwrap();
    let rng = &mut Rng::with_seed(5);
    let points: Vec<DVec3> = (0..5000).map(|_| vector(rng, 2.0) + DVec3::new(4.0, 4.0, 4.0)).collect();
    let [hits, over] = check_surface(&bsp, &polygons, 1.0, &points, &[0.05, 0.3, 1.0], 1e-5);
    // One convex edge of the solid, of 90 degrees.
    assert!(hits > 1000 && over > 3 && over < 100, "{hits} {over}");
    assert!(contains(&bsp, DVec3::splat(1e6), &Filter::default()).is_solid());
}

/// Points around a mesh, most of them near its surface.
fn points_around(mesh: &TestMesh, count: usize, near: f64, seed: u64) -> Vec<DVec3> {
    let rng = &mut Rng::with_seed(seed);
    let triangles = mesh.triangles();
    let on = |rng: &mut Rng| {
        let t = triangles[rng.usize(..triangles.len())];
        let (u, v) = (rng.f32(), rng.f32());
        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
        (t.a + (t.b - t.a) * u + (t.c - t.a) * v).as_dvec3()
    };
    (0..count).map(|_| on(rng) + vector(rng, near)).collect()
}

fn polygons_of(mesh: &TestMesh) -> Vec<Polygon> {
    mesh.triangles().iter().map(|t| vec![t.a.as_dvec3(), t.b.as_dvec3(), t.c.as_dvec3()]).collect()
}

pub(super) fn triangles(mesh: &TestMesh) -> BspInput<'_> {
    BspInput::Surface(SurfaceInput::triangles(&mesh.positions, &mesh.indices))
}

#[test]
fn tessellated_balls() {
    for &rings in &[3, 12, 40, 90][..effort(3, 4)] {
        let mesh = sphere(rings, 2.0);
        let bsp = Bsp::build(&triangles(&mesh), &BspOptions::default()).unwrap();
        let points = points_around(&mesh, 2000, 0.8, rings as u64);
        let polygons = polygons_of(&mesh);
        let [hits, _] = check_surface(&bsp, &polygons, 0.0, &points, &[0.05, 0.2, 0.7], 1e-5);
        assert!(hits > 500);
        let stats = bsp.stats();
        assert!(stats.depth < 128, "{stats:?}");
    }
}

/// The teeth and jaws of the skull are in one another: a leak by default, and built anyway their union.
#[test]
fn a_skull() {
    let mesh = asset("skull");
    let error = Bsp::build(&triangles(&mesh), &BspOptions::default()).err().unwrap();
    assert!(error.to_string().starts_with("surface: open or self-crossing at ["), "{error}");
    let options = BspOptions { ignore_leaks: true, ..BspOptions::default() };
    let (bsp, report) = Bsp::build_with_report(&triangles(&mesh), &options).unwrap();
    let polygons = polygons_of(&mesh);
    let leak = report.leak.unwrap();
    println!("{report:?} {:?}", bsp.stats());
    // The leak is at a face that is inside of another part. A point nearby is inside of two parts.
    let rng = &mut Rng::with_seed(1);
    let around = (0..40).map(|_| leak.position.as_dvec3() + vector(rng, 1e-3));
    let most = around.map(|p| winding(&polygons, p)).fold(0.0, f64::max);
    assert!((most - 2.0).abs() < 1e-6, "{most}");
    let points = points_around(&mesh, 1500, 0.01, 3);
    let [hits, over] = check_surface(&bsp, &polygons, 0.0, &points, &[0.001, 0.004, 0.01], 2e-6);
    println!("{hits} hits, {over} more by threshold");
    assert!(hits > 400 && hits < 1400 && over > 0);
    same_as_the_mesh(&bsp, &mesh);
}

/// From outside, checks and times of contact are those of the mesh, bit for bit.
fn same_as_the_mesh(bsp: &Bsp, mesh: &TestMesh) {
    let cooked = Mesh::build(&mesh.input(), CookOptions::default()).unwrap();
    let points = points_around(mesh, 20_000, 0.02, 5);
    let outside = |p: &&DVec3| !contains(bsp, **p, &Filter::default()).is_solid();
    let points: Vec<Vec3> = points.iter().filter(outside).map(|p| p.as_vec3()).collect();
    let sizes = [0.0, 1e-4, 0.002, 0.01];
    let spheres: Vec<Sphere> =
        points.iter().enumerate().map(|(i, &center)| Sphere { center, radius: sizes[i % 4] }).collect();
    let casts: Vec<SphereCast> = spheres
        .iter()
        .zip(points.iter().rev())
        .map(|(s, &to)| SphereCast {
            origin: s.center,
            radius: s.radius,
            displacement: (to - s.center) * 0.5,
        })
        .collect();
    let (mut ours, mut theirs) = (vec![0u8; points.len()], vec![0u8; points.len()]);
    bsp.overlap_sphere(&spheres, SphereMode::Exact, &Filter::default(), &mut ours[..]).unwrap();
    cooked.overlap_sphere(&spheres, &Filter::default(), &mut theirs[..]).unwrap();
    assert!(ours == theirs && ours.contains(&1) && ours.contains(&0));
    let (mut ours, mut theirs) = (vec![BspCastHit::MISS; points.len()], vec![ShapeHit::MISS; points.len()]);
    bsp.cast_sphere(&casts, &Filter::default(), &mut ours[..]).unwrap();
    cooked.cast_sphere(&casts, &Filter::default(), ContactEdges::Smooth, &mut theirs[..]).unwrap();
    let mut hits = 0;
    for (i, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
        assert_eq!(ours.t.to_bits(), theirs.t.to_bits(), "{:?}: {ours:?} {theirs:?}", casts[i]);
        hits += usize::from(ours.is_hit());
    }
    assert!(hits > points.len() / 4 && hits < points.len(), "{hits}");
}

/// Open surfaces, crossing ones and inside-out parts are errors that name the place.
#[test]
fn errors_name_the_places_of_leaks() {
    let place = |surface: &Surface| {
        let error = Bsp::build(&surface.input(), &BspOptions::default()).err().unwrap().to_string();
        let numbers = error.split(&['[', ']', ','][..]).filter_map(|part| part.trim().parse().ok());
        let place: Vec<f64> = numbers.collect();
        assert!(error.starts_with("surface: open"), "{error}");
        DVec3::new(place[0], place[1], place[2])
    };
    let cube = |surface: &mut Surface, low: f32, high: f32, missing: usize| {
        for k in 0..3 {
            for (side, x) in [(0, low), (1, high)] {
                let at = |u: f32, v: f32| {
                    let mut p = Vec3::ZERO;
                    (p[k], p[(k + 1) % 3], p[(k + 2) % 3]) = (x, u, v);
                    p
                };
                let mut face = [at(low, low), at(high, low), at(high, high), at(low, high)];
                if side == 0 {
                    face.reverse();
                }
                if 2 * k + side != missing {
                    surface.push(&face);
                }
            }
        }
    };
    let whole = |low: f32, high: f32| {
        let mut surface = Surface::default();
        cube(&mut surface, low, high, 6);
        surface
    };
    assert!(Bsp::build(&whole(0.0, 1.0).input(), &BspOptions::default()).is_ok());
    for missing in 0..6 {
        let mut open = Surface::default();
        cube(&mut open, 0.0, 1.0, missing);
        place(&open);
        // Two solids, one of them open.
        let mut open = whole(10.0, 12.0);
        cube(&mut open, 0.0, 1.0, missing);
        place(&open);
    }
    // The corner of one cube in the other.
    let mut crossing = whole(0.0, 2.0);
    cube(&mut crossing, 1.0, 3.0, 6);
    let at = place(&crossing);
    assert!(at.cmpge(DVec3::splat(0.99)).all() && at.cmple(DVec3::splat(2.01)).all(), "{at}");
    // Built anyway, it is both together.
    let options = BspOptions { ignore_leaks: true, ..BspOptions::default() };
    let bsp = Bsp::build(&crossing.input(), &options).unwrap();
    let rng = &mut Rng::with_seed(7);
    let points: Vec<DVec3> = (0..2000).map(|_| vector(rng, 2.0) + DVec3::splat(1.5)).collect();
    check_surface(&bsp, &crossing.polygons(), 0.0, &points, &[0.1, 0.4], 1e-5);
    // A cave in a block is no leak, nor are two blocks that touch.
    let mut hollow = whole(0.0, 5.0);
    let mut cave = whole(1.0, 2.0);
    cave.indices.reverse();
    let offset = hollow.positions.len() as u32;
    hollow.positions.extend(&cave.positions);
    hollow.indices.extend(cave.indices.iter().map(|i| i + offset));
    hollow.counts.extend(&cave.counts);
    let bsp = Bsp::build(&hollow.input(), &BspOptions::default()).unwrap();
    let points: Vec<DVec3> = (0..2000).map(|_| vector(rng, 4.0) + DVec3::splat(2.0)).collect();
    check_surface(&bsp, &hollow.polygons(), 0.0, &points, &[0.1, 0.4], 1e-5);
    let mut pair = whole(0.0, 1.0);
    let first = pair.positions.len() as u32;
    let other = whole(0.0, 1.0);
    pair.positions.extend(other.positions.iter().map(|p| [p[0] + 1.0, p[1] * 2.0, p[2]]));
    pair.indices.extend(other.indices.iter().map(|i| i + first));
    pair.counts.extend(&other.counts);
    let bsp = Bsp::build(&pair.input(), &BspOptions::default()).unwrap();
    assert!(contains(&bsp, DVec3::new(1.0, 0.5, 0.5), &Filter::default()).is_solid());
    assert!(!contains(&bsp, DVec3::new(0.5, 1.5, 0.5), &Filter::default()).is_solid());
}

#[test]
fn progress_rises_and_cancels_and_threads_change_nothing() {
    let mesh = asset("ribcage");
    let input = BspInput::Surface(SurfaceInput::triangles(&mesh.positions, &mesh.indices));
    let options = BspOptions { ignore_leaks: true, ..BspOptions::default() };
    let plain = Bsp::build(&input, &BspOptions { thread_count: 1, ..options }).unwrap();
    let mut seen = Vec::new();
    let mut progress = |done: f32| {
        seen.push(done);
        true
    };
    let (watched, _) = Bsp::build_with_progress(&input, &options, Some(&mut progress)).unwrap();
    assert!(watched.bytes() == plain.bytes());
    assert!(seen.is_sorted() && seen.len() > 8 && seen.last() == Some(&1.0), "{seen:?}");
    // A build stops wherever it is when it is told to.
    for &most in &[0.0, 1.0, 0.5, 0.3, 0.75, 0.9][..effort(3, 6)] {
        let mut cancel = |done: f32| done < most;
        let result = Bsp::build_with_progress(&input, &options, Some(&mut cancel));
        assert!(matches!(result, Err(error) if error.kind() == ErrorKind::Cancelled), "{most}");
    }
}
