//! Answers compared first, then times: every library takes its turn at a set, round by round.

use super::ask::{Set, Situation};
use super::check::{Errors, Truth};
use super::oracle::Oracle;
use super::rival::{Answers, Contender};
use cpu_time::ThreadTime;

/// The effort of a measurement.
#[derive(Clone, Copy)]
pub(crate) struct Rounds {
    /// The number of turns of everyone. Medians are taken.
    pub(crate) rounds: usize,
    /// The number of shapes in a set.
    pub(crate) shapes: usize,
}

/// The wanted duration of a turn, in seconds.
const TURN: f64 = 0.02;

/// One contender at one set.
pub(super) struct Taken {
    /// Seconds a shape, a round each.
    pub(super) times: Vec<f64>,
    pub(super) errors: Errors,
}

/// Everybody at a set, in the order of the contenders; none for those that cannot.
pub(super) struct Outcome<'a> {
    pub(super) set: &'a Set,
    /// See [`Truth::mean`].
    pub(super) touched: f64,
    pub(super) taken: Vec<Option<Taken>>,
}

pub(super) fn measure<'a>(
    oracle: &Oracle,
    set: &'a Set,
    contenders: &mut [Contender],
    is_floor: bool,
    rounds: usize,
) -> Outcome<'a> {
    let truth = Truth::new(oracle, set);
    let casts = Situation::CASTS.contains(&set.situation);
    let mut repeats = vec![0; contenders.len()];
    let mut taken: Vec<Option<Taken>> = Vec::new();
    for (contender, repeats) in contenders.iter_mut().zip(&mut repeats) {
        let mut answers = Answers::default();
        if !(contender.can)(set.kind, casts) {
            taken.push(None);
            continue;
        }
        let seconds = ask(contender, set, 1, &mut answers) * set.shapes.len() as f64;
        *repeats = ((TURN / seconds) as usize).clamp(1, 1000);
        let errors = truth.errors(oracle, set, &answers, contender, is_floor);
        taken.push(Some(Taken { times: Vec::new(), errors }));
    }
    let mut answers = Answers::default();
    for _ in 0..rounds {
        for ((contender, taken), &repeats) in contenders.iter_mut().zip(&mut taken).zip(&repeats) {
            let Some(taken) = taken else { continue };
            // Once to warm the cache, each for itself.
            ask(contender, set, 1, &mut answers);
            taken.times.push(ask(contender, set, repeats, &mut answers));
        }
    }
    Outcome { set, touched: truth.mean(), taken }
}

/// The seconds of CPU time a shape.
fn ask(contender: &mut Contender, set: &Set, repeats: usize, answers: &mut Answers) -> f64 {
    let start = ThreadTime::now();
    for _ in 0..repeats {
        answers.ends.clear();
        answers.found.clear();
        if Situation::CASTS.contains(&set.situation) {
            contender.rival.casts(set.kind, &set.shapes, &mut answers.found);
        } else {
            contender.rival.contacts(set.kind, &set.shapes, &mut answers.ends, &mut answers.found);
        }
    }
    let asked = (repeats * set.shapes.len()).max(1);
    (start.elapsed().as_secs_f64() / asked as f64).max(1e-12)
}
