//! Answers compared first, then times: every library takes its turn at a pose, round by round.

use super::carom::Carom;
use super::poses::Posed;
use super::rival::{Contender, Rival};
use crate::measure::median;
use crate::work::Work;
use cpu_time::ThreadTime;

/// The effort of a measurement.
#[derive(Clone, Copy)]
pub(crate) struct Rounds {
    /// The number of turns of everyone at a pose. Medians are taken.
    pub(crate) rounds: usize,
    /// The number of directions of approach.
    pub(crate) directions: usize,
    /// The largest size of made meshes, in triangles.
    pub(crate) largest: usize,
}

/// The wanted duration of a turn, in seconds.
const TURN: f64 = 0.003;

/// The time for one pose, in seconds, beyond which a contender is asked once.
const SLOW: f64 = 3.0;

/// The sum of one contender at one work in one class of poses.
#[derive(Clone, Default)]
pub(super) struct Sum {
    /// Of the medians of the poses, in milliseconds.
    pub(super) ms: f64,
    pub(super) poses: usize,
    /// The sum of the right answers, and of the errors.
    pub(super) expected: f64,
    pub(super) wrong: f64,
}

impl Sum {
    /// Milliseconds a pose.
    pub(super) fn mean(&self) -> f64 {
        self.ms / self.poses as f64
    }

    pub(super) fn add(&mut self, other: &Sum) {
        self.ms += other.ms;
        self.poses += other.poses;
        self.expected += other.expected;
        self.wrong += other.wrong;
    }

    /// Returns true if its answers are too far off to rank it. Of f32 arithmetic, a hundredth of all pairs
    /// may differ, and a thousandth of distances. Of exact arithmetic, nothing may.
    pub(super) fn differs(&self, work: Work, exact: bool) -> bool {
        let allowed = match work {
            _ if exact => 0.0,
            Work::PairsAll => 0.01 * self.expected + 2.0,
            Work::PairsFirst => 0.0,
            _ => 1e-3 * self.expected,
        };
        self.wrong.is_nan() || self.wrong > allowed
    }
}

/// Everybody at one work, in a class of poses each.
pub(super) struct Outcome {
    pub(super) class: &'static str,
    /// In the order of the contenders; none for those that were not asked.
    pub(super) sums: Vec<Option<Sum>>,
}

/// Asks all who can the poses of one class.
pub(super) fn measure(
    work: Work,
    poses: &[&Posed],
    contenders: &mut [Contender],
    reference: &mut Carom,
    rounds: usize,
) -> Outcome {
    let mut sums: Vec<Option<Sum>> =
        contenders.iter().map(|c| c.works.contains(&work).then(Sum::default)).collect();
    for posed in poses {
        reference.place(&posed.place);
        let expected = reference.ask(work);
        let mut turns: Vec<(usize, Vec<f64>, usize)> = Vec::new();
        for (i, contender) in contenders.iter_mut().enumerate() {
            let Some(sum) = &mut sums[i] else { continue };
            contender.rival.place(&posed.place);
            let (answer, seconds) = timed(contender, work, 1);
            let expected = match contender.rival.left_out() {
                Some(flags) if work == Work::PairsAll => taken(reference, &flags) as f64,
                _ => expected,
            };
            sum.poses += 1;
            sum.expected += expected;
            sum.wrong += (answer - expected).abs();
            let repeats = ((TURN / seconds) as usize).clamp(1, 10_000);
            turns.push((i, if seconds > SLOW { vec![seconds] } else { Vec::new() }, repeats));
        }
        for _ in 0..rounds {
            for (i, times, repeats) in &mut turns {
                let contender = &mut contenders[*i];
                if times.first().is_some_and(|&seconds| seconds > SLOW) {
                    continue;
                }
                // Once to warm the cache, each for itself.
                timed(contender, work, 1);
                times.push(timed(contender, work, *repeats).1);
            }
        }
        for (i, times, _) in turns {
            if let Some(sum) = &mut sums[i] {
                sum.ms += median(times) * 1e3;
            }
        }
    }
    Outcome { class: poses.first().map_or("", |posed| posed.class), sums }
}

/// The answer, and the seconds of CPU time that one took.
fn timed(contender: &mut Contender, work: Work, repeats: usize) -> (f64, f64) {
    let (start, mut answer) = (ThreadTime::now(), 0.0);
    for _ in 0..repeats {
        answer = contender.rival.ask(work);
    }
    (answer, (start.elapsed().as_secs_f64() / repeats as f64).max(1e-9))
}

/// The number of listed pairs without a triangle that was left out.
fn taken(reference: &Carom, [a, b]: &[Vec<u8>; 2]) -> usize {
    let is_taken = |pair: &&carom::mesh::TrianglePair| a[pair.a as usize] == 0 && b[pair.b as usize] == 0;
    reference.list().iter().filter(is_taken).count()
}
