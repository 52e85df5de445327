//! Movers: casts, and sliding along the planes that they meet, for thousands of steps. None sticks, none gets
//! into the solid by more than rounding.

use crate::common::bsp::{build, cast};
use crate::common::solid::{Brush, World, direction, random_world, vector};
use carom::bsp::*;
use carom::geometry::Vec3;
use fastrand::Rng;
use glam::DVec3;

/// Moves by casts: up to each contact, then along the planes that were met.
struct Mover<'a> {
    bsp: &'a Bsp<'a>,
    radius: f32,
    position: Vec3,
    /// Contacts at once, one after the other, without a plane among them that is new.
    stuck: usize,
}

impl Mover<'_> {
    /// Moves, and slides along the planes that are met, in one crease at most. Returns the distance that it
    /// went.
    fn step(&mut self, displacement: Vec3) -> f32 {
        let start = self.position;
        let mut rest = displacement;
        let mut planes: Vec<Vec3> = Vec::new();
        for _ in 0..16 {
            if rest == Vec3::ZERO {
                break;
            }
            let hit = cast(self.bsp, self.position, self.radius, rest);
            if !hit.is_hit() {
                self.position += rest;
                break;
            }
            assert!(
                hit.normal.as_dvec3().dot(rest.as_dvec3()) < 0.0,
                "{} {} {rest}: {hit:?} does not approach",
                self.position,
                self.radius
            );
            self.position += rest * hit.t;
            rest *= 1.0 - hit.t;
            // The same plane again, at once, although the motion slides along it.
            if hit.t == 0.0
                && planes.iter().any(|plane| plane.dot(hit.normal) > 1.0 - 1e-9)
                && planes.len() == 1
            {
                self.stuck += 1;
            }
            planes.push(hit.normal);
            rest = slide(rest, &planes);
        }
        self.position.distance(start)
    }
}

/// The rest of a motion along all planes that were met.
fn slide(motion: Vec3, planes: &[Vec3]) -> Vec3 {
    let motion = motion.as_dvec3();
    let planes: Vec<DVec3> = planes.iter().map(|plane| plane.as_dvec3().normalize()).collect();
    let goes_in = |motion: DVec3| planes.iter().any(|plane| plane.dot(motion) < -1e-6 * motion.length());
    let last = planes[planes.len() - 1];
    let along = motion - last * last.dot(motion);
    if !goes_in(along) {
        return along.as_vec3();
    }
    // Along the crease of two of them.
    let creases = planes.iter().rev().skip(1).map(|plane| plane.cross(last));
    let mut along =
        creases.filter_map(|crease| crease.try_normalize()).map(|crease| crease * crease.dot(motion));
    along.find(|motion| !goes_in(*motion)).unwrap_or(DVec3::ZERO).as_vec3()
}

fn walk(world: &World, bsp: &Bsp, start: DVec3, radius: f32, steps: usize, length: f64, rng: &mut Rng) {
    let mut mover = Mover { bsp, radius, position: start.as_vec3(), stuck: 0 };
    let (mut heading, mut went) = (direction(rng), 0);
    for i in 0..steps {
        if i % 20 == 0 {
            // Back towards the middle now and then, or it would be gone.
            heading = match mover.position.as_dvec3().length() > 12.0 {
                true => -mover.position.as_dvec3().normalize(),
                false => direction(rng),
            };
        }
        let step = (heading + vector(rng, 0.2)) * length;
        went += usize::from(f64::from(mover.step(step.as_vec3())) > length * 1e-3);
        let gap = world.distance(mover.position.as_dvec3()) - f64::from(radius);
        assert!(gap > -1e-4, "step {i}: {} with {radius} is in by {gap}", mover.position);
    }
    assert_eq!(mover.stuck, 0, "{radius} from {start}");
    assert!(went > steps / 2, "{radius} from {start}: {went} of {steps}");
}

#[test]
fn random_walks() {
    for (seed, count) in [(71, 30), (72, 120), (73, 300)] {
        let (world, range) = random_world(seed, count);
        let bsp = build(&world);
        let rng = &mut Rng::with_seed(seed);
        for (radius, length) in [(0.05f32, 0.3), (0.2, 0.5), (0.2, 0.02), (0.5, 0.4)] {
            let free = |p: &DVec3| world.distance(*p) > f64::from(radius) * 1.01;
            let start = (0..10_000).map(|_| vector(rng, range + 1.0)).find(free).unwrap();
            walk(&world, &bsp, start, radius, 2500, length, rng);
        }
    }
}

/// After each cast, motion along the plane of the contact meets nothing there. Motion into the plane is a hit
/// at once.
#[test]
fn motion_along_a_contact_is_free() {
    let mut hits = 0;
    for seed in 0..12 {
        let (world, range) = random_world(seed, 1 + 2 * seed as usize);
        let bsp = build(&world);
        let rng = &mut Rng::with_seed(seed);
        for i in 0..1500 {
            let radius = [0.0f32, 0.01, 0.3, 1.5][i % 4];
            let (origin, motion) = (vector(rng, range + 3.0).as_vec3(), vector(rng, 6.0).as_vec3());
            if world.distance(origin.as_dvec3()) <= f64::from(radius) * 1.001 + 1e-4 {
                continue;
            }
            let hit = cast(&bsp, origin, radius, motion);
            if !hit.is_hit() {
                continue;
            }
            hits += 1;
            let at = origin + motion * hit.t;
            let normal = hit.normal.as_dvec3();
            let is_alone = world.brushes.iter().enumerate().all(|(i, brush)| {
                i == hit.brush as usize
                    || (brush.nearest(at.as_dvec3()) - at.as_dvec3()).length() > f64::from(radius) + 0.01
            });
            if !is_alone {
                continue;
            }
            let aside = vector(rng, 1.0);
            for away in [0.0, 1e-3, 1.0] {
                let motion = (aside - normal * normal.dot(aside) + normal * away) * 0.005;
                let next = cast(&bsp, at, radius, motion.as_vec3());
                assert!(!next.is_hit(), "{origin} {radius} {motion:?}: {hit:?}, then {next:?} by {motion}");
            }
            let next = cast(&bsp, at, radius, (aside - normal * (normal.dot(aside) + 0.5)).as_vec3());
            let into = next.is_hit() && f64::from(next.t) < 1e-3 && (next.normal - hit.normal).length() < 0.1;
            assert!(into, "{origin} {radius} {motion}: {hit:?}, then {next:?}");
        }
    }
    assert!(hits > 1500, "{hits}");
}

/// A floor of many flush boxes, a wall, and a ball that rolls along both of them for a long time.
#[test]
fn seams_do_not_stop_a_ball() {
    let mut brushes = Vec::new();
    for x in 0..60 {
        for y in 0..3 {
            let corner = Vec3::new(x as f32, y as f32, -1.0);
            brushes.push(Brush::aabb(corner, corner + Vec3::ONE));
        }
        brushes.push(Brush::aabb(Vec3::new(x as f32, -1.0, -1.0), Vec3::new(x as f32 + 1.0, 0.0, 3.0)));
    }
    let world = World::new(brushes);
    let bsp = build(&world);
    for radius in [0.1f32, 0.37, 0.5] {
        let mut mover = Mover { bsp: &bsp, radius, position: Vec3::new(1.0, 1.0, 1.0), stuck: 0 };
        mover.step(Vec3::new(0.0, 0.0, -3.0));
        mover.step(Vec3::new(0.0, -3.0, 0.0));
        assert!((mover.position - Vec3::new(1.0, radius, radius)).abs().max_element() < 1e-5);
        for i in 0..4000 {
            let heading = if i % 1000 < 500 { 0.1 } else { -0.1 };
            let before = mover.position;
            mover.step(Vec3::new(heading, -0.02, -0.03));
            let gone = mover.position - before;
            assert!((gone.x - heading).abs() < 1e-3, "{before} {gone}");
            assert!((mover.position.z - radius).abs() < 1e-4 && (mover.position.y - radius).abs() < 1e-4);
        }
        assert_eq!(mover.stuck, 0);
    }
}

/// A crack that nothing fits into is no way out, if another is near.
#[test]
fn cracks_are_no_way_out() {
    for crack in [1e-5f32, 1e-3] {
        let left = Brush::aabb(Vec3::new(-1.0, -1.0, -1.0), Vec3::new(0.0, 1.0, 0.0));
        let right = Brush::aabb(Vec3::new(crack, -1.0, -1.0), Vec3::new(1.0, 1.0, 0.0));
        let bsp = build(&World::new(vec![left, right]));
        for radius in [0.05f32, 0.2, 0.5] {
            let contact =
                crate::common::bsp::collide(&bsp, DVec3::new(-0.1, 0.0, -0.15), radius, &Filter::default());
            assert_eq!((contact.normal, contact.depth), (Vec3::Z, radius + 0.15), "{crack} {radius}");
            let wide = crate::common::bsp::collide(
                &bsp,
                DVec3::new(-0.1, 0.0, -0.15),
                crack / 4.0,
                &Filter::default(),
            );
            assert!(wide.normal == Vec3::X || crack < 1e-4, "{crack}: {wide:?}");
        }
    }
}

#[test]
fn a_ray_that_starts_on_a_surface_has_a_normal() {
    let (world, _) = random_world(81, 30);
    let bsp = build(&world);
    let rng = &mut Rng::with_seed(81);
    let mut hits = 0;
    for _ in 0..40_000 {
        let brush = &world.brushes[rng.usize(..world.brushes.len())];
        let polygon = &brush.faces[rng.usize(..brush.faces.len())].2;
        let on = (polygon[0] + polygon[1] * rng.f64() + polygon[2]) / (2.0 + rng.f64());
        let on = if rng.bool() { polygon[0].lerp(polygon[1], rng.f64()) } else { brush.nearest(on) };
        let direction = direction(rng).as_vec3();
        let hit = crate::common::bsp::raycast(&bsp, carom::geometry::Ray::new(on.as_vec3(), direction));
        hits += usize::from(hit.is_hit() && hit.t == 0.0);
        let length = hit.normal.length();
        assert!(!hit.is_hit() || (length - 1.0).abs() < 1e-5, "{on} {direction}: {hit:?}");
    }
    assert!(hits > 1000, "{hits}");
}
