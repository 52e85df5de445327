//! The tables: a row a library, a column a scene, and the aims.

use super::ask::Asked;
use super::measure::Outcome;
use super::rival::Contender;
use super::scene::Scene;
use crate::measure::median;
use crate::report::{Record, Report, print_columns};
use crate::work::Work;

/// One number of a table.
struct Cell {
    contender: Contender,
    work: Work,
    /// Of the record, where queries have one.
    suffix: &'static str,
    scene: String,
    unit: &'static str,
    value: f64,
    /// Fewer frames than the scene has, if that took too long.
    frames: Option<usize>,
    differs: bool,
    /// The worst frame and the median one, in mean frames.
    worst: f64,
    median: f64,
}

/// Worlds of about one size, scene by scene.
pub(super) struct Table {
    count: usize,
    cells: Vec<Cell>,
}

impl Table {
    pub(super) fn new(count: usize) -> Table {
        Table { count, cells: Vec::new() }
    }

    /// Keeps the outcomes of lists and changes of pairs.
    pub(super) fn add_frames(&mut self, scene: &Scene, outcomes: &[Outcome], report: &mut Report) {
        for outcome in outcomes {
            let Outcome { contender, work, .. } = *outcome;
            let short = outcome.frames.len() < scene.frames.len();
            let value = outcome.mean() * 1e9 / scene.share();
            if outcome.missing + outcome.extra > 0 {
                let Outcome { expected, missing, extra, .. } = outcome;
                let mark = match contender.margin {
                    _ if outcome.differs() => ": not ranked",
                    true => ", whose boxes have margins",
                    false => "",
                };
                println!(
                    "   {}: {}: {missing} pairs missing and {extra} more than {expected}{mark}",
                    scene.name,
                    contender.name()
                );
            }
            if work == Work::WorldChanges {
                println!("   {}: {}: {} changes", scene.name, contender.name(), outcome.changes);
            }
            let differs = outcome.differs();
            keep(
                report,
                &contender,
                work,
                "",
                &scene.name,
                scene.count(),
                (value, scene.unit(), differs),
                outcome.bytes,
            );
            self.cells.push(Cell {
                contender,
                work,
                suffix: "",
                scene: scene.name.clone(),
                unit: scene.unit(),
                value,
                frames: short.then_some(outcome.frames.len()),
                differs,
                worst: outcome.worst(),
                median: median(outcome.frames.clone()) / outcome.mean(),
            });
        }
    }

    /// Keeps the outcomes of queries, or of filling worlds.
    pub(super) fn add_asked(
        &mut self,
        scene: &Scene,
        work: Work,
        suffix: &'static str,
        asked: &[Asked],
        report: &mut Report,
    ) {
        for one in asked {
            let differs = one.differing * 200 > one.compared;
            if one.differing > 0 {
                let mark = if differs { ": not ranked" } else { "" };
                let (name, differing, compared) = (one.contender.name(), one.differing, one.compared);
                println!("   {}: {name}: {differing} of {compared} answers differ{mark}", scene.name);
            }
            keep(
                report,
                &one.contender,
                work,
                suffix,
                &scene.name,
                scene.count(),
                (one.ns, work.unit(), differs),
                None,
            );
            self.cells.push(Cell {
                contender: one.contender,
                work,
                suffix,
                scene: scene.name.clone(),
                unit: work.unit(),
                value: one.ns,
                frames: None,
                differs,
                worst: f64::NAN,
                median: f64::NAN,
            });
        }
    }

    /// Prints a work.
    pub(super) fn print(&self, work: Work) {
        let mut suffixes: Vec<&str> = Vec::new();
        for cell in self.cells.iter().filter(|cell| cell.work == work) {
            if !suffixes.contains(&cell.suffix) {
                suffixes.push(cell.suffix);
            }
        }
        for suffix in suffixes {
            let cells: Vec<&Cell> =
                self.cells.iter().filter(|cell| cell.work == work && cell.suffix == suffix).collect();
            self.print_cells(work, suffix, &cells);
        }
    }

    fn print_cells(&self, work: Work, suffix: &str, cells: &[&Cell]) {
        let mut scenes: Vec<&str> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for cell in cells {
            if !scenes.contains(&cell.scene.as_str()) {
                scenes.push(&cell.scene);
            }
            if !names.contains(&cell.contender.name()) {
                names.push(cell.contender.name());
            }
        }
        let under = if suffix.is_empty() { "" } else { "_" };
        println!("\n== {}{under}{suffix}, {}: {} objects", work.name(), work.unit(), self.count);
        let mut lines = vec![vec!["  ".to_owned()]];
        lines[0].extend(scenes.iter().map(|&scene| {
            let unit = cells.iter().find(|cell| cell.scene == scene).map_or("", |cell| cell.unit);
            if unit == work.unit() { scene.to_owned() } else { format!("{scene}, {unit}") }
        }));
        let find = |name: &str, scene: &str| {
            cells.iter().find(|cell| cell.contender.name() == name && cell.scene == scene).copied()
        };
        for name in &names {
            let mut line = vec![format!("   {name}")];
            line.extend(scenes.iter().map(|scene| find(name, scene).map_or_else(String::new, text)));
            lines.push(line);
        }
        let mut lead = vec!["   times carom, fastest of the others".to_owned()];
        let mut best = vec!["   best of the chapter's".to_owned()];
        for scene in &scenes {
            let of_scene = || cells.iter().filter(|cell| cell.scene == *scene && !cell.differs);
            let least = |wanted: &dyn Fn(&Cell) -> bool| {
                of_scene().filter(|cell| wanted(cell)).min_by(|a, b| a.value.total_cmp(&b.value)).copied()
            };
            let ours = find("carom auto", scene);
            let theirs = least(&|cell| !cell.contender.is_ours());
            lead.push(match (ours, theirs) {
                (Some(ours), Some(theirs)) => {
                    format!("{:.2} {}", theirs.value / ours.value, theirs.contender.name())
                }
                _ => String::new(),
            });
            let chapter =
                least(&|cell| cell.contender.is_ours() && !cell.contender.configuration.starts_with("auto"));
            best.push(chapter.map_or_else(String::new, |cell| cell.contender.configuration.to_owned()));
        }
        lines.push(lead);
        if names.iter().any(|name| name.starts_with("carom") && !name.starts_with("carom auto")) {
            lines.push(best);
        }
        if work == Work::WorldPairs || work == Work::WorldChanges {
            let mut line = |head: &str, number: fn(&Cell) -> f64| {
                let mut line = vec![format!("   carom auto's {head} frame, in means")];
                let text = |cell: &Cell| format!("{:.2}", number(cell));
                line.extend(
                    scenes.iter().map(|scene| find("carom auto", scene).map_or_else(String::new, text)),
                );
                lines.push(line);
            };
            line("worst", |cell| cell.worst);
            line("median", |cell| cell.median);
        }
        if work == Work::WorldChanges {
            let list = |scene: &str| {
                let of_list = |cell: &&Cell| cell.work == Work::WorldPairs && cell.scene == scene;
                self.cells.iter().filter(of_list).find(|cell| cell.contender.name() == "carom auto")
            };
            let mut share = vec!["   carom auto's changes, in its lists".to_owned()];
            share.extend(scenes.iter().map(|scene| match (find("carom auto", scene), list(scene)) {
                (Some(changes), Some(list)) => format!("{:.2}", changes.value / list.value),
                _ => String::new(),
            }));
            lines.push(share);
        }
        print_columns(&lines);
    }
}

fn text(cell: &Cell) -> String {
    let mark = if cell.differs { "!" } else { "" };
    let frames = cell.frames.map_or_else(String::new, |frames| format!(" ({frames} frames)"));
    let digits = if cell.value < 100.0 { 1 } else { 0 };
    format!("{:.digits$}{mark}{frames}", cell.value)
}

#[expect(clippy::too_many_arguments, reason = "the fields of a record")]
fn keep(
    report: &mut Report,
    contender: &Contender,
    work: Work,
    suffix: &str,
    scene: &str,
    count: usize,
    (value, unit, differs): (f64, &'static str, bool),
    bytes: Option<usize>,
) {
    let under = if suffix.is_empty() { "" } else { "_" };
    report.keep(Record {
        work: format!("{}{under}{suffix}", work.name()),
        mesh: scene.to_owned(),
        triangles: count,
        library: contender.library,
        configuration: format!(
            "{}{}",
            contender.configuration,
            if differs { " (answers differ)" } else { "" }
        ),
        threads: contender.threads(),
        value,
        unit,
        higher_is_better: false,
        bytes_per_triangle: bytes.map_or(0.0, |bytes| bytes as f64 / count as f64),
    });
}
