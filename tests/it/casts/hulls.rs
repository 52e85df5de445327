//! Moving convex hulls: against distances in f64, exact overlaps on a lattice, boxes and rays.

use super::distance::{of_point, of_segment};
use super::single::{corners, scene, unit, vector};
use crate::common::effort::effort_named;
use carom::geometry::{
    BoxCast, BoxCastBounds, CastOutcome, HullCast, HullCastBounds, HullPose, OrientedBox, Pose, PoseMatrix,
    PosedHull, Quat, Triangle, Vec3, WatertightRay, hull_triangle, ray_triangle,
};
use carom::hull::Hull;
use fastrand::Rng;
use glam::DVec3;

fn count() -> usize {
    effort_named("CAROM_CASTS", 5_000, 20_000)
}

fn cast(shape: HullPose, displacement: Vec3, triangle: &Triangle) -> CastOutcome {
    HullCastBounds::new(&HullCast { shape, displacement }).cast(triangle, None)
}

/// The hull of some points, as large as 1: rocks, boxes, prisms, polygons, segments, points, and solids nearly flat or
/// nearly segments.
pub(super) fn some_hull(rng: &mut Rng, i: usize) -> Hull<'static> {
    let mut points =
        |count: usize, size: Vec3| -> Vec<Vec3> { (0..count).map(|_| vector(rng, 1.0) * size).collect() };
    let all = match i % 12 {
        0 | 1 => points(8, Vec3::ONE),
        2 => points(30, Vec3::ONE),
        3 => points(4, Vec3::ONE),
        4 => [points(5, Vec3::new(1.0, 1.0, 0.0)), points(1, Vec3::ONE)].concat(),
        5 => points(9, Vec3::new(1.0, 1.0, 0.0)),
        6 => points(3, Vec3::ONE),
        7 => points(2, Vec3::ONE),
        8 => points(1, Vec3::ONE),
        9 => points(12, Vec3::new(1.0, 1.0, 1e-3)),
        10 => points(12, Vec3::new(1.0, 1.0, 1e-7)),
        _ => points(12, Vec3::new(1.0, 1e-4, 1e-6)),
    };
    Hull::build(&all).unwrap()
}

pub(super) fn rotation(rng: &mut Rng) -> Quat {
    Quat::from_axis_angle(vector(rng, 1.0).normalize_or(Vec3::X), rng.f32() * 6.0)
}

pub(super) fn pose(rotation: Quat, translation: Vec3, scale: f32) -> PoseMatrix {
    Pose { rotation, translation, scale }.matrix(String::new).unwrap()
}

/// A posed hull in f64.
struct Shape<'a> {
    hull: HullPose<'a>,
    vertices: Vec<DVec3>,
}

impl<'a> Shape<'a> {
    fn new(hull: HullPose<'a>) -> Shape<'a> {
        let rows = hull.pose.rows.map(|row| row.as_dvec3());
        let posed = |v: &Vec3| DVec3::from(rows.map(|row| row.dot(v.as_dvec3())));
        let at = |v: &Vec3| posed(v) + hull.pose.translation.as_dvec3();
        Shape { hull, vertices: hull.hull.vertices().iter().map(at).collect() }
    }

    fn fans(&self) -> impl Iterator<Item = [DVec3; 3]> + '_ {
        (0..self.hull.hull.face_count()).flat_map(move |i| {
            let face = self.hull.hull.face(i);
            let at = |k: usize| self.vertices[usize::from(face[k])];
            (2..face.len()).map(move |k| [at(0), at(k - 1), at(k)])
        })
    }

    fn edges(&self) -> impl Iterator<Item = [DVec3; 2]> + '_ {
        let at = |i: u8| self.vertices[usize::from(i)];
        self.hull.hull.edges().iter().map(move |edge| [at(edge.a), at(edge.b)])
    }

    /// The distance of the hull's surface, moved by an offset, from a triangle.
    fn distance(&self, offset: DVec3, triangle: [DVec3; 3]) -> f64 {
        let triangle = triangle.map(|corner| corner - offset);
        let [a, b, c] = triangle;
        let mut best = f64::INFINITY;
        for &vertex in &self.vertices {
            best = best.min(of_point(vertex, triangle));
        }
        for [from, to] in self.edges() {
            best = best.min(of_segment(from, to, triangle));
        }
        for fan in self.fans() {
            for [from, to] in [[a, b], [b, c], [c, a]] {
                best = best.min(of_segment(from, to, fan));
            }
        }
        best
    }

    /// Returns true if the triangle reaches into a solid hull, moved by an offset, by more than a margin.
    fn holds_part_of(&self, offset: DVec3, triangle: [DVec3; 3], margin: f64) -> bool {
        let mut polygon = triangle.map(|corner| corner - offset).to_vec();
        for [a, b, c] in self.fans() {
            let normal = (b - a).cross(c - a).normalize_or_zero();
            let below = |p: DVec3| -margin - normal.dot(p - a);
            let mut kept = Vec::new();
            for (i, &point) in polygon.iter().enumerate() {
                let before = polygon[(i + polygon.len() - 1) % polygon.len()];
                let (height, height_before) = (below(point), below(before));
                if (height < 0.0) != (height_before < 0.0) {
                    kept.push(before + (point - before) * (height_before / (height_before - height)));
                }
                if height >= 0.0 {
                    kept.push(point);
                }
            }
            polygon = kept;
        }
        self.hull.hull.dimension() == 3 && !polygon.is_empty()
    }
}

#[test]
fn hulls_are_never_late() {
    let rng = &mut Rng::with_seed(101);
    let mut hits = [0; 4];
    for i in 0..count() / 3 {
        let (triangle, start, way) = scene(rng, i);
        let hull = some_hull(rng, i / 7);
        let scale = [0.3, 1e-4, 1.0, 0.3][i / 192 % 4];
        let turned = if i / 768 % 3 == 0 { Quat::IDENTITY } else { rotation(rng) };
        let shape = hull.at(pose(turned, start, scale));
        let way = if i / 1000 % 4 == 0 { Vec3::Z * way.z } else { way };
        let found = cast(shape, way, &triangle);
        let (posed, corners, way64) = (Shape::new(shape), corners(&triangle), way.as_dvec3());
        let gap = |t: f64| posed.distance(way64 * t, corners);
        if found.is_near || hull_triangle(&PosedHull::new(&shape), &triangle) || gap(0.0) == 0.0 {
            continue;
        }
        let unit = unit(&[triangle.a, triangle.b, triangle.c, start, way]);
        let name =
            format!("{i}: {:?} {:?} {way:?} {triangle:?} {found:?}", shape.hull.vertices(), shape.pose);
        let end = found.hit.map_or(1.0, |hit| f64::from(hit.t));
        for k in 0..=20 {
            let inside = posed.holds_part_of(way64 * (end * f64::from(k) / 20.0), corners, 1e-3 * unit);
            assert!(!inside, "{name}: late or missed");
        }
        let Some(hit) = found.hit else {
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..60 {
                let third = (high - low) / 3.0;
                if gap(low + third) <= gap(high - third) { high -= third } else { low += third }
            }
            // A flat one that passes through is nowhere apart.
            assert!(gap((low + high) * 0.5).min(gap(1.0)) > 0.0, "{name}: missed");
            continue;
        };
        hits[hull.stats().dimension as usize] += 1;
        let at = gap(end);
        assert!(at <= 4.0 * unit, "{name}: {} units early", at / unit);
        for k in 1..20 {
            let before = gap(end * (1.0 - 1.0 / f64::from(1 << k)));
            assert!(before >= at - 1e-4 * unit, "{name}: late: {} {} {k}", before / unit, at / unit);
        }
        assert!((hit.normal.length() - 1.0).abs() < 1e-6 && hit.depth == 0.0, "{name}");
        assert!(hit.normal.dot(way) <= 1e-6 * way.length(), "{name}");
        // The point is of both.
        let point = hit.point.as_dvec3();
        assert!(of_point(point, corners) <= 2.0 * unit, "{name}");
        let reach = posed.distance(way64 * end, [point; 3]);
        assert!(reach <= 16.0 * unit, "{name}: {} units from the hull", reach / unit);
    }
    assert!(hits[2..].iter().all(|&hits| hits > count() / 500) && hits[1] > 0, "{hits:?}");
}

/// Small integers: whether they touch at times that are multiples of a sixty-fourth is exact.
#[test]
fn on_a_lattice_no_touch_is_missed() {
    let rng = &mut Rng::with_seed(102);
    let mut counts = [[0; 2]; 4];
    for i in 0..count() {
        let size = 1 + (i % 3) as i32;
        let count = [1, 2, 3, 4, 6, 9, 20][i % 7];
        let mut lattice = |size: i32| Vec3::from([(); 3].map(|()| rng.i32(-size..=size) as f32));
        let points: Vec<Vec3> = (0..count)
            .map(|_| {
                let v = lattice(size);
                if i % 5 == 0 { v.with_z(v.x - v.y) } else { v }
            })
            .collect();
        let hull = Hull::build(&points).unwrap();
        let (a, b, c) = (lattice(4), lattice(4), lattice(4));
        let triangle = match i % 11 {
            0 => Triangle::new(a, a, a),
            1 => Triangle::new(a, b, a),
            2 => Triangle::new(a, b, b + (b - a)),
            _ => Triangle::new(a, b, c),
        };
        let (start, to) = (lattice(6), lattice(4));
        // Sixty-fourths of it are integers, or its eighths in one case of two.
        let way = (to - start) * [8.0, 1.0][i / 11 % 2];
        let at = |t: f32| hull.at(PoseMatrix { translation: start + way * t, ..PoseMatrix::IDENTITY });
        let touches = |t: f32| hull_triangle(&PosedHull::new(&at(t)), &triangle);
        let found = cast(at(0.0), way, &triangle);
        let name = format!("{i}: {:?} {start} {way} {triangle:?} {found:?}", hull.parts().vertices());
        if touches(0.0) {
            assert!(found.is_near, "{name}");
            assert!(found.hit.is_none_or(|hit| hit.t == 0.0), "{name}");
            continue;
        }
        let first = (1..=64).map(|k| k as f32 / 64.0).find(|&t| touches(t));
        if let Some(first) = first.filter(|_| !found.is_near) {
            assert!(found.hit.is_some_and(|hit| hit.t <= first), "{name}: touches at {first}");
        }
        if let Some(hit) = found.hit {
            let gap = Shape::new(at(0.0)).distance(way.as_dvec3() * f64::from(hit.t), corners(&triangle));
            assert!(gap <= 4.0 * unit(&[way, start, a, b, c]), "{name}: {gap}");
            assert!(hit.normal.dot(way) < 1e-6, "{name}");
        }
        counts[hull.stats().dimension as usize][usize::from(found.hit.is_some())] += 1;
    }
    assert!(counts.iter().flatten().all(|&found| found > count() / 200), "{counts:?}");
}

#[test]
fn a_box_is_a_hull() {
    let rng = &mut Rng::with_seed(103);
    let mut hits = 0;
    for i in 0..count() / 2 {
        let (triangle, start, way) = scene(rng, i);
        let turned = [Quat::IDENTITY, rotation(rng)][i / 192 % 2];
        let half = vector(rng, 0.3).abs();
        let points: Vec<Vec3> = (0..8)
            .map(|k| half * Vec3::from([0, 1, 2].map(|axis| if k >> axis & 1 == 0 { -1.0 } else { 1.0 })))
            .collect();
        let hull = Hull::build(&points).unwrap();
        let shape = OrientedBox { center: start, half_extents: half, rotation: turned }.into();
        let moving = BoxCast { shape, displacement: way };
        let [a, b] = [
            cast(hull.at(pose(turned, start, 1.0)), way, &triangle),
            BoxCastBounds::new(&moving).cast(&triangle, None),
        ];
        let name = format!("{i}: {moving:?} {triangle:?} {a:?} {b:?}");
        if a.is_near || b.is_near {
            continue;
        }
        let unit = unit(&[triangle.a, triangle.b, triangle.c, start, way, half]) as f32;
        match (a.hit, b.hit) {
            (Some(a), Some(b)) => {
                hits += 1;
                // Where it only grazes, a rounding of the pose is a long time.
                let speed = -b.normal.dot(way);
                assert!((a.t - b.t).abs() * speed <= 4.0 * unit + 1e-7 * speed, "{name}");
            }
            (None, None) => {}
            // The pose is rounded.
            (hit, other) => {
                let hit = hit.or(other).unwrap();
                let nearly = hit.t > 0.9999 || {
                    let grown = BoxCastBounds::new(&BoxCast {
                        shape: OrientedBox {
                            center: start,
                            half_extents: half + Vec3::splat(4.0 * unit),
                            rotation: turned,
                        }
                        .into(),
                        displacement: way,
                    });
                    grown.cast(&triangle, None).hit.is_some()
                };
                assert!(nearly, "{name}");
            }
        }
    }
    assert!(hits > count() / 60, "{hits}");
}

#[test]
fn a_point_is_a_ray() {
    let rng = &mut Rng::with_seed(104);
    let mut hits = 0;
    for i in 0..count() {
        let (triangle, start, way) = scene(rng, i / 8 * 8 % 128);
        let at = vector(rng, 0.2);
        let hull = Hull::build(&[at]).unwrap();
        let found = cast(hull.at(pose(Quat::IDENTITY, start - at, 1.0)), way, &triangle);
        let ray = WatertightRay::new(start - at + at, way);
        let hit = ray_triangle(&ray, &triangle, 0.0, 1.0);
        if let (Some(a), Some(b)) = (found.hit, &hit) {
            hits += 1;
            let unit = unit(&[triangle.a, triangle.b, triangle.c, start, way, at]) as f32;
            assert!((a.t - b.t).abs() * a.normal.dot(way).abs() <= 8.0 * unit, "{found:?} {hit:?}");
        }
    }
    assert!(hits > count() / 40, "{hits}");
}

#[test]
fn size_changes_no_bit_of_hulls() {
    let rng = &mut Rng::with_seed(105);
    for i in 0..4000 {
        let (triangle, start, way) = scene(rng, i / 32 * 32);
        let start = if i % 3 == 0 { triangle.a + vector(rng, 0.2) } else { start };
        let hull = some_hull(rng, i);
        let turned = rotation(rng);
        let answers = [1.0, 2f32.powi(-40), 2f32.powi(-20), 2f32.powi(20), 2f32.powi(50)].map(|k| {
            let scaled = Triangle::new(triangle.a * k, triangle.b * k, triangle.c * k);
            let found = cast(hull.at(pose(turned, start * k, 0.5 * k)), way * k, &scaled);
            found
                .hit
                .map(|hit| (hit.t, hit.normal, hit.point * (1.0 / k), hit.depth * (1.0 / k), hit.feature))
        });
        for answer in &answers {
            assert_eq!(answer, &answers[0], "{:?} {triangle:?} {start:?} {way:?}", hull.parts().vertices());
        }
    }
}
