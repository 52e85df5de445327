//! The table at the end.

use std::time::Duration;

/// What is known of a platform; a dash where nothing was done.
pub(super) struct Row {
    name: &'static str,
    pub(super) built: String,
    pub(super) ran: String,
    pub(super) hashes: String,
    pub(super) tests: String,
}

impl Row {
    pub(super) fn new(name: &'static str) -> Row {
        let [built, ran, hashes, tests] = [(); 4].map(|()| "-".to_owned());
        Row { name, built, ran, hashes, tests }
    }
}

/// Rows, each with its place.
#[derive(Default)]
pub(super) struct Table(Vec<(usize, Row, Duration, bool)>);

impl Table {
    pub(super) fn add(&mut self, place: usize, row: Row, time: Duration, is_good: bool) {
        self.0.push((place, row, time, is_good));
    }

    /// With the rows of another, each in its place.
    pub(super) fn with(mut self, other: Table) -> Table {
        self.0.extend(other.0);
        self.0.sort_by_key(|&(place, ..)| place);
        self
    }

    pub(super) fn failed(&self) -> Vec<&'static str> {
        self.0.iter().filter(|(.., is_good)| !is_good).map(|(_, row, ..)| row.name).collect()
    }

    pub(super) fn print(&self) {
        let head = ["platform", "built", "ran", "hashes equal", "tests", "time"].map(str::to_owned);
        let mut lines = vec![head];
        for (_, row, time, is_good) in &self.0 {
            let mark = if *is_good { "" } else { "  FAILED" };
            let time = format!("{:.0} s{mark}", time.as_secs_f64());
            let Row { name, built, ran, hashes, tests } = row;
            lines.push([(*name).to_owned(), built.clone(), ran.clone(), hashes.clone(), tests.clone(), time]);
        }
        let width = |column: usize| lines.iter().map(|line| line[column].len()).max().unwrap_or(0);
        let widths: Vec<_> = (0..6).map(width).collect();
        println!();
        for line in &lines {
            let cells = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
            println!("{}", cells.collect::<Vec<_>>().join("  ").trim_end());
        }
    }
}
