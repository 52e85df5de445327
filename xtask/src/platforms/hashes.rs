//! The hash program: its sources, and what it says.

use super::table::Row;
use crate::Project;
use anyhow::{Result, bail};
use std::path::PathBuf;

/// The C files of the program.
pub(super) fn sources(project: &Project) -> Result<Vec<PathBuf>> {
    let mut files = project.sh.read_dir(project.root.join("cpp_tests/hashes"))?;
    files.retain(|file| file.extension().is_some_and(|end| end == "c"));
    Ok(files)
}

/// Notes what the program has said.
///
/// # Errors
/// Names the groups that differ.
pub(super) fn note(output: &str, row: &mut Row) -> Result<()> {
    let (levels, wrong) = read(output);
    if levels.is_empty() {
        println!("{output}");
        row.ran = "no".into();
        bail!("the hash program did not run to its end");
    }
    row.ran = "yes".into();
    row.hashes = levels
        .iter()
        .map(|level| format!("{} {}/{}", level.0, level.1, level.2))
        .collect::<Vec<_>>()
        .join(", ");
    println!("{}", row.hashes);
    if !wrong.is_empty() || levels.iter().any(|(_, equal, of)| equal != of) {
        bail!("hashes differ:\n{}", wrong.join("\n"));
    }
    Ok(())
}

/// What a level is called, how many groups are equal and how many there are; and the lines that name others.
fn read(output: &str) -> (Vec<(&str, &str, &str)>, Vec<&str>) {
    // ctest puts the number of the test in front of every line.
    let numbered = |line: &str| {
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 && line[digits..].starts_with(": ") { digits + 2 } else { 0 }
    };
    let lines: Vec<_> = output.lines().map(|line| &line[numbered(line)..]).collect();
    let levels = lines.iter().filter_map(|line| {
        let (level, counts) = line.split_once(": ")?;
        let (equal, of) = counts.strip_suffix(" groups equal")?.split_once(" of ")?;
        Some((level, equal, of))
    });
    let is_wrong =
        |line: &&str| ["differs: ", "failed: ", "missing: "].iter().any(|word| line.starts_with(word));
    (levels.collect(), lines.iter().copied().filter(|line| is_wrong(line)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_differing_groups_are_read() {
        let output = "Test command: x\n12: differs: mesh.a 1, expected mesh.a 2\n12: portable: 8 of 9 groups equal\n\
                      avx2: 9 of 9 groups equal\n100% tests passed";
        let (levels, wrong) = read(output);
        assert_eq!(levels, [("portable", "8", "9"), ("avx2", "9", "9")]);
        assert_eq!(wrong, ["differs: mesh.a 1, expected mesh.a 2"]);
        let mut row = Row::new("here");
        let error = note(output, &mut row).unwrap_err().to_string();
        assert!(error.contains("mesh.a 1"), "{error}");
        assert_eq!(row.hashes, "portable 8/9, avx2 9/9");
    }

    #[test]
    fn a_program_that_stops_early_is_an_error() {
        let mut row = Row::new("here");
        assert!(note("Segmentation fault", &mut row).is_err());
        assert_eq!(row.ran, "no");
    }
}
