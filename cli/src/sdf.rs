//! `carom sdf`: the signed distance field of a mesh: generated, stored, and shown as slices and points.

use crate::args::SdfArgs;
use crate::choices::{AxisArg, InsideArg, SignArg, StorageArg};
use crate::cooked::{self, Cooked};
use crate::export::{self, Export};
use crate::input::{self, Kind};
use crate::memory;
use crate::misuse::{ensure_use, misuse};
use crate::output::{self, Target};
use crate::picture::{self, Picture, Work};
use crate::read::{Place, Treatment};
use crate::text::{self, grouped};
use crate::{progress, slices};
use anyhow::{Context, Result, bail};
use carom::geometry::{Aabb, Vec3};
use carom::sdf::{
    GenerateOptions, Grid, InsideRule, Sdf, SdfStats, SignMethod, SignReport, Storage, StorageOptions,
    generate, generate_from_mesh,
};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// A field, and how it was made if it was made now.
struct Field {
    sdf: Sdf<'static>,
    generated: Option<(SignReport, f64)>,
}

/// Runs the command.
pub(crate) fn run(args: &SdfArgs, out: &mut impl Write) -> Result<()> {
    let target = |path: &PathBuf| Target::new(path, &[&args.file]);
    let (output, points) =
        (args.output.as_ref().map(target).transpose()?, args.inside_points.as_ref().map(target).transpose()?);
    let slice = args.slice.as_ref().map(|path| Picture::new(path, None, &[&args.file])).transpose()?;
    let mesh = args.mesh.as_ref().map(|path| Export::new(path, None, &[&args.file])).transpose()?;
    if let Some(nodes) = mesh.as_ref().filter(|mesh| mesh.is_of_nodes()) {
        let name = nodes.target().name();
        misuse!("{name}: a mesh has no nodes; .obj, .ply, .stl and .glb are for triangles");
    }
    let targets = [
        output.as_ref(),
        slice.as_ref().map(Picture::target),
        points.as_ref(),
        mesh.as_ref().map(Export::target),
    ];
    let targets: Vec<&Target> = targets.into_iter().flatten().collect();
    for (i, one) in targets.iter().enumerate() {
        targets[i + 1..].iter().try_for_each(|other| one.differs_from(other))?;
    }
    let field = field(args)?;
    if let Some(target) = &output {
        ensure_use!(field.generated.is_some(), "--output: {} is cooked already", input::name(&args.file));
        output::write(&[(target, field.sdf.bytes())])?;
    }
    if let Some(picture) = &slice {
        draw(args, &field.sdf, picture)?;
    }
    if let Some(export) = &mesh {
        export.write(&export::zero_surface(&field.sdf).with_context(|| input::name(&args.file))?)?;
    }
    let inside = points.as_ref().map(|target| write_points(&field.sdf, target)).transpose()?;
    if args.work.json {
        writeln!(out, "{}", as_json(&field, inside))?;
    } else if !args.work.quiet {
        print(args, &field, inside, out)?;
    }
    Ok(())
}

fn field(args: &SdfArgs) -> Result<Field> {
    let name = || input::name(&args.file);
    if let Kind::Mesh(format) = input::kind(&args.file, args.format) {
        let spinner = progress::spinner("reading", args.work.quiet);
        let source = input::mesh(
            &args.file,
            format,
            Treatment { place: args.place.place(), weld: true, labels: None },
        )?;
        spinner.finish_and_clear();
        let input = source.input();
        // Of vertices that triangles have.
        let corners = source.indices.iter().filter_map(|&i| source.positions.get(i as usize));
        let bounds = corners.map(|&p| Vec3::from(p)).fold(Aabb::EMPTY, |all, p| all.union(&Aabb::new(p, p)));
        let grid = Grid::around(&bounds, args.resolution, args.padding).with_context(name)?;
        return make(args, |options| generate(&input, &grid, options));
    }
    ensure_use!(args.place.place() == Place::default(), "{}: --up and --scale are for mesh files", name());
    match cooked::open(&args.file)? {
        Cooked::Mesh(mesh) => {
            let grid = Grid::around(&mesh.bounds(), args.resolution, args.padding).with_context(name)?;
            make(args, |options| generate_from_mesh(&mesh, &grid, options))
        }
        Cooked::Sdf(sdf) => Ok(Field { sdf, generated: None }),
        Cooked::Bsp(_) => bail!("{}: holds solids, of which no field is made", name()),
    }
}

fn make(
    args: &SdfArgs,
    work: impl FnOnce(GenerateOptions) -> carom::Result<carom::sdf::Distances>,
) -> Result<Field> {
    let name = || input::name(&args.file);
    let started = Instant::now();
    let distances = progress::cooking(args.work.quiet, |shown| {
        work(GenerateOptions { progress: shown, ..options(args) })
    })
    .with_context(name)?;
    let seconds = started.elapsed().as_secs_f64();
    let storage = match args.storage {
        StorageArg::Dense => Storage::Dense,
        StorageArg::Bricks16 => Storage::Bricks16,
        StorageArg::Bricks8 => Storage::Bricks8,
    };
    let sdf = distances.store(&StorageOptions { storage, ..Default::default() }).with_context(name)?;
    Ok(Field { sdf, generated: Some((distances.sign, seconds)) })
}

fn options(args: &SdfArgs) -> GenerateOptions<'static> {
    let sign = match (args.thickness, args.sign) {
        (Some(thickness), _) => SignMethod::Thickness(thickness),
        (None, SignArg::Auto) => SignMethod::Auto,
        (None, SignArg::Crossings) => SignMethod::Crossings,
        (None, SignArg::Winding) => SignMethod::WindingNumber,
        (None, SignArg::Pseudonormal) => SignMethod::Pseudonormal,
        (None, SignArg::Parity) => SignMethod::Parity,
        (None, SignArg::None) => SignMethod::Unsigned,
    };
    let inside = match args.inside {
        InsideArg::Positive => InsideRule::Positive,
        InsideArg::NonZero => InsideRule::NonZero,
    };
    GenerateOptions {
        sign,
        inside,
        max_distance: args.max_distance,
        thread_count: args.work.threads(),
        keep_triangles: args.keep_triangles,
        ..Default::default()
    }
}

/// Draws a slice across an axis, of the size of the grid.
fn draw(args: &SdfArgs, sdf: &Sdf, picture: &Picture) -> Result<()> {
    let slice = slices::Slice::new(sdf, args.axis.unwrap_or(AxisArg::Z), args.at, args.size);
    let work = Work { file: &args.file, threads: args.work.threads, quiet: args.work.quiet };
    picture::draw(&work, slice.size(), picture, |y, row| slice.draw_row(y, row))?;
    Ok(())
}

/// Writes the nodes inside as a point cloud. Returns their number.
fn write_points(sdf: &Sdf, target: &Target) -> Result<usize> {
    let count = sdf.inside_points(&mut [][..]).total;
    let mut points = memory::filled(Vec3::ZERO, count)?;
    sdf.inside_points(&mut points[..]);
    let mut bytes = format!(
        "ply\nformat binary_little_endian 1.0\ncomment grid nodes inside\nelement vertex {count}\n\
         property float x\nproperty float y\nproperty float z\nend_header\n"
    )
    .into_bytes();
    bytes.extend(points.iter().flat_map(|p: &Vec3| p.to_array()).flat_map(f32::to_le_bytes));
    output::write(&[(target, &bytes)])?;
    Ok(count)
}

fn storage_name(storage: Storage) -> &'static str {
    match storage {
        Storage::Dense => "dense",
        Storage::Bricks16 => "bricks, 16 bits",
        Storage::Bricks8 => "bricks, 8 bits",
    }
}

/// The description of a field, as one JSON object.
pub(crate) fn stats_json(stats: &SdfStats) -> Value {
    json!({
        "kind": "sdf",
        "storage": storage_name(stats.storage),
        "dims": stats.grid.dims(),
        "origin": text::vector(stats.grid.origin()),
        "cell": text::number(stats.grid.cell()),
        "blocks": stats.block_count,
        "bricks": stats.brick_count,
        "error": text::number(stats.error),
        "bytes": stats.total_bytes,
    })
}

fn as_json(field: &Field, inside: Option<usize>) -> Value {
    let mut object = stats_json(&field.sdf.stats());
    if let Some((sign, seconds)) = &field.generated {
        object["sign"] = json!(sign.method.name());
        object["unbalanced_edges"] = json!(sign.unbalanced_edges);
        object["inside"] = json!(sign.inside_count);
        object["thin_triangles"] = json!(sign.thin_triangles);
        object["generate_ms"] = json!((seconds * 1e6).round() / 1e3);
    }
    if let Some(inside) = inside {
        object["points"] = json!(inside);
    }
    object
}

/// The description of a field, for people.
pub(crate) fn stats_rows(stats: &SdfStats) -> Vec<(&'static str, String)> {
    let ([x, y, z], cell) = (stats.grid.dims(), stats.grid.cell());
    let per_node = stats.total_bytes as f64 / stats.grid.node_count() as f64;
    let mut rows = vec![
        ("grid", format!("{x} x {y} x {z} nodes, {cell} apart, from {}", text::point(stats.grid.origin()))),
        ("storage", storage_name(stats.storage).into()),
        ("bytes", format!("{}, {per_node:.2} a node", grouped(stats.total_bytes))),
    ];
    if stats.storage != Storage::Dense {
        let (bricks, blocks) = (grouped(stats.brick_count.into()), grouped(stats.block_count.into()));
        rows.push(("bricks", format!("{bricks} of {blocks} blocks")));
        let (near, far) = (stats.near_error / cell, stats.far_error / cell);
        rows.push(("error", format!("{near:.5} cells in bricks, {far:.5} elsewhere")));
    }
    if stats.has_triangles {
        rows.push(("triangles", "kept".into()));
    }
    rows
}

fn print(args: &SdfArgs, field: &Field, inside: Option<usize>, out: &mut impl Write) -> Result<()> {
    let mut rows = stats_rows(&field.sdf.stats());
    if let Some((sign, seconds)) = &field.generated {
        rows.push(("sign", sign.reason()));
        rows.push(("inside", format!("{} nodes", grouped(sign.inside_count))));
        if sign.thin_triangles > 0 {
            rows.push(("thin", format!("{} triangles without a node inside", grouped(sign.thin_triangles))));
        }
        rows.push(("generated", format!("in {:.1} ms", seconds * 1e3)));
    }
    if let Some(inside) = inside {
        rows.push(("points", grouped(inside as u64)));
    }
    writeln!(out, "{}", input::name(&args.file))?;
    text::table(out, &rows)?;
    Ok(())
}
