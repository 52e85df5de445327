//! Mesh files: binary STL, OBJ, PLY, the last two also compressed by gzip; and a JavaScript module.

use super::Mesh;
use anyhow::{Context, Result, bail};
use flate2::read::GzDecoder;
use ply_rs_bw::parser::Parser;
use ply_rs_bw::ply::{DefaultElement, Property};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Reads a mesh file, whatever of the four it is.
pub(crate) fn read(path: &Path, name: &str, interior: bool) -> Result<Mesh> {
    let file = BufReader::new(File::open(path).with_context(|| path.display().to_string())?);
    let full = path.to_string_lossy().to_lowercase();
    let (plain, mut input): (&str, Box<dyn BufRead>) = match full.strip_suffix(".gz") {
        Some(plain) => (plain, Box::new(BufReader::new(GzDecoder::new(file)))),
        None => (&full, Box::new(file)),
    };
    let (positions, triangles) = match plain.rsplit('.').next() {
        Some("stl") => read_stl(path)?,
        Some("obj") => read_obj(&mut input)?,
        Some("ply") => read_ply(&mut input)?,
        Some("js") => read_js(&mut input)?,
        _ => bail!("{}: not .stl, .obj, .ply or .js", path.display()),
    };
    if positions.iter().flatten().any(|v| !v.is_finite()) {
        bail!("{}: a position is not finite", path.display());
    }
    if triangles.is_empty() || triangles.iter().flatten().any(|&i| i as usize >= positions.len()) {
        bail!("{}: no triangles, or an index out of range", path.display());
    }
    Ok(Mesh::new(name, interior, &positions, &triangles))
}

type Soup = (Vec<[f32; 3]>, Vec<[u32; 3]>);

fn read_stl(path: &Path) -> Result<Soup> {
    let stl = stl_io::read_stl(&mut BufReader::new(File::open(path)?))?;
    let positions = stl.vertices.iter().map(|v| [v[0], v[1], v[2]]).collect();
    Ok((positions, stl.faces.iter().map(|face| face.vertices.map(|i| i as u32)).collect()))
}

fn read_obj(input: &mut dyn BufRead) -> Result<Soup> {
    let options = tobj::LoadOptions { triangulate: true, ..Default::default() };
    // Materials do not matter here, nor whether they are there.
    let (models, _) = tobj::load_obj_buf(&mut BufReader::new(input), &options, |_| Ok(Default::default()))?;
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for model in &models {
        let first = positions.len() as u32;
        positions.extend(model.mesh.positions.as_chunks::<3>().0);
        triangles.extend(model.mesh.indices.as_chunks::<3>().0.iter().map(|t| t.map(|i| first + i)));
    }
    Ok((positions, triangles))
}

fn read_ply(input: &mut dyn BufRead) -> Result<Soup> {
    let ply = Parser::<DefaultElement>::new().read_ply(&mut BufReader::new(input))?;
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for vertex in ply.payload.get("vertex").context("no vertices")? {
        let number = |key: &str| match vertex.get(key) {
            Some(Property::Float(v)) => Ok(*v),
            Some(Property::Double(v)) => Ok(*v as f32),
            _ => bail!("a vertex without {key}"),
        };
        positions.push([number("x")?, number("y")?, number("z")?]);
    }
    for face in ply.payload.get("face").context("no faces")? {
        let corners: Vec<u32> = match face.get("vertex_indices").or_else(|| face.get("vertex_index")) {
            Some(Property::ListInt(list)) => list.iter().map(|&i| i as u32).collect(),
            Some(Property::ListUInt(list)) => list.clone(),
            _ => bail!("a face without vertex indices"),
        };
        for k in 1..corners.len().saturating_sub(1) {
            triangles.push([corners[0], corners[k], corners[k + 1]]);
        }
    }
    Ok((positions, triangles))
}

/// A module with a line `exports.positions=[[x,y,z],...]` and a line `exports.cells=[[i,j,k],...]`, as npm's
/// meshes have them.
fn read_js(input: &mut dyn BufRead) -> Result<Soup> {
    let mut text = String::new();
    input.read_to_string(&mut text)?;
    let array = |name: &str| {
        let (_, after) = text.split_once(&format!("exports.{name}=")).context("not a mesh module")?;
        Ok::<_, anyhow::Error>(after.lines().next().unwrap_or_default().trim_end_matches([';', ' ']))
    };
    Ok((serde_json::from_str(array("positions")?)?, serde_json::from_str(array("cells")?)?))
}
