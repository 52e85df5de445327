//! No volume is lost: points inside of a brush are solid to every query. The tests run on worlds made to be
//! nasty, on the fixtures of `levels`, and on a folder of Quake 3 `.bsp` files, if the environment variable
//! CAROM_LEVELS names one.

use crate::common::bsp::{check, collide, contains};
use crate::common::effort::effort_named;
use crate::common::passes;
use crate::common::solid::{Brush, World, direction, vector};
use carom::bsp::*;
use carom::geometry::{Ray, SphereCast, Vec3};
use fastrand::Rng;
use glam::DVec3;
use rayon::prelude::*;
use std::path::Path;

/// The resolution of f32 at coordinates of this size. The builder takes smaller differences for none.
fn rounding(scale: f64) -> f64 {
    scale / f64::from(1 << 23)
}

fn cast(bsp: &Bsp, origin: DVec3, radius: f32, displacement: Vec3, filter: &Filter) -> BspCastHit {
    let cast = SphereCast { origin: origin.as_vec3(), radius, displacement };
    let mut hit = [BspCastHit::MISS];
    bsp.cast_sphere(&[cast], filter, &mut hit[..]).unwrap();
    hit[0]
}

/// The answers of queries that contradict a point being inside, if there are any.
fn objection(bsp: &Bsp, point: DVec3, radius: f32, filter: &Filter) -> Option<String> {
    let mut objections = Vec::new();
    let mut expect = |holds: bool, what: String| {
        if !holds {
            objections.push(what)
        }
    };
    let content = contains(bsp, point, filter);
    expect(content.is_solid() && passes(filter, content.attributes), format!("{content:?}"));
    for radius in [0.0, radius] {
        for mode in [SphereMode::Exact, SphereMode::Threshold] {
            expect(check(bsp, point, radius, mode, filter), format!("{mode:?} with {radius}"));
        }
        let contact = collide(bsp, point, radius, filter);
        let is_unit = (contact.normal.length() - 1.0).abs() < 1e-5;
        expect(contact.is_hit() && contact.depth >= radius && is_unit, format!("{contact:?}"));
        let still = cast(bsp, point, radius, Vec3::ZERO, filter);
        expect(still.t == 0.0 && still.normal == contact.normal, format!("without motion {still:?}"));
        let hit = cast(bsp, point, radius, contact.normal * -3.0, filter);
        expect(hit.t == 0.0 && hit.normal == contact.normal, format!("{hit:?}, but {contact:?}"));
    }
    let direction = Vec3::new(0.3, -0.2, 0.9);
    let ray = Ray { origin: point.as_vec3(), t_min: 0.0, direction, t_max: 1.0 };
    let mut hit = [BspCastHit::MISS];
    bsp.raycast(&[ray], filter, &mut hit[..]).unwrap();
    expect(hit[0].t == 0.0 && (hit[0].normal.length() - 1.0).abs() < 1e-5, format!("ray {:?}", hit[0]));
    if objections.is_empty() { None } else { Some(format!("{point} {filter:?}: {}", objections.join(", "))) }
}

/// Asks about random points of each brush: convex combinations of its corners that are deeper inside than the
/// slack. Returns the number of points, and the objections.
pub(crate) fn ask(world: &World, bsp: &Bsp, points: usize, rng: &mut Rng) -> (usize, Vec<String>) {
    let slack = f64::from(bsp.stats().slack);
    let (mut asked, mut objections) = (0, Vec::new());
    for (i, brush) in world.brushes.iter().enumerate() {
        let corners: Vec<DVec3> = brush.faces.iter().flat_map(|face| face.2.iter().copied()).collect();
        for _ in 0..points {
            // Evenly distributed, or near a corner.
            let sharp = if rng.bool() { 1.0 } else { 4.0 };
            let weights: Vec<f64> = corners.iter().map(|_| (-rng.f64().ln()).powf(sharp)).collect();
            let sum: f64 = weights.iter().sum();
            let point: DVec3 =
                corners.iter().zip(&weights).map(|(corner, weight)| *corner * (weight / sum)).sum();
            let point = point.as_vec3().as_dvec3();
            if !(brush.depth(point) > slack) {
                continue;
            }
            asked += 1;
            let radius = (slack * 100.0 * rng.f64()) as f32;
            let own = Filter { require: brush.attributes, ..Filter::default() };
            let found = [Filter::default(), own]
                .into_iter()
                .find_map(|filter| objection(bsp, point, radius, &filter));
            objections.extend(found.map(|found| format!("brush {i}: {found}")));
        }
    }
    (asked, objections)
}

/// Half-spaces that bound a brush.
type Planes = Vec<(DVec3, f64)>;

fn cuboid(min: DVec3, max: DVec3) -> Planes {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    axes.into_iter().flat_map(|axis| [(axis, axis.dot(max)), (-axis, -axis.dot(min))]).collect()
}

/// Brushes that fit together but for a little, in each of the ways that worlds are made.
struct Nasty {
    rng: Rng,
    scale: f64,
    origin: DVec3,
    /// Directions that many planes share, but for a little.
    normals: Vec<DVec3>,
    brushes: Vec<Brush>,
}

impl Nasty {
    fn new(seed: u64) -> Nasty {
        let mut rng = Rng::with_seed(seed);
        let scale = [1.0, 64.0, 4096.0, 1e5][rng.usize(..4)];
        let far = [0.0, 0.0, 1e4, 1e5][rng.usize(..4)];
        let origin = vector(&mut rng, far).round();
        let normals = (0..5).map(|_| direction(&mut rng)).collect();
        let mut nasty = Nasty { rng, scale, origin, normals, brushes: Vec::new() };
        for _ in 0..nasty.rng.usize(2..40) {
            nasty.add();
        }
        nasty
    }

    /// A distance from a tenth to ten times the one that counts as equal, either way, or none.
    fn little(&mut self) -> f64 {
        let far = self.origin.abs().max_element().max(self.scale);
        let size = [0.0, 0.1, 0.5, 1.0, 2.0, 4.0, 10.0, 30.0][self.rng.usize(..8)];
        let sign = if self.rng.bool() { 1.0 } else { -1.0 };
        rounding(far) * size * sign
    }

    /// A place on a coarse grid, but for a little.
    fn place(&mut self) -> DVec3 {
        let at = DVec3::from_array(std::array::from_fn(|_| f64::from(self.rng.i32(-4..=4)) * 0.25));
        self.origin + at * self.scale + DVec3::from_array(std::array::from_fn(|_| self.little()))
    }

    fn cuboid(&mut self) -> Planes {
        let (a, b) = (self.place(), self.place());
        let mut size = (a - b).abs();
        for k in 0..3 {
            // Walls, down to those that are no thicker than the distance that counts as equal.
            if size[k] < 0.1 * self.scale || self.rng.u32(..8) == 0 {
                let thin = self.little().abs();
                size[k] = [thin, 0.01 * self.scale + thin, 0.25 * self.scale][self.rng.usize(..3)];
            }
        }
        cuboid(a.min(b), a.min(b) + size)
    }

    /// An edge of a brush that is there already, but for a little.
    fn edge(&mut self) -> Option<(DVec3, DVec3)> {
        let brush = self.brushes.get(self.rng.usize(..self.brushes.len().max(1)))?;
        let polygon = &brush.faces[self.rng.usize(..brush.faces.len())].2;
        let at = self.rng.usize(..polygon.len());
        let (a, b) = (polygon[at], polygon[(at + 1) % polygon.len()]);
        Some((a + direction(&mut self.rng) * self.little(), b + direction(&mut self.rng) * self.little()))
    }

    /// A plane through an edge of another brush and a corner of a third, or through a place in a direction
    /// that others have too, but for a little.
    fn cut(&mut self) -> (DVec3, f64) {
        if self.rng.u32(..3) > 0
            && let (Some((a, b)), Some((c, _))) = (self.edge(), self.edge())
        {
            let aside =
                if self.rng.bool() { c - a } else { self.normals[self.rng.usize(..self.normals.len())] };
            if let Some(normal) = (b - a).cross(aside).try_normalize() {
                return (normal, normal.dot(a));
            }
        }
        let normal = self.normals[self.rng.usize(..self.normals.len())];
        let tilt = self.little() / self.scale;
        let normal = (normal + direction(&mut self.rng) * tilt).normalize();
        let sign = if self.rng.bool() { 1.0 } else { -1.0 };
        let at = self.place();
        (normal * sign, normal.dot(at) * sign)
    }

    fn add(&mut self) {
        let attributes = [1, 1, 2, 3, 0][self.rng.usize(..5)];
        let planes = match self.rng.u32(..10) {
            // A brush and the rest of it, as editors clip them.
            8.. if !self.brushes.is_empty() => {
                let brush = self.brushes[self.rng.usize(..self.brushes.len())].clone();
                let (normal, d) = self.cut();
                let with = |plane| brush.faces.iter().map(|face| (face.0, face.1)).chain([plane]).collect();
                self.push(with((-normal, -d)), attributes);
                with((normal, d))
            }
            // The same once more, with planes moved or tilted a little.
            0..3 if !self.brushes.is_empty() => {
                let brush = self.brushes[self.rng.usize(..self.brushes.len())].clone();
                let planes = brush.faces.iter().map(|(normal, d, _)| {
                    let tilt = direction(&mut self.rng) * (self.little() / self.scale);
                    let tilted = if self.rng.bool() { *normal } else { (*normal + tilt).normalize() };
                    // Tilted where the world is, not around the origin of coordinates.
                    (tilted, d + (tilted - *normal).dot(self.origin) + self.little())
                });
                planes.collect()
            }
            // The same to the last bit.
            3 if !self.brushes.is_empty() => {
                let brush = self.brushes[self.rng.usize(..self.brushes.len())].clone();
                self.brushes.push(Brush { attributes, ..brush });
                return;
            }
            4..6 => {
                let mut planes = self.cuboid();
                for _ in 0..self.rng.usize(1..4) {
                    planes.push(self.cut());
                }
                planes
            }
            _ => self.cuboid(),
        };
        self.push(planes, attributes);
    }

    fn push(&mut self, planes: Planes, attributes: u16) {
        let brush = Brush::from_planes(&planes, attributes);
        let (min, max) = brush.bounds();
        if brush.faces.len() >= 4 && (max - min).max_element() < 8.0 * self.scale {
            self.brushes.push(brush);
        }
    }
}

/// Four brushes, one of which lost its inside when it was cut where three planes meet in all but one edge.
/// The rest of it there had too few faces that were wide enough.
#[test]
fn a_wedge_between_nearly_equal_planes() {
    let planes = [
        [1.0, 0.0, 0.0, 8813.0],
        [-1.0, 0.0, 0.0, -8811.751],
        [0.0, 1.0, 0.0, 2926.5005],
        [0.0, -1.0, 0.0, -2926.25],
        [0.0, 0.0, 1.0, 1047.7511],
        [0.0, 0.0, -1.0, -1046.5001],
        [0.096061826, 0.16852301, -0.98100567, 313.3393],
        [0.2788442, -0.95111084, -0.13279337, -464.0679],
        [0.0011285683, 0.9999936, 0.003390803, 2939.7263],
        [1.0, 0.0, 0.0, 8812.75],
        [-1.0, 0.0, 0.0, -8811.75],
        [0.0, 1.0, 0.0, 2926.9895],
        [0.0, -1.0, 0.0, -2925.249],
        [0.0, 0.0, 1.0, 1048.0042],
        [0.0, 0.0, -1.0, -1046.7501],
        [-0.6602137, -0.5083089, 0.5529375, -6726.574],
        [-0.0042608287, -0.0023876848, 0.9999881, 1002.44946],
        [1.0, 0.0, 0.0, 8812.489],
        [-1.0, 0.0, 0.0, -8812.219],
        [0.0, 1.0, 0.0, 2926.5005],
        [0.0, -1.0, 0.0, -2926.2505],
        [0.0, 0.0, 1.0, 1046.9999],
        [0.0, 0.0, -1.0, -1046.7499],
        [0.99999803, 0.00070962106, -0.0018603643, 8813.112],
        [-1.0, -5.6392193e-5, -8.703019e-5, -8811.973],
        [0.0, 1.0, 0.0, 2926.2605],
        [0.0, -1.0, 0.0, -2925.5127],
        [0.0, 0.0, 1.0, 1047.2488],
        [-0.0018523003, -0.0003435777, -0.9999982, -1064.3218],
        [-0.000614274, 0.9972189, -0.074525796, 2834.6665f32],
    ];
    let mut rest = &planes[..];
    let brushes = [(9, 3), (8, 3), (6, 1), (7, 0)].map(|(count, attributes)| {
        let (planes, after) = rest.split_at(count);
        rest = after;
        Brush::new(planes.to_vec(), attributes)
    });
    let world = World::new(brushes.to_vec());
    let (bsp, report) = Bsp::build_with_report(&world.input(), &BspOptions::default()).unwrap();
    let (asked, objections) = ask(&world, &bsp, 4000, &mut Rng::with_seed(5));
    assert!(
        asked > 8000 && objections.is_empty(),
        "{}: {:#?}",
        objections.len(),
        &objections[..objections.len().min(9)]
    );
    assert_eq!(report.repaired_leaves, 0);
}

#[test]
fn nasty_worlds() {
    let seeds = effort_named("CAROM_WORLDS", 300, 1200) as u64;
    let failed: Vec<String> = (0..seeds)
        .into_par_iter()
        .flat_map_iter(|seed| {
            let world = World::new(Nasty::new(seed).brushes);
            let (bsp, report) = Bsp::build_with_report(&world.input(), &BspOptions::default()).unwrap();
            let (_, mut objections) = ask(&world, &bsp, 24, &mut Rng::with_seed(seed));
            if report.repaired_leaves > 0 {
                objections.push(format!("{} leaves repaired", report.repaired_leaves));
            }
            objections.into_iter().map(move |objection| format!("world {seed}: {objection}"))
        })
        .collect();
    assert!(failed.is_empty(), "{}: {:#?}", failed.len(), &failed[..failed.len().min(20)]);
}

fn check_level(path: &Path, points: usize) -> (usize, Vec<String>) {
    let level = carom_levels::read(path).unwrap();
    let mut rest = &level.planes[..];
    let brushes = level.plane_counts.iter().zip(&level.attributes).map(|(&count, &attributes)| {
        let (planes, after) = rest.split_at(count as usize);
        rest = after;
        Brush::new(planes.to_vec(), attributes)
    });
    let world = World::new(brushes.collect());
    let (bsp, report) = Bsp::build_with_report(&world.input(), &BspOptions::default()).unwrap();
    let (asked, mut objections) = ask(&world, &bsp, points, &mut Rng::with_seed(7));
    if report.repaired_leaves > 0 {
        objections.push(format!("{} leaves repaired", report.repaired_leaves));
    }
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    println!("{name}: {} of {asked} points", objections.len());
    (asked, objections.into_iter().map(|objection| format!("{name}: {objection}")).collect())
}

#[test]
fn fixtures() {
    for name in ["room.map", "crystals.map", "arch.map"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/tests/fixtures").join(name);
        let (asked, objections) = check_level(&path, 2000);
        assert!(asked > 1000 && objections.is_empty(), "{objections:#?}");
    }
}

#[test]
fn real_levels() {
    let Some(paths) = crate::common::bsp::real_levels() else { return };
    let objections: Vec<String> = paths.par_iter().flat_map_iter(|path| check_level(path, 5).1).collect();
    assert!(objections.is_empty(), "{}: {:#?}", objections.len(), &objections[..objections.len().min(20)]);
}
