//! Levels: every answer against all brushes in f64. Those of `levels/tests/fixtures` always; those of a
//! folder of Quake 3 `.bsp` files too, if the environment variable CAROM_LEVELS names one (`cargo xtask
//! levels` fetches some).

use crate::common::bsp::{Truth, check, collide, contains, raycast};
use crate::common::passes;
use crate::common::solid::{Brush, Polygon, World, direction, vector};
use carom::bsp::*;
use carom::geometry::Ray;
use carom_levels::{Level, attributes};
use fastrand::Rng;
use glam::DVec3;
use rayon::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// The filters of queries: everything, all that blocks, all but liquids and fog, all that blocks players.
const FILTERS: [(u16, u16, u16); 4] = [
    (0, 0, 0),
    (attributes::SOLID, 0, 0),
    (0, attributes::LAVA | attributes::SLIME | attributes::WATER | attributes::FOG, 0),
    (0, 0, attributes::SOLID | attributes::PLAYER_CLIP),
];

/// The numbers of queries on a level.
struct Effort {
    spheres: usize,
    others: usize,
    /// True if the whole surface is computed, by which the way out of overlapping brushes is measured.
    surface: bool,
}

/// The kinds of queries.
#[derive(Clone, Copy)]
enum Kind {
    Exact,
    Threshold,
    Point,
    Contact,
    WayOut,
    Cast,
    Ray,
}

const KINDS: [&str; 7] = ["exact", "threshold", "points", "contacts", "ways out", "casts", "rays"];

/// The counts of answers.
#[derive(Default)]
struct Tally {
    /// Questions and wrong answers, by kind.
    asked: [usize; 7],
    wrong: [usize; 7],
    hits: usize,
    /// Spheres that only the threshold reports.
    farther: usize,
    /// Too near to a decision: the library's planes are rounded and snapped.
    undecided: usize,
    /// The first wrong answers.
    cases: Vec<String>,
}

impl Tally {
    fn wrong(&mut self, kind: Kind, what: String) {
        self.wrong[kind as usize] += 1;
        if self.cases.len() < 20 {
            self.cases.push(format!("{}: {what}", KINDS[kind as usize]));
        }
    }

    /// Counts an assertion of the oracle's as a wrong answer.
    fn expect(&mut self, kind: Kind, what: impl FnOnce()) {
        self.asked[kind as usize] += 1;
        if let Err(panic) = catch_unwind(AssertUnwindSafe(what)) {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or(panic.downcast_ref::<&str>().map(|text| text.to_string()));
            self.wrong(kind, text.unwrap_or_default());
        }
    }

    fn add(&mut self, other: &Tally) {
        for k in 0..KINDS.len() {
            self.asked[k] += other.asked[k];
            self.wrong[k] += other.wrong[k];
        }
        self.hits += other.hits;
        self.farther += other.farther;
        self.undecided += other.undecided;
        self.cases.extend(other.cases.iter().cloned());
    }

    fn print(&self, name: &str) {
        let Tally { hits, farther, undecided, .. } = self;
        let kind = |k: usize| format!("{} of {} {}", self.wrong[k], self.asked[k], KINDS[k]);
        let kinds: Vec<String> = (0..KINDS.len()).map(kind).collect();
        println!(
            "{name}: wrong {}; {hits} hits, {farther} more by threshold, {undecided} undecided",
            kinds.join(", ")
        );
    }
}

/// A level, its tree and its oracle.
struct Scene {
    world: World,
    bsp: Bsp<'static>,
    /// Brushes with volume; the library leaves the others out.
    solid: Vec<usize>,
    /// Nearer than this to a decision, the library may decide otherwise: its planes are rounded and snapped,
    /// and where two meet at an acute angle, their edge moves more than they do.
    band: f64,
}

impl Scene {
    fn new(level: &Level) -> Scene {
        let mut rest = &level.planes[..];
        let brushes = level.plane_counts.iter().zip(&level.attributes).map(|(&count, &attributes)| {
            let (planes, after) = rest.split_at(count as usize);
            rest = after;
            let mut brush = Brush::new(planes.to_vec(), attributes);
            brush.faces.iter_mut().for_each(|(_, _, polygon)| flatten(polygon));
            brush
        });
        let world = World::new(brushes.collect());
        let solid: Vec<usize> = (0..world.brushes.len()).filter(|&i| has_volume(&world.brushes[i])).collect();
        let (bsp, report) = Bsp::build_with_report(&world.input(), &BspOptions::default()).unwrap();
        assert_eq!(report.skipped_brushes as usize, world.brushes.len() - solid.len());
        let band = 4.0 * f64::from(bsp.stats().slack);
        Scene { world, bsp, solid, band }
    }

    /// A point near a face of a random brush, with room for `near` around it.
    fn point(&self, rng: &mut Rng, near: f64) -> DVec3 {
        let brush = &self.world.brushes[self.solid[rng.usize(..self.solid.len())]];
        let (normal, _, polygon) = &brush.faces[rng.usize(..brush.faces.len())];
        let weights: Vec<f64> = polygon.iter().map(|_| rng.f64() + 1e-3).collect();
        let sum: f64 = weights.iter().sum();
        let on: DVec3 = polygon.iter().zip(&weights).map(|(corner, weight)| *corner * (weight / sum)).sum();
        (on + *normal * (rng.f64() * 3.0 - 0.5) * near + vector(rng, near * 0.5)).as_vec3().as_dvec3()
    }

    fn distance(&self, p: DVec3, filter: &Filter) -> f64 {
        let pass = |brush: &Brush| passes(filter, brush.attributes) && has_volume(brush);
        self.world.nearest(p, pass).map_or(f64::INFINITY, |(q, _)| (q - p).length())
    }

    /// The largest depth of a point in a brush that passes; negative outside.
    fn depth(&self, p: DVec3, filter: &Filter) -> f64 {
        let brushes = self.solid.iter().map(|&i| &self.world.brushes[i]);
        let depths = brushes.filter(|brush| passes(filter, brush.attributes)).map(|brush| brush.depth(p));
        depths.fold(f64::NEG_INFINITY, f64::max)
    }

    /// Spheres of all sizes: no misses by the threshold, nothing false by the exact check.
    fn check_spheres(&self, rng: &mut Rng, count: usize, filter: &Filter, tally: &mut Tally) {
        for i in 0..count {
            let radius = [2.0f32, 8.0, 15.0, 30.0, 64.0, 200.0][i % 6];
            let r = f64::from(radius);
            let center = self.point(rng, r);
            let distance = self.distance(center, filter);
            let ask = |mode| check(&self.bsp, center, radius, mode, filter);
            let (found, reported) = (ask(SphereMode::Exact), ask(SphereMode::Threshold));
            let truth = distance <= r;
            tally.asked[Kind::Exact as usize] += 1;
            tally.asked[Kind::Threshold as usize] += 1;
            let what = || format!("sphere {center} {radius} {filter:?}: {distance}");
            if !reported && (truth || found) {
                tally.wrong(Kind::Threshold, format!("missed {}, exact says {found}", what()));
            }
            if (distance - r).abs() < self.band {
                tally.undecided += 1;
                continue;
            }
            tally.hits += usize::from(truth);
            tally.farther += usize::from(reported && !truth);
            if found != truth {
                tally.wrong(Kind::Exact, format!("says {found}: {}", what()));
            }
        }
    }

    fn check_points(&self, rng: &mut Rng, count: usize, filter: &Filter, tally: &mut Tally) {
        for i in 0..count {
            let point = self.point(rng, [0.5, 8.0, 40.0][i % 3]);
            let content = contains(&self.bsp, point, filter);
            let depth = self.depth(point, filter);
            let (bsp_solid, solid) = (content.is_solid(), depth > 0.0);
            tally.asked[Kind::Point as usize] += 1;
            if depth.abs() < self.band {
                tally.undecided += 1;
            } else if bsp_solid != solid {
                tally.wrong(Kind::Point, format!("{point} {filter:?}: {content:?}, but depth {depth}"));
            }
            if bsp_solid {
                let brush = &self.world.brushes[content.brush as usize];
                let right = brush.depth(point) > -self.band && brush.attributes == content.attributes;
                if !right || !passes(filter, content.attributes) {
                    tally.wrong(Kind::Point, format!("{point} {filter:?}: {content:?} is another brush"));
                }
            }
        }
    }

    /// Contacts: outside against the distance, inside against the surface, or, if that is not known, by the
    /// definitions of a way out and a shortest way.
    fn check_contacts(
        &self,
        rng: &mut Rng,
        count: usize,
        filter: &Filter,
        surface: Option<&[Polygon]>,
        tally: &mut Tally,
    ) {
        let distance = |p: DVec3| self.distance(p, filter);
        let truth = Truth { distance: &distance, surface };
        for i in 0..count {
            let radius = [16.0f32, 32.0, 64.0][i % 3];
            let center = self.point(rng, if i % 4 == 0 { 4.0 } else { f64::from(radius) });
            tally.expect(Kind::Contact, || truth.check_contact(&self.bsp, center, radius, filter));
            if surface.is_none() && distance(center) == 0.0 {
                let directions: Vec<DVec3> = (0..16).map(|_| direction(rng)).collect();
                tally.expect(Kind::WayOut, || self.check_way_out(center, radius, filter, &directions));
            }
        }
    }

    fn check_way_out(&self, center: DVec3, radius: f32, filter: &Filter, directions: &[DVec3]) {
        let contact = collide(&self.bsp, center, radius, filter);
        let way = f64::from(contact.depth) - f64::from(radius);
        let slack = self.band.max(1e-4 * f64::from(radius));
        let (point, normal) = (contact.point.as_dvec3(), contact.normal.as_dvec3());
        let what = || format!("{center} {radius} {filter:?}: {contact:?}");
        assert!(way >= -slack && (center + normal * way - point).length() <= slack, "{}", what());
        let depth = self.depth(point, filter);
        assert!(depth <= slack && self.distance(point, filter) <= slack, "{}: depth {depth}", what());
        // Longer than the shortest only where that leads into a gap, and not by more than the ball is wide.
        let shortest = f64::from(collide(&self.bsp, center, 0.0, filter).depth);
        let most = shortest + 2.0 * f64::from(radius);
        assert!(way >= shortest - slack && way <= most + slack, "{}: {shortest}", what());
        for direction in directions {
            let p = center + *direction * (shortest - 2.0 * slack).max(0.0);
            let depth = self.depth(p, filter);
            assert!(depth >= -slack, "{}: out already at {p}, {depth}", what());
        }
    }

    fn check_casts(&self, rng: &mut Rng, count: usize, tally: &mut Tally) {
        let distance = |p: DVec3| self.distance(p, &Filter::default());
        let truth = Truth { distance: &distance, surface: None };
        for i in 0..count {
            let radius = [16.0f32, 30.0, 64.0][i % 3];
            let target = self.point(rng, f64::from(radius));
            let from = target + direction(rng) * (50.0 + rng.f64() * 500.0);
            tally.expect(Kind::Cast, || {
                truth.check_cast(&self.bsp, from, radius, (target - from) * (0.3 + rng.f64()));
            });
        }
    }

    fn check_rays(&self, rng: &mut Rng, count: usize, tally: &mut Tally) {
        for _ in 0..count {
            let target = self.point(rng, 8.0);
            let from = (target + direction(rng) * (50.0 + rng.f64() * 500.0)).as_vec3();
            let ray = Ray { origin: from, t_min: 0.0, direction: target.as_vec3() - from, t_max: 2.0 };
            tally.expect(Kind::Ray, || self.check_ray(ray));
        }
    }

    /// A ray against the times at which it is in each brush.
    fn check_ray(&self, ray: Ray) {
        let (origin, motion) = (ray.origin.as_dvec3(), ray.direction.as_dvec3());
        let length = motion.length();
        let times = |brush: &Brush| {
            let (mut enter, mut leave) = (0.0f64, f64::from(ray.t_max));
            for (n, d, _) in &brush.faces {
                let (height, speed) = (n.dot(origin) - d, n.dot(motion));
                if speed == 0.0 && height > 0.0 {
                    return (f64::INFINITY, 0.0);
                }
                if speed < 0.0 {
                    enter = enter.max(-height / speed)
                } else if speed > 0.0 {
                    leave = leave.min(-height / speed)
                }
            }
            (enter, leave)
        };
        let first = |grow: f64| {
            let times = self.solid.iter().map(|&i| times(&self.world.brushes[i]));
            let inside = times.filter(|(enter, leave)| enter * length <= leave * length + grow);
            inside.map(|t| t.0).fold(f64::INFINITY, f64::min)
        };
        // A ray that comes in at a flat angle may enter earlier or later by more than the planes are off.
        let flat = 64.0 * self.band;
        let (early, late) = (first(flat), first(-flat));
        let hit = raycast(&self.bsp, ray);
        let t = f64::from(hit.t);
        let slack = flat / length;
        assert!(t >= early - slack && (t <= late + slack || t == late), "{ray:?}: {hit:?} {early} {late}");
    }
}

/// Makes a segment of a polygon that only rounding gives an area, so that none has a direction that means
/// nothing. Compiled levels have them: planes that touch a brush at an edge, for the sweep of boxes.
fn flatten(polygon: &mut Polygon) {
    let area: DVec3 = polygon.windows(2).map(|w| (w[0] - polygon[0]).cross(w[1] - polygon[0])).sum();
    let far = |from: DVec3| {
        let farthest = |a: &DVec3, b: &DVec3| (*a - from).length().total_cmp(&(*b - from).length());
        polygon.iter().copied().max_by(farthest).unwrap_or(from)
    };
    let a = far(polygon[0]);
    let b = far(a);
    if area.length() < (b - a).length() * 1e-6 {
        *polygon = vec![a, b];
    }
}

/// Returns true if a brush has volume: corners well behind each of its planes.
fn has_volume(brush: &Brush) -> bool {
    let corners = || brush.faces.iter().flat_map(|face| &face.2);
    brush.faces.iter().filter(|face| face.2.len() > 2).count() >= 4
        && brush.faces.iter().all(|(n, d, _)| corners().any(|c| n.dot(*c) - d < -1e-2))
}

fn check_level(name: &str, level: &Level, effort: &Effort) -> Tally {
    let scene = Scene::new(level);
    let mut tally = Tally::default();
    for (k, (require, exclude, any_of)) in FILTERS.into_iter().enumerate() {
        let filter = Filter { require, exclude, any_of, ..Filter::default() };
        let rng = &mut Rng::with_seed(k as u64);
        let surface = effort.surface.then(|| scene.world.surface(|brush| passes(&filter, brush.attributes)));
        scene.check_spheres(rng, effort.spheres / 3, &filter, &mut tally);
        scene.check_points(rng, effort.others / 3, &filter, &mut tally);
        scene.check_contacts(rng, effort.others / 3, &filter, surface.as_deref(), &mut tally);
    }
    let rng = &mut Rng::with_seed(7);
    scene.check_casts(rng, effort.others / 3, &mut tally);
    scene.check_rays(rng, effort.others, &mut tally);
    tally.print(name);
    tally.cases.iter().for_each(|case| println!("  {case}"));
    tally
}

#[test]
fn fixtures() {
    for name in ["room.map", "crystals.map", "arch.map"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/tests/fixtures").join(name);
        let level = carom_levels::read(&path).unwrap();
        let effort = Effort { spheres: 30_000, others: 3000, surface: true };
        let tally = check_level(name, &level, &effort);
        assert!(tally.cases.is_empty(), "{name}: {:#?}", tally.cases);
        assert!(tally.hits > 1000 && tally.farther > 10 && tally.undecided < 100, "{name}");
    }
}

#[test]
fn real_levels() {
    let Some(paths) = crate::common::bsp::real_levels() else { return };
    let tallies: Vec<Tally> = paths
        .par_iter()
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let level = carom_levels::read(path).unwrap();
            let effort = Effort { spheres: 6000, others: 900, surface: false };
            check_level(&name, &level, &effort)
        })
        .collect();
    let mut all = Tally::default();
    tallies.iter().for_each(|tally| all.add(tally));
    all.print(&format!("{} levels", tallies.len()));
    assert!(all.cases.is_empty(), "wrong answers: {:#?}", all.cases);
}
