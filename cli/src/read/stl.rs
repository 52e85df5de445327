//! STL, text and binary, by `stl_io`.

use super::plain;
use super::source::{Source, index_count};
use crate::values::coordinate;
use anyhow::{Context, Result, anyhow, bail};
use std::io::Cursor;

const HEADER: usize = 80;
const FACET: usize = 50;

/// True for bytes that begin as text does. Many a binary file does, too.
pub(super) fn is_text(bytes: &[u8]) -> bool {
    let start = plain::without_mark(bytes).trim_ascii_start().get(..5);
    start.is_some_and(|word| word.eq_ignore_ascii_case(b"solid"))
}

/// The bytes of a binary file of so many triangles.
pub(super) fn size(count: u64) -> u64 {
    (HEADER + 4) as u64 + FACET as u64 * count
}

pub(super) fn read(bytes: Vec<u8>) -> Result<Source> {
    let count = bytes.get(HEADER..HEADER + 4).and_then(|count| count.try_into().ok());
    let count = count.map(|count| u64::from(u32::from_le_bytes(count)));
    // Many a binary file begins with "solid" too: its size tells.
    match count {
        Some(count) if size(count) == bytes.len() as u64 => binary(bytes),
        _ if is_text(&bytes) => facets(regular_text(&plain::text(&bytes))?.into_bytes()),
        Some(count) if size(count) < bytes.len() as u64 => {
            let more = bytes.len() as u64 - size(count);
            let mut source = binary(bytes)?;
            source.notes.push(format!("{more} bytes behind the {count} triangles are left out"));
            Ok(source)
        }
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
fn regular_text(text: &str) -> Result<String> {
    let mut regular = String::with_capacity(text.len());
    regular.push_str("solid \n");
    let mut closed = false;
    let mut vertices = 0;
    for (i, line) in text.lines().enumerate() {
        let line = line.trim().to_ascii_lowercase();
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            None => continue,
            Some("solid") => closed = false,
            Some("endsolid") => closed = true,
            Some("facet") => regular.push_str("facet normal 0 0 0\n"),
            Some(word) => {
                if word == "vertex" {
                    for axis in ["x", "y", "z"] {
                        let at = || format!("line {}: positions[{vertices}].{axis}", i + 1);
                        let word = words.next().with_context(|| format!("{} is missing", at()))?;
                        coordinate(word).map_err(|reason| anyhow!("{}: {reason}", at()))?;
                    }
                    vertices += 1;
                }
                regular.push_str(&line);
                regular.push('\n');
            }
        }
    }
    if closed {
        regular.push_str("endsolid\n");
    }
    Ok(regular)
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
