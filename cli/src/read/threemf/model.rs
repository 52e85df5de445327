//! The model parts of a 3MF package: objects of triangles and components, and build items.

use anyhow::{Context, Result, anyhow, bail, ensure};
use glam::{DMat4, DVec4};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use rustc_hash::FxHashMap;
use std::io::BufRead;

/// An object: its number, and the part that it is in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) part: String,
    pub(super) id: u32,
}

/// An object where it is put.
pub(super) struct Place {
    pub(super) key: Key,
    pub(super) transform: DMat4,
}

/// The content of an object.
#[derive(Default)]
pub(super) struct Body {
    pub(super) positions: Vec<[f64; 3]>,
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) components: Vec<Place>,
}

#[derive(Default)]
pub(super) struct Model {
    pub(super) unit: Option<String>,
    pub(super) objects: FxHashMap<Key, Body>,
    pub(super) items: Vec<Place>,
    pub(super) lattices: usize,
}

impl Model {
    /// The parts that are named, this one among them.
    pub(super) fn parts(&self) -> impl Iterator<Item = &str> {
        let components = self.objects.values().flat_map(|body| &body.components);
        components.chain(&self.items).map(|place| place.key.part.as_str())
    }
}

/// Hands each element to `start`, and the name of each that ends to `end`.
fn each(
    text: &mut dyn BufRead,
    mut start: impl FnMut(&str, &BytesStart) -> Result<()>,
    mut end: impl FnMut(&str) -> Result<()>,
) -> Result<()> {
    let mut reader = Reader::from_reader(text);
    let (mut buffer, mut depth) = (Vec::new(), 0u64);
    loop {
        buffer.clear();
        let at = reader.buffer_position();
        let place = || format!("byte {at}");
        // The crate's errors say their causes themselves.
        let event = reader.read_event_into(&mut buffer).map_err(|error| anyhow!("{}: {error}", place()))?;
        match event {
            Event::Start(element) => {
                depth += 1;
                start(element.local_name().as_ref(), &element).with_context(place)?;
            }
            Event::Empty(element) => {
                start(element.local_name().as_ref(), &element).with_context(place)?;
                end(element.local_name().as_ref()).with_context(place)?;
            }
            Event::End(element) => {
                depth = depth.saturating_sub(1);
                end(element.local_name().as_ref()).with_context(place)?;
            }
            Event::Eof if depth > 0 => bail!("byte {at}: ends within an element"),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// The value of an attribute, whatever its namespace.
fn value(element: &BytesStart, name: &str) -> Result<Option<String>> {
    for attribute in element.attributes() {
        let attribute = attribute?;
        if attribute.key.local_name().as_ref() == name {
            return Ok(Some(attribute.normalized_value(XmlVersion::Implicit1_0)?.into_owned()));
        }
    }
    Ok(None)
}

fn number<T: std::str::FromStr>(element: &BytesStart, name: &str, what: impl Fn() -> String) -> Result<T> {
    let text = value(element, name)?.with_context(|| format!("{}.{name} is missing", what()))?;
    text.trim().parse().ok().with_context(|| format!("{}.{name}: `{text}` is not a number", what()))
}

/// The path of a part without the slash that it begins with.
fn part(path: &str) -> String {
    path.trim_start_matches('/').to_string()
}

/// The part that the package's relations name as the model, if they do.
pub(super) fn start_part(text: &mut dyn BufRead) -> Result<Option<String>> {
    let mut found = None;
    let start = |name: &str, element: &BytesStart| {
        let kind = value(element, "Type")?.unwrap_or_default();
        if name == "Relationship" && kind.ends_with("/3dmodel") && found.is_none() {
            found = value(element, "Target")?.map(|target| part(&target));
        }
        Ok(())
    };
    each(text, start, |_| Ok(()))?;
    Ok(found)
}

/// Reads a model; `own` is the part that it is in.
pub(super) fn read(text: &mut dyn BufRead, own: &str) -> Result<Model> {
    let model = std::cell::RefCell::new(Model::default());
    let current: std::cell::RefCell<Option<(Key, Body)>> = Default::default();
    let mut is_model = false;
    let start = |name: &str, element: &BytesStart| {
        let mut model = model.borrow_mut();
        let mut current = current.borrow_mut();
        match (name, &mut *current) {
            ("model", _) => {
                is_model = true;
                model.unit = value(element, "unit")?;
            }
            ("object", None) => {
                let id = number(element, "id", || "object".into())?;
                let key = Key { part: own.to_string(), id };
                ensure!(!model.objects.contains_key(&key), "object {id}: there is one already");
                *current = Some((key, Body::default()));
            }
            ("object", Some((key, _))) => bail!("object {}: has an object within", key.id),
            ("vertex", Some((_, body))) => body.positions.push(vertex(element, body.positions.len())?),
            ("triangle", Some((_, body))) => {
                body.triangles.push(triangle(element, body.triangles.len(), body.positions.len())?);
            }
            ("component", Some((_, body))) => body.components.push(place(element, own)?),
            ("item", None) => model.items.push(place(element, own)?),
            ("beamlattice", _) => model.lattices += 1,
            _ => {}
        }
        Ok(())
    };
    let end = |name: &str| {
        if name == "object"
            && let Some((key, body)) = current.borrow_mut().take()
        {
            model.borrow_mut().objects.insert(key, body);
        }
        Ok(())
    };
    each(text, start, end)?;
    ensure!(is_model, "there is no model");
    Ok(model.into_inner())
}

fn vertex(element: &BytesStart, i: usize) -> Result<[f64; 3]> {
    let mut position = [0.0f64; 3];
    for (axis, value) in ["x", "y", "z"].into_iter().zip(&mut position) {
        let what = || format!("vertex[{i}]");
        *value = number(element, axis, what)?;
        ensure!(value.is_finite(), "{}.{axis}: {value} is not finite", what());
    }
    Ok(position)
}

fn triangle(element: &BytesStart, i: usize, vertices: usize) -> Result<[u32; 3]> {
    let mut corners = [0u32; 3];
    for (name, value) in ["v1", "v2", "v3"].into_iter().zip(&mut corners) {
        let what = || format!("triangle[{i}]");
        *value = number(element, name, what)?;
        ensure!(
            (*value as usize) < vertices,
            "{}.{name}: {value} names none of the {vertices} vertices",
            what()
        );
    }
    Ok(corners)
}

fn place(element: &BytesStart, own: &str) -> Result<Place> {
    let id = number(element, "objectid", || "object".into())?;
    let part = value(element, "path")?.map_or(own.to_string(), |path| part(&path));
    let transform = match value(element, "transform")? {
        Some(text) => transform(&text)?,
        None => DMat4::IDENTITY,
    };
    Ok(Place { key: Key { part, id }, transform })
}

/// Twelve numbers: rows, for points that are rows, too.
fn transform(text: &str) -> Result<DMat4> {
    let wrong = || anyhow!("transform: `{text}` is not twelve finite numbers");
    let numbers = text.split_whitespace().map(|word| word.parse::<f64>().ok().filter(|n| n.is_finite()));
    let numbers = numbers.collect::<Option<Vec<f64>>>().ok_or_else(wrong)?;
    let Ok([a, b, c, d, e, f, g, h, i, x, y, z]) = <[f64; 12]>::try_from(numbers) else {
        return Err(wrong());
    };
    Ok(DMat4::from_cols(
        DVec4::new(a, b, c, 0.0),
        DVec4::new(d, e, f, 0.0),
        DVec4::new(g, h, i, 0.0),
        DVec4::new(x, y, z, 1.0),
    ))
}
