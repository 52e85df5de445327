//! Smallest distances and clearances.

use super::{Subject, direction, pairs_of_near_boxes, part, sheet, some_poses, stride, swapped};
use crate::common::effort::effort;
use crate::common::queries::on_every_level;
use crate::common::{TestMesh, asset, cook_all, sphere};
use carom::geometry::{ClosestOnTriangles, distance_triangle_triangle};
use carom::mesh::{Filter, Mesh, MeshDistance, MeshInside, PairDistance, PosePair, TrianglePair};

/// The nearest pair, by all pairs whose boxes may be nearer.
pub(super) fn nearest(
    a: &Subject,
    b: &Subject,
    poses: &PosePair,
    filters: [&Filter; 2],
    max_distance: f32,
) -> MeshDistance {
    let (a, b) = (a.posed(&poses.a, filters[0]), b.posed(&poses.b, filters[1]));
    let mut best = MeshDistance::NONE;
    pairs_of_near_boxes(&a, &b, max_distance, |a, b| {
        let ClosestOnTriangles { on_a, on_b, distance } =
            distance_triangle_triangle(&a.triangle, &b.triangle);
        let is_first = (a.index, b.index) < (best.a, best.b);
        let is_better = distance < best.distance || (distance == best.distance && is_first);
        if distance <= max_distance && is_better {
            best = MeshDistance { on_a, on_b, distance, a: a.index, b: b.index };
        }
        best.distance.min(max_distance)
    });
    best
}

/// All pairs that are no farther apart than a distance.
pub(super) fn pairs_within(a: &Subject, b: &Subject, poses: &PosePair, distance: f32) -> Vec<PairDistance> {
    let all = Filter::default();
    let (a, b) = (a.posed(&poses.a, &all), b.posed(&poses.b, &all));
    let mut pairs = Vec::new();
    pairs_of_near_boxes(&a, &b, distance, |a, b| {
        let found = distance_triangle_triangle(&a.triangle, &b.triangle).distance;
        if found <= distance {
            let pair = TrianglePair { a: a.index, b: b.index };
            pairs.push(PairDistance { pair, distance: found });
        }
        distance
    });
    pairs.sort_by_key(|found| found.pair);
    pairs
}

pub(super) fn check_distances(
    name: &str,
    [a, b]: [&Mesh; 2],
    poses: &PosePair,
    limit: f32,
    expected: &MeshDistance,
) {
    let all = Filter::default();
    let mut found = [MeshDistance::NONE];
    a.distance(b, &[*poses], limit, [&all, &all], &mut found[..]).unwrap();
    assert_eq!(found[0], *expected, "{name}: {poses:?}");
    // The other way round, the same distance; which of equally near pairs is named depends on the order.
    b.distance(a, &[swapped(poses)], limit, [&all, &all], &mut found[..]).unwrap();
    assert_eq!(found[0].distance, expected.distance, "{name}, swapped: {poses:?}");
}

#[test]
fn distances_and_clearances() {
    let meshes = [part(&asset("skull"), 700), sphere(7, 40.0), sheet(9, 7.0)];
    let subjects = meshes.map(Subject::new);
    let cooked: Vec<_> = subjects.iter().map(|subject| cook_all(&subject.mesh)).collect();
    let rng = &mut fastrand::Rng::with_seed(9);
    let all = Filter::default();
    let (mut apart, mut touching) = (0, 0);
    for (i, j) in [(0, 0), (0, 1), (1, 1), (2, 2), (2, 0)] {
        for k in 0..5 {
            let (a, b) = (cooked[i][0].1.bounds(), cooked[j][0].1.bounds());
            let mut poses = some_poses(rng, &a, &b);
            if k % 2 == 0 {
                poses.b.translation += direction(rng) * (b.max - b.min).length() * rng.f32() * 1.5;
            }
            let expected = nearest(&subjects[i], &subjects[j], &poses, [&all, &all], f32::INFINITY);
            apart += usize::from(expected.distance > 0.0);
            touching += usize::from(expected.distance == 0.0);
            let clearance = expected.distance * 1.05 + (a.max - a.min).length() * 1e-3;
            let near = pairs_within(&subjects[i], &subjects[j], &poses, clearance);
            assert!(!near.is_empty());
            on_every_level(|level| {
                for (first, a) in cooked[i].iter().step_by(stride(level)) {
                    let (second, b) = &cooked[j][(k + 3) % cooked[j].len()];
                    let name = format!("{first} with {second} on {}", level.name());
                    check_distances(&name, [a, b], &poses, f32::INFINITY, &expected);
                    check_distances(&name, [a, b], &poses, expected.distance, &expected);
                    let mut found = vec![PairDistance::default(); near.len() + 1];
                    let filters = [&all, &all];
                    let lists = a.within(b, &[poses], clearance, filters, &mut (), &mut found[..]).unwrap();
                    assert_eq!(lists.total, near.len(), "{name}");
                    assert_eq!(found[..near.len()], near, "{name}");
                    if expected.distance > 0.0 {
                        let below = expected.distance.next_down();
                        check_distances(&name, [a, b], &poses, below, &MeshDistance::NONE);
                    }
                }
            });
        }
    }
    assert!(apart > 8 && touching > 1, "{apart} {touching}");
}

#[test]
fn distances_of_large_meshes() {
    let rng = &mut fastrand::Rng::with_seed(10);
    let all = Filter::default();
    for (name, other) in [("skull", "skull"), ("ribcage", "skull")] {
        let [a, b] = [name, other].map(|name| Subject::new(part(&asset(name), effort(2500, 5000))));
        let (first, second) = (a.cooked(), b.cooked());
        let size = (first.bounds().max - first.bounds().min).length();
        for _ in 0..effort(2, 3) {
            let mut poses = some_poses(rng, &first.bounds(), &second.bounds());
            poses.b.translation += direction(rng) * size * (0.6 + rng.f32());
            let expected = nearest(&a, &b, &poses, [&all, &all], f32::INFINITY);
            check_distances(name, [&first, &second], &poses, f32::INFINITY, &expected);
        }
    }
}

#[test]
fn empty_meshes_are_infinitely_far() {
    let (none, some) = (Subject::new(TestMesh::default()).cooked(), Subject::new(sphere(3, 1.0)).cooked());
    for pair in [[&none, &some], [&some, &none], [&none, &none]] {
        check_distances("empty", pair, &PosePair::default(), f32::INFINITY, &MeshDistance::NONE);
        let mut inside = [MeshInside::default()];
        pair[0].inside(pair[1], &[PosePair::default()], &mut inside[..]).unwrap();
        assert_eq!(inside[0], MeshInside::default());
    }
}
