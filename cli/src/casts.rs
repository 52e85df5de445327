//! The printing of casts' contacts.

use crate::printer::Printer;
use crate::text::{number, point, vector};
use anyhow::Result;
use carom::geometry::Feature;
use carom::mesh::{NO_TRIANGLE, ShapeHit};
use serde_json::{Value, json};
use std::io::Write;

/// The name in the C interface, in lower case.
pub(crate) fn feature(feature: Feature) -> &'static str {
    match feature {
        Feature::Face => "face",
        Feature::EdgeAb => "edge_ab",
        Feature::EdgeBc => "edge_bc",
        Feature::EdgeCa => "edge_ca",
        Feature::VertexA => "vertex_a",
        Feature::VertexB => "vertex_b",
        Feature::VertexC => "vertex_c",
    }
}

fn cast_hit(hit: &ShapeHit) -> (Value, String) {
    if hit.triangle == NO_TRIANGLE {
        return (json!({ "hit": false }), "miss".into());
    }
    let part = feature(hit.part());
    let object = json!({
        "hit": true, "triangle": hit.triangle, "t": number(hit.t), "feature": part, "depth": number(hit.depth),
        "point": vector(hit.point), "normal": vector(hit.normal),
    });
    let (at, normal) = (point(hit.point), point(hit.normal));
    let ShapeHit { t, depth, triangle, .. } = *hit;
    (object, format!("triangle {triangle} ({part}) at t {t}, depth {depth}, point {at}, normal {normal}"))
}

pub(crate) fn print_casts<W: Write>(hits: &[ShapeHit], printer: &mut Printer<W>) -> Result<()> {
    hits.iter().try_for_each(|hit| {
        let (object, text) = cast_hit(hit);
        printer.print(object, text)
    })
}

pub(crate) fn print_all_casts<W: Write>(hits: &[ShapeHit], printer: &mut Printer<W>) -> Result<()> {
    let (objects, lines): (Vec<Value>, Vec<String>) = hits.iter().map(cast_hit).unzip();
    let text = [vec![format!("{} hits", hits.len())], lines].concat().join("\n  ");
    printer.print(json!({ "hits": objects }), text)
}
