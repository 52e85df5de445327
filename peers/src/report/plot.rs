//! SVG pictures of a run.

use super::row::{Entry, Row};
use crate::work::Work;
use anyhow::{Context, Result};
use std::path::Path;
use svg::Document;
use svg::node::element::{Circle, Line, Rectangle, Text};

const OURS: &str = "#c0392b";
const THEIRS: &str = "#3b6ea5";
const GREY: &str = "#888888";

/// Draws the pictures that the rows allow into a folder.
pub(super) fn write(rows: &[Row], folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let save = |name: &str, document: &Document| {
        let path = folder.join(name);
        svg::save(&path, document).with_context(|| path.display().to_string())
    };
    for small in [true, false] {
        // The largest mesh of its kind.
        let of_work =
            rows.iter().filter(|row| row.work == Work::RayClosestIncoherent && row.is_small() == small);
        if let Some(row) = of_work.max_by_key(|row| row.triangles) {
            let name = if small { "rays_and_memory_small.svg" } else { "rays_and_memory_large.svg" };
            save(name, &rays_and_memory(row))?;
        }
    }
    save("against_the_best.svg", &against_the_best(rows))
}

fn canvas(width: f64, height: f64, title: &str) -> Document {
    let background = Rectangle::new().set("width", width).set("height", height).set("fill", "white");
    Document::new()
        .set("viewBox", (0.0, 0.0, width, height))
        .set("font-family", "sans-serif")
        .set("font-size", 12)
        .add(background)
        .add(text(16.0, 24.0, title, "start").set("font-size", 15).set("font-weight", "bold"))
}

fn text(x: f64, y: f64, words: &str, anchor: &str) -> Text {
    Text::new(words).set("x", x).set("y", y).set("text-anchor", anchor).set("fill", "#222222")
}

fn line(from: (f64, f64), to: (f64, f64), colour: &str) -> Line {
    let line = Line::new().set("x1", from.0).set("y1", from.1).set("x2", to.0).set("y2", to.1);
    line.set("stroke", colour).set("stroke-width", 1)
}

/// A logarithmic axis: values to places.
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    fn new(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Axis {
        let (mut low, mut high) = (f64::MAX, f64::MIN_POSITIVE);
        for value in values.filter(|value| *value > 0.0) {
            (low, high) = (low.min(value), high.max(value));
        }
        Axis { low: low.min(high) / 1.3, high: high * 1.3, from, to }
    }

    fn at(&self, value: f64) -> f64 {
        let share = (value / self.low).ln() / (self.high / self.low).ln();
        self.from + share.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// 1, 2 and 5 times powers of ten.
    fn marks(&self) -> Vec<f64> {
        let powers = (-6..9).map(|power| 10f64.powi(power));
        let marks = powers.flat_map(|power| [power, 2.0 * power, 5.0 * power]);
        marks.filter(|mark| (self.low..=self.high).contains(mark)).collect()
    }
}

/// Rays a second over bytes a triangle, a point a contender.
fn rays_and_memory(row: &Row) -> Document {
    let (width, height) = (760.0, 460.0);
    let title =
        format!("Closest hit, incoherent rays, one thread: {} ({} triangles)", row.mesh, row.triangles);
    let mut picture = canvas(width, height, &title);
    let entries = || row.entries.iter().filter(|entry| !entry.differs);
    let across = Axis::new(entries().map(|entry| entry.bytes_per_triangle), 60.0, width - 150.0);
    let up = Axis::new(entries().map(|entry| entry.rate / 1e6), height - 50.0, 50.0);
    for mark in across.marks() {
        let x = across.at(mark);
        picture = picture.add(line((x, 50.0), (x, height - 50.0), "#eeeeee"));
        picture = picture.add(text(x, height - 34.0, &mark.to_string(), "middle"));
    }
    for mark in up.marks() {
        let y = up.at(mark);
        picture = picture.add(line((60.0, y), (width - 150.0, y), "#eeeeee"));
        picture = picture.add(text(54.0, y + 4.0, &mark.to_string(), "end"));
    }
    picture = picture.add(text(width / 2.0 - 45.0, height - 12.0, "bytes a triangle, all in", "middle"));
    picture = picture.add(text(16.0, 44.0, "million rays a second", "start").set("fill", GREY));
    let mut places: Vec<(f64, f64)> = Vec::new();
    // The fastest first, so that names that move down stay in order.
    let mut in_order: Vec<&Entry> = entries().collect();
    in_order.sort_by(|a, b| b.rate.total_cmp(&a.rate));
    for entry in in_order {
        let (x, y) = (across.at(entry.bytes_per_triangle), up.at(entry.rate / 1e6));
        let colour = if entry.is_ours() { OURS } else { THEIRS };
        picture = picture.add(Circle::new().set("cx", x).set("cy", y).set("r", 4).set("fill", colour));
        // Names that would lie on one another move down.
        let mut below = y + 4.0;
        while places.iter().any(|&(px, py)| (px - x).abs() < 120.0 && (py - below).abs() < 12.0) {
            below += 12.0;
        }
        places.push((x, below));
        picture = picture.add(text(x + 7.0, below, &entry.name(), "start").set("fill", colour));
    }
    picture
}

/// A pair of bars a work: our fastest to the others' fastest, small and large meshes.
fn against_the_best(rows: &[Row]) -> Document {
    let mut bars: Vec<(Work, bool, f64)> = Vec::new();
    let mut works: Vec<Work> = Vec::new();
    for row in rows {
        if !works.contains(&row.work) {
            works.push(row.work);
        }
    }
    for &work in &works {
        for small in [true, false] {
            let of_size = rows.iter().filter(|row| row.work == work && row.is_small() == small);
            let leads: Vec<f64> = of_size.filter_map(Row::lead).collect();
            if !leads.is_empty() {
                let mean = leads.iter().map(|lead| lead.ln()).sum::<f64>() / leads.len() as f64;
                bars.push((work, small, mean.exp()));
            }
        }
    }
    let (width, height) = (760.0, 90.0 + 40.0 * works.len() as f64);
    let title = "carom's fastest way to the fastest other library, one thread (geometric mean)";
    let mut picture = canvas(width, height, title);
    let values = || bars.iter().map(|bar| bar.2).chain([0.8, 1.25]);
    let axis = Axis::new(values(), 190.0, width - 60.0);
    for mark in axis.marks() {
        let x = axis.at(mark);
        let colour = if mark == 1.0 { GREY } else { "#eeeeee" };
        picture = picture.add(line((x, 60.0), (x, height - 30.0), colour));
        picture = picture.add(text(x, height - 12.0, &mark.to_string(), "middle"));
    }
    picture =
        picture.add(text(190.0, 46.0, "dark: small meshes; light: large ones", "start").set("fill", GREY));
    for (k, work) in works.iter().enumerate() {
        let top = 66.0 + 40.0 * k as f64;
        picture = picture.add(text(180.0, top + 20.0, &work.name(), "end"));
        for &(_, small, value) in bars.iter().filter(|bar| bar.0 == *work) {
            let y = if small { top } else { top + 16.0 };
            let (start, end) = (axis.at(value.min(1.0)), axis.at(value.max(1.0)));
            let bar =
                Rectangle::new().set("x", start).set("y", y).set("width", end - start).set("height", 14);
            let colour = if value >= 1.0 { OURS } else { THEIRS };
            picture = picture.add(bar.set("fill", colour).set("opacity", if small { 1.0 } else { 0.6 }));
            picture = picture.add(text(end + 4.0, y + 11.0, &format!("{value:.2}"), "start"));
        }
    }
    picture
}
