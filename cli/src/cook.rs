//! `carom cook`: a mesh file in, a blob out.

use crate::args::CookArgs;
use crate::choices::{KindArg, LayoutArg, PresetArg, QualityArg, SplitArg};
use crate::input::{self, Kind};
use crate::output::{self, Target};
use crate::read::Format;
use crate::{bsp, info, progress, text};
use anyhow::{Context, Result, bail, ensure};
use carom::mesh::{CookOptions, LayoutKind, Mesh, MeshReport, Quality, SplitRule, WidePreset};
use serde_json::json;
use std::io::Write;
use std::time::Instant;

/// Runs the command.
pub(crate) fn run(args: &CookArgs, out: &mut impl Write) -> Result<()> {
    let name = || input::name(&args.input);
    match (input::kind(&args.input, args.format), args.kind) {
        (Kind::Other, _) if input::is_standard(&args.input) => {
            bail!("{}: has no name; --format names the format", name())
        }
        (Kind::Other, _) => bail!(
            "{}: not a mesh or level that is known by its name: .obj, .stl, .ply, .gltf, .glb, .off, .3mf, .map or \
             .bsp",
            name()
        ),
        (Kind::Level(_), Some(KindArg::Mesh)) => {
            bail!("{}: holds solids, which can be cooked --as bsp only", name())
        }
        (Kind::Mesh(format), None | Some(KindArg::Mesh)) => mesh(args, format, out),
        (kind, _) => bsp::cook::run(args, kind, out),
    }
}

fn mesh(args: &CookArgs, format: Format, out: &mut impl Write) -> Result<()> {
    let name = || input::name(&args.input);
    ensure!(!args.ignore_leaks, "--ignore-leaks: is for --as bsp; meshes may be open");
    let target = Target::new(&args.output, &[&args.input])?;
    let order_target = args.order.as_ref().map(|path| Target::new(path, &[&args.input])).transpose()?;
    if let Some(order) = &order_target {
        target.differs_from(order)?;
    }

    let spinner = progress::spinner("reading", args.quiet);
    let source = input::mesh(&args.input, format, args.treatment())?;
    spinner.set_message("examining");
    let input = source.input();
    let report = MeshReport::new(&input).with_context(name)?;
    spinner.finish_and_clear();

    let started = Instant::now();
    let built = progress::cooking(args.quiet, |shown| {
        Mesh::build_with_order(&input, CookOptions { progress: shown, ..options(args) })
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

    if !args.quiet {
        source.notes.iter().for_each(|note| eprintln!("note: {}: {}", name(), text::one_line(note)));
        if report.triangle_count == 0 {
            eprintln!("note: {}: there are no triangles", name());
        }
    }
    let milliseconds = elapsed.as_secs_f64() * 1e3;
    if args.json {
        let mut object = info::mesh_json(&mesh.stats());
        object["report"] = info::report_json(&report, source.file_vertices);
        if let Some(labels) = &source.labels {
            let rows = labels.table().into_iter().enumerate();
            let rows =
                rows.map(|(i, (name, count))| json!({ "number": i, "name": name, "triangles": count }));
            object["names"] = rows.collect();
        }
        object["build_ms"] = json!((milliseconds * 1e3).round() / 1e3);
        writeln!(out, "{object}")?;
    } else if !args.quiet {
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
    Ok(())
}

fn options(args: &CookArgs) -> CookOptions<'static> {
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
        thread_count: args.threads.map_or(0, usize::from),
        cooked_order: args.cooked_order,
        triangle_table: args.triangle_table,
        progress: None,
    }
}
