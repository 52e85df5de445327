//! The tables, in Markdown, so that they may be put into a page as they are.

use super::Results;
use super::markdown::{strings, table};
use crate::formula::Rule;
use crate::radii::Way;
use crate::wedge::ROUNDING;
use crate::{angles, radii, rules, scenes};

/// Prints everything.
pub(crate) fn print(results: &Results) {
    wedges(&results.wedges, results.rays, results.cells);
    costs(&results.wedges);
    scenes(&results.scenes);
    radii(&results.radii);
    rules(&results.rules);
}

/// Four digits, or 0 for numbers that are only rounding.
fn number(value: f64) -> String {
    if value.abs() <= ROUNDING {
        return "0".to_owned();
    }
    let digits = (3 - value.abs().log10().floor() as i32).clamp(0, 5) as usize;
    format!("{value:.digits$}")
}

fn kilobytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / 1000.0)
}

/// The rows of each angle, a rule each, of wedges built from surfaces.
fn by_angle(rows: &[angles::Row]) -> Vec<Vec<&angles::Row>> {
    let surfaces: Vec<&angles::Row> = rows.iter().filter(|row| row.form == "surface").collect();
    surfaces.chunks(Rule::ALL.len()).map(<[&angles::Row]>::to_vec).collect()
}

fn wedges(rows: &[angles::Row], rays: usize, cells: usize) {
    let names = || Rule::ALL.iter().map(|rule| rule.name());
    let mut head = strings(&["degrees", "depth by formula"]);
    head.extend(names().map(str::to_owned));
    head.push("area by formula".to_owned());
    head.extend(names().map(str::to_owned));
    let line = |rules: &Vec<&angles::Row>| {
        let mut line = vec![rules[0].degrees.to_string(), number(rules[0].formula_depth)];
        line.extend(rules.iter().map(|row| number(row.measured.depth)));
        line.push(number(rules[0].formula_area));
        line.extend(rules.iter().map(|row| number(row.measured.area)));
        line
    };
    let lines: Vec<_> = by_angle(rows).iter().map(line).collect();
    let title = "False hits at a wedge: how much farther than R from it (in R), and the area of such places \
                 (in R²); the formulas are those without bevel planes";
    table(title, &head, &lines);
    for rule in Rule::ALL {
        let of = || rows.iter().filter(move |row| row.rule == rule);
        let most = |of: &dyn Fn(&angles::Row) -> f64| {
            rows.iter().filter(|row| row.rule == rule).map(of).fold(0.0, f64::max)
        };
        println!(
            "{}: off its own formula by {:.1e} R in reach, {:.1e} R in depth, {:.1e} of the area at most; \
             {} of {} places of the grid answered otherwise, {} missed",
            rule.name(),
            most(&|row| row.measured.departure),
            most(&|row| (row.measured.depth - row.formula_depth).abs()),
            most(&|row| (row.measured.area - row.formula_area).abs() / (1.0 + row.formula_area)),
            of().map(|row| row.measured.departing).sum::<u64>(),
            of().map(|row| row.measured.places).sum::<u64>(),
            of().map(|row| row.measured.missed).sum::<u64>(),
        );
    }
    println!(
        "({rays} rays from the edge, bisected to 1e-8; a grid of {cells} cells a radius; surfaces and brushes)"
    );
}

fn costs(rows: &[angles::Row]) {
    let head = ["degrees", "ns", "1 bevel", "3 bevels", "EXACT", "nodes", "1 bevel", "3 bevels"];
    let head = [&head[..], &["bytes", "1 bevel", "3 bevels", "nodes and planes alone"]].concat();
    let line = |rules: &Vec<&angles::Row>| {
        let cost = |i: usize| rules[i].cost.unwrap_or_default();
        let mut line = vec![rules[0].degrees.to_string(), format!("{:.1}", cost(0).ns)];
        line.extend([1, 2, 3].map(|i| format!("×{:.2}", cost(i).ratio)));
        line.extend([0, 1, 2].map(|i| rules[i].nodes.to_string()));
        line.extend([0, 1, 2].map(|i| rules[i].bytes.to_string()));
        line.push([0, 1, 2].map(|i| rules[i].tree_bytes.to_string()).join(" / "));
        line
    };
    let lines: Vec<_> = by_angle(rows).iter().map(line).collect();
    let title = "Cost at a wedge: ns a query of THRESHOLD (CPU time), others in times of it; nodes and bytes of the \
                 trees; EXACT asks THRESHOLD's tree";
    table(title, &strings(&head), &lines);
}

fn scenes(rows: &[scenes::Row]) {
    let head = ["", "rule", "depth", "expected", "size", "nodes", "bytes", "missed"];
    let line = |row: &scenes::Row| {
        let expected = number(row.expected_depth);
        let texts = [row.scene.to_owned(), row.rule.name().to_owned(), number(row.depth), expected];
        let counts = [row.nodes.to_string(), row.bytes.to_string(), row.missed.to_string()];
        [&texts[..], &[number(row.size)], &counts].concat()
    };
    let lines: Vec<_> = rows.iter().map(line).collect();
    table("Elsewhere: depth in R, volume in R³ (area in a cut, in R²)", &strings(&head), &lines);
}

fn radii(radii: &radii::Radii) {
    let head = ["", "trees", "nodes", "nodes and planes, kB", "all, kB", "build, ms"];
    let line = |needs: &radii::Needs| {
        let (name, bytes) = (needs.way.name().to_owned(), [needs.tree_bytes, needs.bytes].map(kilobytes));
        let [tree, all] = bytes;
        let build = format!("{:.1}", needs.seconds * 1e3);
        vec![name, needs.trees.to_string(), needs.nodes.to_string(), tree, all, build]
    };
    let lines: Vec<_> = radii.needs.iter().map(line).collect();
    let title = format!("One tree at 8 radii, or a tree each: {} random brushes", radii.brushes);
    table(&title, &strings(&head), &lines);

    let mut head = strings(&["radius"]);
    for what in ["false hits", "depth", "ns"] {
        head.extend(Way::ALL.map(|way| format!("{what}: {}", way.short())));
    }
    let line = |rows: &[radii::Row]| {
        let share = |row: &radii::Row| match row.false_hits {
            0 => "0".to_owned(),
            hits => format!("{:.2} %", 100.0 * hits as f64 / row.free as f64),
        };
        let mut line = vec![rows[0].radius.to_string()];
        line.extend(rows.iter().map(share));
        line.extend(rows.iter().map(|row| number(row.depth)));
        line.extend(rows.iter().map(|row| format!("{:.0}", row.cost.ns)));
        line
    };
    let lines: Vec<_> = radii.rows.chunks(Way::ALL.len()).map(line).collect();
    let title = format!(
        "Of {} centres in empty space: false hits among those farther than R from the solid, depth in R",
        radii.centers
    );
    table(&title, &head, &lines);
    println!("{} missed", radii.rows.iter().map(|row| row.missed).sum::<u64>());
}

fn rules(rows: &[rules::Row]) {
    let head = [
        "",
        "faces",
        "spheres",
        "hits",
        "equal answers",
        "missed",
        "nodes",
        "inverse",
        "ns, to the mirrored walk",
    ];
    let line = |row: &rules::Row| {
        let counts = [
            row.faces as u64,
            row.spheres,
            row.hits,
            row.equal,
            row.missed,
            row.ordinary_nodes,
            row.inverse_nodes,
        ];
        let mut line = vec![row.name.clone()];
        line.extend(counts.map(|count| count.to_string()));
        line.push(format!("×{:.2}", row.cost.ratio));
        line
    };
    let lines: Vec<_> = rows.iter().map(line).collect();
    let title = "The published rule to the letter (inverse tree, AND, answer inverted) and the mirrored walk \
                 (ordinary tree, OR)";
    table(title, &strings(&head), &lines);
}
