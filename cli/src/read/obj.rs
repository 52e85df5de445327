//! Wavefront OBJ by `tobj`: vertices and faces of all groups; points and lines are left out. Of materials and groups
//! names are read.

use super::labels::{LabelBy, Labels};
use super::source::{Source, index_count};
use anyhow::{Result, anyhow, bail};
use std::borrow::Cow;

pub(super) fn read(bytes: &[u8], by: Option<LabelBy>) -> Result<Source> {
    let text = joined_lines(String::from_utf8_lossy(bytes));
    let mut source = parse(&text).map_err(|error| match first_fault(&text) {
        Some(fault) => anyhow!(fault),
        None => error,
    })?;
    source.labels = by.map(|by| labels(&text, by)).transpose()?;
    Ok(source)
}

/// The names of all triangles. `tobj` keeps those of materials only if their library is there, but all faces are in the
/// order of the file.
fn labels(text: &str, by: LabelBy) -> Result<Labels> {
    let mut labels = Labels::default();
    let mut name = "";
    for line in text.lines().map(str::trim) {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, by) {
            ("usemtl", LabelBy::Materials) | ("g" | "o", LabelBy::Groups) => name = rest.trim(),
            ("f", _) => labels.push(name, name, rest.split_whitespace().count().saturating_sub(2))?,
            _ => {}
        }
    }
    Ok(labels)
}

fn parse(text: &str) -> Result<Source> {
    let options = tobj::LoadOptions {
        triangulate: true,
        ignore_points: true,
        ignore_lines: true,
        ..tobj::LoadOptions::default()
    };
    let no_materials = |_: &std::path::Path| Ok(Default::default());
    let (models, _) = tobj::load_obj_buf(&mut text.as_bytes(), &options, no_materials)?;
    let mut source = Source::default();
    for model in models {
        // Each group comes with vertices of its own.
        let first = index_count(source.positions.len(), "vertices")?;
        let (positions, _) = model.mesh.positions.as_chunks::<3>();
        index_count(source.positions.len() + positions.len(), "vertices")?;
        source.positions.extend(positions);
        source.indices.extend(model.mesh.indices.iter().map(|index| first + index));
    }
    source.input().validate()?;
    if source.indices.is_empty() {
        // A file that is no OBJ at all reads as an empty one.
        bail!("no faces found");
    }
    Ok(source)
}

/// The text with continued lines made one. Empty lines take the places of those that were joined, so that all
/// others keep their numbers.
fn joined_lines(text: Cow<str>) -> Cow<str> {
    if !text.contains("\\\n") && !text.contains("\\\r\n") {
        return text;
    }
    let mut joined = String::with_capacity(text.len() + 1);
    let mut taken = 0;
    for line in text.lines() {
        match line.strip_suffix('\\') {
            Some(part) => {
                joined.push_str(part);
                joined.push(' ');
                taken += 1;
            }
            None => {
                joined.push_str(line);
                joined.extend(std::iter::repeat_n('\n', 1 + taken));
                taken = 0;
            }
        }
    }
    Cow::Owned(joined)
}

/// The first line with a fault, and the fault. `tobj` says only its kind.
fn first_fault(text: &str) -> Option<String> {
    let lines = || text.lines().enumerate().map(|(i, line)| (i + 1, line.split_whitespace()));
    let total = lines().filter(|(_, words)| words.clone().next() == Some("v")).count();
    let mut vertices = 0;
    for (line, mut words) in lines() {
        match words.next() {
            Some("v") => {
                for axis in ["x", "y", "z"] {
                    let at = format!("line {line}: positions[{vertices}].{axis}");
                    match words.next().map(|word| (word, word.parse::<f32>())) {
                        None => return Some(format!("{at} is missing")),
                        Some((word, Err(_))) => return Some(format!("{at}: `{word}` is not a number")),
                        Some((_, Ok(value))) if !value.is_finite() => {
                            return Some(format!("{at}: {value} is not finite"));
                        }
                        Some(_) => {}
                    }
                }
                vertices += 1;
            }
            Some("f") => {
                for word in words {
                    let index = word.split('/').next().unwrap_or_default();
                    let place = match index.parse::<i64>() {
                        Ok(index) if index < 0 => index + vertices as i64,
                        Ok(index) => index - 1,
                        Err(_) => return Some(format!("line {line}: `{word}` is not a face's corner")),
                    };
                    if !(0..total as i64).contains(&place) {
                        return Some(format!(
                            "line {line}: index {index} names none of the {total} vertices"
                        ));
                    }
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        read(text.as_bytes(), None).map(|_| "read".to_string()).unwrap_or_else(|error| error.to_string())
    }

    #[test]
    fn faults_are_found_by_line() {
        let start = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
        let cases = [
            ("v 0 nan 0\nf 1 2 4\n", "line 4: positions[3].y: NaN is not finite"),
            ("f 1 2 9\n", "line 4: index 9 names none of the 3 vertices"),
            ("f 1 2 0\n", "line 4: index 0 names none of the 3 vertices"),
            ("f 1 2 -4\n", "line 4: index -4 names none of the 3 vertices"),
            ("f 1/1 x/2 3\n", "line 4: `x/2` is not a face's corner"),
            ("v 1 2\n", "line 4: positions[3].z is missing"),
            ("v 1 2 q\n", "line 4: positions[3].z: `q` is not a number"),
            ("f 1 2 -1\nl 1 2\np 1\nf \\\n1 2 3\n", "read"),
            ("l 1 2\n", "no faces found"),
            // A joined line has the number of its first, and those after it their own.
            ("f 1 \\\n2 \\\r\n9\n", "line 4: index 9 names none of the 3 vertices"),
            ("f 1 \\\n2 \\\r\n3\nf 1 2 9\n", "line 7: index 9 names none of the 3 vertices"),
            ("f 1 2 \\\n3\n\nv 0 nan 0\nf 1 2 4\n", "line 7: positions[3].y: NaN is not finite"),
            ("f 1 2 3 \\\n", "read"),
        ];
        for (end, expected) in cases {
            assert_eq!(message(&format!("{start}{end}")), expected);
        }
    }
}
