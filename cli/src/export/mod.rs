//! `carom export`: the triangles of a cooked mesh, in the order of the input, or what a cooked field holds: its surface
//! as triangles, or its nodes as numbers; or the boxes of a tree as lines.

mod boxes;
mod encode;
mod nodes;
mod surface;
mod zero;

pub(crate) use surface::Surface;
pub(crate) use zero::zero_surface;

use crate::args::ExportArgs;
use crate::choices::ExportArg;
use crate::cooked::{self, Cooked};
use crate::input;
use crate::misuse::misuse;
use crate::output::{self, Target};
use crate::text::grouped;
use anyhow::{Context, Result};
use std::io::Write;
use std::path::Path;

/// The place of exported triangles or numbers, and their format.
pub(crate) struct Export {
    target: Target,
    format: ExportArg,
}

impl Export {
    /// Checks, before the work, that `path` can be written, is none of the `inputs`, and that its name or `format` tells
    /// the format.
    pub(crate) fn new(path: &Path, format: Option<ExportArg>, inputs: &[&Path]) -> Result<Export> {
        let target = Target::new(path, inputs)?;
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
        let named = match extension.as_deref() {
            Some("obj") => Some(ExportArg::Obj),
            Some("ply") => Some(ExportArg::Ply),
            Some("stl") => Some(ExportArg::Stl),
            Some("glb") => Some(ExportArg::Glb),
            Some("npy") => Some(ExportArg::Npy),
            Some("f32") => Some(ExportArg::F32),
            _ => None,
        };
        let Some(format) = format.or(named) else {
            misuse!(
                "{}: no name that tells the format: .obj, .ply, .stl, .glb, and for fields .npy or .f32; \
                 --format names it",
                target.name()
            );
        };
        if named.is_some_and(|named| named != format) {
            misuse!("{}: is named otherwise than --format", target.name());
        }
        Ok(Export { target, format })
    }

    pub(crate) fn target(&self) -> &Target {
        &self.target
    }

    /// True if the format is one of nodes, which only fields have.
    pub(crate) fn is_of_nodes(&self) -> bool {
        matches!(self.format, ExportArg::Npy | ExportArg::F32)
    }

    /// Writes triangles.
    pub(crate) fn write(&self, surface: &Surface) -> Result<()> {
        let bytes = match self.format {
            ExportArg::Obj => encode::obj(surface),
            ExportArg::Ply => encode::ply(surface),
            ExportArg::Stl => encode::stl(surface),
            ExportArg::Glb => encode::glb(surface),
            ExportArg::Npy | ExportArg::F32 => misuse!("{}: is a format of nodes", self.target.name()),
        };
        output::write(&[(&self.target, &bytes.with_context(|| self.target.name().to_string())?)])
    }
}

/// Runs the command.
pub(crate) fn run(args: &ExportArgs, out: &mut impl Write) -> Result<()> {
    let name = || input::name(&args.file);
    let export = Export::new(&args.output, args.format, &[&args.file])?;
    if let Some(depth) = args.boxes {
        if export.format != ExportArg::Obj {
            misuse!("{}: --boxes writes lines, for which the format is .obj", export.target.name());
        }
        let boxes = boxes::of(&cooked::open(&args.file)?, depth).with_context(name)?;
        output::write(&[(&export.target, &boxes::obj(&boxes)?)])?;
        if !args.quiet {
            writeln!(out, "{}: {} boxes", export.target.name(), grouped(boxes.len() as u64))?;
        }
        return Ok(());
    }
    let (surface, what) = match cooked::open(&args.file)? {
        Cooked::Bsp(_) if export.is_of_nodes() => {
            misuse!("{}: holds solids; .npy and .f32 are for distance fields", name())
        }
        Cooked::Mesh(_) if export.is_of_nodes() => {
            misuse!("{}: holds a mesh; .npy and .f32 are for distance fields", name())
        }
        Cooked::Bsp(bsp) => (Surface::of_solid(&bsp).with_context(name)?, "triangles"),
        Cooked::Mesh(mesh) => (Surface::of_mesh(&mesh).with_context(name)?, "triangles"),
        Cooked::Sdf(sdf) if export.is_of_nodes() => {
            let bytes = nodes::bytes(&sdf, export.format == ExportArg::Npy).with_context(name)?;
            output::write(&[(&export.target, &bytes)])?;
            if !args.quiet {
                let [x, y, z] = sdf.grid().dims();
                writeln!(out, "{}: {z} x {y} x {x} values, z, y, x", export.target.name())?;
            }
            return Ok(());
        }
        Cooked::Sdf(sdf) => (zero_surface(&sdf).with_context(name)?, "triangles of the zero surface"),
    };
    export.write(&surface)?;
    if !args.quiet {
        let (triangles, vertices) = (surface.triangles.len() as u64, surface.positions.len() as u64);
        let (triangles, vertices) = (grouped(triangles), grouped(vertices));
        writeln!(out, "{}: {triangles} {what}, {vertices} vertices", export.target.name())?;
    }
    Ok(())
}
