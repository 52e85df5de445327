//! STL, text and binary, by `stl_io`.

use super::source::{Source, index_count};
use anyhow::{Result, anyhow, bail};
use std::io::Cursor;

const HEADER: usize = 80;
const FACET: usize = 50;

pub(super) fn read(bytes: Vec<u8>) -> Result<Source> {
    let size = |count: u64| (HEADER + 4) as u64 + FACET as u64 * count;
    let count = bytes.get(HEADER..HEADER + 4).and_then(|count| count.try_into().ok());
    let count = count.map(|count| u64::from(u32::from_le_bytes(count)));
    let is_text = bytes.trim_ascii_start().get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"solid"));
    // Many a binary file begins with "solid" too: its size tells.
    match count {
        Some(count) if size(count) == bytes.len() as u64 => binary(bytes),
        _ if is_text => facets(regular_text(&String::from_utf8_lossy(&bytes)).into_bytes()),
        Some(count) if size(count) < bytes.len() as u64 => binary(bytes),
        Some(count) => {
            bail!("{count} triangles take {} bytes, but the file has {}", size(count), bytes.len())
        }
        None => bail!("{} bytes are too few for STL", bytes.len()),
    }
}

fn binary(mut bytes: Vec<u8>) -> Result<Source> {
    // The header says nothing, and must not look like text.
    bytes[..HEADER].fill(0);
    facets(bytes)
}

/// The text as the crate wants it: one unnamed solid, lower case, no normals, which some programs write
/// as NaN and nobody here reads.
fn regular_text(text: &str) -> String {
    let mut regular = String::with_capacity(text.len());
    regular.push_str("solid \n");
    let mut closed = false;
    for line in text.lines() {
        let line = line.trim().to_ascii_lowercase();
        match line.split_ascii_whitespace().next() {
            None => continue,
            Some("solid") => closed = false,
            Some("endsolid") => closed = true,
            Some("facet") => regular.push_str("facet normal 0 0 0\n"),
            Some(_) => {
                regular.push_str(&line);
                regular.push('\n');
            }
        }
    }
    if closed {
        regular.push_str("endsolid\n");
    }
    regular
}

fn facets(bytes: Vec<u8>) -> Result<Source> {
    let mut source = Source::default();
    let mut reader = Cursor::new(bytes);
    for (i, facet) in stl_io::create_stl_reader(&mut reader)?.enumerate() {
        let facet = facet.map_err(|error| anyhow!("facet {i}: {error}"))?;
        source.positions.extend(facet.vertices.map(|vertex| vertex.0));
    }
    source.indices = (0..index_count(source.positions.len(), "vertices")?).collect();
    Ok(source)
}
