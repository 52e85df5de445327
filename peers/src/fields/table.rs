//! The tables: seconds a field, accuracy and signs of everybody, and the aims.

use super::measure::Standing;
use super::rival::Contender;
use super::subject::Subject;
use crate::report::{Record, Report, print_columns};
use crate::work::Work;

/// Prints the outcomes of a work and keeps its records. The first standing is carom's default.
pub(super) fn print(
    subject: &Subject,
    name: &str,
    standings: &[Standing],
    contenders: &[Contender],
    report: &mut Report,
) {
    let heads = [
        format!("   {name}, s"),
        String::new(),
        "times carom's".to_owned(),
        "build, s".to_owned(),
        "nodes asked".to_owned(),
        "max error, cells".to_owned(),
        "mean".to_owned(),
        "more than 1 ulp off".to_owned(),
        "signs wrong".to_owned(),
        "signs unlike carom's".to_owned(),
    ];
    let mut lines = vec![heads.to_vec()];
    for standing in standings {
        let (contender, accuracy) = (&contenders[standing.index], &standing.accuracy);
        let mark = if standing.is_exact() { "" } else { "!" };
        let signs = |text: String| if contender.signs { text } else { "-".to_owned() };
        lines.push(vec![
            format!("   {}", contender.name()),
            format!("{:.3}{mark}", standing.median()),
            format!("{:.2}x", standing.ratio_to(&standings[0])),
            if contender.by_node { format!("{:.3}", standing.build) } else { "-".to_owned() },
            match standing.slices.every {
                1 => "all".to_owned(),
                every => format!("1/{every}"),
            },
            format!("{:.1e}", accuracy.max),
            format!("{:.1e}", accuracy.mean),
            format!("{}/{}", accuracy.off, accuracy.compared),
            signs(format!("{}/{}", accuracy.wrong, accuracy.compared)),
            signs(standing.signs.map_or_else(String::new, |[wrong, of]| format!("{wrong}/{of}"))),
        ]);
        keep(subject, name, standing, contender, report);
    }
    print_columns(&lines);
    for standing in standings.iter().filter(|s| contenders[s.index].is_ours() && s.bits > 0) {
        println!("   {}: {} nodes have other bits", contenders[standing.index].name(), standing.bits);
    }
}

/// Prints the time of the fastest of some contenders in times of carom's default, and the aim.
pub(super) fn aim(
    standings: &[Standing],
    contenders: &[Contender],
    of: impl Fn(&Contender, &Standing) -> bool,
    least: f64,
) {
    let of = standings.iter().filter(|standing| of(&contenders[standing.index], standing));
    let ratio = |standing: &&Standing| standing.ratio_to(&standings[0]);
    if let Some(fastest) = of.min_by(|a, b| ratio(a).total_cmp(&ratio(b))) {
        let verdict = if ratio(&fastest) >= least { "reached" } else { "NOT REACHED" };
        let name = contenders[fastest.index].name();
        println!("   {:.2}x {name}, {least}x is aimed at: {verdict}", ratio(&fastest));
    }
}

fn keep(subject: &Subject, name: &str, standing: &Standing, contender: &Contender, report: &mut Report) {
    let differs = if standing.is_exact() { "" } else { " (answers differ)" };
    report.keep(Record {
        work: name.to_owned(),
        mesh: subject.mesh.name.clone(),
        triangles: subject.mesh.triangles.len(),
        library: contender.library,
        configuration: format!("{}{differs}", contender.configuration),
        threads: 1,
        value: standing.median(),
        unit: Work::SdfBand.unit(),
        higher_is_better: false,
        // The result is a field, and the memory taken meanwhile is not known of all.
        bytes_per_triangle: 0.0,
    });
}
