//! Answers compared first, then times.

use crate::library::{Contender, Library};
use crate::work::{Batch, Questions, Work};
use cpu_time::{ProcessTime, ThreadTime};

/// How much is measured.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// How often everything is repeated; medians are taken.
    pub(crate) rounds: usize,
    /// How long one timed pass should last, in seconds.
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

/// What came of one contender at one work.
pub(crate) struct Outcome<'a> {
    pub(crate) contender: &'a Contender,
    /// Of its structure, all in.
    pub(crate) bytes: usize,
    /// Queries (or triangles) a second, a round each.
    pub(crate) rates: Vec<f64>,
    /// Answers that differ from the reference's, of how many compared.
    pub(crate) differing: usize,
    pub(crate) compared: usize,
}

impl Outcome<'_> {
    pub(crate) fn rate(&self) -> f64 {
        median(self.rates.clone())
    }

    /// Whether more than half a percent of its answers differ: then its speed means little.
    pub(crate) fn differs(&self) -> bool {
        self.differing * 200 > self.compared
    }

    /// The median of the ratios, round by round.
    pub(crate) fn ratio_to(&self, other: &Outcome) -> f64 {
        median(self.rates.iter().zip(&other.rates).map(|(ours, theirs)| ours / theirs).collect())
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => values[n / 2],
        n => (values[n / 2 - 1] + values[n / 2]) / 2.0,
    }
}

/// Builds a contender's structure until there are enough timings.
pub(crate) fn build<'a>(
    mesh: &'a crate::mesh::Mesh,
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

/// The outcomes of building.
pub(crate) fn build_outcomes<'a>(standings: &[Standing<'a>]) -> Vec<Outcome<'a>> {
    let outcome = |standing: &Standing<'a>| {
        let contender = standing.contenders.iter().find(|contender| contender.can(Work::Build))?;
        let (bytes, rates) = (standing.library.bytes(), standing.build_rates.clone());
        Some(Outcome { contender, bytes, rates, differing: 0, compared: 1 })
    };
    standings.iter().filter_map(outcome).collect()
}

/// A contender's turn at a work.
struct Turn {
    standing: usize,
    way: usize,
    /// How many of the questions it gets, so that a pass has the right length.
    count: usize,
}

/// How many questions go into one run while nothing is known about the speed.
const STEP: usize = 256;

/// Lets everyone who can answer the questions, compares, and measures.
pub(crate) fn measure<'a>(
    work: Work,
    questions: &Questions,
    standings: &mut [Standing<'a>],
    absolute_tolerance: f32,
    effort: Effort,
) -> Vec<Outcome<'a>> {
    let (mut turns, mut outcomes) = (Vec::new(), Vec::new());
    let mut reference: Vec<f32> = Vec::new();
    for (index, standing) in standings.iter_mut().enumerate() {
        for contender in standing.contenders.clone() {
            if !contender.can(work) {
                continue;
            }
            let (answers, rate) = first_answers(standing.library.as_mut(), contender.way, questions, effort);
            let differs = |(answer, expected): &(&f32, &f32)| {
                !agree(**answer, **expected, absolute_tolerance, questions)
            };
            if reference.is_empty() {
                reference.clone_from(&answers);
            }
            let differing = answers.iter().zip(&reference).filter(differs).count();
            let compared = answers.len().min(reference.len());
            let bytes = standing.library.bytes();
            outcomes.push(Outcome { contender, bytes, rates: Vec::new(), differing, compared });
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

/// The answers to as many questions as the time allows, and the rate.
fn first_answers(
    library: &mut dyn Library,
    way: usize,
    questions: &Questions,
    effort: Effort,
) -> (Vec<f32>, f64) {
    let mut answers = Vec::new();
    let (mut spent, mut step, mut best) = (0.0, STEP, 0.0f64);
    while answers.len() < questions.count() && spent < effort.first {
        let end = (answers.len() + step).min(questions.count());
        let batch = questions.batch(answers.len()..end);
        let seconds = timed(library, batch, way);
        spent += seconds;
        best = best.max(batch.count() as f64 / seconds);
        answers.extend(library.answers());
        step = (step * 2).min(1 << 13);
    }
    (answers, best)
}

/// Whether two answers to the same question are the same but for rounding.
fn agree(answer: f32, expected: f32, absolute_tolerance: f32, questions: &Questions) -> bool {
    let tolerance = match questions {
        Questions::Any(_) | Questions::Spheres(_) | Questions::Boxes(_) => 0.0,
        // A time from 0 to 1, over a diagonal.
        Questions::Casts(_) => 1e-3,
        _ => absolute_tolerance + 1e-3 * expected.abs(),
    };
    answer == expected || (answer - expected).abs() <= tolerance
}
