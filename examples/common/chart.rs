//! Charts: lines and dots over two axes, in SVG.

use svg::Document;
use svg::node::element::{Circle, Line, Polyline, Rectangle, Text};

/// The colours of the lines that are compared.
pub(crate) const COLOURS: [&str; 4] = ["#c0392b", "#d68910", "#3b6ea5", "#1e8449"];
pub(crate) const GREY: &str = "#888888";

/// An empty page with a title.
pub(crate) fn canvas(width: f64, height: f64, title: &str) -> Document {
    let background = Rectangle::new().set("width", width).set("height", height).set("fill", "white");
    Document::new()
        .set("viewBox", (0.0, 0.0, width, height))
        .set("font-family", "sans-serif")
        .set("font-size", 12)
        .add(background)
        .add(text(16.0, 24.0, title, "start").set("font-size", 15).set("font-weight", "bold"))
}

/// Words at a place.
pub(crate) fn text(x: f64, y: f64, words: &str, anchor: &str) -> Text {
    Text::new(words).set("x", x).set("y", y).set("text-anchor", anchor).set("fill", "#222222")
}

fn line(from: (f64, f64), to: (f64, f64), colour: &str) -> Line {
    let line = Line::new().set("x1", from.0).set("y1", from.1).set("x2", to.0).set("y2", to.1);
    line.set("stroke", colour).set("stroke-width", 1)
}

/// One thing that is compared.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) colour: &'static str,
    pub(crate) line: Vec<(f64, f64)>,
    pub(crate) dots: Vec<(f64, f64)>,
}

/// Up is logarithmic, from `low` to `high`; values below `low` lie on the base line, which stands for 0.
pub(crate) struct Chart<'a> {
    pub(crate) title: &'a str,
    pub(crate) across: &'a str,
    /// Marks of the axis across, in order: its ends too.
    pub(crate) marks: &'a [f64],
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) series: &'a [Series],
}

impl Chart<'_> {
    /// Draws the chart into the rectangle at `(left, top)`.
    pub(crate) fn draw(&self, mut picture: Document, left: f64, top: f64, size: (f64, f64)) -> Document {
        let (right, bottom) = (left + size.0, top + size.1);
        let (first, last) = (self.marks[0], self.marks[self.marks.len() - 1]);
        let x = |value: f64| left + (value - first) / (last - first) * size.0;
        // Zero has a strip of its own below.
        let y = |value: f64| match value < self.low {
            true => bottom,
            false => bottom - 16.0 - (value / self.low).ln() / (self.high / self.low).ln() * (size.1 - 16.0),
        };
        picture = picture.add(text(left, top - 10.0, self.title, "start").set("fill", GREY));
        for &mark in self.marks {
            picture = picture.add(line((x(mark), top), (x(mark), bottom), "#eeeeee"));
            picture = picture.add(text(x(mark), bottom + 16.0, &mark.to_string(), "middle"));
        }
        picture = picture.add(text((left + right) / 2.0, bottom + 34.0, self.across, "middle"));
        picture = picture.add(line((left, bottom), (right, bottom), GREY));
        picture = picture.add(text(left - 6.0, bottom + 4.0, "0", "end"));
        let powers = (-6..9).map(|power| 10f64.powi(power));
        let narrow = self.high / self.low < 100.0;
        let parts: &[f64] = if narrow { &[1.0, 2.0, 5.0] } else { &[1.0] };
        for mark in powers.flat_map(|power| parts.iter().map(move |part| power * part)) {
            if (self.low * 0.999..=self.high).contains(&mark) {
                picture = picture.add(line((left, y(mark)), (right, y(mark)), "#eeeeee"));
                let words = if mark < 1.0 { format!("{mark:.5}") } else { mark.to_string() };
                let words = if mark < 1.0 { words.trim_end_matches('0') } else { &words };
                picture = picture.add(text(left - 6.0, y(mark) + 4.0, words, "end"));
            }
        }
        for series in self.series {
            let points: Vec<String> =
                series.line.iter().map(|&(a, b)| format!("{:.1},{:.1}", x(a), y(b))).collect();
            let path = Polyline::new().set("points", points.join(" ")).set("fill", "none");
            picture = picture.add(path.set("stroke", series.colour).set("stroke-width", 1.5));
            for &(a, b) in &series.dots {
                let dot = Circle::new().set("cx", format!("{:.1}", x(a))).set("cy", format!("{:.1}", y(b)));
                picture = picture.add(dot.set("r", 2.5).set("fill", series.colour));
            }
        }
        picture
    }
}

/// Names and colours in a row.
pub(crate) fn legend(mut picture: Document, series: &[Series], left: f64, y: f64, step: f64) -> Document {
    for (i, series) in series.iter().enumerate() {
        let x = left + step * i as f64;
        picture =
            picture.add(Circle::new().set("cx", x).set("cy", y - 4.0).set("r", 4).set("fill", series.colour));
        picture = picture.add(text(x + 9.0, y, &series.name, "start"));
    }
    picture
}
