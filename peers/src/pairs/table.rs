//! The tables: milliseconds a pose by class, the times of all others in carom's, and the aims.

use super::measure::{Outcome, Sum};
use super::place::Subject;
use super::poses::SAME;
use super::rival::Contender;
use crate::report::{Record, Report, print_columns};
use crate::work::Work;

/// Prints the outcomes of a work and keeps its records.
pub(super) fn print(
    subject: &Subject,
    work: Work,
    outcomes: &[Outcome],
    contenders: &[Contender],
    bytes: usize,
    report: &mut Report,
) {
    let asked: Vec<usize> =
        (0..contenders.len()).filter(|&i| outcomes.iter().any(|outcome| outcome.sums[i].is_some())).collect();
    let mut lines = vec![vec![format!("   {}, ms/pose", work.name())]];
    if work == Work::PairsAll {
        lines[0].push("pairs".to_owned());
    }
    lines[0].extend(asked.iter().map(|&i| contenders[i].name()));
    let whole = whole(outcomes, contenders.len());
    for outcome in outcomes.iter().chain(std::iter::once(&whole)) {
        let mut line = vec![format!("   {}", outcome.class)];
        let ours = outcome.sums[0].as_ref();
        if work == Work::PairsAll {
            line.push(ours.map_or_else(String::new, |sum| format!("{:.0}", sum.expected / sum.poses as f64)));
        }
        for &i in &asked {
            line.push(outcome.sums[i].as_ref().map_or_else(String::new, |sum| {
                let ratio = ours.filter(|_| i > 0).map(|ours| sum.mean() / ours.mean());
                let mark = if sum.differs(work, contenders[i].exact) { "!" } else { "" };
                format!("{:.4}{mark}", sum.mean())
                    + &ratio.map_or_else(String::new, |r| format!(" ({r:.2}x)"))
            }));
        }
        lines.push(line);
        keep(subject, work, outcome, contenders, bytes, report);
    }
    print_columns(&lines);
    for (i, sum) in whole.sums.iter().enumerate() {
        let Some(sum) = sum.as_ref().filter(|sum| sum.wrong != 0.0) else { continue };
        let mark = if sum.differs(work, contenders[i].exact) { ": not ranked" } else { "" };
        let name = contenders[i].name();
        println!("   {name}: answers off by {:.4} of {:.4} in all{mark}", sum.wrong, sum.expected);
    }
    print_aims(work, outcomes, &whole, contenders);
}

/// All classes but identical poses; of those who were asked all of them.
fn whole(outcomes: &[Outcome], contenders: usize) -> Outcome {
    let sum = |i: usize| {
        let mut whole = Sum::default();
        for outcome in outcomes.iter().filter(|outcome| outcome.class != SAME) {
            whole.add(outcome.sums[i].as_ref()?);
        }
        (whole.poses > 0).then_some(whole)
    };
    Outcome { class: "all", sums: (0..contenders).map(sum).collect() }
}

/// The time of the fastest of the named libraries in times of carom's, and its name. Only those that answer
/// well count.
fn lead(outcome: &Outcome, work: Work, contenders: &[Contender], of: &[&str]) -> Option<(f64, String)> {
    let ours = outcome.sums[0].as_ref()?.mean();
    let named = contenders.iter().zip(&outcome.sums).filter(|(c, _)| of.contains(&c.library));
    let ranked = named.filter_map(|(c, sum)| {
        let sum = sum.as_ref().filter(|sum| !sum.differs(work, c.exact))?;
        Some((sum.mean() / ours, c.name()))
    });
    ranked.min_by(|a, b| a.0.total_cmp(&b.0))
}

fn print_aims(work: Work, outcomes: &[Outcome], whole: &Outcome, contenders: &[Contender]) {
    let aim = |of: &[&str], least: f64| {
        if let Some((ratio, name)) = lead(whole, work, contenders, of) {
            println!("   {ratio:.2}x {name}, {least}x is aimed at: {}", verdict(ratio >= least));
        }
    };
    match work {
        Work::PairsAll => {
            aim(&["parry", "fcl", "ode", "cgal"], 5.0);
            aim(&["embree"], 2.0);
            let same = outcomes.iter().find(|outcome| outcome.class == SAME);
            if let Some(sum) = same.and_then(|same| same.sums[0].as_ref()) {
                let each = sum.ms * 1e6 / sum.expected.max(1.0);
                println!(
                    "   {each:.1} ns a pair at identical poses, 60 are aimed at: {}",
                    verdict(each <= 60.0)
                );
            }
        }
        Work::PairsFirst => {
            aim(&["parry", "fcl"], 1.5);
            let behind = outcomes.iter().filter_map(|outcome| {
                lead(outcome, work, contenders, &["parry", "fcl"]).map(|lead| (lead.0, outcome.class))
            });
            if let Some((ratio, class)) = behind.min_by(|a, b| a.0.total_cmp(&b.0)) {
                println!(
                    "   no class slower is aimed at: {}, least {ratio:.2}x, {class}",
                    verdict(ratio >= 1.0)
                );
            }
        }
        _ => aim(&["fcl"], 8.0),
    }
    let avx2 = contenders.iter().position(|c| c.is_ours() && c.configuration.ends_with("avx2"));
    if let Some((best, avx2)) = avx2.and_then(|i| Some((whole.sums[0].as_ref()?, whole.sums[i].as_ref()?))) {
        let share = best.mean() / avx2.mean();
        println!("   AVX2 has {share:.2} of AVX-512's speed, 0.6 is aimed at: {}", verdict(share >= 0.6));
    }
}

fn verdict(reached: bool) -> &'static str {
    if reached { "reached" } else { "NOT REACHED" }
}

fn keep(
    subject: &Subject,
    work: Work,
    outcome: &Outcome,
    contenders: &[Contender],
    bytes: usize,
    report: &mut Report,
) {
    for (contender, sum) in contenders.iter().zip(&outcome.sums) {
        let Some(sum) = sum else { continue };
        let differs = if sum.differs(work, contender.exact) { " (answers differ)" } else { "" };
        report.keep(Record {
            work: format!("{}_{}", work.name(), outcome.class),
            mesh: subject.name(),
            triangles: subject.triangles(),
            library: contender.library,
            configuration: format!("{}{differs}", contender.configuration),
            threads: 1,
            value: sum.mean(),
            unit: work.unit(),
            higher_is_better: false,
            // Of the others' structures it is not known.
            bytes_per_triangle: if contender.is_ours() {
                bytes as f64 / subject.triangles() as f64
            } else {
                0.0
            },
        });
    }
}
