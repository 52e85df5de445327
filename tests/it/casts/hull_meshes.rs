//! Moving convex hulls on meshes: every layout against a loop over all triangles, starts, depths and errors.

use super::hulls::{pose, rotation, some_hull};
use super::single::vector;
use super::{SMOOTH_AND_ALL, plate};
use crate::common::brute::Brute;
use crate::common::effort::effort;
use crate::common::queries::on_every_level;
use crate::common::{TestMesh, asset, cook, cook_all, sphere};
use carom::SimdLevel;
use carom::geometry::{HullCast, HullPose, PoseMatrix, Quat, Vec3};
use carom::hull::Hull;
use carom::mesh::{ContactEdges, Filter, LayoutKind, Lists, Mesh, ShapeHit};
use fastrand::Rng;

pub(super) fn cast_hull(mesh: &Mesh, shape: HullPose, displacement: Vec3, edges: ContactEdges) -> ShapeHit {
    let mut hit = [ShapeHit::MISS];
    mesh.cast_hull(&[HullCast { shape, displacement }], &Filter::default(), edges, &mut hit[..]).unwrap();
    hit[0]
}

#[test]
fn without_motion_casts_of_hulls_are_overlaps() {
    let rng = &mut Rng::with_seed(106);
    let positions = (0..90).map(|_| [rng.f32(), rng.f32(), rng.f32()]).collect();
    let mesh = TestMesh::new(positions, (0..90).collect());
    let mesh = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
    for i in 0..4000 {
        let hull = some_hull(rng, i);
        let at = vector(rng, 0.7) + Vec3::splat(0.5);
        let shape = hull.at(pose(rotation(rng), at, 0.1));
        let mut overlap = [7];
        mesh.overlap_hull(&[shape], &Filter::default(), &mut overlap[..]).unwrap();
        for edges in SMOOTH_AND_ALL {
            let hit = cast_hull(&mesh, shape, Vec3::ZERO, edges);
            assert_eq!(u8::from(hit.is_hit()), overlap[0], "{at} {hit:?}");
            assert!(!hit.is_hit() || (hit.t == 0.0 && (hit.normal.length() - 1.0).abs() < 1e-6), "{hit:?}");
        }
    }
}

/// A pyramid on its tip, and a cube: in the plate by a depth.
#[test]
fn depths_are_those_of_the_deepest_points() {
    let mesh = plate();
    let tip = [[0.0, 0.0, 0.0], [1.0, 1.0, 2.0], [1.0, -1.0, 2.0], [-1.0, -1.0, 2.0], [-1.0, 1.0, 2.0]];
    let cube: Vec<Vec3> = (0..8)
        .map(|k| Vec3::from([0, 1, 2].map(|axis| if k >> axis & 1 == 0 { 0.0 } else { 1.0 })))
        .collect();
    let hulls = [Hull::build(&tip.map(Vec3::from)).unwrap(), Hull::build(&cube).unwrap()];
    for (hull, middle) in hulls.iter().zip([Vec3::ZERO, Vec3::new(0.5, 0.5, 0.0)]) {
        for depth in [0.0, 0.125, 0.25] {
            for edges in SMOOTH_AND_ALL {
                let at = Vec3::new(1.5, -1.25, -depth);
                let shape = hull.at(pose(Quat::IDENTITY, at, 1.0));
                let hit = cast_hull(&mesh, shape, Vec3::NEG_Z, edges);
                assert_eq!((hit.t, hit.normal, hit.depth), (0.0, Vec3::Z, depth), "{hit:?}");
                assert!((hit.point - (at + middle).with_z(0.0)).length() < 0.2, "{hit:?}");
                assert!(!cast_hull(&mesh, shape, Vec3::Z, edges).is_hit());
                let shape = hull.at(pose(Quat::IDENTITY, at + Vec3::Z, 1.0));
                let hit = cast_hull(&mesh, shape, Vec3::Z * -2.0, edges);
                let t = (1.0 - depth) * 0.5;
                assert!((0.0..1e-6).contains(&(t - hit.t)) && hit.normal == Vec3::Z, "{hit:?}");
                assert!((hit.point - (at + middle).with_z(0.0)).length() < 0.2, "{hit:?}");
            }
        }
    }
}

/// The first of a list is the earliest; at the start the deepest counts.
fn first(all: &[ShapeHit]) -> ShapeHit {
    let before = |a: &ShapeHit, b: &ShapeHit| a.t < b.t || (a.t == b.t && a.depth > b.depth);
    all.iter().fold(ShapeHit::MISS, |best, hit| if before(hit, &best) { *hit } else { best })
}

#[test]
fn casts_equal_a_loop_on_every_layout() {
    let rng = &mut Rng::with_seed(107);
    for (name, mesh) in [("skull", asset("skull")), ("sphere", sphere(12, 1.0))] {
        let bounds = mesh.bounds();
        let size = (bounds.max - bounds.min).max_element();
        let hulls: Vec<Hull> = (0..12).map(|i| some_hull(rng, i)).collect();
        let casts: Vec<HullCast> = (0..effort(10, 36))
            .map(|i| {
                let scale = size * [0.02, 0.1, 0.3][(i + i / 12) % 3] * (0.5 + rng.f32());
                let target = Vec3::from(mesh.positions[rng.usize(0..mesh.positions.len())]);
                // From outside, and from a place in it.
                let from = target + vector(rng, size) * [0.5, 0.05][i % 4 / 3];
                let shape = hulls[i % 12].at(pose(rotation(rng), from, scale));
                let displacement = (target - from) * 1.5 + vector(rng, 0.1 * size);
                HullCast { shape, displacement: if i % 17 == 0 { Vec3::ZERO } else { displacement } }
            })
            .collect();
        let filter = Filter { exclude: 8, ..Filter::default() };
        let (brute, cooked) = (Brute::new(&mesh), cook_all(&mesh));
        for edges in SMOOTH_AND_ALL {
            let expected: Vec<Vec<ShapeHit>> =
                casts.iter().map(|cast| brute.cast_hull_all(cast, &filter, edges)).collect();
            let firsts: Vec<ShapeHit> = expected.iter().map(|all| first(all)).collect();
            assert!(firsts.iter().filter(|hit| hit.is_hit()).count() > casts.len() / 2);
            assert!(firsts.iter().filter(|hit| hit.t == 0.0).count() > casts.len() / 12);
            on_every_level(|level| {
                // Others than WIDE know no instruction sets.
                let on_level = |name: &str| level == SimdLevel::Portable || name.starts_with("wide");
                for (layout, cooked) in cooked.iter().filter(|(name, _)| on_level(name)) {
                    let name = format!("{name} {layout} {}", level.name());
                    let mut hits = vec![ShapeHit::MISS; casts.len()];
                    cooked.cast_hull(&casts, &filter, edges, &mut hits[..]).unwrap();
                    for (i, (hit, expected)) in hits.iter().zip(&firsts).enumerate() {
                        assert_eq!(hit, expected, "{name}: {i} {:?}", casts[i]);
                    }
                    let mut offsets = vec![0u64; casts.len() + 1];
                    let total = expected.iter().map(Vec::len).sum();
                    let mut all = vec![ShapeHit::MISS; total];
                    let lists =
                        cooked.cast_hull_all(&casts, &filter, edges, &mut offsets[..], &mut all[..]).unwrap();
                    assert_eq!(lists, Lists { written: total, total }, "{name}");
                    for (ends, expected) in offsets.windows(2).zip(&expected) {
                        assert_eq!(&all[ends[0] as usize..ends[1] as usize], &expected[..], "{name}");
                    }
                }
            });
        }
    }
}

#[test]
fn bad_casts_are_named() {
    let mesh = plate();
    let hull = Hull::build(&[Vec3::ZERO, Vec3::X]).unwrap();
    let good = HullCast { shape: hull.at(PoseMatrix::IDENTITY), displacement: Vec3::X };
    let moved = |translation: Vec3| hull.at(PoseMatrix { translation, ..PoseMatrix::IDENTITY });
    for (bad, text) in [
        (
            HullCast { shape: moved(Vec3::new(0.0, f32::NAN, 0.0)), ..good },
            "casts[1].shape.pose.translation.y: NaN is not finite",
        ),
        (
            HullCast { displacement: Vec3::new(0.0, 0.0, f32::INFINITY), ..good },
            "casts[1].displacement.z: inf is not finite",
        ),
        (HullCast { displacement: Vec3::Z * 2e18, ..good }, "casts[1].displacement.z: 2e18 exceeds"),
    ] {
        let mut hits = [ShapeHit::MISS; 2];
        let filter = Filter::default();
        let error = mesh.cast_hull(&[good, bad], &filter, ContactEdges::Smooth, &mut hits[..]).unwrap_err();
        assert!(error.to_string().starts_with(text), "{error}");
        let lists = mesh.cast_hull_all(&[good, bad], &filter, ContactEdges::Smooth, &mut (), &mut hits[..]);
        assert!(lists.unwrap_err().to_string().starts_with(text));
        assert_eq!(hits, [ShapeHit::MISS; 2]);
    }
}

/// Meshes, hulls and poses of every size, denormal ones among them, on every layout against a loop.
#[test]
fn casts_equal_a_loop_at_every_scale() {
    let rng = &mut Rng::with_seed(111);
    let unit = sphere(5, 1.0);
    for exponent in [-149, -147, -140, -126, -100, -75, -60, -30, 20, 40, 58] {
        let scale = 2f64.powi(exponent);
        let scaled = |v: Vec3| (v.as_dvec3() * scale).as_vec3();
        let positions = unit.positions.iter().map(|&v| scaled(Vec3::from(v)).to_array()).collect();
        let mesh = TestMesh::new(positions, unit.indices.clone());
        let hulls: Vec<Hull> = (0..12)
            .map(|i| {
                let points: Vec<Vec3> =
                    some_hull(rng, i).parts().vertices().iter().map(|&v| scaled(v * 0.3)).collect();
                Hull::build(&points).unwrap()
            })
            .collect();
        let unscaled = some_hull(rng, 2);
        let casts: Vec<HullCast> = (0..effort(15, 60))
            .map(|i| {
                let from = vector(rng, [1.5, 0.9, 1.0][i % 3]);
                let displacement = scaled([vector(rng, 0.5), -from, from][i / 3 % 3]);
                let turned = rotation(rng);
                // A pose may be as small as f32 has the digits for.
                let shape = match i % 2 == 1 && (-110..60).contains(&exponent) {
                    true => unscaled.at(pose(turned, scaled(from), (0.2 * scale) as f32)),
                    false => hulls[i % 12].at(pose(turned, scaled(from), 1.0)),
                };
                HullCast { shape, displacement }
            })
            .collect();
        let (filter, brute) = (Filter::default(), Brute::new(&mesh));
        for edges in SMOOTH_AND_ALL {
            let expected: Vec<Vec<ShapeHit>> =
                casts.iter().map(|cast| brute.cast_hull_all(cast, &filter, edges)).collect();
            assert!(expected.iter().filter(|all| !all.is_empty()).count() > casts.len() / 5, "{exponent}");
            for (layout, cooked) in cook_all(&mesh) {
                for (cast, expected) in casts.iter().zip(&expected) {
                    let hit = cast_hull(&cooked, cast.shape, cast.displacement, edges);
                    let finite = [hit.point, hit.normal, Vec3::splat(hit.depth)];
                    assert!(finite.iter().all(|v| v.is_finite()), "{hit:?}");
                    assert_eq!(hit, first(expected), "{layout} 2^{exponent} {cast:?}");
                }
            }
        }
    }
}
