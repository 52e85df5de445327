//! `carom view`: an empty page, filled with cooked bytes.

use crate::args::ViewArgs;
use crate::cooked::{self, Cooked};
use crate::export::zero_surface;
use crate::input;
use crate::output::{self, Target};
use crate::text::grouped;
use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use carom::mesh::Mesh;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where the page is filled.
const NAME: &str = "<!--carom:name-->";
const MESH: &str = "<!--carom:mesh-->";
const FIELD: &str = "<!--carom:field-->";

/// Runs the command.
pub(crate) fn run(args: &ViewArgs, out: &mut impl Write) -> Result<()> {
    let name = input::name(&args.file).to_string();
    let template = page(args.page.as_deref())?;
    let target = Target::new(&args.output, &[&args.file, &template])?;
    let page = std::fs::read_to_string(&template).with_context(|| template.display().to_string())?;
    if ![NAME, MESH, FIELD].iter().all(|place| page.contains(place)) {
        bail!("{}: is no empty page of carom view", template.display());
    }
    let (mesh, field) = match cooked::open(&args.file)? {
        Cooked::Mesh(mesh) => (mesh, Vec::new()),
        Cooked::Sdf(sdf) => {
            let surface = zero_surface(&sdf).with_context(|| name.clone())?;
            let mesh = Mesh::new(&surface.positions, &surface.triangles).with_context(|| name.clone())?;
            (mesh, sdf.bytes().to_vec())
        }
        Cooked::Bsp(_) => bail!("{name}: holds solids, which have no triangles to show"),
    };
    let page = page
        .replace(NAME, &escaped(&name))
        .replace(MESH, &BASE64_STANDARD.encode(mesh.bytes()))
        .replace(FIELD, &BASE64_STANDARD.encode(field));
    output::write(&[(&target, page.as_bytes())])?;
    if !args.quiet {
        writeln!(
            out,
            "{}: {} triangles, {} bytes",
            target.name(),
            grouped(mesh.triangle_count().into()),
            grouped(page.len() as u64)
        )?;
    }
    Ok(())
}

/// The empty page.
fn page(given: Option<&Path>) -> Result<PathBuf> {
    if let Some(path) = given {
        return Ok(path.to_path_buf());
    }
    let program = std::env::current_exe().context("where this program is")?;
    let folder = program.parent().unwrap_or(Path::new("."));
    let places = [folder.join("../share/carom/view.html"), folder.join("view.html")];
    let found = places.iter().find(|place| place.is_file()).cloned();
    found.with_context(|| {
        let [first, second] = places.map(|place| place.display().to_string());
        format!("no empty page at {first} or {second}: name it with --page; `cargo xtask view` makes one")
    })
}

/// A text in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
