//! Deepest points of capsules and triangles: no sample of a fine lattice on the shape is deeper, but for the
//! tolerance.

use super::closest::solids;
use super::contacts::{STORAGES, contacts, vector};
use super::meshes::{grid_around, nasty, soup};
use crate::common::TestMesh;
use crate::common::field::*;
use carom::geometry::{Capsule, Triangle, Vec3, closest_point_triangle};
use carom::sdf::*;
use fastrand::Rng;

/// The promised accuracy in cells: 1/16, and a little for rounding.
const TOLERANCE: f64 = 1.0 / 15.9;

fn samples(sdf: &Sdf, points: &[Vec3]) -> Vec<f64> {
    let mut samples = vec![SdfSample { distance: 0.0, gradient: Vec3::ZERO }; points.len()];
    sdf.sample(points, Interpolation::Linear, &mut samples[..]).unwrap();
    samples.iter().map(|sample| f64::from(sample.distance)).collect()
}

/// The least value on a triangle: a lattice a sixth of a cell apart, then finer ones around the deepest of
/// its points.
fn lowest(sdf: &Sdf, [a, b, c]: [Vec3; 3]) -> f64 {
    let at = |[u, v]: [f64; 2]| {
        let (u, v) = (u.clamp(0.0, 1.0), v.clamp(0.0, 1.0 - u.clamp(0.0, 1.0)));
        (a.as_dvec3() * (1.0 - u - v) + b.as_dvec3() * u + c.as_dvec3() * v).as_vec3()
    };
    let longest = a.distance(b).max(b.distance(c)).max(c.distance(a)) / sdf.grid().cell();
    let parts = ((longest * 6.0) as usize).clamp(2, 300);
    let last = if b == c { 0 } else { parts };
    let mut places: Vec<[f64; 2]> = Vec::new();
    for j in 0..=last {
        places.extend((0..=parts - j).map(|i| [i as f64 / parts as f64, j as f64 / parts as f64]));
    }
    let mut size = 1.0 / parts as f64;
    let mut best = f64::INFINITY;
    for _ in 0..4 {
        let points: Vec<Vec3> = places.iter().map(|&place| at(place)).collect();
        let values = samples(sdf, &points);
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by(|&i, &k| values[i].total_cmp(&values[k]));
        best = values[order[0]].min(best);
        let around = |&i: &usize| {
            let [u, v] = places[i];
            let steps = (-4..=4).flat_map(|y| (-4..=4).map(move |x| [x, y]));
            steps.map(move |[x, y]| [u + size * f64::from(x) / 4.0, v + size * f64::from(y) / 4.0])
        };
        places = order.iter().take(12).flat_map(around).collect();
        size /= 4.0;
    }
    best
}

/// Asks for the contact of a shape, a capsule of a radius if its last two corners are one, and holds it to
/// the lattice.
fn check(name: &str, sdf: &Sdf, corners: [Vec3; 3]) {
    let [a, b, c] = corners;
    let cell = f64::from(sdf.grid().cell());
    let expected = lowest(sdf, corners);
    let ask = |radius: f32, margin: f32| match b == c {
        true => contacts::<1>(|out| sdf.collide_capsule(&[Capsule { a, radius, b }], margin, out))[0],
        false => contacts::<1>(|out| sdf.collide_triangle(&[Triangle::new(a, b, c)], margin, out))[0],
    };
    let found = ask(0.0, 1e18);
    assert!(found.is_hit(), "{name} {corners:?} {expected}");
    let depth = -f64::from(found.depth);
    let rounding = 1e-6 * f64::from(corners.iter().fold(0.0, |most, p| p.abs().max_element().max(most)));
    assert!(
        depth <= expected + cell * TOLERANCE + rounding,
        "{name} {corners:?} {found:?}: {} cells less deep than {expected}",
        (depth - expected) / cell
    );
    let off = closest_point_triangle(found.deepest, &Triangle::new(a, b, c)).distance();
    assert!(f64::from(off) <= rounding, "{name} {corners:?} {found:?} {off}");
    assert!((samples(sdf, &[found.deepest])[0] - depth).abs() <= rounding, "{name} {found:?}");
    // A shape that touches by more than a hair has a contact. One that misses by more than a hair has none.
    let error = f64::from(sdf.error());
    let hair = cell / 1024.0 + rounding;
    if expected + hair > 0.0 {
        assert!(ask(0.0, (expected + hair) as f32).is_hit(), "{name} {corners:?} {expected}");
    }
    let below = depth.min(expected) - error - cell * TOLERANCE - hair;
    if below > 0.0 {
        let found = ask(0.0, below as f32);
        assert!(!found.is_hit(), "{name} {corners:?} {expected} {found:?}");
    }
}

/// A shape of so many cells that passes near a place.
fn shape(sdf: &Sdf, near: Vec3, rng: &mut Rng) -> [Vec3; 3] {
    let cell = sdf.grid().cell();
    let size = cell * [1.0, 2.0, 4.0, 12.0, 40.0][rng.usize(0..5)] * (0.3 + rng.f32());
    let corner = |rng: &mut Rng| near + vector(rng, 0.6) * size;
    let (a, b) = (corner(rng), corner(rng));
    match rng.u8(0..4) {
        0 => [a, b, b],
        // A sliver.
        1 => [a, b, a + (b - a) * rng.f32() + vector(rng, 0.1) * cell],
        // Parallel to an axis's plane.
        2 => {
            let (mut corners, axis) = ([a, b, corner(rng)], rng.usize(0..3));
            corners.iter_mut().for_each(|corner| corner[axis] = near[axis]);
            corners
        }
        _ => [a, b, corner(rng)],
    }
}

/// Places that are near the surface, where shapes graze it.
fn check_shapes(name: &str, sdf: &Sdf, count: usize, rng: &mut Rng) {
    let bounds = sdf.grid().bounds();
    let (middle, size) = ((bounds.min + bounds.max) * 0.5, bounds.max - bounds.min);
    for _ in 0..count {
        let place = middle + vector(rng, 0.5) * size;
        let none = SdfClosestPoint { point: place, distance: 0.0, normal: place, triangle: 0, error: 0.0 };
        let mut found = [none];
        sdf.closest_point(&[place], &mut found[..]).unwrap();
        let normal = found[0].normal;
        let near = found[0].point + normal * (sdf.grid().cell() * (rng.f32() * 6.0 - 2.0));
        check(name, sdf, shape(sdf, if rng.bool() { near } else { place }, rng));
    }
}

#[test]
fn nothing_on_a_shape_is_deeper() {
    let rng = &mut Rng::with_seed(21);
    for (name, solid) in solids() {
        for nodes in [17, 41] {
            let field = Field::of(unit_grid(nodes), &solid);
            for storage in STORAGES {
                check_shapes(name, &field.cook(storage), 60, rng);
            }
        }
    }
}

/// Facets of all directions: creases everywhere, convex and concave.
#[test]
fn creases_hide_nothing() {
    let rng = &mut Rng::with_seed(22);
    for _ in 0..6 {
        let planes: Vec<([f64; 3], f64)> = (0..14)
            .map(|_| (vector(rng, 1.0).normalize().to_array().map(f64::from), rng.f64() * 0.4 + 0.1))
            .collect();
        let height = |p: [f64; 3], (n, d): &([f64; 3], f64)| n[0] * p[0] + n[1] * p[1] + n[2] * p[2] - d;
        let field = Field::of(unit_grid(33), |p| {
            let convex = planes.iter().map(|plane| height(p, plane)).fold(-1.0, f64::max);
            let bump = planes[..4].iter().map(|plane| height(p, plane)).fold(1.0, f64::min);
            convex.min(bump.abs() - 0.05)
        });
        check_shapes("creases", &field.cook(Storage::Dense), 60, rng);
    }
}

/// Values that are no distances at all, and steeper than any.
#[test]
fn noise_hides_nothing() {
    let rng = &mut Rng::with_seed(23);
    for _ in 0..10 {
        let grid = Grid::new(Vec3::new(-3.0, 7.0, 0.5), 0.37, [17, 12, 14]).unwrap();
        let values = (0..grid.node_count()).map(|_| (rng.f32() - 0.5) * 3.0).collect();
        let field = Field { grid, values };
        for storage in STORAGES {
            let sdf = field.cook(storage);
            let bounds = sdf.grid().bounds();
            for _ in 0..12 {
                let place = bounds.min + (bounds.max - bounds.min) * (vector(rng, 0.5) + Vec3::splat(0.5));
                let corners = shape(&sdf, place, rng).map(|corner| corner.clamp(bounds.min, bounds.max));
                check("noise", &sdf, corners);
            }
        }
    }
}

/// Shapes that are partly or wholly outside of the grid's box.
#[test]
fn outside_of_the_grid_nothing_is_deeper() {
    let rng = &mut Rng::with_seed(24);
    let field = Field::of(unit_grid(17), cuboid([1.1, 0.4, 0.95]));
    for storage in STORAGES {
        let sdf = field.cook(storage);
        for _ in 0..60 {
            let place = vector(rng, 1.3);
            check("outside", &sdf, shape(&sdf, place, rng));
        }
    }
}

#[test]
fn nothing_on_a_shape_is_deeper_in_fields_of_meshes() {
    let rng = &mut Rng::with_seed(25);
    let mut meshes = nasty();
    meshes.push(("open soup", soup(60, 0.6, 9)));
    meshes.push(("two soups", TestMesh::together(&[soup(40, 0.2, 10), soup(7, 1.5, 11)])));
    for (name, mesh) in meshes {
        let grid = grid_around(&mesh, [24, 27, 22]);
        let made = generate(&mesh.input(), &grid, GenerateOptions::default()).unwrap();
        // Cells too small for fields.
        let Ok(sdf) = Sdf::build(&grid, &made.values, None, &StorageOptions::default()) else { continue };
        check_shapes(name, &sdf, 25, rng);
    }
}
