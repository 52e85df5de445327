//! The tables.

use super::Results;
use super::markdown::{strings, table};
use crate::poses::Class;
use crate::storage::Way;
use crate::traverse::Tally;

/// In the order of the published sum, which has the savings from one to the next.
const BY_BYTES: [Way; 4] = [Way::Conventional, Way::BoxStorage, Way::LeavesRemoved, Way::Both];

/// Prints everything.
pub(crate) fn print(results: &Results) {
    bytes(results);
    times(results);
    classes(results);
    work(results);
}

fn bytes(results: &Results) {
    let mut head = strings(&["mesh", "triangles N", "vertices"]);
    head.extend(BY_BYTES.map(|way| format!("{}: M", way.name())));
    head.extend(strings(&["saved", "by N", "WIDE", "area of boxes"]));
    let lines: Vec<_> = results
        .meshes
        .iter()
        .map(|row| {
            let of =
                |way: Way| row.bytes.iter().find(|bytes| bytes.way == way).map_or(0, |bytes| bytes.total);
            let saved = of(Way::Conventional) - of(Way::Both);
            let mut line = vec![row.mesh.clone(), row.triangles.to_string(), row.vertices.to_string()];
            line.extend(BY_BYTES.map(|way| of(way).to_string()));
            line.push(saved.to_string());
            line.push(format!("{:.2}", saved as f64 / row.triangles as f64));
            line.push(of(Way::Wide).to_string());
            line.push(format!("+{:.1} %", 100.0 * (row.enlargement - 1.0)));
            line
        })
        .collect();
    let title = "Bytes by the memory function M: nodes, leaves, vertices and their numbers; published: 39 N saved. \
                 WIDE is a blob without its frame. What enlarging boxes adds to their area";
    table(title, &head, &lines);
}

fn ratio(ratio: Option<f64>) -> String {
    ratio.map_or(String::new(), |ratio| format!("{ratio:.2}"))
}

fn times(results: &Results) {
    let mut head = strings(&["mesh", "triangles"]);
    head.extend(Way::ALL.iter().map(|way| way.name().to_owned()));
    let mut lines = vec![strings(&["published", ""])];
    lines[0].extend(Way::ALL.iter().map(|way| ratio(way.published())));
    for row in &results.meshes {
        let mut line = vec![row.mesh.clone(), row.triangles.to_string()];
        line.extend(Way::ALL.iter().map(|&way| ratio(row.ratio(way))));
        lines.push(line);
    }
    let title =
        "Time of all pairs, relative to both: the geometric mean over deep, half, shallow, graze and apart";
    table(title, &head, &lines);
}

fn classes(results: &Results) {
    let mut head = strings(&["mesh", "poses", "pairs a pose", "both, µs"]);
    head.extend(Way::ALL[1..].iter().map(|way| way.name().to_owned()));
    let mut lines = Vec::new();
    for row in results.scans().chain(results.balls().last()) {
        for poses in &row.classes {
            let mut line = strings(&[&row.mesh, poses.class.name()]);
            line.push(format!("{:.0}", poses.pairs as f64 / results.poses as f64));
            line.push(format!("{:.1}", poses.ways[0].cost.ns / 1e3));
            line.extend(Way::ALL[1..].iter().map(|&way| ratio(poses.ratio(way))));
            lines.push(line);
        }
    }
    let title = format!(
        "The same by class ({} pairs of poses each; the distance of the centres in parts of that of touching: {}); \
         CPU time of one thread",
        results.poses,
        Class::ALL.map(|class| format!("{} {}", class.name(), class.distance())).join(", "),
    );
    table(&title, &head, &lines);
}

fn work(results: &Results) {
    let head = strings(&["mesh", "storage", "box–box", "triangle–box", "triangle–triangle", "pairs"]);
    let mut lines = Vec::new();
    for row in results.scans() {
        for way in Way::PUBLISHED {
            let tallies =
                row.classes.iter().flat_map(|poses| &poses.ways).filter(|measured| measured.way == way);
            let tallies: Vec<_> = tallies.filter_map(|measured| measured.tally).collect();
            let count = (results.poses * row.classes.len()) as f64;
            let mut line = strings(&[&row.mesh, way.name()]);
            let parts: [fn(&Tally) -> u64; 4] = [
                |tally| tally.box_tests,
                |tally| tally.triangle_box_tests,
                |tally| tally.triangle_tests,
                |tally| tally.pairs,
            ];
            for of in parts {
                line.push(format!("{:.0}", tallies.iter().map(of).sum::<u64>() as f64 / count));
            }
            lines.push(line);
        }
    }
    table("Tests a pose, the mean over all classes", &head, &lines);
}
