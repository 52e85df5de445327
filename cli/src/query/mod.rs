//! `carom query`: answers of a cooked file, one query or many.

mod field;
mod lines;
mod mesh;
mod numbers;

use crate::args::QueryArgs;
use crate::bsp;
use crate::choices::{BackfacesArg, QueryKind};
use crate::cooked::{self, Cooked};
use crate::hull;
use crate::input;
use crate::misuse::{Misuse, ensure_use};
use crate::picture::Picture;
use crate::pins;
use crate::printer::Printer;
use crate::query_number::QueryNumber;
use anyhow::{Result, anyhow};
use carom::bsp::SphereMode;
use carom::mesh::{Backfaces, Filter};
use carom::sdf::Interpolation;
use lines::Lines;
use std::io::Write;

/// Runs the command.
pub(crate) fn run(args: &QueryArgs, out: &mut impl Write) -> Result<()> {
    ensure_use!(args.kind == QueryKind::Sample || !args.cubic, "--cubic: is for sample");
    let takes_hulls = hull::takes(args.kind);
    let (mut queries, mut hulls) = (Lines::default(), Lines::default());
    if takes_hulls {
        hulls = parsed(args, |words| hull::points(words.iter().copied()))?;
    } else {
        queries = parsed(args, |words| numbers::numbers(args.kind, words.iter().copied()))?;
    }
    args.pins.camera.check()?;
    let png = args.pins.png.as_deref();
    ensure_use!(png.is_none() || is_of_contacts(args.kind), "--png: is for contacts-...");
    ensure_use!(
        png.is_some() || !args.pins.camera.is_given(),
        "--eye, --target, --up and --fov are for --png"
    );
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
            ensure_use!(!args.threshold, "{file}: holds a distance field; --threshold is for BSP trees");
            ensure_use!(
                filter == Filter::default(),
                "{file}: holds a distance field; --require, --exclude, --any-of and --backfaces are for others"
            );
            ensure_use!(png.is_none(), "{file}: holds a distance field; --png is for meshes");
            let interpolation = if args.cubic { Interpolation::Cubic } else { Interpolation::Linear };
            field::answer(sdf, interpolation, args.kind, &queries.queries, &mut printer)
        }
        Cooked::Mesh(mesh) => {
            ensure_use!(!args.threshold, "{file}: holds a mesh; --threshold is for BSP trees");
            match takes_hulls {
                false => mesh::answer(mesh, &filter, args.kind, &queries.queries, &mut printer),
                true => hull::answer(mesh, &filter, args.kind, &hulls.queries, &mut printer),
            }
            .and_then(|()| match png.zip(picture.as_ref()) {
                Some((path, picture)) => pins::draw(&args.pins, mesh, printer.contacts(), (picture, path)),
                None => Ok(()),
            })
        }
        Cooked::Bsp(bsp) => {
            let sphere = args.kind == QueryKind::OverlapSphere;
            ensure_use!(sphere || !args.threshold, "--threshold: is for overlap-sphere");
            ensure_use!(backfaces == Backfaces::Hit, "{file}: holds a BSP tree; --backfaces is for meshes");
            ensure_use!(png.is_none(), "{file}: holds a BSP tree; --png is for meshes");
            let mode = if args.threshold { SphereMode::Threshold } else { SphereMode::Exact };
            bsp::query::answer(bsp, &filter, (args.kind, mode), &queries.queries, &mut printer)
        }
    }
    .map_err(|error| {
        let Some(told) = error.downcast_ref::<carom::Error>().map(ToString::to_string) else { return error };
        match queries.line_of(&error).or(hulls.line_of(&error)) {
            // What is numbered are the points of a hull.
            Some(line) if error.is::<QueryNumber>() && takes_hulls => {
                anyhow!("{}: line {line}: {told}", name(args))
            }
            // The number in the batch means nothing to those who wrote the file.
            Some(line) => anyhow!("{}: line {line}: {}", name(args), lines::without_number(&told)),
            // A query of the command line.
            None if args.batch.is_none() && lines::number(&error).is_some() => {
                Misuse(format!("{}: {told}", name(args))).into()
            }
            None => anyhow!("{}: {told}", name(args)),
        }
    })
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
fn parsed<T>(args: &QueryArgs, parse: impl Fn(&[&str]) -> Result<T>) -> Result<Lines<T>> {
    let Some(path) = &args.batch else {
        let words: Vec<&str> = args.numbers.iter().map(String::as_str).collect();
        let query = parse(&words).map_err(|error| Misuse(format!("{}: {error:#}", name(args))))?;
        return Ok(Lines::one(query));
    };
    Lines::read(path, parse)
}
