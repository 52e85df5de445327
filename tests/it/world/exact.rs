//! Rays and moving boxes that touch something exactly: where they start, where they end, in passing. On a
//! lattice, against rational numbers, with every structure.

use super::model::variants;
use carom::geometry::{Aabb, Ray, Sphere, Vec3};
use carom::world::*;
use num_rational::Ratio;

type Number = Ratio<i128>;

/// A solid in lattice units.
#[derive(Clone, Copy, Debug)]
enum Solid {
    Box([i128; 3], [i128; 3]),
    Sphere([i128; 3], i128),
}

impl Solid {
    fn random(rng: &mut fastrand::Rng) -> Solid {
        let at = lattice(rng, 8);
        match rng.u32(0..3) {
            0 => Solid::Box(at, at.map(|x| x + rng.i128(0..=4))),
            _ => Solid::Sphere(at, rng.i128(0..=6)),
        }
    }

    fn volume(&self, unit: f32) -> Volume {
        match self {
            Solid::Box(min, max) => Volume::Box(Aabb::new(vector(*min, unit), vector(*max, unit))),
            Solid::Sphere(center, radius) => {
                Volume::Sphere(Sphere { center: vector(*center, unit), radius: *radius as f32 * unit })
            }
        }
    }
}

fn lattice(rng: &mut fastrand::Rng, size: i128) -> [i128; 3] {
    [0; 3].map(|_| rng.i128(-size..=size))
}

fn vector(point: [i128; 3], unit: f32) -> Vec3 {
    Vec3::from_array(point.map(|x| x as f32 * unit))
}

/// A box that moves: its place at time 0, its speed, and the times at which it begins and ends.
#[derive(Clone, Copy, Debug)]
struct Motion {
    min: [i128; 3],
    max: [i128; 3],
    speed: [i128; 3],
    /// In quarters.
    times: [i128; 2],
}

/// The time of the first contact.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Met {
    Never,
    AtStart,
    At(f64),
}

impl Motion {
    fn first(&self, solid: &Solid) -> Met {
        let [from, to] = self.times.map(|time| Number::new(time, 4));
        let (low, high, radius) = match *solid {
            Solid::Box(min, max) => (min, max, 0),
            Solid::Sphere(center, radius) => (center, center, radius),
        };
        // The gap on an axis is the larger of two linear functions and 0.
        let gaps: Vec<[(i128, i128); 2]> = (0..3)
            .map(|k| [(low[k] - self.max[k], -self.speed[k]), (self.min[k] - high[k], self.speed[k])])
            .collect();
        let mut places: Vec<Number> = gaps
            .iter()
            .flatten()
            .filter(|(_, growth)| *growth != 0)
            .map(|&(gap, growth)| Number::new(-gap, growth))
            .filter(|place| from < *place && *place < to)
            .collect();
        places.extend([from, to]);
        places.sort();
        places.dedup();
        let reach = Number::from(radius * radius);
        for (i, &begin) in places.iter().enumerate() {
            let end = *places.get(i + 1).unwrap_or(&begin);
            let middle = (begin + end) / 2;
            // The squared distance, less the squared radius: a t² + 2 b t + c.
            let [mut a, mut b, mut c] = [Number::from(0), Number::from(0), -reach];
            for axis in &gaps {
                for &(gap, growth) in axis {
                    if middle * growth + gap > Number::from(0) {
                        a += growth * growth;
                        b += gap * growth;
                        c += gap * gap;
                    }
                }
            }
            let value = |t: Number| a * t * t + b * t * 2 + c;
            let float = |x: Number| *x.numer() as f64 / *x.denom() as f64;
            if value(begin) <= Number::from(0) {
                return if begin == from { Met::AtStart } else { Met::At(float(begin)) };
            }
            let is_passed = a > Number::from(0) && {
                let nearest = -b / a;
                begin <= nearest && nearest <= end && value(nearest) <= Number::from(0)
            };
            if is_passed || value(end) <= Number::from(0) {
                let discriminant = float(b * b - a * c);
                return Met::At((-float(b) - discriminant.sqrt()) / float(a));
            }
        }
        Met::Never
    }
}

impl Met {
    fn sooner(self, other: Met) -> Met {
        match (self, other) {
            (Met::At(a), Met::At(b)) => Met::At(a.min(b)),
            (Met::AtStart, _) | (_, Met::AtStart) => Met::AtStart,
            (Met::Never, met) | (met, _) => met,
        }
    }
}

/// Asserts that a hit agrees with the known times at which objects are met. The objects have these ids.
fn check(hit: Hit, motion: &Motion, met: &[Met], ids: &[ObjectId], name: &str) {
    let place = ids.iter().position(|id| *id == hit.object);
    match met.iter().fold(Met::Never, |a, &b| a.sooner(b)) {
        Met::Never => assert_eq!(hit, Hit::MISS, "{name} {motion:?}"),
        Met::AtStart => {
            let first = met.iter().position(|met| *met == Met::AtStart);
            assert_eq!((hit.t, place), (motion.times[0] as f32 / 4.0, first), "{name} {motion:?}");
        }
        Met::At(least) => {
            let near = |t: f64| (t - least).abs() <= 1e-6 * (1.0 + least.abs());
            let its = place.map(|place| met[place]);
            let is_its = matches!(its, Some(Met::At(t)) if near(t));
            assert!(is_its && near(hit.t.into()), "{name} {motion:?}: {hit:?}, {its:?}, not {least}");
        }
    }
}

/// Lists of hits, asked for with too little room first.
fn hit_lists(count: usize, list: impl Fn(&mut [u64], &mut [Hit]) -> Lists) -> Vec<Vec<Hit>> {
    let mut offsets = vec![7; count + 1];
    let mut some = vec![Hit::MISS; 5];
    let lists = list(&mut offsets, &mut some);
    assert_eq!(lists.written, lists.total.min(5));
    let mut hits = vec![Hit::MISS; lists.total];
    assert_eq!(list(&mut offsets, &mut hits), Lists { written: lists.total, total: lists.total });
    assert_eq!(some[..lists.written], hits[..lists.written]);
    offsets.windows(2).map(|ends| hits[ends[0] as usize..ends[1] as usize].to_vec()).collect()
}

/// Asserts that lists have all objects that are met, in order, and that the first of each is the first hit.
fn check_lists(all: &[Vec<Hit>], first: &[Hit], met: &[Vec<Met>], ids: &[ObjectId], users: &[u64]) {
    for ((list, first), met) in all.iter().zip(first).zip(met) {
        assert_eq!(list.first().unwrap_or(&Hit::MISS), first);
        assert!(list.is_sorted_by(|a, b| (a.t, a.object) < (b.t, b.object)), "{list:?}");
        let found = |id: ObjectId| list.iter().find(|hit| hit.object == id);
        assert_eq!(list.len(), met.iter().filter(|met| **met != Met::Never).count());
        for ((&id, &user), met) in ids.iter().zip(users).zip(met) {
            let hit = found(id);
            assert_eq!(hit.is_some(), *met != Met::Never, "{id} {met:?} {list:?}");
            let near = |t: f64, hit: &Hit| (t - f64::from(hit.t)).abs() <= 1e-6 * (1.0 + t.abs());
            assert!(hit.is_none_or(|hit| hit.user == user
                && (!matches!(met, Met::At(_)) || matches!(met, Met::At(t) if near(*t, hit)))));
        }
    }
}

#[test]
fn exact_contacts_are_hits() {
    let options = variants();
    let mut counts = [0; 3];
    for round in 0..160u64 {
        let rng = &mut fastrand::Rng::with_seed(round);
        let unit = [1.0, 1.0, 2f32.powi(-100), 2f32.powi(50)][round as usize % 4];
        let solids: Vec<Vec<Solid>> = (0..[1, 3, 30][round as usize % 3])
            .map(|i| (0..if i % 3 == 2 { 3 } else { 1 }).map(|_| Solid::random(rng)).collect())
            .collect();
        let rays: Vec<Motion> = (0..40)
            .map(|i| {
                let (at, mut speed) = (lattice(rng, 8), lattice(rng, 6));
                speed[0] += i128::from(speed == [0; 3]);
                let times = [[0, 4], [0, 12], [-8, 4], [5, 5]][i % 4];
                Motion { min: at, max: at, speed, times }
            })
            .collect();
        let casts: Vec<Motion> = (0..40)
            .map(|_| {
                let at = lattice(rng, 8);
                let max = at.map(|x| x + rng.i128(0..=2));
                Motion { min: at, max, speed: lattice(rng, 8), times: [0, 4] }
            })
            .collect();
        let queries: Vec<Ray> = rays
            .iter()
            .map(|motion| {
                let [t_min, t_max] = motion.times.map(|time| time as f32 / 4.0);
                Ray { origin: vector(motion.min, unit), t_min, direction: vector(motion.speed, unit), t_max }
            })
            .collect();
        let moving: Vec<AabbCast> = casts
            .iter()
            .map(|motion| AabbCast {
                bounds: Aabb::new(vector(motion.min, unit), vector(motion.max, unit)),
                displacement: vector(motion.speed, unit),
            })
            .collect();
        let first = |motion: &Motion| -> Vec<Met> {
            let of =
                |solids: &Vec<Solid>| solids.iter().fold(Met::Never, |met, s| met.sooner(motion.first(s)));
            solids.iter().map(of).collect()
        };
        let expected = [&rays, &casts].map(|motions| motions.iter().map(first).collect::<Vec<_>>());
        for met in expected.iter().flatten() {
            let met = met.iter().fold(Met::Never, |a, &b| a.sooner(b));
            counts[[Met::Never, Met::AtStart].iter().position(|m| *m == met).unwrap_or(2)] += 1;
        }
        for options in &options {
            let world = World::new(options).unwrap();
            let ids: Vec<ObjectId> = solids
                .iter()
                .map(|solids| {
                    let volumes: Vec<Volume> = solids.iter().map(|solid| solid.volume(unit)).collect();
                    let object = Object { user: volumes.len() as u64, ..volumes[0].into() };
                    world.insert_compound(&volumes, &object).unwrap()
                })
                .collect();
            let users: Vec<u64> = solids.iter().map(|solids| solids.len() as u64).collect();
            let mut hits = vec![Hit::MISS; 40];
            // Of less than 1e-28 no direction is.
            if unit > 1e-28 {
                world.raycast(&queries, &GroupFilter::ALL, &mut hits[..]).unwrap();
                for ((&hit, motion), met) in hits.iter().zip(&rays).zip(&expected[0]) {
                    check(hit, motion, met, &ids, &format!("round {round}, ray, {options:?}"));
                }
                let all = hit_lists(40, |offsets, hits| {
                    world.raycast_all(&queries, &GroupFilter::ALL, offsets, hits).unwrap()
                });
                check_lists(&all, &hits, &expected[0], &ids, &users);
                // Without the first, the second is the first.
                let but: Vec<QueryFilter> =
                    hits.iter().map(|hit| QueryFilter::ignoring(hit.object)).collect();
                world.raycast(&queries, &but, &mut hits[..]).unwrap();
                for (hit, list) in hits.iter().zip(&all) {
                    assert_eq!(hit, list.get(1).unwrap_or(&Hit::MISS), "{options:?}");
                }
            }
            world.cast_aabb(&moving, &GroupFilter::ALL, &mut hits[..]).unwrap();
            for ((&hit, motion), met) in hits.iter().zip(&casts).zip(&expected[1]) {
                check(hit, motion, met, &ids, &format!("round {round}, cast, {options:?}"));
            }
            let all = hit_lists(40, |offsets, hits| {
                world.cast_aabb_all(&moving, &GroupFilter::ALL, offsets, hits).unwrap()
            });
            check_lists(&all, &hits, &expected[1], &ids, &users);
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

#[test]
fn a_ray_that_starts_on_a_sphere_and_leaves_it_meets_it() {
    for options in variants() {
        let world = World::new(&options).unwrap();
        let sphere =
            |x: f32, y: f32, z: f32, radius: f32| Object::from(Sphere { center: Vec3::new(x, y, z), radius });
        let mut ids = [ObjectId::NONE; 2];
        world.insert(&[sphere(-1.0, -6.0, -1.0, 1.0), sphere(3.0, -6.0, 4.0, 5.0)], &mut ids[..]).unwrap();
        let ray = Ray::new(Vec3::new(0.0, -6.0, -1.0), Vec3::new(0.506, 0.815, 0.682));
        let mut hits = [Hit::MISS];
        world.raycast(&[ray], &GroupFilter::ALL, &mut hits[..]).unwrap();
        assert_eq!(hits[0], Hit::new(0.0, ids[0], 0), "{options:?}");
        world.remove(&ids[..1]).unwrap();
        let bounds = Aabb::new(Vec3::new(-4.0, -7.0, -7.0), Vec3::new(-3.0, -7.0, -5.0));
        let cast = AabbCast { bounds, displacement: Vec3::new(6.0, 4.0, 5.0) };
        world.cast_aabb(&[cast], &GroupFilter::ALL, &mut hits[..]).unwrap();
        assert_eq!(hits[0].object, ids[1], "{options:?}");
        assert!((hits[0].t - 1.0).abs() <= f32::EPSILON, "{options:?} {hits:?}");
    }
}
