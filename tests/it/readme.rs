//! The programs of the README are those that are compiled and run elsewhere.

use std::path::Path;

fn read(file: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("readable")
}

/// The first block of code in a language.
fn block(language: &str) -> String {
    let readme = read("README.md");
    let (_, rest) = readme.split_once(&format!("\n```{language}\n")).expect("a block");
    rest.split_once("```").expect("its end").0.to_owned()
}

#[test]
fn programs_are_the_examples() {
    for (language, file) in
        [("cpp", "examples/ray.cpp"), ("c", "examples/ray.c"), ("csharp", "examples/Ray.cs")]
    {
        assert_eq!(block(language), read(file), "the first {language} of README.md is not {file}");
    }
}

#[test]
fn rust_is_the_documentations() {
    let documentation: String = read("src/lib.rs")
        .lines()
        .skip_while(|line| *line != "//! ```")
        .skip(1)
        .take_while(|line| *line != "//! ```")
        .map(|line| line.trim_start_matches("//!").trim_start_matches(' '))
        .filter(|line| !line.starts_with("# "))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(block("rust"), documentation);
}
