//! Everybody once for the answers, then in turns for the times.

use super::oracle::{Accuracy, Oracle};
use super::rival::{Contender, Run};
use super::subject::{Slices, Subject};
use crate::measure::{median, median_ratio};
use anyhow::Result;

/// The effort of a measurement.
#[derive(Clone, Copy)]
pub(crate) struct Rounds {
    /// The number of turns of everyone. Medians are taken.
    pub(crate) rounds: usize,
    /// The seconds for all nodes beyond which a contender is asked a part of them.
    pub(crate) limit: f64,
    /// True if it is a quick run.
    pub(crate) quick: bool,
}

/// The results of one contender.
pub(super) struct Standing {
    /// Of all contenders.
    pub(super) index: usize,
    pub(super) slices: Slices,
    /// Seconds for the whole grid, a round each.
    pub(super) seconds: Vec<f64>,
    /// Of that, for building.
    pub(super) build: f64,
    pub(super) accuracy: Accuracy,
    /// Nodes whose sign is not that of carom, of those that were asked.
    pub(super) signs: Option<[usize; 2]>,
    /// Nodes whose bits are not those of carom, but for the sign.
    pub(super) bits: usize,
}

impl Standing {
    pub(super) fn median(&self) -> f64 {
        median(self.seconds.clone())
    }

    /// Its time in times of another's: the median over the rounds.
    pub(super) fn ratio_to(&self, other: &Standing) -> f64 {
        median_ratio(&self.seconds, &other.seconds)
    }

    /// Returns true if its distances are exact but for rounding.
    pub(super) fn is_exact(&self) -> bool {
        self.accuracy.compared > 0 && self.accuracy.max < 1e-3
    }
}

/// A value for every node; not a number for those that were not asked.
fn spread(subject: &Subject, slices: Slices, values: &[f32]) -> Vec<f32> {
    let size = (subject.side() * subject.side()) as usize;
    let mut whole = vec![f32::NAN; subject.grid.node_count() as usize];
    for (z, slice) in slices.of(&subject.grid).zip(values.chunks_exact(size)) {
        whole[z as usize * size..][..size].copy_from_slice(slice);
    }
    whole
}

/// Lets everybody take part; the first contender's answers are those that the others' signs are compared
/// with.
pub(super) fn measure(
    subject: &Subject,
    contenders: &mut [Contender],
    farthest: f64,
    rounds: Rounds,
) -> Result<Vec<Standing>> {
    let reference = contenders[0].rival.run(subject, Slices::ALL)?.values;
    let oracle = Oracle::new(subject, &reference, farthest);
    let mut standings: Vec<Standing> = Vec::new();
    for (index, contender) in contenders.iter_mut().enumerate() {
        if subject.side() > contender.largest {
            continue;
        }
        match first(subject, contender, rounds.limit) {
            Ok((slices, run)) => {
                let values = spread(subject, slices, &run.values);
                let seconds = run.build + run.nodes * f64::from(slices.every);
                let asked = || reference.iter().zip(&values).filter(|(_, value)| !value.is_nan());
                let differs = |(reference, value): &(&f32, &f32)| (**value < 0.0) != (**reference < 0.0);
                let signs = contender.signs.then(|| [asked().filter(differs).count(), asked().count()]);
                let bits = asked().filter(|(a, b)| a.abs().to_bits() != b.abs().to_bits()).count();
                standings.push(Standing {
                    index,
                    slices,
                    // Contenders that take so long are not asked again.
                    seconds: if seconds / f64::from(slices.every) > 3.0 * rounds.limit {
                        vec![seconds; rounds.rounds]
                    } else {
                        Vec::new()
                    },
                    build: run.build,
                    accuracy: oracle.judge(&values, contender.signs),
                    signs,
                    bits,
                });
            }
            Err(error) => println!("   {} left out: {error:#}", contender.name()),
        }
    }
    for _ in 0..rounds.rounds {
        for standing in standings.iter_mut().filter(|standing| standing.seconds.len() < rounds.rounds) {
            let run = contenders[standing.index].rival.run(subject, standing.slices)?;
            standing.seconds.push(run.build + run.nodes * f64::from(standing.slices.every));
        }
    }
    Ok(standings)
}

/// The first answers, of as many slices as the time allows.
fn first(subject: &Subject, contender: &mut Contender, limit: f64) -> Result<(Slices, Run)> {
    if !contender.by_node {
        return Ok((Slices::ALL, contender.rival.run(subject, Slices::ALL)?));
    }
    let run = contender.rival.run(subject, Slices::FEWEST)?;
    let whole = run.nodes * f64::from(Slices::FEWEST.every);
    let mut slices = Slices::ALL;
    while slices != Slices::FEWEST && whole / f64::from(slices.every) > limit {
        slices.every *= 2;
    }
    if slices == Slices::FEWEST {
        return Ok((slices, run));
    }
    Ok((slices, contender.rival.run(subject, slices)?))
}
