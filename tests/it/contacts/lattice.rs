//! A second oracle on a lattice: local minima of the distance to the surface, in integers, by corners, edges
//! and faces of the surface instead of by triangles.

use super::contacts;
use crate::common::{TestMesh, cook_all};
use carom::geometry::{Sphere, Vec3, part_corners};
use carom::mesh::{Contact, ContactOptions, Filter};
use fastrand::Rng;
use num_rational::Ratio;
use std::collections::BTreeMap;

type Number = Ratio<i128>;
type Point = [i128; 3];

/// Units of the lattice in 1.
const UNITS: f32 = 256.0;

fn lattice(v: Vec3) -> Point {
    v.to_array().map(|x| {
        let units = x * UNITS;
        assert_eq!(units, units.round());
        units as i128
    })
}

fn minus(a: Point, b: Point) -> Point {
    [0, 1, 2].map(|k| a[k] - b[k])
}

fn dot(a: Point, b: Point) -> i128 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

/// The squared distance of a point to the convex hull of one to three, if it is not to that of fewer of them.
fn inner_distance(p: Point, hull: &[Point]) -> Option<Number> {
    match *hull {
        [a] => Some(dot(minus(p, a), minus(p, a)).into()),
        [a, b] => {
            let (along, to) = (minus(b, a), minus(p, a));
            let (length, part) = (dot(along, along), dot(along, to));
            (length > 0 && part > 0 && part < length)
                .then(|| Number::from(dot(to, to)) - Number::new(part * part, length))
        }
        [a, b, c] => {
            let (e, f, to) = (minus(b, a), minus(c, a), minus(p, a));
            let (ee, ef, ff, te, tf) = (dot(e, e), dot(e, f), dot(f, f), dot(to, e), dot(to, f));
            let area = ee * ff - ef * ef;
            let (v, w) = (ff * te - ef * tf, ee * tf - ef * te);
            let inside = area > 0 && v > 0 && w > 0 && v + w < area;
            inside.then(|| Number::from(dot(to, to)) - Number::new(v * te + w * tf, area))
        }
        _ => None,
    }
}

/// All parts of the surface by their sorted corners, each with its triangles.
fn parts(mesh: &TestMesh) -> BTreeMap<Vec<Point>, Vec<u32>> {
    let mut parts: BTreeMap<Vec<Point>, Vec<u32>> = BTreeMap::new();
    for (i, t) in mesh.triangles().iter().enumerate() {
        let [a, b, c] = [t.a, t.b, t.c].map(lattice);
        for corners in [&[a][..], &[b], &[c], &[a, b], &[b, c], &[c, a], &[a, b, c]] {
            let mut corners = corners.to_vec();
            corners.sort();
            corners.dedup();
            let triangles = parts.entry(corners).or_default();
            if triangles.last() != Some(&(i as u32)) {
                triangles.push(i as u32);
            }
        }
    }
    parts
}

/// The local minima: parts inside of which the distance has one, and from which no triangle comes nearer.
/// With the lowest of their triangles.
fn minima(mesh: &TestMesh, p: Point) -> BTreeMap<(Vec<Point>, u32), Number> {
    let parts = parts(mesh);
    let triangles: Vec<Vec<Point>> =
        mesh.triangles().iter().map(|t| [t.a, t.b, t.c].map(lattice).to_vec()).collect();
    // The distance of a triangle from its definition: the least of its parts.
    let distance = |i: u32| -> Number {
        let t = &triangles[i as usize];
        let hulls =
            [vec![t[0]], vec![t[1]], vec![t[2]], vec![t[0], t[1]], vec![t[1], t[2]], vec![t[2], t[0]]];
        hulls.iter().chain([t]).filter_map(|hull| inner_distance(p, hull)).min().unwrap()
    };
    let mut minima = BTreeMap::new();
    for (corners, sharers) in &parts {
        if let Some(own) = inner_distance(p, corners)
            && sharers.iter().all(|&i| distance(i) == own)
        {
            minima.insert((corners.clone(), sharers[0]), own);
        }
    }
    minima
}

#[test]
fn contacts_are_the_local_minima_of_the_distance() {
    let rng = &mut Rng::with_seed(46);
    let mut counts = [0usize; 4];
    for round in 0..60 {
        // A coarse lattice, for ties; closed, open and broken surfaces.
        let size = [3, 4, 9][round % 3];
        let mut coordinate = || rng.i32(0..size) as f32 * (0.5 + (round % 2) as f32 * 0.125);
        let positions: Vec<[f32; 3]> = (0..8 + round).map(|_| [(); 3].map(|()| coordinate())).collect();
        let count = positions.len() as u32;
        let indices: Vec<u32> = (0..3 * (4 + round)).map(|_| rng.u32(0..count)).collect();
        let indices: Vec<u32> = indices
            .chunks_exact(3)
            .filter(|t| !TestMesh::new(positions.clone(), t.to_vec()).triangles()[0].is_degenerate())
            .flatten()
            .copied()
            .collect();
        let mesh = TestMesh::new(positions, indices);
        let spheres: Vec<Sphere> = (0..40)
            .map(|_| {
                let center = Vec3::from([(); 3].map(|()| rng.i32(-4..2 * size + 4) as f32 * 0.25));
                Sphere { center, radius: 100.0 }
            })
            .collect();
        for (layout, cooked) in cook_all(&mesh) {
            let found = contacts(&cooked, &spheres, &Filter::default(), &ContactOptions::default());
            for (found, sphere) in found.iter().zip(&spheres) {
                let expected = minima(&mesh, lattice(sphere.center));
                let by_part = |contact: &Contact| {
                    let t = mesh.input().triangle(contact.triangle as usize);
                    let part = contact.part();
                    let mut corners: Vec<Point> =
                        part_corners(&t, part).iter().map(|&v| lattice(v)).collect();
                    corners.sort();
                    (corners, contact.triangle)
                };
                let mut own: Vec<_> = found.iter().map(by_part).collect();
                own.sort();
                let known: Vec<_> = expected.keys().cloned().collect();
                assert_eq!(own, known, "{layout} {sphere:?}: {found:?}");
                for contact in found {
                    let (corners, triangle) = by_part(contact);
                    counts[corners.len()] += 1;
                    let squared = &expected[&(corners, triangle)];
                    let distance =
                        (*squared.numer() as f64 / *squared.denom() as f64).sqrt() / f64::from(UNITS);
                    let depth = f64::from(sphere.radius) - distance;
                    assert!((f64::from(contact.depth) - depth).abs() < 1e-5, "{contact:?} {depth}");
                    let gap = (contact.point.as_dvec3() - sphere.center.as_dvec3()).length();
                    assert!((gap - distance).abs() < 1e-5, "{contact:?} {distance}");
                    if distance > 0.1 {
                        let normal = (sphere.center.as_dvec3() - contact.point.as_dvec3()) / gap;
                        let own = contact.normal.as_dvec3();
                        assert!((own - normal).length() < 1e-5, "{contact:?} {normal}");
                    }
                    assert!((contact.normal.length() - 1.0).abs() < 1e-6, "{contact:?}");
                }
            }
        }
    }
    assert!(counts[1..].iter().all(|&count| count > 1000), "{counts:?}");
}
