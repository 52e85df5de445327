//! One triangle: against distances in f64. `CAROM_CASTS` says how many casts of each shape.

use super::distance::{Solid, of_segment};
use super::{capsule, turned};
use crate::common::effort::effort_named;
use carom::geometry::{BoxCast, BoxCastBounds, CapsuleCastBounds, Feature, Quat, SphereCast, Triangle, Vec3};
use fastrand::Rng;
use glam::DVec3;

fn count() -> usize {
    effort_named("CAROM_CASTS", 5_000, 20_000)
}

pub(super) fn vector(rng: &mut Rng, size: f32) -> Vec3 {
    Vec3::new(rng.f32() * 2.0 - 1.0, rng.f32() * 2.0 - 1.0, rng.f32() * 2.0 - 1.0) * size
}

/// A triangle of any size, far from the origin or not, plump, slender or a segment; a place in the neighbourhood, and
/// a way towards the triangle, past it, or not quite there.
pub(super) fn scene(rng: &mut Rng, i: usize) -> (Triangle, Vec3, Vec3) {
    let size = [1.0, 1.0, 0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6][i % 8];
    let middle = vector(rng, [0.0, 0.0, 1e3, 1e6][i / 8 % 4]);
    let a = middle + vector(rng, size);
    let b = a + vector(rng, size);
    let c = (a + b) * 0.5 + vector(rng, size) * [1.0, 1.0, 1e-2, 1e-4, 1e-6, 0.0][i / 32 % 6];
    let start = middle + vector(rng, 3.0);
    let way = (a + vector(rng, 0.4) - start) * [1.0, 1.5, 4.0, 0.9][i % 4];
    (Triangle::new(a, b, c), start, way)
}

pub(super) fn corners(t: &Triangle) -> [DVec3; 3] {
    [t.a, t.b, t.c].map(|corner| corner.as_dvec3())
}

/// The unit in the last place of the largest number.
pub(super) fn unit(vectors: &[Vec3]) -> f64 {
    let largest = vectors.iter().map(|v| v.abs().max_element()).fold(0.0, f32::max);
    f64::from(largest.next_up() - largest)
}

/// At the time of contact the gap is at most four units, nothing has touched before, and what is missed is never
/// touched. `gap` gives it at a time; convex, so that ternary search finds the least.
fn check(name: &str, hit: Option<f32>, unit: f64, gap: impl Fn(f64) -> f64) {
    match hit {
        Some(t) => {
            let (at, before) = (gap(t.into()), gap(f64::from(t) * 0.999));
            assert!((-1e-6 * unit..=4.0 * unit).contains(&at), "{name}: {} units at {t}", at / unit);
            assert!(before >= at - 1e-6 * unit, "{name}: late at {t}: {before} {at}");
        }
        None => {
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..100 {
                let third = (high - low) / 3.0;
                if gap(low + third) <= gap(high - third) { high -= third } else { low += third }
            }
            let least = gap((low + high) * 0.5).min(gap(1.0));
            assert!(least >= -1e-6 * unit, "{name}: missed by {} units", least / unit);
        }
    }
}

#[test]
fn capsules_are_never_late() {
    let rng = &mut Rng::with_seed(71);
    let mut hits = 0;
    for i in 0..count() {
        let (triangle, start, way) = scene(rng, i);
        let along = vector(rng, [1.0, 0.3, 0.0, 1e-4][i / 192 % 4]);
        let radius = [0.3, 0.3, 0.0, 1e-3, 1e-7, 1.0][i / 768 % 6];
        let cast = capsule(start, radius, start + along, way);
        let found = CapsuleCastBounds::new(&cast).cast(&triangle, None);
        let (a, b, way) = (cast.capsule.a.as_dvec3(), cast.capsule.b.as_dvec3(), way.as_dvec3());
        let gap = |t: f64| of_segment(a + way * t, b + way * t, corners(&triangle)) - f64::from(radius);
        if found.is_near || gap(0.0) <= 0.0 {
            continue;
        }
        let unit =
            unit(&[triangle.a, triangle.b, triangle.c, cast.capsule.a, cast.capsule.b, cast.displacement]);
        let name = format!("{cast:?} {triangle:?} {found:?}");
        check(&name, found.hit.map(|hit| hit.t), unit, gap);
        if let Some(hit) = found.hit {
            hits += 1;
            assert!((hit.normal.length() - 1.0).abs() < 1e-6 && hit.depth == 0.0, "{name}");
            assert!(hit.normal.dot(cast.displacement) <= 1e-6 * cast.displacement.length(), "{name}");
        }
    }
    assert!(hits > count() / 5);
}

#[test]
fn boxes_are_never_late() {
    let rng = &mut Rng::with_seed(72);
    let mut hits = 0;
    for i in 0..count() {
        let (triangle, start, way) = scene(rng, i);
        let rotation = Quat::from_axis_angle(vector(rng, 1.0).normalize_or(Vec3::X), rng.f32() * 6.0);
        let rotation = if i / 192 % 3 == 0 { Quat::IDENTITY } else { rotation };
        let mut half = vector(rng, 0.3).abs();
        match i / 576 % 5 {
            1 => half.x = 0.0,
            2 => half = half.with_y(0.0).with_z(0.0),
            3 => half *= 1e-4,
            _ => {}
        }
        let way = if i / 3000 % 4 == 0 { Vec3::Z * way.z } else { way };
        let cast = BoxCast { shape: turned(start, half, rotation), displacement: way };
        let found = BoxCastBounds::new(&cast).cast(&triangle, None);
        let at = |t: f64| Solid {
            center: start.as_dvec3() + way.as_dvec3() * t,
            normals: cast.shape.axes.map(|axis| axis.as_dvec3()),
            half: half.as_dvec3().to_array(),
        };
        let corners = corners(&triangle);
        if found.is_near || at(0.0).distance(corners) == 0.0 {
            continue;
        }
        let unit = unit(&[triangle.a, triangle.b, triangle.c, start, way, half]);
        let name = format!("{cast:?} {triangle:?} {found:?}");
        let end = found.hit.map_or(1.0, |hit| hit.t.into());
        for k in 0..=20 {
            let solid = at(end * f64::from(k) / 20.0);
            assert!(!solid.holds_part_of(corners, 1e-3 * unit), "{name}: late or missed");
        }
        if let Some(hit) = found.hit {
            hits += 1;
            let gap = at(hit.t.into()).distance(corners);
            assert!(gap <= 4.0 * unit, "{name}: {} units early", gap / unit);
            assert!((hit.normal.length() - 1.0).abs() < 1e-6 && hit.depth == 0.0, "{name}");
            assert!(hit.normal.dot(way) <= 1e-6 * way.length(), "{name}");
        }
    }
    assert!(hits > count() / 30, "{hits}");
}

#[test]
fn a_capsule_without_length_is_a_sphere() {
    let rng = &mut Rng::with_seed(73);
    for i in 0..10_000 {
        let (triangle, origin, displacement) = scene(rng, i);
        let origin = if i % 3 == 0 { triangle.a + vector(rng, 0.2) } else { origin };
        let radius = [0.3, 0.0, 1e-3][i % 3];
        let sphere = SphereCast { origin, radius, displacement };
        let moved = capsule(origin, radius, origin, displacement);
        assert_eq!(
            CapsuleCastBounds::new(&sphere.into()).cast(&triangle, None),
            CapsuleCastBounds::new(&moved).cast(&triangle, None)
        );
    }
}

#[test]
fn size_changes_no_bit() {
    let rng = &mut Rng::with_seed(74);
    for i in 0..4000 {
        let (triangle, start, way) = scene(rng, i / 32 * 32);
        let (along, radius) = (vector(rng, 0.5), 0.3);
        let rotation = Quat::from_rotation_x(rng.f32());
        let answers = [1.0, 2f32.powi(-40), 2f32.powi(-20), 2f32.powi(20), 2f32.powi(50)].map(|k| {
            let scaled = Triangle::new(triangle.a * k, triangle.b * k, triangle.c * k);
            let cast = capsule(start * k, radius * k, (start + along) * k, way * k);
            let moving =
                BoxCast { shape: turned(start * k, along.abs() * k, rotation), displacement: way * k };
            let found = [
                CapsuleCastBounds::new(&cast).cast(&scaled, None),
                BoxCastBounds::new(&moving).cast(&scaled, None),
            ];
            found.map(|found| {
                found
                    .hit
                    .map(|hit| (hit.t, hit.normal, hit.point * (1.0 / k), hit.depth * (1.0 / k), hit.feature))
            })
        });
        for answer in &answers {
            assert_eq!(answer, &answers[0], "{triangle:?} {start:?} {way:?}");
        }
    }
}

#[test]
fn known_contacts() {
    let flat = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y);
    let down = |x: f32, y: f32, along: Vec3| {
        let from = Vec3::new(x, y, 3.0);
        CapsuleCastBounds::new(&capsule(from, 0.5, from + along, Vec3::Z * -4.0))
            .cast(&flat, None)
            .hit
            .unwrap()
    };
    let near = |t: f32, expected: f32| (0.0..1e-6).contains(&(expected - t));
    let hit = down(0.2, 0.2, Vec3::Z);
    assert!(near(hit.t, 0.625) && hit.feature == Feature::Face && hit.normal == Vec3::Z, "{hit:?}");
    let hit = down(-1.0, 0.25, Vec3::X * 4.0);
    assert!(near(hit.t, 0.625) && hit.normal == Vec3::Z && hit.point.z == 0.0, "{hit:?}");
    // Across a corner.
    let hit = down(-0.25, 0.0, Vec3::new(0.25, -0.25, 0.0) * 2.0);
    assert!(near(hit.t, 0.625 + (0.5 - (0.25f32 - 0.03125).sqrt()) / 4.0), "{hit:?}");
    assert_eq!((hit.feature, hit.point), (Feature::VertexA, Vec3::ZERO));
    // Without a radius, along the plane into the edge.
    let thin = capsule(Vec3::new(-1.0, 0.25, 0.0), 0.0, Vec3::new(-1.0, 0.5, 0.0), Vec3::X * 2.0);
    let hit = CapsuleCastBounds::new(&thin).cast(&flat, None).hit.unwrap();
    assert!(near(hit.t, 0.5), "{hit:?}");
    let shape = turned(Vec3::new(0.25, 0.25, 2.0), Vec3::splat(0.5), Quat::IDENTITY);
    let hit =
        BoxCastBounds::new(&BoxCast { shape, displacement: Vec3::Z * -3.0 }).cast(&flat, None).hit.unwrap();
    assert!(near(hit.t, 0.5) && hit.feature == Feature::Face && hit.normal == Vec3::Z, "{hit:?}");
    assert!(hit.point.z == 0.0 && hit.point.x > 0.0 && hit.point.y > 0.0);
    // Contact at the very end counts, and a little less does not reach.
    for (way, is_hit) in [(1.5, true), (1.499_999, false)] {
        let cast = BoxCast { shape, displacement: Vec3::Z * -way };
        assert_eq!(BoxCastBounds::new(&cast).cast(&flat, None).hit.is_some(), is_hit);
        let cast = capsule(Vec3::new(0.2, 0.2, 2.0), 0.5, Vec3::new(0.4, 0.2, 2.0), Vec3::Z * -way);
        assert_eq!(CapsuleCastBounds::new(&cast).cast(&flat, None).hit.is_some(), is_hit);
    }
}
