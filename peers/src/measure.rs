//! Answers compared first, then times.

use crate::library::{Contender, Library};
use crate::mesh::Mesh;
use crate::work::{Batch, Expected, Questions, Work};
use cpu_time::{ProcessTime, ThreadTime};

/// The effort of a measurement.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// The number of repetitions. Medians are taken.
    pub(crate) rounds: usize,
    /// The wanted duration of one timed pass, in seconds.
    pub(crate) pass: f64,
    /// No more than this is spent on a library's first answers to a work, in seconds.
    pub(crate) first: f64,
}

/// A library's structure, and who asks it.
pub(crate) struct Standing<'a> {
    pub(crate) library: Box<dyn Library + 'a>,
    /// Triangles a second, a build each.
    pub(crate) build_rates: Vec<f64>,
    pub(crate) contenders: Vec<&'a Contender>,
}

/// The outcome of one contender at one work.
pub(crate) struct Outcome<'a> {
    pub(crate) contender: &'a Contender,
    /// Of its structure, all in.
    pub(crate) bytes: usize,
    /// Queries (or triangles) a second, a round each.
    pub(crate) rates: Vec<f64>,
    /// The numbers of answers below and above the expected ones, and of those compared.
    pub(crate) below: usize,
    pub(crate) above: usize,
    pub(crate) compared: usize,
    /// True if answers above the expected ones are as agreed.
    may_exceed: bool,
    /// The number of answers of which one may differ.
    tolerates_one_in: usize,
}

impl Outcome<'_> {
    pub(crate) fn rate(&self) -> f64 {
        median(self.rates.clone())
    }

    /// Answers that are not as they should be.
    pub(crate) fn differing(&self) -> usize {
        self.below + if self.may_exceed { 0 } else { self.above }
    }

    /// Returns true if more than half a percent of its answers differ. Of casts at solids it is five percent,
    /// because libraries stop a little early, and take balls that pass closely for touching. Its speed then
    /// means little.
    pub(crate) fn differs(&self) -> bool {
        self.differing() * self.tolerates_one_in > self.compared
    }

    /// The median of the ratios, round by round.
    pub(crate) fn ratio_to(&self, other: &Outcome) -> f64 {
        median_ratio(&self.rates, &other.rates)
    }
}

/// The median of the ratios, round by round.
pub(crate) fn median_ratio(ours: &[f64], theirs: &[f64]) -> f64 {
    median(ours.iter().zip(theirs).map(|(ours, theirs)| ours / theirs).collect())
}

pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => values[n / 2],
        n => (values[n / 2 - 1] + values[n / 2]) / 2.0,
    }
}

/// Builds a contender's structure until there are enough timings.
pub(crate) fn build<'a>(
    mesh: &'a Mesh,
    contender: &'a Contender,
    builds: usize,
) -> anyhow::Result<Standing<'a>> {
    let mut build_rates = Vec::new();
    loop {
        // Of all threads, because some builders work on another one.
        let start = ProcessTime::now();
        let library = (contender.build)(mesh, contender.structure)?;
        let seconds = library.seconds().unwrap_or(start.elapsed().as_secs_f64());
        build_rates.push(mesh.triangles.len() as f64 / seconds);
        if build_rates.len() >= builds {
            return Ok(Standing { library, build_rates, contenders: vec![contender] });
        }
    }
}

/// The outcomes of building, for [`Work::Build`] or [`Work::BspBuild`].
pub(crate) fn build_outcomes<'a>(work: Work, mesh: &Mesh, standings: &[Standing<'a>]) -> Vec<Outcome<'a>> {
    // Rates are of triangles.
    let scale = match &mesh.solid {
        Some(solid) if work.is_bsp() => solid.faces.len() as f64 / mesh.triangles.len() as f64,
        _ => 1.0,
    };
    let outcome = |standing: &Standing<'a>| {
        let contender = standing.contenders.iter().find(|contender| contender.can(work, mesh))?;
        let rates = standing.build_rates.iter().map(|rate| rate * scale).collect();
        let bytes = standing.library.bytes();
        let (may_exceed, tolerates_one_in) = (false, 200);
        Some(Outcome {
            contender,
            bytes,
            rates,
            below: 0,
            above: 0,
            compared: 1,
            may_exceed,
            tolerates_one_in,
        })
    };
    standings.iter().filter_map(outcome).collect()
}

/// A contender's turn at a work.
struct Turn {
    standing: usize,
    way: usize,
    /// The number of questions that it gets, so that a pass has the right length.
    count: usize,
}

/// The number of questions in one run while nothing is known about the speed.
const STEP: usize = 256;

/// The task of everyone.
pub(crate) struct Task<'a> {
    pub(crate) mesh: &'a Mesh,
    /// More than one where they ask the same.
    pub(crate) works: &'a [Work],
    pub(crate) questions: &'a Questions,
    /// Of the first questions; where nothing is known, the first library's answers.
    pub(crate) expected: &'a [Expected],
}

/// Lets everyone who can answer the questions, compares, and measures.
pub(crate) fn measure<'a>(task: &Task, standings: &mut [Standing<'a>], effort: Effort) -> Vec<Outcome<'a>> {
    let (mut turns, mut outcomes) = (Vec::new(), Vec::new());
    let Task { mesh, works, questions, .. } = *task;
    let mut expected = task.expected.to_vec();
    for (index, standing) in standings.iter_mut().enumerate() {
        for contender in standing.contenders.clone() {
            if !works.iter().any(|&work| contender.can(work, mesh)) {
                continue;
            }
            let count = if expected.is_empty() { questions.count() } else { expected.len() };
            let library = standing.library.as_mut();
            let (answers, rate) = first_answers(library, contender.way, questions, count, effort);
            if expected.is_empty() {
                let absolute_tolerance = 1e-5 * mesh.diagonal();
                expected =
                    answers.iter().map(|&answer| near(answer, absolute_tolerance, questions)).collect();
            }
            let compared = answers.len().min(expected.len());
            let pairs = || answers.iter().zip(&expected);
            // NaN is wrong, too.
            let above = pairs().filter(|(answer, expected)| **answer > expected.high).count();
            let below =
                pairs().filter(|(answer, expected)| answer.is_nan() || **answer < expected.low).count();
            let (bytes, rates) = (standing.library.bytes(), Vec::new());
            let may_exceed = works.contains(&Work::BspThreshold)
                && contender.library == "carom"
                && !contender.can(Work::BspExact, mesh);
            let tolerates_one_in = if works.contains(&Work::BspCast) { 20 } else { 200 };
            outcomes.push(Outcome {
                contender,
                bytes,
                rates,
                below,
                above,
                compared,
                may_exceed,
                tolerates_one_in,
            });
            // A picture is not the same all over: the whole of it, unless that takes more than a second.
            let whole = matches!(questions, Questions::Coherent(_)) && rate > questions.count() as f64;
            let wanted = if whole { usize::MAX } else { (rate * effort.pass) as usize / 16 * 16 };
            let count = wanted.max(16).min(questions.count());
            turns.push(Turn { standing: index, way: contender.way, count });
        }
    }
    for _ in 0..effort.rounds {
        for (turn, outcome) in turns.iter().zip(&mut outcomes) {
            let library = standings[turn.standing].library.as_mut();
            let batch = questions.batch(0..turn.count);
            // Once to warm the cache, each for itself.
            library.run(batch, turn.way);
            outcome.rates.push(turn.count as f64 / timed(library, batch, turn.way));
        }
    }
    outcomes
}

/// Runs a batch; the seconds of CPU time that it took.
fn timed(library: &mut dyn Library, batch: Batch, way: usize) -> f64 {
    let start = ThreadTime::now();
    library.run(batch, way);
    let seconds = start.elapsed().as_secs_f64();
    library.seconds().unwrap_or(seconds).max(1e-9)
}

/// The answers to the first `count` questions, or as many as the time allows, and the rate.
fn first_answers(
    library: &mut dyn Library,
    way: usize,
    questions: &Questions,
    count: usize,
    effort: Effort,
) -> (Vec<f32>, f64) {
    let mut answers = Vec::new();
    let (mut spent, mut step, mut best) = (0.0, STEP, 0.0f64);
    while answers.len() < count && spent < effort.first {
        let end = (answers.len() + step).min(count);
        let batch = questions.batch(answers.len()..end);
        let seconds = timed(library, batch, way);
        spent += seconds;
        best = best.max(batch.count() as f64 / seconds);
        answers.extend(library.answers());
        step = (step * 2).min(1 << 13);
    }
    (answers, best)
}

/// The answers that may be given instead of this one: the same but for rounding.
fn near(answer: f32, absolute_tolerance: f32, questions: &Questions) -> Expected {
    let tolerance = match questions {
        Questions::Any(_) | Questions::Spheres(_) | Questions::Boxes(_) => 0.0,
        // A time from 0 to 1, over a diagonal.
        Questions::Casts(_) => 1e-3,
        _ => absolute_tolerance + 1e-3 * answer.abs(),
    };
    if answer.is_infinite() {
        return Expected::exactly(answer);
    }
    Expected { low: answer - tolerance, high: answer + tolerance }
}
