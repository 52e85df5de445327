//! The tables in the terminal.

use super::row::{Entry, Row};
use crate::work::Work;

/// A row a work: our rates with their ratios to Embree, the best of the others, who is ahead.
pub(super) fn print_mesh(rows: &[&Row], details: bool) {
    let mut ours: Vec<&str> = Vec::new();
    for entry in rows.iter().flat_map(|row| &row.entries).filter(|entry| entry.is_ours()) {
        if !ours.contains(&entry.configuration.as_str()) {
            ours.push(&entry.configuration);
        }
    }
    let mut lines = vec![vec!["M/s (times Embree's)".to_owned()]];
    lines[0].extend(ours.iter().map(|&configuration| configuration.to_owned()));
    lines[0].extend(["best of the others", "carom's best to it"].map(str::to_owned));
    for row in rows {
        let mut line = vec![row.name()];
        for configuration in &ours {
            let entry = row.entries.iter().find(|e| e.is_ours() && e.configuration == *configuration);
            line.push(entry.map_or_else(String::new, cell));
        }
        line.push(
            row.best(false).map_or_else(|| "-".to_owned(), |e| format!("{} {}", e.name(), number(e.rate))),
        );
        line.push(row.lead().map_or_else(String::new, verdict));
        lines.push(line);
    }
    print_columns(&lines);
    if rows.iter().any(|row| row.work == Work::RayClosestCoherent) {
        println!("   coherent batches: times Embree's 16-ray packets");
    }
    for row in rows {
        for entry in row.entries.iter().filter(|entry| entry.differing > 0 && (entry.differs || details)) {
            let (name, work) = (entry.name(), row.name());
            let mark = if entry.differs { ": not ranked" } else { "" };
            println!("   {work}: {name}: {} of {} answers differ{mark}", entry.differing, entry.compared);
        }
    }
    if details {
        for row in rows {
            let all: Vec<String> = row.entries.iter().map(|e| format!("{} {}", e.name(), cell(e))).collect();
            println!("   {}: {}", row.name(), all.join("; "));
        }
    }
}

fn cell(entry: &Entry) -> String {
    let mark = if entry.differs { "!" } else { "" };
    let ratio = entry.to_embree.map_or_else(String::new, |ratio| format!(" ({ratio:.2})"));
    format!("{}{mark}{ratio}", number(entry.rate))
}

/// Millions, with three digits that mean something.
fn number(rate: f64) -> String {
    let millions = rate / 1e6;
    let digits = if millions >= 10.0 {
        1
    } else if millions >= 1.0 {
        2
    } else if millions >= 0.1 {
        3
    } else {
        4
    };
    format!("{millions:.digits$}")
}

fn verdict(lead: f64) -> String {
    if lead < 1.0 { format!("{lead:.2}  PEER AHEAD") } else { format!("{lead:.2}") }
}

pub(crate) fn print_columns(lines: &[Vec<String>]) {
    let count = lines.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |k: usize| lines.iter().filter_map(move |line| line.get(k));
    let widths: Vec<usize> = (0..count).map(|k| cells(k).map(String::len).max().unwrap_or(0)).collect();
    for line in lines {
        let padded: Vec<String> =
            line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
        println!("{}", padded.join("  ").trim_end());
    }
}

/// Prints the lead over all meshes, small and large apart, and every place at which a peer is ahead.
pub(super) fn print_summary(rows: &[Row]) {
    if rows.is_empty() {
        return;
    }
    println!("\n== Summary: carom's best to the best of the others, from the worst mesh to the best");
    println!("   small: up to {} triangles, about a core's second-level cache; large: more", super::SMALL);
    let mut works: Vec<Work> = Vec::new();
    for row in rows {
        if !works.contains(&row.work) {
            works.push(row.work);
        }
    }
    let mut lines = vec![["work", "small", "large"].map(str::to_owned).to_vec()];
    for work in works {
        let range = |small: bool| {
            let of_size = rows.iter().filter(|row| row.work == work && row.is_small() == small);
            let mut leads: Vec<f64> = of_size.filter_map(Row::lead).collect();
            leads.sort_by(f64::total_cmp);
            match &leads[..] {
                [] => "-".to_owned(),
                [only] => format!("{only:.2}"),
                [worst, .., best] => format!("{worst:.2} to {best:.2}"),
            }
        };
        lines.push(vec![work.name(), range(true), range(false)]);
    }
    print_columns(&lines);
    let ahead: Vec<&Row> = rows.iter().filter(|row| row.lead().is_some_and(|lead| lead < 1.0)).collect();
    if ahead.is_empty() {
        println!("   no peer is ahead anywhere");
    } else {
        println!("   where a peer is ahead:");
    }
    for row in ahead {
        if let (Some(ours), Some(theirs)) = (row.best(true), row.best(false)) {
            println!(
                "   {} on {}: {} by {:.2} ({} to {} of {})",
                row.name(),
                row.mesh,
                theirs.name(),
                theirs.rate / ours.rate,
                number(theirs.rate),
                number(ours.rate),
                ours.name()
            );
        }
    }
}
