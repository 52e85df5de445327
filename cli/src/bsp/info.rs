//! `carom info` of solids: the content of a BSP tree, and of a level.

use super::level::read_level;
use crate::args::InfoArgs;
use crate::input;
use crate::text::{self, grouped};
use anyhow::Result;
use carom::blob::FORMAT_VERSION;
use carom::bsp::{Bsp, BspStats};
use carom_levels::{Format, Level, attributes};
use serde_json::{Value, json};
use std::io::Write;

/// Prints the content of a cooked tree.
pub(crate) fn tree(args: &InfoArgs, bsp: &Bsp, out: &mut impl Write) -> Result<()> {
    let stats = bsp.stats();
    if args.json {
        writeln!(out, "{}", tree_json(&stats))?;
        return Ok(());
    }
    writeln!(out, "{}", input::name(&args.file))?;
    let (min, max) = (text::point(stats.bounds.min), text::point(stats.bounds.max));
    let yes = |yes: bool| if yes { "yes" } else { "no" }.to_string();
    let mut rows = vec![
        ("kind", "bsp".into()),
        ("format version", FORMAT_VERSION.to_string()),
        ("brushes", grouped(stats.brush_count.into())),
        ("faces", grouped(stats.face_count.into())),
        ("nodes", grouped(stats.node_count.into())),
        ("planes", grouped(stats.plane_count.into())),
        ("depth", stats.depth.to_string()),
        ("slack", stats.slack.to_string()),
        ("bounds", format!("{min} to {max}")),
        ("attributes", format!("{:#06x} in any, {:#06x} in all", stats.attributes_any, stats.attributes_all)),
        ("inverse", yes(stats.inverse)),
        ("leaks", yes(stats.leaks)),
    ];
    rows.extend(size_rows(&stats));
    text::table(out, &rows)?;
    Ok(())
}

/// Prints the content of a level.
pub(crate) fn level(args: &InfoArgs, format: Format, out: &mut impl Write) -> Result<()> {
    let level = read_level(&args.file, format)?;
    let notes = level.skipped.notes();
    if args.json {
        let names: serde_json::Map<String, Value> = attributes::NAMES
            .iter()
            .enumerate()
            .map(|(bit, name)| (name.to_string(), json!(brushes_with(&level, bit))))
            .collect();
        let object = json!({
            "kind": "source",
            "format": format.to_string(),
            "brushes": level.brush_count(),
            "planes": level.planes.len(),
            "attributes": names,
            "notes": notes,
        });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "{}", input::name(&args.file))?;
    let mut rows = vec![("kind", format!("source, {format}"))];
    rows.extend(level_rows(&level));
    rows.extend(notes.into_iter().map(|note| ("note", note)));
    text::table(out, &rows)?;
    Ok(())
}

/// The number of brushes that have an attribute bit.
fn brushes_with(level: &Level, bit: usize) -> usize {
    level.attributes.iter().filter(|&&bits| bits >> bit & 1 == 1).count()
}

/// The content of a level, for people.
pub(super) fn level_rows(level: &Level) -> Vec<(&'static str, String)> {
    let counts = attributes::NAMES.iter().enumerate().filter_map(|(bit, name)| {
        let count = brushes_with(level, bit);
        (count > 0).then(|| format!("{} {name}", grouped(count as u64)))
    });
    vec![
        ("brushes", grouped(level.brush_count() as u64)),
        ("planes", grouped(level.planes.len() as u64)),
        ("attributes", counts.collect::<Vec<_>>().join(", ")),
    ]
}

/// The parts of a cooked tree and their bytes.
fn parts(stats: &BspStats) -> [(&'static str, u64); 4] {
    let known = stats.node_bytes + stats.plane_bytes + stats.solid_bytes;
    [
        ("nodes", stats.node_bytes),
        ("planes", stats.plane_bytes),
        ("solids", stats.solid_bytes),
        ("frame", stats.total_bytes - known),
    ]
}

fn bytes_per_face(stats: &BspStats) -> Option<f64> {
    (stats.face_count > 0).then(|| stats.total_bytes as f64 / f64::from(stats.face_count))
}

/// Bytes by part and in total, for people.
pub(super) fn size_rows(stats: &BspStats) -> Vec<(&'static str, String)> {
    let each = bytes_per_face(stats).map_or(String::new(), |each| format!(", {each:.2} a face"));
    let mut rows = vec![("bytes", format!("{}{each}", grouped(stats.total_bytes)))];
    let labels = ["  nodes", "  planes", "  solids", "  frame"];
    rows.extend(labels.into_iter().zip(parts(stats)).map(|(label, (_, bytes))| (label, grouped(bytes))));
    rows
}

/// All that is known about a cooked tree, for programs.
pub(crate) fn tree_json(stats: &BspStats) -> Value {
    let mut bytes: serde_json::Map<String, Value> =
        parts(stats).into_iter().map(|(name, bytes)| (name.to_string(), json!(bytes))).collect();
    bytes.insert("total".into(), json!(stats.total_bytes));
    json!({
        "kind": "bsp",
        "format_version": FORMAT_VERSION,
        "brushes": stats.brush_count,
        "faces": stats.face_count,
        "nodes": stats.node_count,
        "planes": stats.plane_count,
        "depth": stats.depth,
        "slack": text::number(stats.slack),
        "bounds": text::bounds(&stats.bounds),
        "attributes": { "any": stats.attributes_any, "all": stats.attributes_all },
        "inverse": stats.inverse,
        "leaks": stats.leaks,
        "bytes": bytes,
        "bytes_per_face": bytes_per_face(stats),
    })
}
