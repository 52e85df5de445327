//! Named steps with their times, and the table at the end.

use anyhow::{Context, Result};
use std::time::{Duration, Instant};

/// Runs steps one after another and remembers how they went.
#[derive(Default)]
pub(crate) struct Steps {
    rows: Vec<(String, Outcome)>,
}

enum Outcome {
    Passed(Duration),
    Failed(Duration),
    LeftOut(&'static str),
}

impl Steps {
    /// Runs a step; its failure carries its name.
    pub(crate) fn run(&mut self, name: &str, step: impl FnOnce() -> Result<()>) -> Result<()> {
        eprintln!("\n== {name}");
        let start = Instant::now();
        let result = step();
        let outcome = match &result {
            Ok(()) => Outcome::Passed(start.elapsed()),
            Err(_) => Outcome::Failed(start.elapsed()),
        };
        self.rows.push((name.to_owned(), outcome));
        result.with_context(|| format!("step \"{name}\" failed"))
    }

    /// Notes a step that does not run, and why.
    pub(crate) fn leave_out(&mut self, name: &str, why: &'static str) {
        self.rows.push((name.to_owned(), Outcome::LeftOut(why)));
    }

    /// Adds steps that have been run elsewhere.
    pub(crate) fn append(&mut self, others: Steps) {
        self.rows.extend(others.rows);
    }

    /// Prints how every step went.
    pub(crate) fn print(&self) {
        let width = self.rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
        println!();
        for (name, outcome) in &self.rows {
            match outcome {
                Outcome::Passed(time) => println!("{name:width$}  {:7.1} s  ok", time.as_secs_f64()),
                Outcome::Failed(time) => println!("{name:width$}  {:7.1} s  FAILED", time.as_secs_f64()),
                Outcome::LeftOut(why) => println!("{name:width$}        -    left out: {why}"),
            }
        }
    }
}
