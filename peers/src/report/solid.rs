//! The tables of the BSP works: nanoseconds a query, everybody in a column.

use super::row::{Entry, Row, Side, per};
use super::table::print_columns;
use crate::measure::Standing;
use crate::mesh::Mesh;
use crate::solid::Solid;
use crate::work::Work;

/// Prints the size of a solid, and the bytes of each structure.
pub(super) fn print_sizes(mesh: &Mesh, solid: &Solid, standings: &[Standing]) {
    let faces = solid.faces.len();
    match &solid.brushes {
        Some(_) => println!("   a solid: {} brushes with {faces} faces", solid.piece_count()),
        None => println!("   the surface of a solid"),
    }
    let mut lines = vec![["", "build s", "B/face", "nodes/face"].map(str::to_owned).to_vec()];
    for standing in standings {
        let rates = &standing.build_rates;
        let fastest = rates.iter().fold(0.0f64, |fastest, &rate| fastest.max(rate));
        lines.push(vec![
            format!("   {}", standing.contenders[0].name()),
            format!("{:.3}", mesh.triangles.len() as f64 / fastest),
            format!("{:.1}", per(standing.library.bytes(), faces)),
            standing.library.nodes().map_or_else(String::new, |nodes| format!("{:.2}", per(nodes, faces))),
        ]);
    }
    print_columns(&lines);
}

/// A row a work and radius.
pub(super) fn print(rows: &[&Row]) {
    let mut columns: Vec<String> = Vec::new();
    for entry in rows.iter().flat_map(|row| &row.entries) {
        let column = column(entry);
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    let mut lines = vec![vec!["ns/query".to_owned(), "hit".to_owned()]];
    lines[0].extend(columns.iter().cloned());
    lines[0].extend(["exact/threshold", "best of the others", "carom's best to it"].map(str::to_owned));
    for row in rows.iter().filter(|row| row.work != Work::BspBuild) {
        let hits = row.hits.map_or_else(String::new, |hits| format!("{:.0}%", hits * 100.0));
        let mut line = vec![row.name(), hits];
        for wanted in &columns {
            let entry = row.entries.iter().find(|entry| column(entry) == *wanted);
            line.push(entry.map_or_else(String::new, |entry| {
                format!("{:.0}{}", 1e9 / entry.rate, if entry.differs { "!" } else { "" })
            }));
        }
        let ratios: Vec<String> =
            row.entries.iter().filter_map(|e| Some(format!("{:.2}", e.to_threshold?))).collect();
        line.push(ratios.join(" / "));
        line.push(row.best(false).map_or_else(|| "-".to_owned(), Entry::name));
        line.push(row.lead().map_or_else(String::new, |lead| format!("{lead:.2}")));
        lines.push(line);
    }
    print_columns(&lines);
    for row in rows {
        for entry in row.entries.iter().filter(|entry| entry.below + entry.above > 0) {
            let (below, above) = match row.work {
                Work::BspPoint | Work::BspThreshold | Work::BspExact => ("missed", "false hits"),
                Work::BspCast => ("too early", "too late"),
                _ => ("too shallow", "too deep"),
            };
            let mark = if entry.differs { ": not ranked" } else { "" };
            println!(
                "   {}: {}: of {} answers {} {below}, {} {above}{mark}",
                row.name(),
                entry.name(),
                entry.compared,
                entry.below,
                entry.above
            );
        }
    }
    let ours = rows.iter().flat_map(|row| row.entries.iter().filter(|entry| row.side(entry) == Side::Ours));
    let wrong = ours.map(|entry| entry.differing).sum::<usize>();
    println!("   carom's answers that are wrong by the reference in f64: {wrong}");
}

/// Prints the costs of the exact check beyond the threshold, over everything.
pub(super) fn print_summary(rows: &[Row]) {
    for way in ["bsp exact", "bsp exact batch"] {
        let entries = rows.iter().flat_map(|row| row.entries.iter().map(move |entry| (row, entry)));
        let of_way = entries.filter(|(_, entry)| entry.is_ours() && entry.configuration == way);
        let mut ratios: Vec<(f64, &Row)> =
            of_way.filter_map(|(row, entry)| Some((entry.to_threshold?, row))).collect();
        ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
        if let [(least, _), .., (most, row)] = ratios[..] {
            let (name, mesh) = (row.name(), &row.mesh);
            println!(
                "   {way}: {least:.2} to {most:.2} times the threshold's time, most at {name} on {mesh}"
            );
        }
    }
}

/// The column of an entry. A row has one way of the BSP tree, whatever it is called.
fn column(entry: &Entry) -> String {
    match (entry.is_ours() && entry.configuration.starts_with("bsp"), entry.configuration.ends_with("batch"))
    {
        (true, false) => "carom bsp".to_owned(),
        (true, true) => "batch".to_owned(),
        _ => entry.name(),
    }
}
