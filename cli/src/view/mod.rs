//! `carom view`: an empty page, filled with cooked bytes.

mod volumes;

use crate::args::ViewArgs;
use crate::cooked::{self, Cooked};
use crate::export::zero_surface;
use crate::input;
use crate::output::{self, Target};
use crate::read::text_limit;
use crate::text::grouped;
use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use carom::blob::BlobKind;
use carom::bsp::{Bsp, BspTriangle};
use carom::mesh::{CookOptions, Mesh, MeshInput};
use carom::world::World;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where the page is filled.
const NAME: &str = "<!--carom:name-->";
const MESH: &str = "<!--carom:mesh-->";
const FIELD: &str = "<!--carom:field-->";
const SOLID: &str = "<!--carom:solid-->";
const OBJECTS: &str = "<!--carom:objects-->";

/// Runs the command.
pub(crate) fn run(args: &ViewArgs, out: &mut impl Write) -> Result<()> {
    let name = input::name(&args.file).to_string();
    let template = page(args.page.as_deref())?;
    let target = Target::new(&args.output, &[&args.file, &template])?;
    let page = String::from_utf8(input::bytes(&template, text_limit)?)
        .with_context(|| template.display().to_string())?;
    if ![NAME, MESH, FIELD, SOLID, OBJECTS].iter().all(|place| page.contains(place)) {
        bail!("{}: is no empty page of carom view", template.display());
    }
    let Filling { mesh, field, solid, objects } = Filling::of(&args.file)?;
    let page = page
        .replace(NAME, &escaped(&name))
        .replace(MESH, &BASE64_STANDARD.encode(mesh.bytes()))
        .replace(FIELD, &BASE64_STANDARD.encode(field))
        .replace(SOLID, &BASE64_STANDARD.encode(solid))
        .replace(OBJECTS, &BASE64_STANDARD.encode(objects));
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

/// What a page is filled with: a mesh to draw; the bytes of the field or of the solid that it is drawn for; and for a world the
/// object of each triangle, a u64 each.
struct Filling {
    mesh: Mesh<'static>,
    field: Vec<u8>,
    solid: Vec<u8>,
    objects: Vec<u8>,
}

impl Filling {
    /// From a file; errors name it.
    fn of(path: &Path) -> Result<Filling> {
        let name = || input::name(path);
        let bytes = cooked::read(path)?;
        let (mut field, mut solid, mut objects) = (Vec::new(), Vec::new(), Vec::new());
        let mesh;
        if BlobKind::of(&bytes) == Some(BlobKind::World) {
            let world = World::open(&bytes, 1).with_context(name)?;
            (mesh, objects) = volumes::mesh(&world).with_context(name)?;
        } else {
            mesh = match cooked::open_bytes(path, &bytes)? {
                Cooked::Mesh(mesh) => mesh,
                Cooked::Sdf(sdf) => {
                    field = bytes;
                    let surface = zero_surface(&sdf).with_context(name)?;
                    Mesh::new(&surface.positions, &surface.triangles).with_context(name)?
                }
                Cooked::Bsp(bsp) => {
                    solid = bytes;
                    faces(&bsp).with_context(name)?
                }
            };
        }
        Ok(Filling { mesh, field, solid, objects })
    }
}

/// The faces of a solid as a mesh, with the attribute bits of their brushes.
fn faces(bsp: &Bsp) -> Result<Mesh<'static>> {
    let (mut positions, mut attributes) = (Vec::new(), Vec::new());
    bsp.triangles(|BspTriangle { triangle, attributes: bits, .. }| {
        positions.extend([triangle.a, triangle.b, triangle.c].map(|corner| corner.to_array()));
        attributes.push(bits);
    })?;
    let indices: Vec<u32> = (0..u32::try_from(positions.len()).context("too many triangles")?).collect();
    let input = MeshInput::new(&positions, &indices).with_attributes(&attributes);
    Ok(Mesh::build(&input, CookOptions::default())?)
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
