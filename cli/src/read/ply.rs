//! PLY, text and binary of either byte order, by `ply-rs-bw`: the elements `vertex` (x, y, z) and `face`
//! (a list of vertex indices).

use super::source::Source;
use anyhow::{Result, bail};
use ply_rs_bw::parser::{Parser, Reader};
use ply_rs_bw::ply::{ElementDef, Encoding, Property, PropertyAccess, PropertyAccessResult};

/// The names of the list of a face. Both spellings are common.
const CORNERS: [&str; 2] = ["vertex_indices", "vertex_index"];

struct Vertex([f32; 3]);

impl PropertyAccess for Vertex {
    fn new() -> Vertex {
        Vertex([0.0; 3])
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
                self.0[axis] = value;
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
    let header = Parser::<Other>::new().read_header(&mut reader)?;
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
                let vertices =
                    Parser::<Vertex>::new().read_payload_for_element(&mut reader, element, &header)?;
                source.positions = vertices.into_iter().map(|vertex| vertex.0).collect();
            }
            "face" => {
                faces_seen = true;
                if !CORNERS.iter().any(|name| has(element, name)) {
                    bail!("element face has no property list {} or {}", CORNERS[0], CORNERS[1]);
                }
                let faces = Parser::<Face>::new().read_payload_for_element(&mut reader, element, &header)?;
                for (i, face) in faces.iter().enumerate() {
                    match &face.0 {
                        Some(corners) => thin += usize::from(!source.push_polygon(corners)),
                        None => bail!("face {i}: a vertex index is negative"),
                    }
                }
            }
            name => {
                let parser = Parser::<Other>::new();
                parser.read_payload_for_element(&mut reader, element, &header)?;
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
