//! 3MF: the build items of the package, each object with its components, where their transforms put them. `zip` opens the
//! package, `quick-xml` reads the models. Numbers stay as they are, whatever unit the model names; colours and materials are
//! left out.

mod model;

use super::source::{Source, index_count};
use anyhow::{Context, Result, anyhow, bail, ensure};
use glam::{DMat4, DVec3};
use model::{Body, Key, Model, Place};
use rustc_hash::FxHashMap;
use std::io::{BufReader, Cursor, Read};
use zip::ZipArchive;

/// The most vertices and triangles, of all the copies that items and components make: a small file can ask for any number.
const MAX_PARTS: u64 = 1 << 28;
/// The most bytes of a part, unpacked.
const MAX_PART: u64 = 1 << 31;

pub(super) fn read(bytes: &[u8]) -> Result<Source> {
    let mut package = ZipArchive::new(Cursor::new(bytes))?;
    let root = root(&mut package)?;
    let mut models: FxHashMap<String, Model> = FxHashMap::default();
    // Parts name further parts; each is read once.
    let mut wanted = vec![root.clone()];
    while let Some(part) = wanted.pop() {
        if models.contains_key(&part) {
            continue;
        }
        let model = open(&mut package, &part, |text| model::read(text, &part))?;
        wanted.extend(model.parts().map(str::to_string));
        models.insert(part, model);
    }
    let Some(first) = models.get(&root) else { bail!("{root}: is not read") };
    let mut assembly = Assembly { models: &models, counts: FxHashMap::default(), source: Source::default() };
    let mut total = 0u64;
    for (i, item) in first.items.iter().enumerate() {
        let name = || format!("{root}: build.item[{i}]");
        total = total.saturating_add(assembly.count(&item.key, &mut Vec::new()).with_context(name)?);
    }
    ensure!(
        total <= MAX_PARTS,
        "{total} vertices and triangles with all copies; at most {MAX_PARTS} are read"
    );
    for (i, item) in first.items.iter().enumerate() {
        let name = || format!("{root}: build.item[{i}]");
        assembly.add(item, &DMat4::IDENTITY).with_context(name)?;
    }
    let mut source = assembly.source;
    if first.items.is_empty() {
        source.notes.push("there are no build items".into());
    }
    if let Some(unit) = first.unit.as_deref().filter(|&unit| unit != "millimeter") {
        source.notes.push(format!("the unit is {unit}; numbers stay as they are"));
    }
    source.note(models.values().map(|model| model.lattices).sum(), "beam lattices are left out");
    Ok(source)
}

/// Reads a part of the package; errors name it.
fn open<T>(
    package: &mut ZipArchive<Cursor<&[u8]>>,
    part: &str,
    work: impl FnOnce(&mut dyn std::io::BufRead) -> Result<T>,
) -> Result<T> {
    let file = package.by_name(part).with_context(|| part.to_string())?;
    ensure!(file.size() <= MAX_PART, "{part}: {} bytes; at most {MAX_PART} are read", file.size());
    work(&mut BufReader::new(file.take(MAX_PART))).with_context(|| part.to_string())
}

/// The model that the package begins with.
fn root(package: &mut ZipArchive<Cursor<&[u8]>>) -> Result<String> {
    let target = match package.index_for_name("_rels/.rels") {
        Some(_) => open(package, "_rels/.rels", |text| model::start_part(text))?,
        None => None,
    };
    Ok(target.unwrap_or_else(|| "3D/3dmodel.model".into()))
}

struct Assembly<'a> {
    models: &'a FxHashMap<String, Model>,
    /// Vertices and triangles of objects with all components.
    counts: FxHashMap<&'a Key, u64>,
    source: Source,
}

impl<'a> Assembly<'a> {
    fn body(&self, key: &Key) -> Result<(&'a Key, &'a Body)> {
        let model = self.models.get(&key.part);
        let entry = model.and_then(|model| model.objects.get_key_value(key));
        entry.ok_or_else(|| anyhow!("objectid: there is no object {} in {}", key.id, key.part))
    }

    /// The vertices and triangles of an object. `above` are those that it is a component of.
    fn count(&mut self, key: &Key, above: &mut Vec<&'a Key>) -> Result<u64> {
        let (key, body) = self.body(key)?;
        if let Some(&count) = self.counts.get(key) {
            return Ok(count);
        }
        ensure!(!above.contains(&key), "object {} is a component of itself", key.id);
        ensure!(above.len() < 64, "object {}: components are nested more than 64 deep", key.id);
        let mut count = (body.positions.len() + body.triangles.len()) as u64;
        above.push(key);
        for component in &body.components {
            count = count.saturating_add(self.count(&component.key, above)?);
        }
        above.pop();
        self.counts.insert(key, count);
        Ok(count)
    }

    /// Adds an object. That none is a component of itself is known.
    fn add(&mut self, place: &Place, above: &DMat4) -> Result<()> {
        let (key, body) = self.body(&place.key)?;
        if self.counts.get(key) == Some(&0) {
            // Of nothing, there could be very many copies.
            return Ok(());
        }
        let transform = *above * place.transform;
        let first = index_count(self.source.positions.len(), "vertices")?;
        let moved = |position: &[f64; 3]| transform.transform_point3(DVec3::from_array(*position));
        self.source.positions.extend(body.positions.iter().map(|p| moved(p).as_vec3().to_array()));
        let mirrored = transform.determinant() < 0.0;
        self.source.indices.extend(body.triangles.iter().flat_map(|&[a, b, c]| {
            // A mirror turns triangles over.
            let (b, c) = if mirrored { (c, b) } else { (b, c) };
            [first + a, first + b, first + c]
        }));
        body.components.iter().try_for_each(|component| self.add(component, &transform))
    }
}
