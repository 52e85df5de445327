//! `carom cook` of solids: a level or a closed mesh in, a BSP tree out.

use super::info;
use super::level::read_level;
use crate::args::CookArgs;
use crate::choices::{AttributesArg, LayoutArg, PresetArg, QualityArg, SplitArg};
use crate::input::{self, Kind};
use crate::job::Job;
use crate::misuse::ensure_use;
use crate::output::{self, Target};
use crate::progress;
use crate::read::{self, Place};
use crate::text::{self, grouped};
use anyhow::{Context, Result, anyhow, bail};
use carom::bsp::{BrushInput, Bsp, BspInput, BspOptions, BspReport, SurfaceInput};
use carom_levels::{Level, Origin};
use serde_json::{Value, json};
use std::io::Write;
use std::time::Instant;

/// Cooks the file, prints what is told of it, and returns the notes about it.
pub(crate) fn run(job: &Job, kind: Kind, out: &mut impl Write) -> Result<Vec<String>> {
    let (args, name) = (job.args, || job.name());
    check(args, kind)?;
    let target = Target::new(job.output, &[job.input])?;
    let spinner = progress::spinner("reading", job.hidden);
    let source = Source::read(job, kind)?;
    spinner.finish_and_clear();
    let started = Instant::now();
    let options = BspOptions { ignore_leaks: args.ignore_leaks, ..BspOptions::default() };
    let built =
        progress::cooking(job.hidden, |shown| Bsp::build_with_progress(&source.input(), &options, shown));
    let (bsp, report) = built.map_err(|error| source.explain(error)).with_context(name)?;
    let elapsed = started.elapsed();
    output::write(&[(&target, bsp.bytes())])?;

    let notes = source.notes(&report);
    let milliseconds = elapsed.as_secs_f64() * 1e3;
    let stats = bsp.stats();
    if args.work.json {
        let mut object = info::tree_json(&stats);
        object["input"] = json!(name());
        object["output"] = json!(target.name().to_string());
        object["report"] = report_json(&report);
        object["notes"] = json!(notes);
        object["build_ms"] = json!((milliseconds * 1e3).round() / 1e3);
        writeln!(out, "{object}")?;
    } else if !args.work.quiet {
        writeln!(out, "{}", name())?;
        text::table(out, &source.rows(&report))?;
        writeln!(out, "{}", target.name())?;
        text::table(out, &info::size_rows(&stats))?;
        writeln!(out, "  cooked in {milliseconds:.1} ms")?;
    }
    Ok(notes)
}

/// Refuses options for trees of another kind.
fn check(args: &CookArgs, kind: Kind) -> Result<()> {
    let given = [
        ("--layout", args.layout != LayoutArg::default()),
        ("--preset", args.preset != PresetArg::default()),
        ("--quality", args.quality != QualityArg::default()),
        ("--split", args.split != SplitArg::default()),
        ("--threads", args.work.threads.is_some()),
        ("--attributes", args.attributes != AttributesArg::default()),
        ("--cooked-order", args.cooked_order),
        ("--triangle-table", args.triangle_table),
    ];
    let given = given.iter().find(|(_, given)| *given);
    ensure_use!(given.is_none(), "{}: is not for BSP trees", given.map_or("", |(name, _)| name));
    let level = matches!(kind, Kind::Level(_));
    ensure_use!(!(level && args.ignore_leaks), "--ignore-leaks: is for meshes; brushes have nothing to leak");
    ensure_use!(!(level && args.no_weld), "--no-weld: is for meshes; brushes have no vertices");
    ensure_use!(!(level && args.place.place() != Place::default()), "--up and --scale: are for meshes");
    Ok(())
}

/// The input that a tree is cooked from.
enum Source {
    Level(Level),
    Mesh(read::Source),
}

impl Source {
    fn read(job: &Job, kind: Kind) -> Result<Source> {
        match kind {
            Kind::Level(format) => Ok(Source::Level(read_level(job.input, format)?)),
            Kind::Mesh(format) => Ok(Source::Mesh(input::mesh(job.input, format, job.args.treatment())?)),
            Kind::Other => bail!("{}: neither a mesh nor a level", job.name()),
        }
    }

    fn input(&self) -> BspInput<'_> {
        match self {
            Source::Level(level) => {
                let input = BrushInput::new(&level.planes, &level.plane_counts);
                BspInput::Brushes(BrushInput { attributes: Some(&level.attributes), ..input })
            }
            Source::Mesh(mesh) => BspInput::Surface(SurfaceInput::triangles(&mesh.positions, &mesh.indices)),
        }
    }

    /// An error of the build, with the place in the file that the brush comes from: the library counts those
    /// that were kept.
    fn explain(&self, error: carom::Error) -> anyhow::Error {
        let message = error.to_string();
        let number = message.strip_prefix("brushes[").and_then(|rest| rest.split(']').next());
        let brush = number.and_then(|number| number.parse().ok());
        match brush.and_then(|brush: usize| self.origin(brush)) {
            Some(origin) => anyhow!("{}: {message}", place(origin)),
            None => error.into(),
        }
    }

    fn origin(&self, brush: usize) -> Option<Origin> {
        match self {
            Source::Level(level) => level.origins.get(brush).copied(),
            Source::Mesh(_) => None,
        }
    }

    /// Notes about the parts that were left out, and about the faults of those that were cooked.
    fn notes(&self, report: &BspReport) -> Vec<String> {
        let (mut notes, empty) = match self {
            Source::Level(level) => (level.skipped.notes(), level.brush_count() == 0),
            Source::Mesh(mesh) => (mesh.notes.clone(), mesh.indices.is_empty()),
        };
        if empty {
            notes.push("there is nothing solid".into());
        }
        if let Some(origin) = report.first_skipped.and_then(|brush| self.origin(brush as usize)) {
            let count = report.skipped_brushes;
            notes.push(format!("{count} without volume left out, first {}", place(origin)));
        }
        if report.degenerate_faces > 0 {
            notes.push(format!("{} faces without area left out", grouped(report.degenerate_faces.into())));
        }
        if let Some(leak) = report.leak {
            let at = text::point(leak.position);
            notes.push(format!("the surface leaks at {at}; what is solid is as the tree has it"));
        }
        notes
    }

    fn rows(&self, report: &BspReport) -> Vec<(&'static str, String)> {
        let mut rows = match self {
            Source::Level(level) => info::level_rows(level),
            Source::Mesh(mesh) => vec![
                ("triangles", grouped(mesh.indices.len() as u64 / 3)),
                ("vertices", grouped(mesh.positions.len() as u64)),
            ],
        };
        rows.push(("without volume", grouped(report.skipped_brushes.into())));
        rows.push(("faces cut", grouped(report.splits)));
        rows
    }
}

fn place(origin: Origin) -> String {
    format!("entity {}, brush {}", origin.entity, origin.brush)
}

/// The report of the build, for programs.
fn report_json(report: &BspReport) -> Value {
    let leak = report.leak.map(|leak| {
        json!({ "position": text::vector(leak.position), "fraction": leak.fraction, "outside": leak.outside })
    });
    json!({
        "faces": report.faces,
        "planes": report.planes,
        "skipped_brushes": report.skipped_brushes,
        "first_skipped": report.first_skipped,
        "degenerate_faces": report.degenerate_faces,
        "splits": report.splits,
        "deviation": report.deviation,
        "repaired_leaves": report.repaired_leaves,
        "leak": leak,
    })
}
