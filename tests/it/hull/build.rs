//! Hulls of points: closed, convex, around all points, and the same whatever their order.

use super::exact::{cross, dot, is_zero, minus, point, sign};
use super::{corners, hull};
use carom::ErrorKind;
use carom::geometry::{LARGEST, NO_FACE, Vec3};
use carom::hull::{Hull, MAX_VERTICES};
use fastrand::Rng;
use std::collections::HashSet;

/// Makes sure that a hull is that of the points: in integers, and by nothing but its definition.
fn certify(points: &[Vec3], hull: &Hull) {
    let parts = hull.parts();
    let vertices: Vec<_> = parts.vertices().iter().map(|&v| point(v)).collect();
    let all: Vec<_> = points.iter().map(|&v| point(v)).collect();
    let known: HashSet<[u32; 3]> = points.iter().map(|v| v.to_array().map(|x| (x + 0.0).to_bits())).collect();
    assert!(parts.vertices().iter().all(|v| known.contains(&v.to_array().map(f32::to_bits))));
    assert!(parts.vertices().windows(2).all(|pair| pair[0].to_array() < pair[1].to_array()), "not sorted");
    let mut used = vec![false; vertices.len()];
    for i in 0..parts.face_count() {
        let face = parts.face(i);
        assert!(face.len() >= 3 && face.iter().all(|v| face[0] <= *v));
        let [a, b, c] = [0, 1, 2].map(|k| &vertices[usize::from(face[k])]);
        let normal = cross(&minus(b, a), &minus(c, a));
        assert!(!is_zero(&normal));
        let on_plane: Vec<_> = all
            .iter()
            .filter(|p| {
                let height = sign(&dot(&normal, &minus(p, a)));
                assert!(height <= 0, "a point outside");
                height == 0
            })
            .collect();
        for (k, &v) in face.iter().enumerate() {
            used[usize::from(v)] = true;
            let [from, to, after] = [0, 1, 2].map(|j| &vertices[usize::from(face[(k + j) % face.len()])]);
            let inward = cross(&normal, &minus(to, from));
            assert!(on_plane.iter().all(|p| sign(&dot(&inward, &minus(p, from))) >= 0), "beside a face");
            assert!(sign(&dot(&inward, &minus(after, from))) > 0, "no corner");
        }
    }
    assert!(parts.dimension() < 2 || used.iter().all(|&used| used));
    let count = parts.face_count() as i64 + vertices.len() as i64 - parts.edges().len() as i64;
    assert_eq!(count, if parts.dimension() < 2 { 1.min(vertices.len() as i64) } else { 2 });
    assert!(parts.edges().windows(2).all(|pair| (pair[0].a, pair[0].b) < (pair[1].a, pair[1].b)));
    for edge in parts.edges() {
        let runs = |face: u16, from: u8, to: u8| {
            let face = parts.face(face.into());
            (0..face.len()).any(|k| (face[k], face[(k + 1) % face.len()]) == (from, to))
        };
        match parts.dimension() {
            1 => assert_eq!((edge.a, edge.b, edge.left, edge.right), (0, 1, NO_FACE, NO_FACE)),
            _ => assert!(
                edge.a < edge.b && runs(edge.left, edge.a, edge.b) && runs(edge.right, edge.b, edge.a)
            ),
        }
    }
    for (i, plane) in parts.planes().iter().enumerate() {
        let at = |k: usize| parts.vertices()[usize::from(parts.face(i)[k])].as_dvec3();
        let exact = (at(1) - at(0)).cross(at(2) - at(0)).normalize();
        assert!(
            (plane.normal.normalize() - exact).length() < 1e-6 || plane.size * 1e-15 > plane.normal.length()
        );
    }
}

/// The hull, certified, and the same from any order of the points.
fn certified(points: &[Vec3], rng: &mut Rng) -> Hull<'static> {
    let hull = Hull::build(points).unwrap();
    certify(points, &hull);
    let mut shuffled = points.to_vec();
    for round in 0..3 {
        rng.shuffle(&mut shuffled);
        if round == 1 {
            let again = shuffled[..points.len() / 2].to_vec();
            shuffled.extend(again);
        }
        if round == 2 {
            shuffled
                .iter_mut()
                .for_each(|v| *v = Vec3::from(v.to_array().map(|x| if x == 0.0 { -x } else { x })));
        }
        assert!(Hull::build(&shuffled).unwrap().bytes() == hull.bytes(), "{points:?}");
    }
    hull
}

#[test]
fn a_cube_has_six_faces() {
    let mut points = corners([-1.0; 3], [1.0; 3]);
    // On faces, on edges, inside.
    points.extend([
        [0.0, 0.0, 1.0],
        [1.0, 1.0, 0.25],
        [1.0, -0.5, 0.5],
        [0.0; 3],
        [1.0; 3],
        [-0.0, 1.0, 1.0],
    ]);
    let hull = hull(&points);
    let stats = hull.stats();
    assert_eq!((stats.dimension, stats.vertex_count, stats.face_count, stats.edge_count), (3, 8, 6, 12));
    assert_eq!((stats.volume, stats.bounds.min, stats.bounds.max), (8.0, Vec3::NEG_ONE, Vec3::ONE));
    assert_eq!(stats.total_bytes, hull.bytes().len() as u64);
    assert!((0..6).all(|face| hull.parts().face(face).len() == 4));
}

#[test]
fn lattices_have_faces_of_many_points() {
    let rng = &mut Rng::with_seed(1);
    let mut dimensions = [0; 4];
    for round in 0..600 {
        let size = [2, 3, 5, 9][round % 4];
        let flat = round % 7;
        let count = rng.usize(1..=[4, 12, 60][round % 3]);
        let points: Vec<Vec3> = (0..count)
            .map(|_| {
                let mut v = Vec3::from([(); 3].map(|()| rng.i32(-size..=size) as f32));
                if flat < 3 {
                    v.z = [v.x + v.y, 2.0, v.x - 3.0 * v.y][flat];
                }
                if flat == 2 || flat == 3 {
                    v.y = v.x;
                }
                v
            })
            .collect();
        let hull = certified(&points, rng);
        dimensions[hull.stats().dimension as usize] += 1;
    }
    assert!(dimensions.iter().all(|&count| count > 10), "{dimensions:?}");
}

#[test]
fn every_scale_and_any_bits() {
    let rng = &mut Rng::with_seed(2);
    for round in 0..300 {
        let count = rng.usize(4..40);
        let spread = [0, 4, 30, 200][round % 4];
        let base = rng.i32(-149..60 - spread.min(100));
        let mut number = |_| {
            let exponent = (base + rng.i32(0..=spread)).clamp(-149, 59);
            ((rng.f64() * 2.0 - 1.0) * 2f64.powi(exponent)) as f32
        };
        let points: Vec<Vec3> = (0..count).map(|i| Vec3::new(number(i), number(i), number(i))).collect();
        let hull = certified(&points, &mut Rng::with_seed(round as u64));
        // A mirror and a power of two change no decision.
        let mirrored: Vec<Vec3> = points.iter().map(|v| v.with_x(-v.x)).collect();
        let (a, b) = (hull.stats(), Hull::build(&mirrored).unwrap().stats());
        assert_eq!(
            (a.vertex_count, a.face_count, a.edge_count, a.dimension),
            (b.vertex_count, b.face_count, b.edge_count, b.dimension)
        );
    }
}

#[test]
fn points_of_a_sphere_and_a_disk() {
    let rng = &mut Rng::with_seed(3);
    // Integer points at exactly one distance: 3, 7 and 15 have many.
    for squared in [9, 49, 225] {
        let range = || -15i32..=15;
        let points: Vec<Vec3> = range()
            .flat_map(|x| range().flat_map(move |y| range().map(move |z| [x, y, z])))
            .filter(|v| v.iter().map(|x| x * x).sum::<i32>() == squared)
            .map(|v| Vec3::from(v.map(|x| x as f32)))
            .collect();
        let hull = certified(&points, rng);
        assert_eq!(hull.stats().vertex_count as usize, points.len());
    }
    for count in [30usize, 200, MAX_VERTICES] {
        let points: Vec<Vec3> = (0..count).map(|i| spiral(i, count)).collect();
        assert_eq!(certified(&points, rng).stats().vertex_count as usize, count);
    }
}

/// Point `i` of `count` on a unit sphere.
fn spiral(i: usize, count: usize) -> Vec3 {
    let z = 1.0 - (2 * i + 1) as f64 / count as f64;
    let (radius, angle) = ((1.0 - z * z).sqrt(), i as f64 * 2.399963229728653);
    Vec3::new((radius * angle.cos()) as f32, (radius * angle.sin()) as f32, z as f32)
}

#[test]
fn more_than_255_vertices_are_refused() {
    for count in [256usize, 3000, 100_000] {
        let points: Vec<Vec3> = (0..count).map(|i| spiral(i, count)).collect();
        let error = Hull::build(&points).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::TooLarge);
        let text = error.to_string();
        assert!(
            text.starts_with("points: their hull has ") && text.ends_with(" vertices, more than 255"),
            "{text}"
        );
        // Inside of a box they are no vertices.
        let boxed: Vec<Vec3> =
            points.into_iter().chain(corners([-2.0; 3], [2.0; 3]).into_iter().map(Vec3::from)).collect();
        assert_eq!(Hull::build(&boxed).unwrap().stats().vertex_count, 8);
    }
    let circle: Vec<Vec3> = (0..400)
        .map(|i| Vec3::new((f64::from(i) * 0.0157).cos() as f32, (f64::from(i) * 0.0157).sin() as f32, 0.0))
        .collect();
    assert_eq!(Hull::build(&circle).err().unwrap().kind(), ErrorKind::TooLarge);
}

#[test]
fn bad_points_are_named() {
    let refused = |points: &[Vec3]| Hull::build(points).err().unwrap();
    let error = refused(&[]);
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (ErrorKind::InvalidArgument, "points: there are none")
    );
    let error = refused(&[Vec3::ZERO, Vec3::new(0.0, f32::NAN, 1.0)]);
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (ErrorKind::NotFinite, "points[1].y: NaN is not finite")
    );
    let error = refused(&[Vec3::ZERO, Vec3::ONE, Vec3::Z * LARGEST.next_up()]);
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().starts_with("points[2].z: 1.15292"), "{error}");
    let largest: Vec<Vec3> = corners([-LARGEST; 3], [LARGEST; 3]).into_iter().map(Vec3::from).collect();
    assert_eq!(Hull::build(&largest).unwrap().stats().face_count, 6);
}
