//! Times: several ways to answer the same questions, in turns.

use cpu_time::ThreadTime;
use serde::Serialize;

/// The effort of a measurement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// The number of turns of each way. Medians are taken.
    pub(crate) rounds: usize,
    /// The least duration of a turn, in seconds.
    pub(crate) turn: f64,
}

/// The cost of one way.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Cost {
    /// CPU time of this thread a query, in nanoseconds: the median over the rounds.
    pub(crate) ns: f64,
    /// The same in times of the first way's: the median of the rounds' ratios.
    pub(crate) ratio: f64,
}

/// Measures ways that answer `queries` queries a call. In each round, every way takes its turn, so that what
/// else the machine does troubles all alike.
pub(crate) fn in_turns(ways: &mut [Box<dyn FnMut() + '_>], queries: usize, effort: Effort) -> Vec<Cost> {
    let mut times = vec![Vec::new(); ways.len()];
    for _ in 0..effort.rounds {
        for (way, times) in ways.iter_mut().zip(&mut times) {
            // Once to warm the caches for itself.
            way();
            let (start, mut calls) = (ThreadTime::now(), 0);
            let elapsed = loop {
                way();
                calls += 1;
                let elapsed = start.elapsed().as_secs_f64();
                if elapsed >= effort.turn {
                    break elapsed;
                }
            };
            times.push(elapsed * 1e9 / f64::from(calls) / queries as f64);
        }
    }
    let ratios = |times: &Vec<f64>, first: &Vec<f64>| times.iter().zip(first).map(|(a, b)| a / b).collect();
    let cost = |own: &Vec<f64>| Cost { ns: median(own.clone()), ratio: median(ratios(own, &times[0])) };
    times.iter().map(cost).collect()
}

/// The middle one, or the mean of the two in the middle.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => values[n / 2],
        n => (values[n / 2 - 1] + values[n / 2]) / 2.0,
    }
}
