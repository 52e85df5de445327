//! Times over the number of triangles, and over the distance.

use super::chart::{COLOURS, Chart, GREY, Series, canvas, legend, text};
use crate::measure::Row;
use crate::storage::Way;
use svg::Document;

/// The ways and their colours.
const WAYS: [(Way, &str); 5] = [
    (Way::Both, GREY),
    (Way::LeavesRemoved, COLOURS[3]),
    (Way::BoxStorage, COLOURS[1]),
    (Way::Conventional, COLOURS[0]),
    (Way::Wide, COLOURS[2]),
];

/// Both charts. The published numbers stand beside the names.
pub(super) fn times(balls: &[&Row], skull: Option<&Row>) -> Document {
    let of_size = |way: Way| {
        let dot = |row: &Row| Some(((row.triangles as f64).log10(), row.ratio(way)?));
        balls.iter().copied().filter_map(dot).collect::<Vec<_>>()
    };
    let of_distance = |way: Way| {
        let classes = skull.iter().flat_map(|row| &row.classes);
        classes
            .filter_map(|poses| Some((f64::from(poses.class.distance()), poses.ratio(way)?)))
            .collect::<Vec<_>>()
    };
    let series = |dots: &dyn Fn(Way) -> Vec<(f64, f64)>| -> Vec<Series> {
        let series = WAYS.into_iter().map(|(way, colour)| {
            let dots = dots(way);
            Series { name: label(way), colour, line: dots.clone(), dots }
        });
        series.filter(|series| !series.dots.is_empty()).collect()
    };
    let (sizes, distances) = (series(&of_size), series(&of_distance));
    let values = || sizes.iter().chain(&distances).flat_map(|series| &series.dots).map(|dot| dot.1);
    let low = values().fold(0.5, f64::min) * 0.95;
    let high = values().fold(2.0, f64::max) * 1.05;
    let mut picture =
        canvas(960.0, 450.0, "All pairs of two meshes: time relative to both changes, layout DELTA");
    picture = legend(picture, &sizes, 70.0, 54.0, 170.0);
    let chart = |title, across, marks, series| Chart { title, across, marks, low, high, series };
    let by_size = chart(
        "balls with bumps, the mean over all poses",
        "triangles, as a power of ten",
        &[2.0, 3.0, 4.0, 5.0, 6.0, 6.5][..],
        &sizes,
    );
    picture = by_size.draw(picture, 60.0, 100.0, (390.0, 280.0));
    let by_distance = chart(
        "the skull",
        "distance of the centres, in parts of that of touching",
        &[0.0, 0.25, 0.5, 0.75, 1.0, 1.1][..],
        &distances,
    );
    picture = by_distance.draw(picture, 530.0, 100.0, (390.0, 280.0));
    picture.add(text(70.0, 436.0, "in brackets: as published", "start").set("fill", GREY))
}

fn label(way: Way) -> String {
    match way.published() {
        Some(published) => format!("{} ({published:.2})", way.name()),
        None => way.name().to_owned(),
    }
}
