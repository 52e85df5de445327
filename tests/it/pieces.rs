//! Trees of pieces of triangles: rays answer as without them, wherever triangles are cut.

use crate::common::effort::effort;
use crate::common::forge::{forge, forge_many_bytes, forge_single_bytes, section};
use crate::common::queries::{Counts, Queries, check_these, filters, ray_bits};
use crate::common::{TestMesh, sphere};
use carom::ErrorKind;
use carom::blob::BlobKind;
use carom::geometry::{LARGEST, Ray, Triangle, Vec3};
use carom::mesh::{CookOptions, Mesh, Quality, RayHit, WidePreset};

/// Number of the section with a tree of pieces.
const PIECES: u32 = 14;

fn cook(mesh: &TestMesh, quality: Quality) -> Mesh<'static> {
    let options = CookOptions { preset: WidePreset::Rays, quality, ..CookOptions::default() };
    Mesh::build(&mesh.input(), options).unwrap()
}

fn has_pieces(mesh: &Mesh) -> bool {
    let bytes = mesh.bytes();
    let count = u32::from_le_bytes(bytes[20..24].try_into().unwrap()) as usize;
    let has = (0..count).any(|i| bytes[64 + 24 * i..][..4] == PIECES.to_le_bytes());
    let stats = mesh.stats();
    assert_eq!(has, stats.piece_count >= stats.triangle_count.max(1), "{stats:?}");
    assert_eq!(has, stats.piece_count != 0, "{stats:?}");
    has
}

/// Long slanted triangles among small ones, some of them twice, some of them slivers.
fn needles(count: usize, scale: f32) -> TestMesh {
    let rng = &mut fastrand::Rng::with_seed(count as u64);
    let mut positions = Vec::new();
    for i in 0..count {
        let size = if i % 4 == 0 { 1.0 } else { 0.03 };
        let at = [0; 3].map(|_| rng.f32());
        let corner = |rng: &mut fastrand::Rng| at.map(|x| (x + size * (rng.f32() - 0.5)) * scale);
        let (a, b, c) = (corner(rng), corner(rng), corner(rng));
        let thin = [0, 1, 2].map(|k| a[k] + (b[k] - a[k]) * 0.5 + (c[k] - a[k]) * 1e-3);
        positions.extend([a, b, if i % 8 == 0 { thin } else { c }]);
    }
    let mut indices: Vec<u32> = (0..positions.len() as u32).collect();
    indices.extend_from_within(..30);
    indices.extend([0, 0, 1, 3, 3, 3]);
    TestMesh::new(positions, indices)
}

/// Rays that have it hard: in the planes of triangles and along their edges, from and towards where they are cut.
fn hard_rays(rng: &mut fastrand::Rng, triangles: &[Triangle], count: usize) -> Vec<Ray> {
    let mut rays = Vec::new();
    while rays.len() < count {
        let t = triangles[rng.usize(0..triangles.len())];
        let (u, v) = (rng.f32(), rng.f32());
        let inside = t.a + (t.b - t.a) * (u * 0.5) + (t.c - t.a) * (v * 0.5);
        let edge = t.a.lerp(t.b, u);
        let far = (t.b - t.a) * (4.0 * rng.f32());
        let (origin, target) = match rng.u8(0..5) {
            // Edge-on: in the plane.
            0 => (inside - (t.b - t.a) - (t.c - t.a) * v, inside),
            1 => (t.a - far, t.b),
            // Grazing.
            2 => (inside - far, inside + (t.c - t.a) * (1e-3 * (v - 0.5))),
            3 => (edge + (inside - edge) * -3.0, edge),
            // Along an axis.
            _ => {
                let mut origin = inside;
                origin[rng.usize(0..3)] -= far.length();
                (origin, inside)
            }
        };
        let direction = target - origin;
        let is_large = origin.abs().max(direction.abs()).max_element() > LARGEST;
        if !is_large && direction.abs().max_element() > 1e-28 {
            rays.push(Ray { origin, direction, t_min: 0.0, t_max: f32::INFINITY });
        }
    }
    rays
}

#[test]
fn rays_at_every_scale_equal_brute_force() {
    let mut with_pieces = 0;
    for power in (-149..=58).step_by(effort(23, 3)) {
        let mesh = needles(400, 2f32.powi(power));
        with_pieces += usize::from(has_pieces(&cook(&mesh, Quality::Medium)));
        let rng = &mut fastrand::Rng::with_seed(power as u64);
        let mut queries = Queries::random(&mesh, 31, Counts { rays: effort(60, 300), others: 0 });
        // Of so small triangles no ray's direction is long enough to be one.
        if power > -80 {
            queries.rays.extend(hard_rays(rng, &mesh.triangles(), effort(60, 300)));
        }
        check_these(&mesh, &queries, &filters()[..effort(1, 3)]);
    }
    assert!(with_pieces > 6, "{with_pieces}");
}

#[test]
fn large_batches_equal_other_presets() {
    let mesh = needles(6000, 1.0);
    let rng = &mut fastrand::Rng::with_seed(5);
    let mut rays = Queries::random(&mesh, 32, Counts { rays: 6000, others: 0 }).rays;
    rays.extend(hard_rays(rng, &mesh.triangles(), 6000));
    for quality in [Quality::Fast, Quality::Medium, Quality::High] {
        let cooked = cook(&mesh, quality);
        assert!(has_pieces(&cooked));
        let plain = Mesh::build(&mesh.input(), CookOptions::default()).unwrap();
        let ask = |mesh: &Mesh| {
            let (mut hits, mut blocked) = (vec![RayHit::MISS; rays.len()], vec![2; rays.len()]);
            mesh.raycast(&rays, &filters()[0], &mut hits[..]).unwrap();
            mesh.occluded(&rays, &filters()[0], &mut blocked[..]).unwrap();
            (hits.iter().map(ray_bits).collect::<Vec<_>>(), blocked)
        };
        assert!(ask(&cooked) == ask(&plain), "{quality:?}");
        let stats = cooked.stats();
        let parts = stats.size.nodes + stats.size.leaves + stats.size.positions + stats.size.triangle_ids;
        assert_eq!(parts + stats.size.frame, stats.size.total);
        assert!(stats.preset == WidePreset::Rays && stats.size.frame < stats.size.total / 15, "{stats:?}");
    }
}

#[test]
fn the_bytes_do_not_depend_on_threads() {
    let mesh = needles(20_000, 3.0);
    let build = |thread_count: usize| {
        let options = CookOptions { preset: WidePreset::Rays, thread_count, ..CookOptions::default() };
        Mesh::build(&mesh.input(), options).unwrap().bytes().to_vec()
    };
    let one = build(1);
    assert!([2, 3, 8].into_iter().all(|count| build(count) == one));
}

#[test]
fn a_mesh_that_gains_nothing_has_no_pieces() {
    for mesh in [TestMesh::default(), sphere(3, 1.0), sphere(20, 1.0)] {
        let cooked = cook(&mesh, Quality::Medium);
        assert!(!has_pieces(&cooked));
        assert_eq!(cooked.stats().preset, WidePreset::Rays);
    }
}

#[test]
fn forged_pieces_are_an_error_or_harmless() {
    let mesh = needles(120, 1.0);
    let cooked = cook(&mesh, Quality::Medium);
    assert!(has_pieces(&cooked));
    let rays = Queries::random(&mesh, 3, Counts { rays: 24, others: 0 }).rays;
    let count = mesh.triangles().len() as u32;
    let ask = |mesh: &Mesh| {
        let mut hits = vec![RayHit::MISS; rays.len()];
        mesh.raycast(&rays, &filters()[0], &mut hits[..]).unwrap();
        assert!(hits.iter().all(|hit| !hit.is_hit() || hit.triangle < count));
        let mut answers = vec![0; rays.len()];
        mesh.occluded(&rays, &filters()[0], &mut answers[..]).unwrap();
    };
    let pieces = section(cooked.bytes(), PIECES);
    let places = pieces.clone().step_by(effort(3, 1));
    let (opened, refused) = forge_single_bytes(cooked.bytes(), places, Mesh::open_copy, ask);
    assert!(opened > 100 && refused > 100, "{opened} {refused}");
    let rng = &mut fastrand::Rng::with_seed(6);
    forge_many_bytes(rng, cooked.bytes(), Some(pieces), effort(2000, 20_000), Mesh::open_copy, ask);
}

#[test]
fn pieces_of_another_mesh_are_refused() {
    let mesh = needles(120, 1.0);
    let cooked = cook(&mesh, Quality::Medium);
    let pieces = section(cooked.bytes(), PIECES);
    let refused = |change: &dyn Fn(&mut [u8]), words: &str| {
        let mut bytes = cooked.bytes().to_vec();
        change(&mut bytes);
        forge(&mut bytes);
        let error = Mesh::open_copy(&bytes).unwrap_err();
        assert!(error.kind() == ErrorKind::InvalidBlob && error.to_string().contains(words), "{error}");
    };
    let info = section(&cooked.bytes()[pieces.clone()], 1);
    let pieces_of = pieces.start + info.start + 60;
    assert_eq!(cooked.bytes()[pieces_of..][..4], 132u32.to_le_bytes());
    refused(&|bytes| bytes[pieces_of] ^= 1, "pieces of 133 triangles in a mesh of 132");
    refused(&|bytes| bytes[pieces_of..][..4].fill(0), "pieces of 0 triangles");
    let stored = pieces.start + info.start + 4;
    refused(
        &|bytes| bytes[stored..][..4].copy_from_slice(&131u32.to_le_bytes()),
        "131 pieces of 132 triangles",
    );
    let preset = section(cooked.bytes(), 1).start + 56;
    refused(&|bytes| bytes[preset] = 2, "of preset fast");
    refused(&|bytes| bytes[pieces.start + info.start + 56] = 3, "pieces of layout wide and preset rays");
    refused(&|bytes| bytes[section(bytes, 1).start + 60] = 1, "a tree of pieces of 1 triangles");
    // By itself, a tree of pieces is no mesh.
    let alone = &cooked.bytes()[pieces.clone()];
    assert_eq!(BlobKind::of(alone), Some(BlobKind::Mesh));
    assert_eq!(Mesh::open_copy(alone).unwrap_err().kind(), ErrorKind::InvalidBlob);
}

#[test]
fn a_sight_line_ends_at_a_piece() {
    let mesh = needles(500, 1.0);
    let cooked = cook(&mesh, Quality::High);
    assert!(has_pieces(&cooked));
    let triangles = mesh.triangles();
    let middle = |t: &Triangle| (t.a + t.b + t.c) / 3.0;
    let from: Vec<Vec3> = triangles.iter().map(|t| middle(t) + Vec3::splat(0.01)).collect();
    let to: Vec<Vec3> = triangles.iter().map(middle).collect();
    let plain = Mesh::build(&mesh.input(), CookOptions::default()).unwrap();
    let ask = |mesh: &Mesh| {
        let mut visible = vec![2; from.len()];
        mesh.line_of_sight(&from, &to, &filters()[0], &mut visible[..]).unwrap();
        visible
    };
    assert_eq!(ask(&cooked), ask(&plain));
}
