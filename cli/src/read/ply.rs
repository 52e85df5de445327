//! PLY, text and binary of either byte order, by `ply-rs-bw`: the elements `vertex` (x, y, z) and `face`
//! (a list of vertex indices).

use super::source::Source;
use crate::values::coordinate;
use anyhow::{Error, Result, anyhow, bail};
use ply_rs_bw::parser::{ParseError, Parser, Reader};
use ply_rs_bw::ply::{ElementDef, Encoding, Property, PropertyAccess, PropertyAccessResult};

/// The names of the list of a face. Both spellings are common.
const CORNERS: [&str; 2] = ["vertex_indices", "vertex_index"];

struct Vertex {
    position: [f32; 3],
    /// The last number that is no 32-bit float, and its axis.
    beyond: Option<(usize, f64)>,
}

impl PropertyAccess for Vertex {
    fn new() -> Vertex {
        Vertex { position: [0.0; 3], beyond: None }
    }

    fn set_property(&mut self, key: &str, property: Property) -> PropertyAccessResult {
        let axis = match key {
            "x" => 0,
            "y" => 1,
            "z" => 2,
            _ => return PropertyAccessResult::Ignored,
        };
        match property.to_f32_lossy() {
            Some(value) => {
                self.position[axis] = value;
                match property {
                    Property::Double(wide) if wide.is_finite() && !value.is_finite() => {
                        self.beyond = Some((axis, wide));
                    }
                    _ => {}
                }
                PropertyAccessResult::Set
            }
            None => PropertyAccessResult::UnsupportedType,
        }
    }
}

/// A face's corners; none if one of them is negative.
struct Face(Option<Vec<u32>>);

impl PropertyAccess for Face {
    fn new() -> Face {
        Face(Some(Vec::new()))
    }

    fn set_property(&mut self, key: &str, property: Property) -> PropertyAccessResult {
        if !CORNERS.contains(&key) {
            return PropertyAccessResult::Ignored;
        }
        if matches!(property, Property::ListFloat(_) | Property::ListDouble(_)) {
            return PropertyAccessResult::UnsupportedType;
        }
        self.0 = property.to_u32_list();
        PropertyAccessResult::Set
    }
}

/// Any other element, which is read over.
struct Other;

impl PropertyAccess for Other {
    fn new() -> Other {
        Other
    }

    fn set_property(&mut self, _: &str, _: Property) -> PropertyAccessResult {
        PropertyAccessResult::Ignored
    }
}

pub(super) fn read(bytes: &[u8]) -> Result<Source> {
    let mut reader = Reader::new(bytes);
    let header = Parser::<Other>::new().read_header(&mut reader).map_err(|error| header_fault(&error))?;
    let fault = |error: ParseError| element_fault(&error, bytes);
    let mut source = Source::default();
    let (mut vertices_seen, mut faces_seen, mut thin) = (false, false, 0);
    for (_, element) in &header.elements {
        check_size(element, header.encoding, bytes.len())?;
        match element.name.as_str() {
            "vertex" => {
                vertices_seen = true;
                if let Some(axis) = ["x", "y", "z"].iter().find(|&&axis| !has(element, axis)) {
                    bail!("element vertex has no property {axis}");
                }
                let first_line = reader.line();
                let parser = Parser::<Vertex>::new();
                let vertices =
                    parser.read_payload_for_element(&mut reader, element, &header).map_err(fault)?;
                let is_text = header.encoding == Encoding::Ascii;
                check_vertices(&vertices, is_text.then_some((bytes, first_line)))?;
                source.positions = vertices.into_iter().map(|vertex| vertex.position).collect();
            }
            "face" => {
                faces_seen = true;
                if !CORNERS.iter().any(|name| has(element, name)) {
                    bail!("element face has no property list {} or {}", CORNERS[0], CORNERS[1]);
                }
                let parser = Parser::<Face>::new();
                let faces = parser.read_payload_for_element(&mut reader, element, &header).map_err(fault)?;
                for (i, face) in faces.iter().enumerate() {
                    match &face.0 {
                        Some(corners) => thin += usize::from(!source.push_polygon(corners)),
                        None => bail!("face {i}: a vertex index is negative"),
                    }
                }
            }
            name => {
                let parser = Parser::<Other>::new();
                parser.read_payload_for_element(&mut reader, element, &header).map_err(fault)?;
                if name.starts_with("tristrip") {
                    source.notes.push(format!("triangle strips are left out (element {name})"));
                }
            }
        }
    }
    if !vertices_seen {
        bail!("there is no element vertex");
    }
    if !faces_seen {
        source.notes.push("there is no element face".into());
    }
    source.note(thin, "faces with fewer than three corners are left out");
    Ok(source)
}

/// Refuses numbers that are no 32-bit floats. Of a text, the bytes and the line of the first vertex tell the number.
fn check_vertices(vertices: &[Vertex], text: Option<(&[u8], usize)>) -> Result<()> {
    for (i, Vertex { position, beyond }) in vertices.iter().enumerate() {
        if position.iter().all(|value| value.is_finite()) {
            continue;
        }
        if let Some((line, reason)) =
            text.and_then(|(bytes, first)| Some((first + i, wrong_word(bytes, first + i)?)))
        {
            bail!("line {line}: positions[{i}]: {reason}");
        }
        if let Some((axis, value)) = beyond {
            let axis = ["x", "y", "z"][*axis];
            bail!("positions[{i}].{axis}: {value:e} is beyond 32-bit floats");
        }
    }
    Ok(())
}

/// What is wrong with the first word of a line that is no 32-bit float.
fn wrong_word(bytes: &[u8], line: usize) -> Option<String> {
    let line = bytes.split(|&byte| byte == b'\n').nth(line.checked_sub(1)?)?;
    String::from_utf8_lossy(line).split_whitespace().find_map(|word| coordinate(word).err())
}

/// The first line of what the crate tells, which goes on with dumps of its parsers.
fn header_fault(error: &ParseError) -> Error {
    let told = error.to_string();
    let told =
        told.split_once(": ").filter(|_| error.line().is_some()).map_or(told.as_str(), |(_, rest)| rest);
    let told = told.lines().next().unwrap_or_default();
    match error.line() {
        Some(line) => anyhow!("line {line}: {told}"),
        None => anyhow!("{told}"),
    }
}

/// The same of the lines of elements: the word that is wrong, or the innermost of the errors.
fn element_fault(error: &ParseError, bytes: &[u8]) -> Error {
    let Some(line) = error.line() else { return anyhow!("{error}") };
    let told = error.to_string();
    let innermost = told.rsplit("Error: ").next().and_then(|told| told.lines().next()).unwrap_or_default();
    match wrong_word(bytes, line) {
        Some(reason) => anyhow!("line {line}: {reason}"),
        None => anyhow!("line {line}: {}", innermost.trim_start_matches(&format!("Line {line}: "))),
    }
}

fn has(element: &ElementDef, property: &str) -> bool {
    element.properties.iter().any(|(name, _)| name == property)
}

/// Refuses more elements than there are bytes, before they are waited for.
fn check_size(element: &ElementDef, encoding: Encoding, bytes: usize) -> Result<()> {
    let empty = element.properties.is_empty() && encoding != Encoding::Ascii;
    if element.count > bytes || (empty && element.count > 0) {
        bail!("element {}: {} of them do not fit in {bytes} bytes", element.name, element.count);
    }
    Ok(())
}
