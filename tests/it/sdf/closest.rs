//! The nearest points of surfaces, against a search of its own through every cell, in f64.

use super::contacts::{STORAGES, contacts, vector};
use super::meshes::{self, grid_around, nasty};
use crate::common::effort::effort;
use crate::common::field::*;
use crate::common::queries::on_every_level;
use carom::geometry::{Sphere, Vec3};
use carom::sdf::*;
use fastrand::Rng;
use glam::DVec3;

const NONE: SdfClosestPoint =
    SdfClosestPoint { point: Vec3::ZERO, distance: 7.0, normal: Vec3::ZERO, triangle: 7, error: 7.0 };

/// The stored field, by samples at its nodes, whatever the storage.
pub(super) fn stored(sdf: &Sdf) -> Field {
    let grid = *sdf.grid();
    let nodes: Vec<Vec3> = meshes::nodes(&grid).collect();
    let mut samples = vec![SdfSample { distance: 0.0, gradient: Vec3::ZERO }; nodes.len()];
    sdf.sample(&nodes, Interpolation::Linear, &mut samples[..]).unwrap();
    Field { grid, values: samples.iter().map(|sample| sample.distance).collect() }
}

/// A box of a cell by two opposite corners, and the values at all corners.
type Part = ([DVec3; 2], [f64; 8]);

/// The distance of the nearest zero in a part of a cell, within `size`, if it is less than `best`.
fn nearest_in(point: DVec3, part: &Part, size: f64, best: &mut f64) {
    let ([low, high], values) = part;
    let distance = point.distance(point.clamp(*low, *high));
    let (least, most) =
        values.iter().fold((f64::INFINITY, -f64::INFINITY), |(a, b), &v| (a.min(v), b.max(v)));
    if least > 0.0 || most < 0.0 || distance >= *best {
        return;
    }
    if (*high - *low).length() <= size {
        *best = distance;
        return;
    }
    // Nearest first.
    let middle = (*low + *high) * 0.5;
    let mut parts: Vec<Part> = (0..8)
        .map(|k| {
            let side = |axis: usize| (k >> axis & 1) as f64;
            let low =
                DVec3::from(std::array::from_fn(
                    |axis| if side(axis) == 0.0 { low[axis] } else { middle[axis] },
                ));
            let high =
                DVec3::from(std::array::from_fn(
                    |axis| if side(axis) == 0.0 { middle[axis] } else { high[axis] },
                ));
            let value = |corner: usize| {
                let t = [0, 1, 2].map(|axis| 0.5 * (side(axis) + (corner >> axis & 1) as f64));
                let weight = |k: usize, axis: usize| if k >> axis & 1 == 0 { 1.0 - t[axis] } else { t[axis] };
                (0..8).map(|k| values[k] * weight(k, 0) * weight(k, 1) * weight(k, 2)).sum()
            };
            ([low, high], std::array::from_fn(value))
        })
        .collect();
    let far = |part: &Part| point.distance(point.clamp(part.0[0], part.0[1]));
    parts.sort_by(|a, b| far(a).total_cmp(&far(b)));
    parts.iter().for_each(|part| nearest_in(point, part, size, best));
}

/// The distance of the nearest zero of a field's interpolant, within 1/500 of a cell; infinite if there is
/// none.
pub(super) fn nearest_zero(field: &Field, point: Vec3) -> f64 {
    let (grid, point) = (&field.grid, point.as_dvec3());
    let mut cells = Vec::new();
    let [nx, ny, nz] = grid.dims().map(|nodes| nodes - 1);
    for z in 0..nz {
        for y in 0..ny {
            for x in 0..nx {
                let corner = |k: u32| [x + (k & 1), y + (k >> 1 & 1), z + (k >> 2)];
                let values: [f64; 8] = std::array::from_fn(|k| f64::from(field.value(corner(k as u32))));
                if values.iter().any(|&v| v <= 0.0) && values.iter().any(|&v| v >= 0.0) {
                    let ends = [grid.node(corner(0)).as_dvec3(), grid.node(corner(7)).as_dvec3()];
                    cells.push((point.distance(point.clamp(ends[0], ends[1])), (ends, values)));
                }
            }
        }
    }
    cells.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut best = f64::INFINITY;
    for (_, part) in &cells {
        nearest_in(point, part, f64::from(grid.cell()) / 500.0, &mut best);
    }
    best
}

/// Asks for the nearest points, and holds every answer to the search.
fn check(name: &str, sdf: &Sdf, points: &[Vec3]) {
    let field = stored(sdf);
    let cell = f64::from(field.grid.cell());
    let mut found = vec![NONE; points.len()];
    sdf.closest_point(points, &mut found[..]).unwrap();
    for (point, found) in points.iter().zip(&found) {
        let expected = nearest_zero(&field, *point);
        let distance = f64::from(point.distance(found.point));
        let rounding = 1e-6 * f64::from(point.abs().max_element().max(found.point.abs().max_element()));
        let at = field.trilinear(found.point);
        let slope = at.gradient.iter().map(|x| x * x).sum::<f64>().sqrt();
        let off = at.distance.abs() / slope;
        assert!(off <= cell / 4096.0 + rounding * 8.0, "{name} {point} {found:?}: {} cells off", off / cell);
        assert!(distance >= expected - cell / 500.0 - rounding, "{name} {point} {found:?} {expected}");
        let error = f64::from(found.error);
        assert!(error >= cell / 17.0 && error < 0.1 * distance + 0.07 * cell, "{name} {point} {found:?}");
        assert!(
            distance <= expected + error + rounding,
            "{name} {point} {found:?}: {} cells farther than the nearest",
            (distance - expected) / cell
        );
        let [sample] =
            contacts(|out| sdf.collide_sphere(&[Sphere { center: *point, radius: 1e18 }], 0.0, out));
        let off = (f64::from(sample.point.distance(*point)) - f64::from(found.distance).abs()).max(0.0);
        let at = field.trilinear(sample.point);
        assert!(
            at.distance.abs() <= (cell / 4096.0 + rounding * 8.0) * slope.max(2.0),
            "{name} {point} {sample:?}"
        );
        assert!(
            off <= cell / 8.0 + rounding
                || f64::from(sample.point.distance(*point)) <= expected + error + rounding,
            "{name} {point} {sample:?}"
        );
        assert_eq!(sample.deepest, *point);
    }
}

fn points_around(grid: &Grid, count: usize, rng: &mut Rng) -> Vec<Vec3> {
    let bounds = grid.bounds();
    let (middle, size) = ((bounds.min + bounds.max) * 0.5, bounds.max - bounds.min);
    (0..count).map(|_| middle + vector(rng, 0.55) * size).collect()
}

/// A solid's name and distance.
type Solid = (&'static str, Box<dyn Fn([f64; 3]) -> f64>);

pub(super) fn solids() -> [Solid; 4] {
    [
        ("ball", Box::new(ball([0.05, 0.0, 0.0], 0.6))),
        ("box", Box::new(cuboid([0.5, 0.4, 0.6]))),
        ("plate", Box::new(cuboid([0.7, 0.13, 0.7]))),
        ("two", Box::new(|p| ball([0.4, 0.1, 0.0], 0.3)(p).min(cuboid([0.1, 0.5, 0.1])(p)))),
    ]
}

#[test]
fn no_point_of_the_surface_is_nearer() {
    let rng = &mut Rng::with_seed(11);
    for (name, solid) in solids() {
        let field = Field::of(unit_grid(29), solid);
        for storage in STORAGES {
            check(name, &field.cook(storage), &points_around(&field.grid, effort(25, 120), rng));
        }
    }
}

/// Points from which one step along the gradient ended 5.5 cells off.
#[test]
fn steps_do_not_end_beside_an_edge() {
    let field = Field::of(unit_grid(65), cuboid([0.6, 0.4, 0.5]));
    let sdf = field.cook(Storage::Dense);
    let mut rng = Rng::with_seed(12);
    let mut points: Vec<Vec3> = (0..40).map(|_| vector(&mut rng, 0.35)).collect();
    points.push(Vec3::new(0.255_169_24, 0.018_499_44, -0.152_433_5));
    points.push(Vec3::ZERO);
    check("box", &sdf, &points);
}

#[test]
fn surfaces_of_meshes_are_found_from_everywhere() {
    let rng = &mut Rng::with_seed(13);
    for (name, mesh) in nasty() {
        let grid = grid_around(&mesh, [14, 17, 12]);
        let made = generate(&mesh.input(), &grid, GenerateOptions::default()).unwrap();
        let values = &made.values;
        // Cells too small for fields.
        let Ok(sdf) = Sdf::build(&grid, values, None, &StorageOptions::default()) else { continue };
        let has_surface = values.iter().any(|&v| v < 0.0) && values.iter().any(|&v| v >= 0.0);
        let points = points_around(&grid, 25, rng);
        if has_surface {
            check(name, &sdf, &points);
        } else {
            let mut found = vec![NONE; points.len()];
            sdf.closest_point(&points, &mut found[..]).unwrap();
            assert!(
                found.iter().all(|found| found.error == f32::INFINITY && found.point.is_finite()),
                "{name}"
            );
        }
    }
}

/// Values that are no distances at all.
#[test]
fn noise_has_a_surface_too() {
    let rng = &mut Rng::with_seed(14);
    for _ in 0..20 {
        let grid = Grid::new(Vec3::new(-3.0, 7.0, 0.5), 0.37, [9, 12, 10]).unwrap();
        let values = (0..grid.node_count()).map(|_| (rng.f32() - 0.3 * rng.f32()) * 3.0).collect();
        let field = Field { grid, values };
        for storage in STORAGES {
            check("noise", &field.cook(storage), &points_around(&grid, 10, rng));
        }
    }
}

#[test]
fn nearest_points_are_the_same_alone_and_on_every_level() {
    let rng = &mut Rng::with_seed(15);
    let field = Field::of(unit_grid(33), cuboid([0.5, 0.3, 0.4]));
    for storage in STORAGES {
        let sdf = field.cook(storage);
        let points: Vec<Vec3> = (0..150).map(|_| vector(rng, 1.2)).collect();
        let ask = |some: &[Vec3]| {
            let mut found = vec![NONE; some.len()];
            sdf.closest_point(some, &mut found[..]).unwrap();
            found
        };
        let all = ask(&points);
        for (point, found) in points.iter().zip(&all) {
            assert_eq!(ask(std::slice::from_ref(point))[0], *found);
        }
        on_every_level(|level| assert_eq!(ask(&points), all, "{}", level.name()));
    }
}

/// Every place of a ball is as near to its centre. The search ends after so many boxes, and the answer states
/// its error.
#[test]
fn the_centre_of_a_ball_has_an_answer_with_its_error() {
    let field = Field::of(unit_grid(129), ball([0.0; 3], 0.8));
    let mut found = [NONE];
    field.cook(Storage::Dense).closest_point(&[Vec3::ZERO], &mut found[..]).unwrap();
    let off = (found[0].point.length() - 0.8).abs();
    assert!(off <= found[0].error && found[0].error < 0.1, "{found:?}");
}
