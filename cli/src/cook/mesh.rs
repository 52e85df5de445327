//! A mesh file is cooked as a surface.

use crate::choices::{LayoutArg, PresetArg, QualityArg, SplitArg};
use crate::job::Job;
use crate::misuse::ensure_use;
use crate::output::{self, Target};
use crate::read::Format;
use crate::{info, input, progress, text};
use anyhow::{Context, Result};
use carom::mesh::{CookOptions, LayoutKind, Mesh, MeshReport, Quality, SplitRule, WidePreset};
use serde_json::json;
use std::io::Write;
use std::time::Instant;

/// Cooks the file, prints what is told of it, and returns the notes about it.
pub(super) fn run(job: &Job, format: Format, out: &mut impl Write) -> Result<Vec<String>> {
    let (args, name) = (job.args, || job.name());
    ensure_use!(!args.ignore_leaks, "--ignore-leaks: is for --as bsp; meshes may be open");
    let target = Target::new(job.output, &[job.input])?;
    let order_target = args.order.as_ref().map(|path| Target::new(path, &[job.input])).transpose()?;
    if let Some(order) = &order_target {
        target.differs_from(order)?;
    }

    let spinner = progress::spinner("reading", job.hidden);
    let source = input::mesh(job.input, format, args.treatment())?;
    spinner.set_message("examining");
    let input = source.input();
    let report = MeshReport::new(&input).with_context(name)?;
    spinner.finish_and_clear();

    let started = Instant::now();
    let built = progress::cooking(job.hidden, |shown| {
        Mesh::build_with_order(&input, CookOptions { progress: shown, ..options(job) })
    });
    let (mesh, order) = built.with_context(name)?;
    let elapsed = started.elapsed();

    let order: Vec<u8> = match &order_target {
        Some(_) => order.iter().flat_map(|index| index.to_le_bytes()).collect(),
        None => Vec::new(),
    };
    let mut files = vec![(&target, mesh.bytes())];
    files.extend(order_target.iter().map(|target| (target, order.as_slice())));
    output::write(&files)?;

    let milliseconds = elapsed.as_secs_f64() * 1e3;
    if args.work.json {
        let mut object = info::mesh_json(&mesh.stats());
        object["input"] = json!(name());
        object["output"] = json!(target.name().to_string());
        object["report"] = info::report_json(&report, source.file_vertices);
        if let Some(labels) = &source.labels {
            let rows = labels.table().into_iter().enumerate();
            let rows =
                rows.map(|(i, (name, count))| json!({ "number": i, "name": name, "triangles": count }));
            object["names"] = rows.collect();
        }
        object["build_ms"] = json!((milliseconds * 1e3).round() / 1e3);
        writeln!(out, "{object}")?;
    } else if !args.work.quiet {
        writeln!(out, "{}", name())?;
        text::table(out, &info::report_rows(&report, source.file_vertices))?;
        if let Some(labels) = &source.labels {
            for (i, (name, count)) in labels.table().into_iter().enumerate() {
                let name = if name.is_empty() { "(no name)".into() } else { text::one_line(name) };
                writeln!(out, "  attributes {i:#06x}  {name}, {} triangles", text::grouped(count as u64))?;
            }
        }
        writeln!(out, "{}", target.name())?;
        text::table(out, &info::size_rows(&mesh.stats()))?;
        writeln!(out, "  cooked in {milliseconds:.1} ms")?;
    }
    let mut notes = source.notes;
    if report.triangle_count == 0 {
        notes.push("there are no triangles".into());
    }
    Ok(notes)
}

fn options(job: &Job) -> CookOptions<'static> {
    let args = job.args;
    CookOptions {
        layout: match args.layout {
            LayoutArg::Compact => LayoutKind::Compact,
            LayoutArg::Delta => LayoutKind::Delta,
            LayoutArg::Wide => LayoutKind::Wide,
        },
        preset: match args.preset {
            PresetArg::Default => WidePreset::Default,
            PresetArg::Small => WidePreset::Small,
            PresetArg::Fast => WidePreset::Fast,
            PresetArg::Rays => WidePreset::Rays,
        },
        quality: match args.quality {
            QualityArg::Fast => Quality::Fast,
            QualityArg::Medium => Quality::Medium,
            QualityArg::High => Quality::High,
        },
        split: match args.split {
            SplitArg::SurfaceArea => SplitRule::SurfaceArea,
            SplitArg::Median => SplitRule::Median,
        },
        thread_count: job.threads,
        cooked_order: args.cooked_order,
        triangle_table: args.triangle_table,
        progress: None,
    }
}
