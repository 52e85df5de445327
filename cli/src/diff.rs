//! `carom diff`: what differs between two cooked files: what is told of them, the first triangle or node, the first byte.

use crate::args::DiffArgs;
use crate::bsp;
use crate::cooked::{self, Cooked};
use crate::info;
use crate::input;
use crate::sdf;
use crate::text;
use anyhow::{Context, Result};
use carom::geometry::{Triangle, Vec3};
use carom::mesh::Mesh;
use serde_json::{Map, Value, json};
use std::io::Write;

/// Runs the command. Returns true if the files are the same.
pub(crate) fn run(args: &DiffArgs, out: &mut impl Write) -> Result<bool> {
    let (a, b) = (cooked::open(&args.a)?, cooked::open(&args.b)?);
    let first_byte = first_byte(bytes(&a), bytes(&b));
    let differences = differences(&told(&a), &told(&b));
    let triangle = match (&a, &b) {
        (Cooked::Mesh(a), Cooked::Mesh(b)) => first_triangle(a, b).with_context(|| input::name(&args.a))?,
        _ => None,
    };
    if args.json {
        let rows: Vec<Value> =
            differences.iter().map(|(what, a, b)| json!({ "what": what, "a": a, "b": b })).collect();
        let triangle = triangle
            .as_ref()
            .map(|(index, a, b)| json!({ "index": index, "a": corners(a), "b": corners(b) }));
        let object = json!({
            "equal": first_byte.is_none(), "differences": rows, "first_triangle": triangle, "first_byte": first_byte,
        });
        writeln!(out, "{object}")?;
    } else if let Some(at) = first_byte.filter(|_| !args.quiet) {
        writeln!(out, "{} and {} differ", input::name(&args.a), input::name(&args.b))?;
        let rows =
            differences.iter().map(|(what, a, b)| (what.as_str(), format!("{}, {}", shown(a), shown(b))));
        let mut rows: Vec<(&str, String)> = rows.collect();
        if let Some((index, a, b)) = &triangle {
            let show = |triangle: &Option<(Triangle, u16)>| match triangle {
                Some((Triangle { a, b, c }, attributes)) => {
                    let [a, b, c] = [a, b, c].map(|corner| text::point(*corner));
                    format!("{a} {b} {c}, attributes {attributes:#06x}")
                }
                None => "none".into(),
            };
            rows.push(("first triangle", format!("number {index}")));
            rows.push(("  of the first", show(a)));
            rows.push(("  of the second", show(b)));
        }
        rows.push(("first byte", at.to_string()));
        text::table(out, &rows)?;
    }
    Ok(first_byte.is_none())
}

fn bytes(cooked: &Cooked) -> &[u8] {
    match cooked {
        Cooked::Mesh(mesh) => mesh.bytes(),
        Cooked::Bsp(bsp) => bsp.bytes(),
        Cooked::Sdf(sdf) => sdf.bytes(),
    }
}

/// All that `carom info` tells of a file.
fn told(cooked: &Cooked) -> Value {
    match cooked {
        Cooked::Mesh(mesh) => info::mesh_json(&mesh.stats()),
        Cooked::Bsp(bsp) => bsp::info::tree_json(&bsp.stats()),
        Cooked::Sdf(sdf) => sdf::stats_json(&sdf.stats()),
    }
}

/// The first byte that differs. If one file is the start of the other, the first that it does not have.
fn first_byte(a: &[u8], b: &[u8]) -> Option<usize> {
    let differs = a.iter().zip(b).position(|(a, b)| a != b);
    differs.or((a.len() != b.len()).then_some(a.len().min(b.len())))
}

/// The names of the values that differ, with both. A value that one file does not have is null.
fn differences(a: &Value, b: &Value) -> Vec<(String, Value, Value)> {
    let (a, b) = (flat(a), flat(b));
    let names = a.keys().chain(b.keys().filter(|name| !a.contains_key(*name)));
    let of = |map: &Map<String, Value>, name: &str| map.get(name).cloned().unwrap_or_default();
    let rows = names.map(|name| (name.clone(), of(&a, name), of(&b, name)));
    rows.filter(|(_, a, b)| a != b).collect()
}

/// An object without objects in it: `bytes.nodes` for the nodes in the bytes.
fn flat(value: &Value) -> Map<String, Value> {
    let mut all = Map::new();
    for (name, value) in value.as_object().into_iter().flatten() {
        match value {
            Value::Object(_) => {
                all.extend(flat(value).into_iter().map(|(inner, value)| (format!("{name}.{inner}"), value)));
            }
            _ => {
                all.insert(name.clone(), value.clone());
            }
        }
    }
    all
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "-".into(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

type Found = (u32, Option<(Triangle, u16)>, Option<(Triangle, u16)>);

/// The first triangle by number that differs in any bit, or that one mesh does not have.
fn first_triangle(a: &Mesh, b: &Mesh) -> Result<Option<Found>> {
    let all = |mesh: &Mesh| {
        let nothing = (Triangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO), 0u16);
        let mut triangles = vec![nothing; mesh.triangle_count() as usize];
        mesh.triangles(0, &mut triangles[..])?;
        carom::Result::Ok(triangles)
    };
    let (a, b) = (all(a)?, all(b)?);
    let bits = |(triangle, attributes): &(Triangle, u16)| {
        let Triangle { a, b, c } = *triangle;
        ([a, b, c].map(|corner| corner.to_array().map(f32::to_bits)), *attributes)
    };
    let most = a.len().max(b.len());
    let first = (0..most).find(|&i| a.get(i).map(bits) != b.get(i).map(bits));
    Ok(first.map(|i| (i as u32, a.get(i).copied(), b.get(i).copied())))
}

fn corners(triangle: &Option<(Triangle, u16)>) -> Value {
    triangle.map_or(Value::Null, |(Triangle { a, b, c }, attributes)| {
        let corners = [a, b, c].map(text::vector);
        json!({ "corners": corners, "attributes": attributes })
    })
}
