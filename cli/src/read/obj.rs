//! Wavefront OBJ by `tobj`: vertices and faces of all groups; points and lines are left out. Of materials and groups
//! names are read.
//!
//! `tobj` gets vertices and corners alone, without comments and whatever else programs write, and all of them checked:
//! it tells no line.

use super::labels::{LabelBy, Labels};
use super::plain;
use super::source::{Source, index_count};
use crate::values::coordinate;
use anyhow::{Context, Result, anyhow, bail, ensure};
use std::fmt::Write;

/// Statements that name something.
const NAMING: [&str; 3] = ["usemtl", "g", "o"];

/// Statements that say nothing about triangles.
const OTHERS: [&str; 14] = [
    "vt", "vn", "vp", "l", "p", "s", "mg", "mtllib", "usemap", "maplib", "bevel", "c_interp", "d_interp",
    "lod",
];

pub(super) fn read(bytes: &[u8], by: Option<LabelBy>) -> Result<Source> {
    let mut cleaner = Cleaner { labels: by.map(|_| Labels::default()), by, ..Cleaner::default() };
    for_each_statement(&plain::text(bytes), |line, statement| cleaner.take(line, statement))?;
    let Cleaner { text, labels, thin, unknown, known, .. } = cleaner.checked()?;
    let mut source = parse(&text)?;
    source.labels = labels;
    source.note(thin, "faces with fewer than three corners are left out");
    if let Some((count, line, word)) = unknown {
        ensure!(known, "line {line}: `{word}` is no statement of OBJ");
        source
            .notes
            .push(format!("{count} statements are not known and left out, first line {line}: `{word}`"));
    }
    Ok(source)
}

fn parse(text: &str) -> Result<Source> {
    let options = tobj::LoadOptions { triangulate: true, ..tobj::LoadOptions::default() };
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
    Ok(source)
}

/// Shows each statement and the number of the line that it begins on. Comments are left out, and continued lines are one
/// statement.
fn for_each_statement(text: &str, mut take: impl FnMut(usize, &str) -> Result<()>) -> Result<()> {
    let mut joined = String::new();
    let mut first = 0;
    for (i, line) in text.lines().enumerate() {
        let line = without_comment(line);
        if joined.is_empty() {
            first = i + 1;
        }
        match line.strip_suffix('\\') {
            Some(part) => {
                joined.push_str(part);
                joined.push(' ');
            }
            None if joined.is_empty() => take(first, line)?,
            None => {
                joined.push_str(line);
                take(first, &joined)?;
                joined.clear();
            }
        }
    }
    if joined.is_empty() { Ok(()) } else { take(first, &joined) }
}

/// A line without white space and a comment at its end. A comment follows white space, for names may have `#` in them.
fn without_comment(line: &str) -> &str {
    let line = line.trim();
    let begins = |&(at, _): &(usize, &str)| {
        let before = &line[..at];
        let is_name = NAMING.contains(&before.trim_end());
        !is_name && (before.is_empty() || before.ends_with(char::is_whitespace))
    };
    line.match_indices('#').find(begins).map_or(line, |(at, _)| line[..at].trim_end())
}

/// What `tobj` gets of a file, and what is told of the rest.
#[derive(Default)]
struct Cleaner {
    text: String,
    vertices: u64,
    /// The highest corner that was named before its vertex, counted from 1, and the line.
    ahead: Option<(u64, usize)>,
    by: Option<LabelBy>,
    labels: Option<Labels>,
    name: String,
    thin: usize,
    /// True if anything is a statement of OBJ.
    known: bool,
    /// How many statements are none, and the first of them.
    unknown: Option<(usize, usize, String)>,
}

impl Cleaner {
    fn take(&mut self, line: usize, statement: &str) -> Result<()> {
        let (word, rest) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
        match word {
            "" => return Ok(()),
            // Some programs write them in capitals.
            "v" | "V" => self.vertex(line, rest)?,
            "f" | "F" => self.face(line, rest)?,
            word if NAMING.contains(&word) => {
                if word != "usemtl" {
                    self.text.push_str("g group\n");
                }
                if self.by == Some(if word == "usemtl" { LabelBy::Materials } else { LabelBy::Groups }) {
                    self.name = rest.trim().to_string();
                }
            }
            word if OTHERS.contains(&word) => {}
            word => {
                let first = || (0, line, word.chars().take(32).flat_map(char::escape_debug).collect());
                self.unknown.get_or_insert_with(first).0 += 1;
                return Ok(());
            }
        }
        self.known = true;
        Ok(())
    }

    /// Of a vertex the position counts; what follows is its weight or its colour.
    fn vertex(&mut self, line: usize, rest: &str) -> Result<()> {
        let mut words = rest.split_whitespace();
        self.text.push('v');
        for axis in ["x", "y", "z"] {
            let at = || format!("line {line}: positions[{}].{axis}", self.vertices);
            let word = words.next().with_context(|| format!("{} is missing", at()))?;
            coordinate(word).map_err(|reason| anyhow!("{}: {reason}", at()))?;
            self.text.push(' ');
            self.text.push_str(word);
        }
        self.text.push('\n');
        if let Some(word) = words.find(|word| word.parse::<f64>().is_err()) {
            bail!("line {line}: `{word}` is not a number");
        }
        self.vertices += 1;
        Ok(())
    }

    fn face(&mut self, line: usize, rest: &str) -> Result<()> {
        let corners = rest.split_whitespace().count();
        let is_thin = corners < 3;
        if !is_thin {
            self.text.push('f');
        }
        for word in rest.split_whitespace() {
            let corner = self.corner(line, word)?;
            if !is_thin {
                // Writing into a string does not fail.
                let _ = write!(self.text, " {corner}");
            }
        }
        if is_thin {
            self.thin += 1;
            return Ok(());
        }
        self.text.push('\n');
        match &mut self.labels {
            Some(labels) => labels.push(&self.name, &self.name, corners - 2),
            None => Ok(()),
        }
    }

    /// The number of a corner's vertex, counted from 1.
    fn corner(&mut self, line: usize, word: &str) -> Result<u64> {
        let text = word.split('/').next().unwrap_or_default();
        let index = text.parse::<i64>();
        let index = index.ok().with_context(|| format!("line {line}: `{word}` is not a face's corner"))?;
        let corner = match u64::try_from(index) {
            Ok(index) => index,
            // Those below zero count back from the last.
            Err(_) => (self.vertices + 1).saturating_sub(index.unsigned_abs()),
        };
        ensure!(corner > 0, "line {line}: index {index} names none of the {} vertices", self.vertices);
        // A vertex may come after its faces.
        if corner > self.vertices && self.ahead.is_none_or(|(highest, _)| corner > highest) {
            self.ahead = Some((corner, line));
        }
        Ok(corner)
    }

    /// Itself, if all vertices that faces name are there.
    fn checked(self) -> Result<Cleaner> {
        if let Some((index, line)) = self.ahead.filter(|&(index, _)| index > self.vertices) {
            bail!("line {line}: index {index} names none of the {} vertices", self.vertices);
        }
        Ok(self)
    }
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
            ("l 1 2\n", "read"),
            ("v 0 1e40 0\n", "line 4: positions[3].y: `1e40` is beyond 32-bit floats"),
            ("v 0 0 0 1 red\n", "line 4: `red` is not a number"),
            ("f 1 2 5\nv 0 0 0\nf 1 2 4\n", "line 4: index 5 names none of the 4 vertices"),
            ("f 1 2 99999999999999999999\n", "line 4: `99999999999999999999` is not a face's corner"),
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

    #[test]
    fn what_programs_write_is_read_alike() {
        let plain = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 5 5 5\nf 1 2 3\n";
        let expected = read(plain.as_bytes(), None).unwrap();
        assert_eq!((expected.positions.len(), expected.indices.as_slice()), (3, &[0, 1, 2][..]));
        for text in [
            format!("\u{feff}{plain}"),
            plain.replace('\n', "\r"),
            plain.replace('\n', "\r\n"),
            plain.replace('\n', "  # a comment\n"),
            plain.replace('\n', " # behind it \\\n"),
            format!("# C:\\models\\\n{plain}"),
            plain.replace("v 0 0 0", "v 0 0 0 1 0.5 0"),
            plain.replace("0 0\n", "0 0 1.0\n"),
            plain.replace('v', "V").replace('f', "F"),
            plain.replace("f 1 2 3", "f 1/7/8 2//9 -2 \\\n#\n"),
            format!("f 1 2 3\n{}", plain.replace("f 1 2 3\n", "")),
        ] {
            let source = read(text.as_bytes(), None).unwrap();
            assert_eq!(
                (&source.positions, &source.indices),
                (&expected.positions, &expected.indices),
                "{text}"
            );
            assert!(source.notes.is_empty(), "{text}: {:?}", source.notes);
        }
        let source = read(format!("{plain}f 1 2\nf\ncurv 1\nsurf 2\n").as_bytes(), None).unwrap();
        assert_eq!(source.indices, expected.indices);
        let notes = [
            "2 faces with fewer than three corners are left out",
            "2 statements are not known and left out, first line 8: `curv`",
        ];
        assert_eq!(source.notes, notes);
    }

    #[test]
    fn names_are_without_comments() {
        let text = "v 0 0 0\nusemtl red # x\nf 1 1 1\nusemtl #1 # y\nf 1 1 1\nusemtl a#b c\nf 1 1 1 1\nusemtl red\nf 1 1 1\n";
        let labels = read(text.as_bytes(), Some(LabelBy::Materials)).unwrap().labels.unwrap();
        assert_eq!(labels.table(), [("red", 2), ("#1", 1), ("a#b c", 2)]);
    }

    #[test]
    fn a_file_without_faces_is_empty() {
        for text in ["", "# nothing\n", "v 0 0 0\n"] {
            let source = read(text.as_bytes(), None).unwrap();
            assert!(source.indices.is_empty() && source.notes.is_empty(), "{text}");
        }
        assert_eq!(message("solid a\nfacet\n"), "line 1: `solid` is no statement of OBJ");
    }
}
