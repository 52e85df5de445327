//! Queries of a world that has moved, and the time to fill one: answers compared first, then times, round by
//! round.

use super::measure::timed;
use super::rival::{Contender, Rival};
use super::scene::{Scene, apply};
use crate::measure::median;
use crate::work::{Box3, Ray, Work};
use anyhow::Result;

/// Worlds have moved for so many frames when they are asked.
pub(super) const FRAMES: usize = 30;

/// The number of queries.
const QUERIES: usize = 2048;

/// A pass of queries should not last longer, in seconds.
const PASS: f64 = 0.03;

/// The time that a world may take to move, in seconds.
const PATIENCE: f64 = 1.0;

/// The time to fill a world, in seconds, beyond which it is filled only once.
const SLOW: f64 = 0.5;

/// Queries of one kind.
pub(super) enum Queries {
    Boxes(Vec<Box3>),
    Rays(Vec<Ray>),
}

impl Queries {
    fn count(&self) -> usize {
        match self {
            Queries::Boxes(all) => all.len(),
            Queries::Rays(all) => all.len(),
        }
    }

    fn ask(&self, rival: &mut dyn Rival, answers: &mut [f32]) {
        let count = answers.len();
        match self {
            Queries::Boxes(all) => rival.list_boxes(&all[..count], answers),
            Queries::Rays(all) => rival.cast_rays(&all[..count], answers),
        }
    }
}

/// The results of one contender.
pub(super) struct Asked {
    pub(super) contender: Contender,
    /// Nanoseconds a query or an object.
    pub(super) ns: f64,
    /// The number of answers that differ, and of those that were compared.
    pub(super) differing: usize,
    pub(super) compared: usize,
}

/// The queries of a work, by their names: boxes of 3 and 10 units, rays of 10 units and through the world.
pub(super) fn queries(work: Work, all: &[Box3]) -> Vec<(&'static str, Queries)> {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut near = || {
        let Box3 { min, max } = all[rng.usize(0..all.len())];
        [0, 1, 2].map(|axis| (min[axis] + max[axis]) / 2.0 + rng.f32() * 2.0 - 1.0)
    };
    let places: Vec<[f32; 3]> = (0..QUERIES).map(|_| near()).collect();
    let boxes = |edge: f32| {
        let around =
            |at: &[f32; 3]| Box3 { min: at.map(|v| v - edge / 2.0), max: at.map(|v| v + edge / 2.0) };
        Queries::Boxes(places.iter().map(around).collect())
    };
    let mut rays = |t_max: f32| {
        let ray = |&origin: &[f32; 3]| {
            let way = [0; 3].map(|_| rng.f32() * 2.0 - 1.0);
            let length = way.iter().map(|v| v * v).sum::<f32>().sqrt().max(1e-3);
            // None is quite along an axis, where libraries differ.
            let direction = way.map(|v| if v.abs() < 1e-3 { 1e-3 } else { v / length });
            Ray { origin, t_min: 0.0, direction, t_max }
        };
        Queries::Rays(places.iter().map(ray).collect())
    };
    match work {
        Work::WorldBoxQuery => vec![("3", boxes(3.0)), ("10", boxes(10.0))],
        _ => vec![("10", rays(10.0)), ("1000", rays(1000.0))],
    }
}

/// A world that has moved.
pub(super) struct Moved {
    contender: Contender,
    rival: Box<dyn Rival>,
    /// Worlds that are built from it go on reading it.
    _all: Vec<Box3>,
}

impl Moved {
    pub(super) fn new(contender: &Contender, scene: &Scene) -> Result<Moved> {
        let (mut rival, mut all) = ((contender.make)()?, scene.start.clone());
        rival.turn();
        rival.begin(&all)?;
        let mut spent = 0.0;
        for (i, frame) in scene.frames[..FRAMES].iter().enumerate() {
            apply(frame, &mut all);
            // Slow contenders go to the last frame at once.
            if spent < PATIENCE {
                spent += timed(contender.clock, || {
                    rival.move_to(&frame.moved, &frame.boxes, &all);
                    if contender.works.contains(&Work::WorldPairs) {
                        rival.pairs();
                    }
                });
            } else if i + 1 == FRAMES {
                let everything: Vec<u32> = (0..all.len() as u32).collect();
                rival.move_to(&everything, &all, &all);
            }
        }
        Ok(Moved { contender: *contender, rival, _all: all })
    }

    pub(super) fn can(&self, work: Work) -> bool {
        self.contender.works.contains(&work)
    }
}

/// Asks everyone, in rounds.
pub(super) fn ask(work: Work, queries: &Queries, worlds: &mut [Moved], rounds: usize) -> Vec<Asked> {
    let mut expected: Vec<f32> = Vec::new();
    let mut turns: Vec<(&mut Moved, Asked, usize, Vec<f64>)> = Vec::new();
    for world in worlds.iter_mut().filter(|world| world.can(work)) {
        let mut answers = vec![0.0; queries.count()];
        world.rival.turn();
        queries.ask(world.rival.as_mut(), &mut answers[..64]);
        let seconds = timed(world.contender.clock, || queries.ask(world.rival.as_mut(), &mut answers));
        if expected.is_empty() {
            expected.clone_from(&answers);
        }
        let is_near = |a: f32, b: f32| a == b || (a - b).abs() <= 1e-3 + 1e-4 * b.abs();
        let differing = answers.iter().zip(&expected).filter(|&(&a, &b)| !is_near(a, b)).count();
        let asked = Asked { contender: world.contender, ns: 0.0, differing, compared: answers.len() };
        let share = (PASS / seconds * queries.count() as f64) as usize;
        turns.push((world, asked, share.clamp(16, queries.count()), Vec::new()));
    }
    for _ in 0..rounds {
        for (world, _, count, times) in &mut turns {
            let mut answers = vec![0.0; *count];
            world.rival.turn();
            // Once to warm the caches, each for itself.
            queries.ask(world.rival.as_mut(), &mut answers);
            let seconds = timed(world.contender.clock, || queries.ask(world.rival.as_mut(), &mut answers));
            times.push(seconds * 1e9 / *count as f64);
        }
    }
    turns.into_iter().map(|(_, asked, _, times)| Asked { ns: median(times), ..asked }).collect()
}

/// Lets everyone fill an empty world, in rounds, until it can be asked.
pub(super) fn insert(all: &[Box3], contenders: &[Contender], rounds: usize) -> Result<Vec<Asked>> {
    let mut turns: Vec<(&Contender, Box<dyn Rival>, Vec<f64>)> = Vec::new();
    for contender in contenders {
        turns.push((contender, (contender.make)()?, Vec::new()));
    }
    for _ in 0..rounds {
        for (contender, rival, times) in &mut turns {
            if times.first().is_some_and(|&seconds| seconds > SLOW) {
                continue;
            }
            rival.turn();
            let mut result = Ok(());
            times.push(timed(contender.clock, || result = rival.begin(all)));
            result?;
            rival.clear();
        }
    }
    let asked = |(contender, _, times): (&Contender, Box<dyn Rival>, Vec<f64>)| Asked {
        contender: *contender,
        ns: median(times) * 1e9 / all.len() as f64,
        differing: 0,
        compared: 0,
    };
    Ok(turns.into_iter().map(asked).collect())
}
