//! OFF, the text of Geomview: vertices and faces; normals, colours and texture coordinates are left out. A vertex and a
//! face a line, as programs write them.

use super::plain;
use super::source::{Source, index_count};
use crate::values::coordinate;
use anyhow::{Context, Result, anyhow, bail, ensure};

pub(super) fn read(bytes: &[u8]) -> Result<Source> {
    ensure!(!bytes.contains(&0), "there are bytes of zero, which no text has");
    let text = plain::text(bytes);
    let content = |(i, line): (usize, &str)| {
        // Comments may follow numbers, too.
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        (!words.is_empty()).then_some((i + 1, words))
    };
    let mut lines = text.lines().enumerate().filter_map(content);
    let (mut line, mut words) = lines.next().context("the file is empty")?;
    let header = words[0].to_ascii_uppercase();
    let is_header = header.ends_with("OFF");
    ensure!(
        !is_header || header.bytes().all(|letter| b"STCNOF".contains(&letter)),
        "line {line}: `{}`: only three-dimensional OFF is read",
        words[0]
    );
    if is_header {
        // The counts may be on this line or on the next.
        words.remove(0);
        if words.first().is_some_and(|word| word.eq_ignore_ascii_case("binary")) {
            bail!("line {line}: binary OFF is not read");
        }
        if words.is_empty() {
            (line, words) = lines.next().context("the file ends before the counts")?;
        }
    }
    let count = |at: usize, what: &str| {
        let word = words.get(at).with_context(|| format!("line {line}: the number of {what} is missing"))?;
        let count = word.parse::<usize>();
        let count = count.ok().with_context(|| format!("line {line}: `{word}` is no number of {what}"))?;
        ensure!(count <= bytes.len(), "line {line}: {count} {what} do not fit in {} bytes", bytes.len());
        Ok(count)
    };
    let (vertices, faces) = (count(0, "vertices")?, count(1, "faces")?);
    index_count(vertices, "vertices")?;

    let mut source = Source::default();
    for i in 0..vertices {
        let (line, words) =
            lines.next().with_context(|| format!("the file ends after {i} of {vertices} vertices"))?;
        let mut position = [0.0f32; 3];
        for (axis, (name, value)) in ["x", "y", "z"].into_iter().zip(&mut position).enumerate() {
            let at = || format!("line {line}: positions[{i}].{name}");
            let word = words.get(axis).with_context(|| format!("{} is missing", at()))?;
            *value = coordinate(word).map_err(|reason| anyhow!("{}: {reason}", at()))?;
        }
        source.positions.push(position);
    }
    let mut thin = 0;
    for i in 0..faces {
        let (line, words) =
            lines.next().with_context(|| format!("the file ends after {i} of {faces} faces"))?;
        let size = words[0].parse::<usize>();
        let size =
            size.ok().with_context(|| format!("line {line}: `{}` is no number of corners", words[0]))?;
        // What comes after the corners is a colour.
        let corners = words.get(1..).and_then(|rest| rest.get(..size));
        let corners = corners
            .with_context(|| format!("line {line}: {size} corners, but there are {}", words.len() - 1))?
            .iter()
            .map(|word| match word.parse::<u32>() {
                Ok(corner) if (corner as usize) < vertices => Ok(corner),
                Ok(corner) => bail!("line {line}: index {corner} names none of the {vertices} vertices"),
                Err(_) => bail!("line {line}: `{word}` is not a face's corner"),
            })
            .collect::<Result<Vec<u32>>>()?;
        thin += usize::from(!source.push_polygon(&corners));
    }
    if let Some((line, _)) = lines.next() {
        bail!("line {line}: the file goes on after {faces} faces");
    }
    source.note(thin, "faces with fewer than three corners are left out");
    Ok(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_comments_may_be_anywhere() {
        let rest = "0 0 0\n1 0 0 # right\n\n# up\n0 1 0 255 0 0\n3 0 1 2 200 100 0\n";
        for start in ["OFF\n3 1 0\n", "OFF 3 1 0\n", "# made\n\ncoff # colours\n3 1\n", "3 1 0\n"] {
            let source = read(format!("{start}{rest}").as_bytes()).unwrap();
            assert_eq!((source.indices.as_slice(), source.positions.len()), (&[0, 1, 2][..], 3), "{start}");
        }
        let marked = format!("\u{feff}OFF\r3 1 0\r{}", rest.replace('\n', "\r"));
        assert_eq!(read(marked.as_bytes()).unwrap().indices, [0, 1, 2]);
        let square = read(b"OFF 4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3 0.5\n2 0 1\n").unwrap();
        assert_eq!(square.indices, [0, 1, 2, 0, 2, 3]);
        assert_eq!(square.notes, ["1 faces with fewer than three corners are left out"]);
    }

    #[test]
    fn faults_are_found_by_line() {
        let start = "OFF\n3 1 0\n0 0 0\n1 0 0\n";
        for (text, says) in [
            ("".into(), "the file is empty"),
            ("OFF\n".into(), "the file ends before the counts"),
            ("OFF\n3\n".into(), "line 2: the number of faces is missing"),
            ("solid\n".into(), "line 1: `solid` is no number of vertices"),
            ("OFF BINARY\n".into(), "line 1: binary OFF is not read"),
            ("4OFF\n3 1 0\n".into(), "line 1: `4OFF`: only three-dimensional OFF is read"),
            ("OFF -3 1 0\n".into(), "line 1: `-3` is no number of vertices"),
            ("OFF 3 4000000000 0\n".into(), "line 1: 4000000000 faces do not fit in 19 bytes"),
            (start.into(), "the file ends after 2 of 3 vertices"),
            (format!("{start}0 1\n"), "line 5: positions[2].z is missing"),
            (format!("{start}0 nan 0\n"), "line 5: positions[2].y: NaN is not finite"),
            (format!("{start}0 1e39 0\n"), "line 5: positions[2].y: `1e39` is beyond 32-bit floats"),
            (format!("{start}0 q 0\n"), "line 5: positions[2].y: `q` is not a number"),
            (format!("{start}0 1 0\n"), "the file ends after 0 of 1 faces"),
            (format!("{start}0 1 0\n3 0 1 3\n"), "line 6: index 3 names none of the 3 vertices"),
            (format!("{start}0 1 0\n3 0 1 -1\n"), "line 6: `-1` is not a face's corner"),
            (format!("{start}0 1 0\n4 0 1 2\n"), "line 6: 4 corners, but there are 3"),
            (format!("{start}0 1 0\n3 0 1 2\n3 0 1 2\n"), "line 7: the file goes on after 1 faces"),
        ] as [(String, &str); 18]
        {
            assert_eq!(read(text.as_bytes()).map(|_| ()).unwrap_err().to_string(), says, "{text}");
        }
    }
}
