//! Triangles looked up by their ids, with a table and without, and the surface where rays hit: all as the
//! input has them.

use crate::common::brute::Brute;
use crate::common::forge::forge;
use crate::common::queries::{Counts, Queries, filters, on_every_level};
use crate::common::{TestMesh, VARIANTS, asset, cook, sphere};
use carom::ErrorKind;
use carom::geometry::*;
use carom::mesh::*;

const NOTHING: (Triangle, u16) = (Triangle { a: Vec3::ZERO, b: Vec3::ZERO, c: Vec3::ZERO }, 0);

fn bits(&(t, attributes): &(Triangle, u16)) -> ([u32; 9], u16) {
    let corners = [t.a.to_array(), t.b.to_array(), t.c.to_array()];
    (std::array::from_fn(|i| corners[i / 3][i % 3].to_bits()), attributes)
}

/// The mesh in every variant, with a table.
fn with_table(mesh: &TestMesh) -> Vec<(&'static str, Mesh<'static>)> {
    let cooked = |variant: &crate::common::Variant| {
        let options = CookOptions { triangle_table: true, ..(variant.options)() };
        (variant.name, Mesh::build(&mesh.input(), options).unwrap())
    };
    VARIANTS.iter().map(cooked).collect()
}

/// Returns true if meshes of this layout get a table when they are cooked with one. Those of layout DELTA
/// need none.
fn has_table(mesh: &Mesh) -> bool {
    mesh.stats().layout != LayoutKind::Delta
}

fn check_triangles(name: &str, mesh: &Mesh, expected: &[(Triangle, u16)]) {
    let n = expected.len();
    let rng = &mut fastrand::Rng::with_seed(1);
    // One at a time, some of a list with repetitions, more than one pass collects, and in order.
    let mut count_of_each = vec![1, 2, 100.min(n / 9), n / 3, n];
    count_of_each.push(if n > 0 { 5000 } else { 0 });
    for count in count_of_each.into_iter().filter(|&count| n > 0 || count == 0) {
        let ids: Vec<u32> = (0..count).map(|_| rng.u32(0..n as u32)).collect();
        let mut found = vec![NOTHING; count];
        mesh.triangles_at(&ids, &mut found[..]).unwrap();
        for (&id, found) in ids.iter().zip(&found) {
            assert_eq!(bits(found), bits(&expected[id as usize]), "{name}: {id}");
        }
        let first = rng.usize(0..=n - count.min(n));
        let mut found = vec![NOTHING; count.min(n)];
        mesh.triangles(first as u32, &mut found[..]).unwrap();
        assert!(found.iter().map(bits).eq(expected[first..][..found.len()].iter().map(bits)), "{name}");
    }
    let stride = if mesh.stats().triangle_table || !has_table(mesh) { 1 } else { 1 + n / 50 };
    for i in (0..n).step_by(stride) {
        assert_eq!(bits(&mesh.triangle(i as u32).unwrap()), bits(&expected[i]), "{name}: {i}");
    }
}

fn nasty() -> Vec<TestMesh> {
    let soup = sphere(30, 1.0);
    let positions: Vec<_> = soup.indices.iter().map(|&i| soup.positions[i as usize]).collect();
    let same = TestMesh::new(vec![[1.0; 3]; 3], [0, 1, 2].repeat(5000));
    let mut deep = Vec::new();
    for i in -149..60 {
        let x = 2f32.powi(i);
        deep.extend([[x, 0.0, 0.0], [x, x, 0.0], [x, 0.0, x]]);
    }
    vec![
        TestMesh::default(),
        TestMesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.5]], vec![0, 1, 2]),
        sphere(5, 1.0),
        TestMesh::new(positions.clone(), (0..positions.len() as u32).collect()),
        same,
        TestMesh::new(deep.clone(), (0..deep.len() as u32).collect()),
    ]
}

#[test]
fn every_triangle_comes_back() {
    for mesh in nasty().into_iter().chain([asset("ribcage")]) {
        let expected = Brute::new(&mesh).triangles;
        let plain = crate::common::cook_all(&mesh);
        for ((name, table), (_, plain)) in with_table(&mesh).iter().zip(&plain) {
            assert_eq!(table.stats().triangle_table, has_table(table));
            assert!(!plain.stats().triangle_table);
            check_triangles(name, plain, &expected);
            check_triangles(name, table, &expected);
            check_triangles(name, &Mesh::open_copy(table.bytes()).unwrap(), &expected);
            // At most 2.5 bytes a triangle, the table's header, its entry in the frame, and alignment.
            let more = table.bytes().len() - plain.bytes().len();
            assert!(
                2 * more <= 5 * expected.len() + 2 * (24 + 64 + 64),
                "{name}: {more} for {}",
                expected.len()
            );
        }
    }
}

#[test]
fn a_mesh_in_cooked_order_needs_no_table() {
    let mesh = sphere(20, 1.0);
    let options =
        |triangle_table| CookOptions { cooked_order: true, triangle_table, ..cook(LayoutKind::Compact) };
    let (plain, order) = Mesh::build_with_order(&mesh.input(), options(false)).unwrap();
    assert_eq!(Mesh::build(&mesh.input(), options(true)).unwrap().bytes(), plain.bytes());
    let input = Brute::new(&mesh).triangles;
    let expected: Vec<_> = order.iter().map(|&i| input[i as usize]).collect();
    check_triangles("cooked order", &plain, &expected);
}

#[test]
fn ids_that_are_not_there_are_named() {
    let mesh = sphere(3, 1.0);
    for (_, cooked) in with_table(&mesh).iter().chain(&crate::common::cook_all(&mesh)) {
        let n = cooked.triangle_count();
        let mut room = [NOTHING; 3];
        let error = cooked.triangles_at(&[0, n, 1], &mut room[..]).unwrap_err();
        let text = format!("triangles[1]: {n} is not below triangle_count {n}");
        assert_eq!((error.kind(), error.to_string(), room), (ErrorKind::IndexOutOfRange, text, [NOTHING; 3]));
        assert!(
            matches!(cooked.triangles_at(&[0, 1], &mut room[..]), Err(error) if error.kind() == ErrorKind::InvalidArgument)
        );
        assert!(
            matches!(cooked.triangle(u32::MAX), Err(error) if error.kind() == ErrorKind::IndexOutOfRange)
        );
        assert_eq!(cooked.triangles_at(&[], &mut room[..0]), Ok(()));
    }
}

/// The sections of a blob: their numbers and where they lie.
fn sections(bytes: &[u8]) -> Vec<(u32, std::ops::Range<usize>)> {
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let entry = |at: usize| (word(at), word(at + 8) as usize..(word(at + 8) + word(at + 16)) as usize);
    (0..word(20) as usize).map(|i| entry(64 + 24 * i)).collect()
}

const TRIANGLE_TABLE: u32 = 8;

#[test]
fn nothing_else_of_a_blob_depends_on_the_table() {
    let mesh = sphere(12, 1.0);
    for ((name, table), (_, plain)) in with_table(&mesh).iter().zip(&crate::common::cook_all(&mesh)) {
        let content = |mesh: &Mesh| -> Vec<(u32, Vec<u8>)> {
            let bytes = mesh.bytes();
            let all = sections(bytes).into_iter().filter(|&(id, _)| id != TRIANGLE_TABLE);
            all.map(|(id, range)| (id, bytes[range].to_vec())).collect()
        };
        assert!(content(table) == content(plain), "{name}");
    }
}

/// A table that says anything else than where the triangles are is refused.
#[test]
fn forged_tables_are_refused() {
    let mesh = sphere(9, 1.0);
    let rng = &mut fastrand::Rng::with_seed(3);
    for (name, cooked) in with_table(&mesh).into_iter().filter(|(_, mesh)| has_table(mesh)) {
        let (_, range) = sections(cooked.bytes()).pop().unwrap();
        let table = &cooked.bytes()[range.clone()];
        let open = |bytes: &mut Vec<u8>| {
            forge(bytes);
            Mesh::open_copy(bytes).map(drop)
        };
        let expected = Brute::new(&mesh).triangles;
        for at in range.clone() {
            for value in [0, 1, 0x7f, 0x80, 0xff, table[at - range.start] ^ 1 << rng.u32(0..8)] {
                let mut bytes = cooked.bytes().to_vec();
                bytes[at] = value;
                match open(&mut bytes) {
                    Err(error) if error.kind() == ErrorKind::InvalidBlob => {
                        assert!(error.to_string().starts_with("blob: triangle table: "), "{error}")
                    }
                    Err(other) => panic!("{name}: byte {at} = {value}: {other}"),
                    // The same, or bits behind the last number.
                    Ok(()) => check_triangles(name, &Mesh::open_copy(&bytes).unwrap(), &expected),
                }
            }
        }
        for _ in 0..2000 {
            let mut bytes = cooked.bytes().to_vec();
            for _ in 0..rng.usize(1..9) {
                let word = range.start + 4 * rng.usize(0..range.len() / 4);
                let value = [rng.u32(..), rng.u32(..64), u32::MAX, 1 << rng.u32(..32)][rng.usize(..4)];
                bytes[word..word + 4].copy_from_slice(&value.to_le_bytes());
            }
            if open(&mut bytes).is_ok() {
                check_triangles(name, &Mesh::open_copy(&bytes).unwrap(), &expected);
            }
        }
        // Of another length.
        let entry = 64 + 24 * (sections(cooked.bytes()).len() - 1);
        for length in [0, 4, 16, table.len() - 4, table.len() + 4] {
            let mut bytes = cooked.bytes().to_vec();
            bytes[entry + 16..entry + 20].copy_from_slice(&(length as u32).to_le_bytes());
            assert!(
                matches!(open(&mut bytes), Err(error) if error.kind() == ErrorKind::InvalidBlob),
                "{name}: {length}"
            );
        }
    }
}

/// The unit normal of a triangle's plane and the distance of a point from it, in f64 and without the library.
fn plane(t: &Triangle) -> ([f64; 3], impl Fn(Vec3) -> f64) {
    let [a, b, c] = [t.a, t.b, t.c].map(|v| v.to_array().map(f64::from));
    let (e, f): ([f64; 3], [f64; 3]) =
        (std::array::from_fn(|k| b[k] - a[k]), std::array::from_fn(|k| c[k] - a[k]));
    let n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    let length = n.iter().map(|x| x * x).sum::<f64>().sqrt();
    let normal = n.map(|x| x / length);
    let distance = move |p: Vec3| (0..3).map(|k| normal[k] * (f64::from(p[k]) - a[k])).sum::<f64>().abs();
    (normal, distance)
}

#[test]
fn the_surface_is_that_of_the_triangle_hit() {
    for (mesh, seed) in [(asset("ribcage"), 5), (sphere(20, 3.0), 6), (TestMesh::default(), 7)] {
        let expected = Brute::new(&mesh).triangles;
        let mut rays = Queries::random(&mesh, seed, Counts { rays: 2000, others: 0 }).rays;
        // And some in packets: down on a corner of the first triangle.
        let corner = mesh.positions.first().map_or(Vec3::ZERO, |&corner| Vec3::from(corner));
        let beside = |i: u8| 0.01 * Vec3::new(f32::from(i % 8), f32::from(i / 8), 0.0);
        rays.extend((0..96).map(|i| Ray::new(corner + beside(i) + 50.0 * Vec3::Z, -Vec3::Z)));
        for filter in filters() {
            for (name, cooked) in crate::common::cook_all(&mesh) {
                on_every_level(|level| {
                    let mut plain = vec![RayHit::MISS; rays.len()];
                    cooked.raycast(&rays, &filter, &mut plain[..]).unwrap();
                    for size in [rays.len(), 7] {
                        let mut hits = vec![RayHit::MISS; rays.len()];
                        let mut surface =
                            vec![SurfacePoint { attributes: 9, ..SurfacePoint::MISS }; rays.len()];
                        for ((rays, hits), surface) in
                            rays.chunks(size).zip(hits.chunks_mut(size)).zip(surface.chunks_mut(size))
                        {
                            cooked.raycast_surface(rays, &filter, hits, surface).unwrap();
                        }
                        assert_eq!(hits, plain, "{name}, {}", level.name());
                        for (hit, found) in hits.iter().zip(&surface) {
                            check_surface(hit, found, &expected);
                        }
                    }
                });
            }
        }
    }
}

fn check_surface(hit: &RayHit, found: &SurfacePoint, expected: &[(Triangle, u16)]) {
    if !hit.is_hit() {
        assert_eq!(*found, SurfacePoint::MISS);
        return;
    }
    let (triangle, attributes) = expected[hit.triangle as usize];
    let size = triangle.bounds().max.abs().max(triangle.bounds().min.abs()).max_element();
    let (normal, distance) = plane(&triangle);
    assert_eq!(found.attributes, attributes);
    assert!((0..3).all(|k| (f64::from(found.normal[k]) - normal[k]).abs() < 1e-7), "{hit:?} {found:?}");
    // Within the box, and on the plane but for rounding to f32.
    assert!(distance(found.point) <= 2.0 * f64::from(size * f32::EPSILON), "{hit:?} {found:?}");
    let bounds = triangle.bounds();
    assert!(found.point.clamp(bounds.min, bounds.max) == found.point, "{hit:?} {found:?}");
    let weights = triangle.a * (1.0 - hit.u - hit.v) + triangle.b * hit.u + triangle.c * hit.v;
    assert!(weights.distance(found.point) <= 8.0 * size * f32::EPSILON, "{hit:?} {found:?}");
}

#[test]
fn surfaces_need_as_much_room_as_hits() {
    let cooked = Mesh::build(&sphere(3, 1.0).input(), CookOptions::default()).unwrap();
    let ray = Ray { origin: Vec3::Z * 4.0, t_min: 0.0, direction: -Vec3::Z, t_max: 9.0 };
    let (mut hits, mut surface) = ([RayHit::MISS; 2], [SurfacePoint::MISS; 3]);
    let filter = Filter::default();
    for (n, m) in [(2, 3), (1, 2), (2, 1)] {
        let refused = cooked.raycast_surface(&[ray; 2], &filter, &mut hits[..n], &mut surface[..m]);
        assert!(matches!(refused, Err(error) if error.kind() == ErrorKind::InvalidArgument));
    }
    assert_eq!((hits, surface), ([RayHit::MISS; 2], [SurfacePoint::MISS; 3]));
}
