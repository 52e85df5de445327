//! `carom info`: the content of a cooked file or a level, or the irregularities of a mesh file.

use crate::args::InfoArgs;
use crate::cooked::{self, Cooked};
use crate::input::{self, Kind};
use crate::read::{Format, Treatment};
use crate::text::{self, grouped};
use crate::{bsp, sdf};
use anyhow::{Context, Result};
use carom::blob::FORMAT_VERSION;
use carom::geometry::{Aabb, Vec3};
use carom::mesh::{LayoutKind, Mesh, MeshReport, MeshStats, SplitRule, WidePreset};
use carom::sdf::Sdf;
use serde_json::{Value, json};
use std::io::Write;

/// Runs the command.
pub(crate) fn run(args: &InfoArgs, out: &mut impl Write) -> Result<()> {
    match input::kind(&args.file, args.format) {
        Kind::Mesh(format) => return source(args, format, out),
        Kind::Level(format) => return bsp::info::level(args, format, out),
        Kind::Other => {}
    }
    match cooked::open(&args.file)? {
        Cooked::Mesh(mesh) => mesh_info(args, &mesh, out),
        Cooked::Bsp(bsp) => bsp::info::tree(args, &bsp, out),
        Cooked::Sdf(field) => field_info(args, &field, out),
    }
}

fn field_info(args: &InfoArgs, field: &Sdf, out: &mut impl Write) -> Result<()> {
    let stats = field.stats();
    if args.json {
        writeln!(out, "{}", sdf::stats_json(&stats))?;
        return Ok(());
    }
    writeln!(out, "{}", input::name(&args.file))?;
    text::table(out, &sdf::stats_rows(&stats))?;
    Ok(())
}

fn mesh_info(args: &InfoArgs, mesh: &Mesh, out: &mut impl Write) -> Result<()> {
    let stats = mesh.stats();
    if args.json {
        writeln!(out, "{}", mesh_json(&stats))?;
        return Ok(());
    }
    writeln!(out, "{}", input::name(&args.file))?;
    let (min, max) = (text::point(stats.bounds.min), text::point(stats.bounds.max));
    let any_all = format!("{:#06x} in any, {:#06x} in all", stats.attributes_any, stats.attributes_all);
    let order = if stats.cooked_order { "as cooked" } else { "the input's" };
    let mut rows = vec![
        ("kind", "mesh".into()),
        ("format version", FORMAT_VERSION.to_string()),
        ("layout", stats.layout.name().into()),
        ("split", split_name(stats.split).into()),
        ("triangles", grouped(stats.triangle_count.into())),
        ("triangle order", order.into()),
        ("triangle table", if stats.triangle_table { "yes" } else { "no" }.into()),
        (
            "vertices",
            format!(
                "{} stored, {} in the input",
                grouped(stats.stored_vertex_count.into()),
                grouped(stats.source_vertex_count.into())
            ),
        ),
        ("nodes", grouped(stats.node_count.into())),
        ("depth", stats.depth.to_string()),
        ("cost", format!("{:.1} boxes of the binary tree expected on a line through the bounds", stats.cost)),
        ("bounds", format!("{min} to {max}")),
        ("attributes", any_all),
    ];
    rows.extend(size_rows(&stats));
    if stats.layout == LayoutKind::Wide {
        rows.insert(3, ("preset", stats.preset.name().into()));
    }
    if stats.preset == WidePreset::Rays {
        rows.insert(4, ("pieces", pieces(&stats)));
    }
    text::table(out, &rows)?;
    Ok(())
}

fn source(args: &InfoArgs, format: Format, out: &mut impl Write) -> Result<()> {
    let source = input::mesh(&args.file, format, Treatment { weld: !args.no_weld, ..Treatment::default() })?;
    let report = MeshReport::new(&source.input()).with_context(|| input::name(&args.file))?;
    let bounds = (source.positions.iter().map(|&position| Vec3::from_array(position)))
        .map(|position| Aabb::new(position, position))
        .reduce(|a, b| a.union(&b))
        .unwrap_or(Aabb::new(Vec3::ZERO, Vec3::ZERO));
    if args.json {
        let mut object = json!({ "kind": "source", "format": format.name() });
        if let (Value::Object(object), Value::Object(more)) =
            (&mut object, report_json(&report, source.file_vertices))
        {
            object.extend(more);
        }
        object["bounds"] = text::bounds(&bounds);
        object["notes"] = json!(source.notes);
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "{}", input::name(&args.file))?;
    let mut rows = vec![("kind", format!("source, {}", format.name()))];
    rows.extend(report_rows(&report, source.file_vertices));
    rows.push(("bounds", format!("{} to {}", text::point(bounds.min), text::point(bounds.max))));
    rows.extend(source.notes.iter().map(|note| ("note", text::one_line(note))));
    text::table(out, &rows)?;
    Ok(())
}

/// The number of pieces in the second tree of preset RAYS, for people.
fn pieces(stats: &MeshStats) -> String {
    match stats.piece_count {
        0 => "none, rays would gain too little".into(),
        count => grouped(count.into()),
    }
}

fn split_name(split: SplitRule) -> &'static str {
    match split {
        SplitRule::SurfaceArea => "surface-area",
        SplitRule::Median => "median",
    }
}

fn bytes_per_triangle(stats: &MeshStats) -> Option<f64> {
    (stats.triangle_count > 0).then(|| stats.size.total as f64 / f64::from(stats.triangle_count))
}

/// The parts of a cooked mesh and their bytes.
fn parts(stats: &MeshStats) -> [(&'static str, u64); 6] {
    let size = &stats.size;
    [
        ("nodes", size.nodes),
        ("leaves", size.leaves),
        ("pages", size.pages),
        ("positions", size.positions),
        ("triangle_ids", size.triangle_ids),
        ("frame", size.frame),
    ]
}

/// Bytes by part and in total, for people.
pub(crate) fn size_rows(stats: &MeshStats) -> Vec<(&'static str, String)> {
    let each = bytes_per_triangle(stats).map_or(String::new(), |each| format!(", {each:.2} a triangle"));
    let mut rows = vec![("bytes", format!("{}{each}", grouped(stats.size.total)))];
    let labels = ["  nodes", "  leaves", "  pages", "  positions", "  triangle ids", "  frame"];
    rows.extend(labels.into_iter().zip(parts(stats)).map(|(label, (_, bytes))| (label, grouped(bytes))));
    rows
}

/// All that is known about a cooked mesh, for programs.
pub(crate) fn mesh_json(stats: &MeshStats) -> Value {
    let mut bytes: serde_json::Map<String, Value> =
        parts(stats).into_iter().map(|(name, bytes)| (name.to_string(), json!(bytes))).collect();
    bytes.insert("total".into(), json!(stats.size.total));
    json!({
        "kind": "mesh",
        "format_version": FORMAT_VERSION,
        "layout": stats.layout.name(),
        "preset": stats.preset.name(),
        "pieces": stats.piece_count,
        "split": split_name(stats.split),
        "triangles": stats.triangle_count,
        "vertices": stats.source_vertex_count,
        "stored_vertices": stats.stored_vertex_count,
        "nodes": stats.node_count,
        "depth": stats.depth,
        "cost": text::number(stats.cost),
        "bounds": text::bounds(&stats.bounds),
        "attributes": { "any": stats.attributes_any, "all": stats.attributes_all },
        "cooked_order": stats.cooked_order,
        "triangle_table": stats.triangle_table,
        "bytes": bytes,
        "bytes_per_triangle": bytes_per_triangle(stats),
    })
}

/// The mesh report, for people.
pub(crate) fn report_rows(report: &MeshReport, file_vertices: usize) -> Vec<(&'static str, String)> {
    let count = |count: u32| grouped(count.into());
    let vertices = match file_vertices as u64 {
        same if same == u64::from(report.vertex_count) => grouped(same),
        more => format!("{}, welded from {}", count(report.vertex_count), grouped(more)),
    };
    vec![
        ("triangles", count(report.triangle_count)),
        ("vertices", vertices),
        ("unused vertices", count(report.unused_vertices)),
        ("parts", count(report.parts)),
        ("watertight", if report.is_watertight() { "yes" } else { "no" }.into()),
        ("open edges", count(report.open_edges)),
        ("non-manifold edges", count(report.non_manifold_edges)),
        ("inconsistent edges", count(report.inconsistent_edges)),
        ("degenerate triangles", count(report.degenerate_triangles)),
        ("duplicate triangles", count(report.duplicate_triangles)),
    ]
}

/// The mesh report, for programs.
pub(crate) fn report_json(report: &MeshReport, file_vertices: usize) -> Value {
    json!({
        "triangles": report.triangle_count,
        "vertices": report.vertex_count,
        "file_vertices": file_vertices,
        "unused_vertices": report.unused_vertices,
        "parts": report.parts,
        "watertight": report.is_watertight(),
        "open_edges": report.open_edges,
        "non_manifold_edges": report.non_manifold_edges,
        "inconsistent_edges": report.inconsistent_edges,
        "degenerate_triangles": report.degenerate_triangles,
        "duplicate_triangles": report.duplicate_triangles,
    })
}
