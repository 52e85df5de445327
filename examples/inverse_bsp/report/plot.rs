//! Depth, area and cost over the angle; false hits and cost over the radius.

use super::chart::{COLOURS, Chart, Series, canvas, legend};
use crate::angles;
use crate::formula::{self, Rule};
use crate::radii::{self, Way};
use svg::Document;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 430.0;
const CHART: (f64, f64) = (360.0, 280.0);
const ANGLES: [f64; 9] = [0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0, 360.0];

/// Two charts side by side, with one legend.
fn pair(title: &str, charts: [Chart; 2], series_step: f64) -> Document {
    let mut picture = canvas(WIDTH, HEIGHT, title);
    picture = legend(picture, charts[0].series, 70.0, 54.0, series_step);
    for (chart, left) in charts.into_iter().zip([60.0, 510.0]) {
        picture = chart.draw(picture, left, 96.0, CHART);
    }
    picture
}

fn surfaces(rows: &[angles::Row], rule: Rule) -> impl Iterator<Item = &angles::Row> {
    rows.iter().filter(move |row| row.form == "surface" && row.rule == rule)
}

/// The measurements as dots, on the lines of the formulas.
pub(super) fn wedges(rows: &[angles::Row]) -> Document {
    let series = |formula: fn(f64, Rule) -> f64, measured: fn(&angles::Row) -> f64| -> Vec<Series> {
        let of_rule = |(&rule, colour): (&Rule, &&'static str)| Series {
            name: rule.name().to_owned(),
            colour,
            line: (7..=360).map(|i| (f64::from(i), formula(f64::from(i).to_radians(), rule))).collect(),
            dots: surfaces(rows, rule).map(|row| (row.degrees.into(), measured(row))).collect(),
        };
        Rule::ALL.iter().zip(&COLOURS).map(of_rule).collect()
    };
    let depth = series(formula::depth, |row| row.measured.depth);
    let area = series(formula::area, |row| row.measured.area);
    let across = "degrees of the solid at the edge";
    pair(
        "False hits at an edge: measured (dots) and by the formulas (lines)",
        [
            Chart {
                title: "how much farther than R from the solid, in R",
                across,
                marks: &ANGLES,
                low: 1e-3,
                high: 20.0,
                series: &depth,
            },
            Chart {
                title: "area in the cut, in R²",
                across,
                marks: &ANGLES,
                low: 1e-4,
                high: 20.0,
                series: &area,
            },
        ],
        120.0,
    )
}

/// The costs of the cures.
pub(super) fn cost(rows: &[angles::Row]) -> Document {
    let series = |of: fn(&angles::Row) -> f64| -> Vec<Series> {
        let of_rule = |(&rule, colour): (&Rule, &&'static str)| {
            let dots: Vec<_> = surfaces(rows, rule).map(|row| (row.degrees.into(), of(row))).collect();
            Series { name: rule.name().to_owned(), colour, line: dots.clone(), dots }
        };
        Rule::ALL.iter().zip(&COLOURS).map(of_rule).collect()
    };
    let times = series(|row| row.cost.unwrap_or_default().ratio);
    let nodes = series(|row| f64::from(row.nodes));
    let most = |series: &[Series]| {
        series.iter().flat_map(|series| &series.dots).map(|dot| dot.1).fold(2.0, f64::max) * 1.2
    };
    let across = "degrees of the solid at the edge";
    pair(
        "What the cures cost at a wedge",
        [
            Chart {
                title: "time a query, to THRESHOLD's",
                across,
                marks: &ANGLES,
                low: 0.5,
                high: most(&times),
                series: &times,
            },
            Chart { title: "nodes", across, marks: &ANGLES, low: 2.0, high: most(&nodes), series: &nodes },
        ],
        120.0,
    )
}

/// One tree at all radii beside a tree each.
pub(super) fn radii(radii: &radii::Radii) -> Document {
    let series = |of: fn(&radii::Row) -> f64| -> Vec<Series> {
        let of_way = |(&way, colour): (&Way, &&'static str)| {
            let rows = radii.rows.iter().filter(|row| row.way == way);
            let dots: Vec<_> = rows.map(|row| (f64::from(row.radius), of(row))).collect();
            Series { name: way.name().to_owned(), colour, line: dots.clone(), dots }
        };
        // EXACT as in the other charts.
        let [threshold, bevelled, own, exact] = &COLOURS;
        Way::ALL.iter().zip([threshold, bevelled, exact, own]).map(of_way).collect()
    };
    let share = series(|row| 100.0 * row.false_hits as f64 / row.free.max(1) as f64);
    let times = series(|row| row.cost.ns);
    let marks = [0.0, 0.25, 0.5, 0.75, 1.0];
    let across = "radius (brushes are 0.6 to 4 wide)";
    let title = format!("One tree at all radii, or a tree each: {} random brushes", radii.brushes);
    pair(
        &title,
        [
            Chart {
                title: "false hits, percent of the centres farther than R away",
                across,
                marks: &marks,
                low: 0.01,
                high: 100.0,
                series: &share,
            },
            Chart { title: "ns a query", across, marks: &marks, low: 10.0, high: 2000.0, series: &times },
        ],
        200.0,
    )
}
