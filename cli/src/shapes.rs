//! Lists of answers, contacts and casts of shapes, as they are printed: of triangles and of brushes.

use crate::memory;
use crate::printer::{Numbers, Printer};
use crate::text::{number, point, vector};
use anyhow::Result;
use carom::geometry::Feature;
use carom::mesh::{Contact, Lists, NO_TRIANGLE, ShapeHit};
use serde_json::{Value, json};
use std::io::Write;

/// What is touched.
#[derive(Clone, Copy)]
pub(crate) enum Of {
    Triangles,
    Brushes,
}

impl Of {
    fn name(self) -> &'static str {
        match self {
            Of::Triangles => "triangle",
            Of::Brushes => "brush",
        }
    }

    /// The name of a part. Of a brush only its kind is known.
    fn part(self, part: Feature) -> &'static str {
        match (self, part) {
            (Of::Triangles, _) | (_, Feature::Face) => feature(part),
            (Of::Brushes, Feature::EdgeAb | Feature::EdgeBc | Feature::EdgeCa) => "edge",
            (Of::Brushes, _) => "corner",
        }
    }
}

/// Shows the list of each query: all are counted and checked first, then each gets room for its own.
pub(crate) fn each_list<Q, T: Clone>(
    queries: &[Q],
    empty: impl Fn() -> T,
    list: impl Fn(&[Q], &mut [u64], &mut [T]) -> carom::Result<Lists>,
    mut show: impl FnMut(usize, &[T]) -> Result<()>,
) -> Result<()> {
    let mut offsets = vec![0u64; queries.len() + 1];
    list(queries, &mut offsets, &mut [])?;
    let mut found = Vec::new();
    for (i, query) in queries.iter().enumerate() {
        memory::refill(&mut found, empty(), (offsets[i + 1] - offsets[i]) as usize)?;
        list(std::slice::from_ref(query), &mut [0; 2], &mut found)?;
        show(i, &found)?;
    }
    Ok(())
}

/// The answers to a batch that is made of numbers, one each.
pub(crate) fn answers<Q, A: Clone>(
    queries: &[Numbers],
    make: impl Fn(&Numbers) -> Q,
    nothing: A,
    ask: impl FnOnce(&[Q], &mut [A]) -> carom::Result<()>,
) -> Result<Vec<A>> {
    let batch: Vec<Q> = queries.iter().map(make).collect();
    let mut answers = vec![nothing; batch.len()];
    ask(&batch, &mut answers)?;
    Ok(answers)
}

/// Shows the lists of a batch that is made of numbers.
pub(crate) fn answer_lists<Q, A: Clone>(
    queries: &[Numbers],
    make: impl Fn(&Numbers) -> Q,
    empty: A,
    list: impl Fn(&[Q], &mut [u64], &mut [A]) -> carom::Result<Lists>,
    mut show: impl FnMut(&[A]) -> Result<()>,
) -> Result<()> {
    let batch: Vec<Q> = queries.iter().map(make).collect();
    each_list(&batch, || empty.clone(), list, |_, found| show(found))
}

pub(crate) fn print_contacts(of: Of, contacts: &[Contact], printer: &mut Printer<impl Write>) -> Result<()> {
    let (objects, lines): (Vec<Value>, Vec<String>) = contacts.iter().map(|found| contact(of, found)).unzip();
    let text = [vec![format!("{} contacts", contacts.len())], lines].concat().join("\n  ");
    printer.keep(contacts);
    printer.print(json!({ "contacts": objects }), text)
}

fn contact(of: Of, found: &Contact) -> (Value, String) {
    let (what, part) = (of.name(), of.part(found.part()));
    let object = json!({
        what: found.triangle, "feature": part, "depth": number(found.depth), "point": vector(found.point),
        "normal": vector(found.normal), "manifold": found.manifold,
    });
    let Contact { triangle, depth, manifold, .. } = *found;
    let (at, normal) = (point(found.point), point(found.normal));
    (
        object,
        format!(
            "{what} {triangle} ({part}), depth {depth}, point {at}, normal {normal}, manifold {manifold}"
        ),
    )
}

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

fn cast_hit(of: Of, hit: &ShapeHit) -> (Value, String) {
    if hit.triangle == NO_TRIANGLE {
        return (json!({ "hit": false }), "miss".into());
    }
    let (what, part) = (of.name(), of.part(hit.part()));
    let object = json!({
        "hit": true, what: hit.triangle, "t": number(hit.t), "feature": part, "depth": number(hit.depth),
        "point": vector(hit.point), "normal": vector(hit.normal),
    });
    let (at, normal) = (point(hit.point), point(hit.normal));
    let ShapeHit { t, depth, triangle, .. } = *hit;
    (object, format!("{what} {triangle} ({part}) at t {t}, depth {depth}, point {at}, normal {normal}"))
}

pub(crate) fn print_casts<W: Write>(of: Of, hits: &[ShapeHit], printer: &mut Printer<W>) -> Result<()> {
    hits.iter().try_for_each(|hit| {
        let (object, text) = cast_hit(of, hit);
        printer.print(object, text)
    })
}

pub(crate) fn print_all_casts<W: Write>(of: Of, hits: &[ShapeHit], printer: &mut Printer<W>) -> Result<()> {
    let (objects, lines): (Vec<Value>, Vec<String>) = hits.iter().map(|hit| cast_hit(of, hit)).unzip();
    let text = [vec![format!("{} hits", hits.len())], lines].concat().join("\n  ");
    printer.print(json!({ "hits": objects }), text)
}
