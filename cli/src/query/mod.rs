//! `carom query`: answers of a cooked file, one query or many.

mod field;
mod mesh;
mod numbers;

use crate::args::QueryArgs;
use crate::bsp;
use crate::choices::{BackfacesArg, QueryKind};
use crate::cooked::{self, Cooked};
use crate::hull;
use crate::input;
use crate::picture::Picture;
use crate::pins;
use crate::printer::Printer;
use crate::read::text_limit;
use anyhow::{Context, Result, ensure};
use carom::bsp::SphereMode;
use carom::mesh::{Backfaces, Filter};
use carom::sdf::Interpolation;
use std::io::Write;

/// Runs the command.
pub(crate) fn run(args: &QueryArgs, out: &mut impl Write) -> Result<()> {
    ensure!(args.kind == QueryKind::Sample || !args.cubic, "--cubic: is for sample");
    let takes_hulls = hull::takes(args.kind);
    let (mut queries, mut hulls) = (Vec::new(), Vec::new());
    if takes_hulls {
        hulls = parsed(args, |words| hull::points(words.iter().copied()))?;
    } else {
        queries = parsed(args, |words| numbers::numbers(args.kind, words.iter().copied()))?;
    }
    let png = args.pins.png.as_deref();
    ensure!(png.is_none() || is_of_contacts(args.kind), "--png: is for contacts-...");
    ensure!(png.is_some() || !args.pins.camera.is_given(), "--eye, --target, --up and --fov are for --png");
    let picture = png.map(|path| Picture::new(path, None, &[&args.file])).transpose()?;
    let cooked = cooked::open(&args.file)?;
    let backfaces = match args.backfaces {
        BackfacesArg::Hit => Backfaces::Hit,
        BackfacesArg::Cull => Backfaces::Cull,
        BackfacesArg::Only => Backfaces::Only,
    };
    let filter = Filter { backfaces, ..args.filter.filter() };
    let mut printer = Printer::new(out, args.json);
    if png.is_some() {
        printer.begin_keeping();
    }
    let file = input::name(&args.file);
    match &cooked {
        Cooked::Sdf(sdf) => {
            ensure!(!args.threshold, "{file}: holds a distance field; --threshold is for BSP trees");
            ensure!(
                filter == Filter::default(),
                "{file}: holds a distance field; --require, --exclude, --any-of and --backfaces are for others"
            );
            ensure!(png.is_none(), "{file}: holds a distance field; --png is for meshes");
            let interpolation = if args.cubic { Interpolation::Cubic } else { Interpolation::Linear };
            field::answer(sdf, interpolation, args.kind, &queries, &mut printer)
        }
        Cooked::Mesh(mesh) => {
            ensure!(!args.threshold, "{file}: holds a mesh; --threshold is for BSP trees");
            match takes_hulls {
                false => mesh::answer(mesh, &filter, args.kind, &queries, &mut printer),
                true => hull::answer(mesh, &filter, args.kind, &hulls, &mut printer),
            }
            .and_then(|()| match png.zip(picture.as_ref()) {
                Some((path, picture)) => pins::draw(&args.pins, mesh, printer.contacts(), (picture, path)),
                None => Ok(()),
            })
        }
        Cooked::Bsp(bsp) => {
            let sphere = args.kind == QueryKind::OverlapSphere;
            ensure!(sphere || !args.threshold, "--threshold: is for overlap-sphere");
            ensure!(backfaces == Backfaces::Hit, "{file}: holds a BSP tree; --backfaces is for meshes");
            ensure!(png.is_none(), "{file}: holds a BSP tree; --png is for meshes");
            let mode = if args.threshold { SphereMode::Threshold } else { SphereMode::Exact };
            bsp::query::answer(bsp, &filter, (args.kind, mode), &queries, &mut printer)
        }
    }
    .map_err(|error| if error.is::<carom::Error>() { error.context(name(args)) } else { error })
}

fn is_of_contacts(kind: QueryKind) -> bool {
    use QueryKind::{ContactsBox, ContactsCapsule, ContactsHull, ContactsSphere};
    matches!(kind, ContactsSphere | ContactsCapsule | ContactsBox | ContactsHull)
}

/// The source of the queries, for messages.
fn name(args: &QueryArgs) -> String {
    match &args.batch {
        None => "query".into(),
        Some(path) => input::name(path),
    }
}

/// Each query, from its words.
fn parsed<T>(args: &QueryArgs, parse: impl Fn(&[&str]) -> Result<T>) -> Result<Vec<T>> {
    let Some(path) = &args.batch else {
        let words: Vec<&str> = args.numbers.iter().map(String::as_str).collect();
        return Ok(vec![parse(&words).context(name(args))?]);
    };
    let text = String::from_utf8(input::bytes(path, text_limit)?).with_context(|| name(args))?;
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .map(|(i, line)| {
            let words: Vec<&str> = line.split_whitespace().collect();
            parse(&words).with_context(|| format!("{}: line {}", name(args), i + 1))
        })
        .collect()
}
