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

/// What is known of a platform, how long that took, and whether all of it is as it has to be.
pub(super) struct Line {
    pub(super) row: Row,
    pub(super) time: Duration,
    pub(super) is_good: bool,
}

pub(super) struct Table(pub(super) Vec<Line>);

impl Table {
    pub(super) fn failed(&self) -> Vec<&'static str> {
        self.0.iter().filter(|line| !line.is_good).map(|line| line.row.name).collect()
    }

    pub(super) fn print(&self) {
        let head = ["platform", "built", "ran", "hashes equal", "tests", "time"].map(str::to_owned);
        let mut lines = vec![head];
        for Line { row, time, is_good } in &self.0 {
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
