//! A file is cooked as what it is, or as what is wished.

use super::mesh;
use crate::bsp;
use crate::choices::KindArg;
use crate::input::{self, Kind};
use crate::job::Job;
use crate::misuse::misuse;
use anyhow::{Result, bail};
use std::io::Write;

/// Cooks the file, prints what is told of it, and returns the notes about it.
pub(super) fn run(job: &Job, out: &mut impl Write) -> Result<Vec<String>> {
    let (args, name) = (job.args, || job.name());
    match (input::kind(job.input, args.format), args.kind) {
        (Kind::Other, _) if input::is_standard(job.input) => {
            misuse!("{}: has no name; --format names the format", name())
        }
        (Kind::Other, _) if job.input.is_dir() => bail!("{}: is a folder", name()),
        (Kind::Other, _) => misuse!(
            "{}: not a mesh or level that is known by its name: .obj, .stl, .ply, .gltf, .glb, .off, .3mf, .map or \
             .bsp",
            name()
        ),
        (Kind::Level(_), Some(KindArg::Mesh)) => {
            misuse!("{}: holds solids, which can be cooked --as bsp only", name())
        }
        (Kind::Mesh(format), None | Some(KindArg::Mesh)) => mesh::run(job, format, out),
        (kind, _) => bsp::cook::run(job, kind, out),
    }
}
