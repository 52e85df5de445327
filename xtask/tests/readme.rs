//! The code that the README shows is compiled and run elsewhere.

use std::path::Path;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The one block of the README that is fenced as `language`.
fn block(language: &str) -> String {
    let readme = read("README.md");
    let fence = format!("```{language}\n");
    let mut blocks = readme.split(&fence).skip(1);
    let text = blocks.next().and_then(|rest| rest.split("```").next()).expect("a block in this language");
    assert!(blocks.next().is_none(), "more than one {language} block");
    text.to_owned()
}

#[test]
fn cpp_example() {
    assert_eq!(block("cpp"), read("examples/ray.cpp"));
}

#[test]
fn c_example() {
    assert_eq!(block("c"), read("examples/ray.c"));
}

#[test]
fn csharp_example() {
    assert_eq!(block("csharp"), read("examples/Ray.cs"));
}

#[test]
fn python_example() {
    assert_eq!(block("python"), read("examples/ray.py"));
}

#[test]
fn rust_example() {
    let source = read("src/lib.rs");
    let example = source.split("//! ```\n").nth(1).expect("an example in the crate's documentation");
    // As rustdoc shows it: without the lines that it hides.
    let shown = example.lines().map(|line| line.strip_prefix("//! ").unwrap_or_default());
    let shown: String =
        shown.filter(|line| !line.starts_with("# ")).map(|line| format!("{line}\n")).collect();
    assert_eq!(block("rust"), shown);
}
