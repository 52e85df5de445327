//! Closed surfaces: wedges, rooms, tessellated balls, a skull; leaks, and the literal published form.

use crate::common::bsp::{Truth, cast, contains, exact, raycast, threshold};
use crate::common::solid::{Polygon, Surface, nearest_of, room, vector, winding};
use crate::common::{TestMesh, asset, sphere};
use carom::Error;
use carom::bsp::*;
use carom::geometry::{Ray, Sphere, SphereCast, Vec3};
use carom::mesh::{CastHit, CookOptions, Mesh};
use fastrand::Rng;
use glam::DVec3;
use std::f64::consts::PI;

/// A wedge of angle `theta` with its edge along z through the origin: a pie, 40 wide, 100 high.
fn wedge(theta: f64) -> Surface {
    let steps = ((theta / 45f64.to_radians()).ceil() as usize).max(2);
    let mut outline = vec![DVec3::ZERO];
    for i in 0..=steps {
        let angle = -theta / 2.0 + theta * i as f64 / steps as f64;
        outline.push(DVec3::new(40.0 * angle.cos(), 40.0 * angle.sin(), 0.0));
    }
    let at = |i: usize, z: f32| {
        let corner = outline[i % outline.len()].as_vec3();
        Vec3::new(corner.x, corner.y, z)
    };
    let mut surface = Surface::default();
    for i in 0..outline.len() {
        surface.push(&[at(i, -50.0), at(i + 1, -50.0), at(i + 1, 50.0), at(i, 50.0)]);
    }
    for i in 1..=steps {
        surface.push(&[at(0, 50.0), at(i, 50.0), at(i + 1, 50.0)]);
        surface.push(&[at(i + 1, -50.0), at(i, -50.0), at(0, -50.0)]);
    }
    surface
}

/// How far a point is from the two half-planes of a wedge, 0 inside.
fn wedge_distance(theta: f64, p: DVec3) -> f64 {
    let (angle, size) = (p.y.atan2(p.x).abs(), (p.x * p.x + p.y * p.y).sqrt());
    let beyond = angle - theta / 2.0;
    if beyond <= 0.0 {
        0.0
    } else if beyond >= PI / 2.0 {
        size
    } else {
        size * beyond.sin()
    }
}

/// A convex edge over-reports up to `R (1 / sin(theta / 2) - 1)`, and nothing else does.
#[test]
fn wedges_are_wrong_by_the_formula_or_not_at_all() {
    let radius = 1.0f64;
    for degrees in [10, 20, 30, 45, 60, 90, 120, 150, 175, 185, 225, 270, 300, 330, 350] {
        let theta = f64::from(degrees).to_radians();
        let surface = wedge(theta);
        let bsp = Bsp::build(&surface.input(), &BspOptions::default()).unwrap();
        let mitre = 1.0 / (theta / 2.0).sin();
        let rng = &mut Rng::with_seed(degrees as u64);
        let (mut most, mut beyond): (f64, usize) = (0.0, 0);
        let range = mitre.max(1.0) + 1.0;
        let count = 40_000;
        for _ in 0..count {
            let p = DVec3::new(range * (rng.f64() * 2.0 - 1.0), range * (rng.f64() * 2.0 - 1.0), rng.f64());
            let p = p.as_vec3().as_dvec3();
            let distance = wedge_distance(theta, p);
            let (found, reported) = (exact(&bsp, p, radius as f32), threshold(&bsp, p, radius as f32));
            assert!(reported || distance > radius, "{degrees}: {p} {distance} missed");
            if (distance - radius).abs() > 2e-5 {
                assert_eq!(found, distance < radius, "{degrees}: {p} {distance}");
            }
            if reported && distance > radius {
                most = most.max(distance - radius);
                beyond += usize::from(distance - radius > 1e-4);
            }
        }
        if degrees > 180 {
            assert_eq!(beyond, 0, "{degrees}: {most}");
        } else {
            let formula = mitre - 1.0;
            assert!(most <= formula + 1e-4, "{degrees}: {most} exceeds {formula}");
            // And their area: the mitre without the circle's sector.
            let area = beyond as f64 / count as f64 * (2.0 * range).powi(2);
            let expected = 1.0 / (theta / 2.0).tan() - (PI - theta) / 2.0;
            assert!((area - expected).abs() < 0.1 * expected + 0.02, "{degrees}: {area} of {expected}");
        }
        // At the very tip.
        let tip = |over: f64| DVec3::new(-(radius + over), 0.0, 0.5);
        if degrees < 180 {
            assert!(threshold(&bsp, tip((mitre - 1.0) * 0.999), radius as f32));
            assert!(!threshold(&bsp, tip((mitre - 1.0) * 1.001 + 1e-4), radius as f32));
            assert!(exact(&bsp, tip(-1e-4), radius as f32) && !exact(&bsp, tip(1e-4), radius as f32));
        }
    }
}

/// Bevel planes take away from what is reported too much, never from what is there, and never all of it.
#[test]
fn bevels_help_and_cost() {
    let radius = 1.0f32;
    for degrees in [20, 45, 90] {
        let theta = f64::from(degrees).to_radians();
        let surface = wedge(theta);
        let mut last = (usize::MAX, 0);
        for bevels in [0, 1, 3] {
            let options = BspOptions { bevels, ..BspOptions::default() };
            let bsp = Bsp::build(&surface.input(), &options).unwrap();
            let rng = &mut Rng::with_seed(degrees as u64);
            let range = 1.0 / (theta / 2.0).sin() + 1.0;
            let mut beyond = 0;
            for _ in 0..20_000 {
                let p =
                    DVec3::new(range * (rng.f64() * 2.0 - 1.0), range * (rng.f64() * 2.0 - 1.0), rng.f64());
                let p = p.as_vec3().as_dvec3();
                let distance = wedge_distance(theta, p);
                let reported = threshold(&bsp, p, radius);
                assert!(
                    reported || distance > f64::from(radius),
                    "{degrees} {bevels}: {p} {distance} missed"
                );
                if (distance - f64::from(radius)).abs() > 2e-5 {
                    assert_eq!(
                        exact(&bsp, p, radius),
                        distance < f64::from(radius),
                        "{degrees} {bevels}: {p}"
                    );
                }
                beyond += usize::from(reported && distance > f64::from(radius) + 1e-4);
            }
            let nodes = bsp.stats().node_count;
            assert!(
                beyond < last.0 && nodes > last.1 && beyond > 0,
                "{degrees} {bevels}: {beyond} {nodes} {last:?}"
            );
            last = (beyond, nodes);
        }
    }
    let options = BspOptions { bevels: 17, ..BspOptions::default() };
    let error = Bsp::build(&wedge(1.0).input(), &options).err().unwrap();
    assert_eq!(error.to_string(), "bevels: 17 exceeds 16");
}

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

fn triangles(mesh: &TestMesh) -> BspInput<'_> {
    BspInput::Surface(SurfaceInput::triangles(&mesh.positions, &mesh.indices))
}

#[test]
fn tessellated_balls() {
    for rings in [3, 12, 40, 90] {
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
    // Where it says that a face is inside of something, a point nearby is inside of two things.
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
    bsp.check_sphere(&spheres, SphereMode::Exact, &Filter::default(), &mut ours[..]).unwrap();
    cooked.overlap_sphere(&spheres, &Filter::default(), &mut theirs[..]).unwrap();
    assert!(ours == theirs && ours.contains(&1) && ours.contains(&0));
    let (mut ours, mut theirs) = (vec![BspCastHit::MISS; points.len()], vec![CastHit::MISS; points.len()]);
    bsp.cast_sphere(&casts, &Filter::default(), &mut ours[..]).unwrap();
    cooked.cast_sphere(&casts, &Filter::default(), &mut theirs[..]).unwrap();
    let mut hits = 0;
    for (i, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
        assert_eq!(ours.t.to_bits(), theirs.t.to_bits(), "{:?}: {ours:?} {theirs:?}", casts[i]);
        hits += usize::from(ours.is_hit());
    }
    assert!(hits > points.len() / 4 && hits < points.len(), "{hits}");
}

/// Open surfaces, crossing ones and inside-out parts are errors that say where.
#[test]
fn leaks_are_found_where_they_are() {
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

/// The published form: faces turned around, the tree built on them, AND over both children, the answer inverted. On
/// the same splitters it answers as OR on the ordinary tree.
#[test]
fn the_published_form_is_the_mirror() {
    let mesh = sphere(12, 2.0);
    let mut hollow = Surface::default();
    for polygon in room().polygons() {
        hollow.push(&polygon.iter().map(|corner| corner.as_vec3()).collect::<Vec<_>>());
    }
    let inverse = BspOptions { inverse: true, ..BspOptions::default() };
    for (input, range, offset) in [
        (triangles(&mesh), 3.0, DVec3::ZERO),
        (wedge(1.0).input(), 5.0, DVec3::ZERO),
        (hollow.input(), 8.0, DVec3::new(4.0, 4.0, 0.0)),
    ] {
        let plain = Bsp::build(&input, &BspOptions::default()).unwrap();
        let mirror = Bsp::build(&input, &inverse).unwrap();
        assert!(mirror.stats().inverse && !plain.stats().inverse);
        let rng = &mut Rng::with_seed(9);
        let (mut hits, count) = (0, 20_000);
        for i in 0..count {
            let (p, radius) = (vector(rng, range) + offset, [0.01, 0.1, 0.5, 1.0][i % 4]);
            let published = threshold(&mirror, p, radius);
            assert_eq!(published, threshold(&plain, p, radius), "{p} {radius}");
            assert_eq!(exact(&mirror, p, radius), exact(&plain, p, radius), "{p} {radius}");
            assert_eq!(
                contains(&mirror, p, &Filter::default()).is_solid(),
                contains(&plain, p, &Filter::default()).is_solid()
            );
            let origin = (vector(rng, range) + offset).as_vec3();
            let motion = (p.as_vec3() - origin) * 1.5;
            let radius = if i % 3 == 0 { 0.0 } else { radius };
            let (a, b) = (cast(&mirror, origin, radius, motion), cast(&plain, origin, radius, motion));
            assert_eq!((a.t, a.is_hit()), (b.t, b.is_hit()), "{origin} {radius} {motion}");
            let ray = Ray::new(origin, motion);
            let (a, b) = (raycast(&mirror, ray), raycast(&plain, ray));
            assert!(a.is_hit() == b.is_hit() && (a.t == b.t || (a.t - b.t).abs() < 1e-5), "{a:?} {b:?}");
            hits += usize::from(published);
        }
        assert!(hits > count / 50 && hits < count, "{hits}");
    }
}

/// Also where planes along the axes are put between the faces, in whatever order cells are divided.
#[test]
fn the_published_form_of_a_scan_is_the_mirror() {
    let mesh = asset("skull");
    let input = BspInput::Surface(SurfaceInput::triangles(&mesh.positions, &mesh.indices));
    let options = BspOptions { ignore_leaks: true, ..BspOptions::default() };
    let plain = Bsp::build(&input, &options).unwrap();
    let mirror = Bsp::build(&input, &BspOptions { inverse: true, ..options }).unwrap();
    assert_eq!(plain.stats().node_count, mirror.stats().node_count);
    let rng = &mut Rng::with_seed(10);
    for i in 0..5000 {
        let corner = DVec3::from(mesh.positions[rng.usize(..mesh.positions.len())].map(f64::from));
        let radius = [0.001, 0.004, 0.02][i % 3];
        let p = corner + vector(rng, 2.0 * f64::from(radius));
        assert_eq!(threshold(&mirror, p, radius), threshold(&plain, p, radius), "{p} {radius}");
    }
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
    // Wherever it is when it is told to stop, it stops.
    for most in [0.0, 0.3, 0.5, 0.75, 0.9, 1.0] {
        let mut cancel = |done: f32| done < most;
        let result = Bsp::build_with_progress(&input, &options, Some(&mut cancel));
        assert!(matches!(result, Err(Error::Cancelled(_))), "{most}");
    }
}
