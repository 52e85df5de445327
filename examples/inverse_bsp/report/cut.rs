//! The reported places around wedges, drawn from the answers of the trees.

use super::chart::{COLOURS, canvas, text};
use crate::formula::{self, Rule};
use crate::shapes::wedge_surface;
use crate::wedge::{Asked, reach};
use anyhow::Result;
use glam::DVec2;
use std::f64::consts::TAU;
use svg::Document;
use svg::node::element::{ClipPath, Group, Polygon, Rectangle};

/// Rays on which the limit is looked for.
const RAYS: u32 = 1440;

/// A panel's half width in radii, and pixels of a radius.
const HALF: f64 = 2.9;
const SCALE: f64 = 50.0;

/// Beyond the corners of a panel.
const BEYOND: f64 = 5.0;

/// Wedges of 45, 90 and 270 degrees, one in a panel, every rule on the one before.
pub(super) fn draw() -> Result<Document> {
    let side = 2.0 * HALF * SCALE;
    let title = "Where spheres of radius R are reported: their centres, in the cut perpendicular to the edge";
    let mut picture = canvas(3.0 * side + 40.0, side + 80.0, title);
    let names = Rule::ALL.iter().map(|rule| rule.name()).chain(["the solid"]);
    let colours = || COLOURS.into_iter().chain(["#444444"]);
    for (i, (name, colour)) in names.zip(colours()).enumerate() {
        let words = text(16.0 + 130.0 * i as f64, 50.0, &format!("■ {name}"), "start");
        picture = picture.add(words.set("fill", colour));
    }
    for (i, degrees) in [45u32, 90, 270].into_iter().enumerate() {
        let (left, top) = (10.0 + (side + 10.0) * i as f64, 66.0);
        let middle = DVec2::new(left, top) + side / 2.0;
        let frame = Rectangle::new().set("x", left).set("y", top).set("width", side).set("height", side);
        let clip = format!("panel{i}");
        picture = picture.add(ClipPath::new().set("id", clip.as_str()).add(frame.clone()));
        let mut panel =
            Group::new().set("clip-path", format!("url(#{clip})")).add(frame.set("fill", "#f4f4f4"));
        let theta = f64::from(degrees).to_radians();
        let mut layers =
            Rule::ALL.map(|rule| outline(theta, rule)).into_iter().collect::<Result<Vec<_>>>()?;
        layers.push(outline_of(|angle| Ok(if is_solid(theta, angle) { BEYOND } else { 0.0 }))?);
        for (layer, colour) in layers.into_iter().zip(colours()) {
            let at = |p: &DVec2| format!("{:.1},{:.1}", middle.x + p.x * SCALE, middle.y - p.y * SCALE);
            let points: Vec<String> = corners(&layer).iter().map(at).collect();
            panel = panel.add(Polygon::new().set("points", points.join(" ")).set("fill", colour));
        }
        let words = format!("{degrees}°");
        picture = picture.add(panel);
        picture = picture.add(text(middle.x + 24.0, middle.y + 4.0, &words, "start").set("fill", "white"));
    }
    Ok(picture)
}

/// A line without the points that lie on it anyway, but for a part of a pixel.
fn corners(line: &[DVec2]) -> Vec<DVec2> {
    let (mut kept, mut last) = (vec![line[0]], 0);
    for next in 2..line.len() {
        let along = (line[next] - line[last]).normalize_or_zero();
        let off = |p: &DVec2| along.perp_dot(*p - line[last]).abs() * SCALE > 0.05;
        if line[last + 1..next].iter().any(off) {
            last = next - 1;
            kept.push(line[last]);
        }
    }
    kept.extend(line.last());
    kept
}

/// Returns true if the wedge lies in a direction from its edge.
fn is_solid(theta: f64, angle: f64) -> bool {
    formula::distance(theta, DVec2::from_angle(angle)) == 0.0
}

/// A closed line around the edge.
fn outline_of(reach: impl Fn(f64) -> Result<f64>) -> Result<Vec<DVec2>> {
    // Half a step from zero, so that no ray runs along a face.
    let angle = |i: u32| TAU * (f64::from(i) + 0.5) / f64::from(RAYS);
    (0..RAYS).map(|i| Ok(DVec2::from_angle(angle(i)) * reach(angle(i))?)).collect()
}

/// The limit of reported places, as the tree answers.
fn outline(theta: f64, rule: Rule) -> Result<Vec<DVec2>> {
    let asked = Asked::new(&wedge_surface(theta).input(), rule)?;
    outline_of(|angle| {
        let distance = formula::distance(theta, DVec2::from_angle(angle));
        // Along a face, limits are as far as can be.
        Ok(if distance < 1.0 / BEYOND { BEYOND } else { reach(&asked, theta, 1.0, angle)? })
    })
}
