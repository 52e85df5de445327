//! The tables: microseconds a shape, the times of all others in carom's, and errors.

use super::check::Errors;
use super::measure::Outcome;
use super::rival::Contender;
use crate::measure::{median, median_ratio};
use crate::mesh::Mesh;
use crate::report::{Record, Report, print_columns};
use crate::work::Work;

/// Errors of lengths are told in millimetres of a shape of 0.3 m.
const MILLIMETRES: f64 = 300.0;

/// Prints the outcomes of a work and keeps its records.
pub(super) fn print(
    mesh: &Mesh,
    work: Work,
    outcomes: &[Outcome],
    contenders: &[Contender],
    report: &mut Report,
) {
    let asked: Vec<usize> =
        (0..contenders.len()).filter(|&i| outcomes.iter().any(|o| o.taken[i].is_some())).collect();
    let total = |i: usize| {
        let mut total = Errors::default();
        outcomes.iter().filter_map(|o| o.taken[i].as_ref()).for_each(|taken| total.add(&taken.errors));
        total
    };
    let mut lines = vec![vec![format!("   {}, us/shape", work.name()), "touched".to_owned()]];
    lines[0].extend(asked.iter().map(|&i| contenders[i].name()));
    for outcome in outcomes {
        let set = outcome.set;
        let mut line =
            vec![format!("   {} %, {}", set.share, set.situation.name()), format!("{:.2}", outcome.touched)];
        let ours = outcome.taken[asked[0]].as_ref();
        for &i in &asked {
            line.push(outcome.taken[i].as_ref().map_or_else(String::new, |taken| {
                let mark = if total(i).differs() { "!" } else { "" };
                let time = median(taken.times.clone()) * 1e6;
                let ratio =
                    ours.filter(|_| i != asked[0]).map(|ours| median_ratio(&taken.times, &ours.times));
                format!("{time:.3}{mark}") + &ratio.map_or_else(String::new, |r| format!(" ({r:.2}x)"))
            }));
        }
        lines.push(line);
        keep(mesh, work, outcome, contenders, report);
    }
    print_columns(&lines);
    let head = if work.is_contacts() {
        ["   errors", "contacts", "missed", "of", "invented", "nothing found", "normals", "depth, mm"]
            .to_vec()
    } else {
        ["   errors", "missed", "of", "invented", "normals", "late, mm", "early, mm"].to_vec()
    };
    let mut lines = vec![head.into_iter().map(str::to_owned).collect::<Vec<_>>()];
    for &i in &asked {
        let e = total(i);
        let name = format!("   {}", contenders[i].name());
        let length = |part: f64| format!("{:.5}", part * MILLIMETRES);
        let [contacts, missed, expected, invented, empty, normals] =
            [e.contacts, e.missed, e.expected, e.invented, e.empty, e.normals].map(|count| count.to_string());
        lines.push(if work.is_contacts() {
            vec![name, contacts, missed, expected, invented, empty, normals, length(e.depth)]
        } else {
            vec![name, missed, expected, invented, normals, length(e.late), length(e.early)]
        });
    }
    print_columns(&lines);
}

fn keep(mesh: &Mesh, work: Work, outcome: &Outcome, contenders: &[Contender], report: &mut Report) {
    for (contender, taken) in contenders.iter().zip(&outcome.taken) {
        let Some(taken) = taken else { continue };
        let differs = if taken.errors.differs() { " (answers differ)" } else { "" };
        report.keep(Record {
            work: format!("{}_{}_{}", work.name(), outcome.set.share, outcome.set.situation.name()),
            mesh: mesh.name.clone(),
            triangles: mesh.triangles.len(),
            library: contender.library,
            configuration: format!("{}{differs}", contender.configuration),
            threads: 1,
            value: 1.0 / median(taken.times.clone()),
            unit: work.unit(),
            higher_is_better: true,
            // Of the others' structures it is not known.
            bytes_per_triangle: 0.0,
        });
    }
}
