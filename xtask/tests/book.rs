//! The code that the book (`docs/book`) shows is compiled and run elsewhere, and its links lead somewhere.

use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

/// What builds and runs the programs: each is named in one of these.
const RUNNERS: [&str; 4] =
    ["examples/CMakeLists.txt", "csharp/CMakeLists.txt", "Cargo.toml", "python/tests/test_examples.py"];
/// Fences of blocks that nobody compiles.
const FREE: [&str; 2] = ["console", "text"];
/// Folders of the repository: what begins with one of them and stands in code font is the name of a file.
const FOLDERS: [&str; 8] =
    ["csharp/", "docs/", "examples/", "include/", "levels/", "python/", "src/", "xtask/"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the project")
}

fn read(path: &Path) -> String {
    read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files of a folder and of those in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn source() -> PathBuf {
    root().join("docs/book/src")
}

/// The pages with their texts, the summary among them.
fn pages() -> Vec<(PathBuf, String)> {
    let pages = files(&source()).into_iter().filter(|path| path.extension().is_some_and(|end| end == "md"));
    pages.map(|path| (path.clone(), read(&path))).collect()
}

/// What stands between `open` and the next `close`, each time.
fn between<'t>(text: &'t str, open: &'t str, close: char) -> impl Iterator<Item = &'t str> {
    text.split(open).skip(1).filter_map(move |rest| rest.split_once(close)).map(|(inner, _)| inner)
}

/// The files that a page includes, each with its anchor.
fn includes<'t>(page: &Path, text: &'t str) -> Vec<(PathBuf, Option<&'t str>)> {
    let folder = page.parent().expect("a folder");
    let each = between(text, "{{#include ", '}');
    each.map(|what| match what.trim().split_once(':') {
        Some((path, anchor)) => (folder.join(path), Some(anchor)),
        None => (folder.join(what.trim()), None),
    })
    .collect()
}

/// A page without its fenced blocks, and these: their language and lines.
fn split(text: &str) -> (String, Vec<(&str, Vec<&str>)>) {
    let (mut prose, mut blocks, mut open) = (String::new(), Vec::new(), false);
    for line in text.lines() {
        match line.trim_start().strip_prefix("```") {
            Some(language) if !open => blocks.push((language.trim(), Vec::new())),
            Some(_) => {}
            None if open => blocks.last_mut().expect("an open block").1.push(line),
            None => prose.extend([line, "\n"]),
        }
        open ^= line.trim_start().starts_with("```");
    }
    (prose, blocks)
}

/// The links of a text that are no addresses: the files, and what stands behind `#`.
fn links(prose: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let targets = between(prose, "](", ')').filter(|target| !target.contains("://"));
    targets.map(|target| target.split_once('#').map_or((target, None), |(file, place)| (file, Some(place))))
}

/// The names under which `mdbook` finds the headings of a page.
fn places(page: &str) -> Vec<String> {
    let prose = split(page).0;
    let headings =
        prose.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let kept = |letter: &char| letter.is_alphanumeric() || [' ', '-', '_'].contains(letter);
    headings.map(|text| text.to_lowercase().replace(' ', "-").chars().filter(kept).collect()).collect()
}

#[test]
fn code_is_included() {
    let mut wrong = Vec::new();
    for (page, text) in pages() {
        for (language, lines) in split(&text).1 {
            let language = language.split(',').next().unwrap_or_default();
            let is_include = |line: &&str| line.starts_with("{{#include ") && line.ends_with("}}");
            let is_included = !lines.is_empty() && lines.iter().all(is_include);
            if !FREE.contains(&language) && !is_included {
                wrong.push(format!("{}: a block in {language:?} is not an include", page.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn includes_resolve() {
    let mut wrong = Vec::new();
    for (page, text) in pages() {
        for (path, anchor) in includes(&page, &text) {
            let shown = path.display();
            let Ok(included) = read_to_string(&path) else {
                wrong.push(format!("{}: {shown} cannot be read", page.display()));
                continue;
            };
            let Some(anchor) = anchor else { continue };
            for mark in ["ANCHOR", "ANCHOR_END"] {
                let wanted = format!(" {mark}: {anchor}");
                let mut lines = included.lines().map(|line| line.trim_end_matches("*/").trim_end());
                if !lines.any(|line| line.ends_with(&wanted)) {
                    wrong.push(format!("{}: {shown} has no {mark}: {anchor}", page.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Links lead to pages and pictures of the book: what lies elsewhere, `mdbook` does not take along. It is named in code
/// font instead, and exists.
#[test]
fn links_resolve() {
    let (root, source) = (root(), source());
    let mut wrong = Vec::new();
    for (page, text) in pages() {
        let prose = split(&text).0;
        for (target, place) in links(&prose) {
            let path =
                if target.is_empty() { page.clone() } else { page.parent().expect("a folder").join(target) };
            let Some(path) = path.canonicalize().ok().filter(|path| path.starts_with(&source)) else {
                wrong.push(format!("{}: no {target} in the book", page.display()));
                continue;
            };
            if let Some(place) = place
                && !places(&read(&path)).iter().any(|known| known == place)
            {
                wrong.push(format!("{}: no heading {place} in {}", page.display(), path.display()));
            }
        }
        let named = prose.split('`').skip(1).step_by(2);
        let is_file =
            |name: &&str| FOLDERS.iter().any(|begin| name.starts_with(begin)) && !name.contains(' ');
        for name in named.filter(is_file) {
            if !root.join(name).exists() {
                wrong.push(format!("{}: no {name} in the repository", page.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn summary_has_every_page() {
    let source = source();
    let summary = read(&source.join("SUMMARY.md"));
    let listed: BTreeSet<_> = links(&summary).map(|(target, _)| source.join(target)).collect();
    let all = pages().into_iter().map(|(page, _)| page).filter(|page| !page.ends_with("SUMMARY.md"));
    let missing: Vec<_> = all.filter(|page| !listed.contains(page)).collect();
    assert!(missing.is_empty(), "not in SUMMARY.md: {missing:#?}");
}

#[test]
fn programs_are_shown_and_run() {
    let root = root();
    let pages = pages();
    let shown: BTreeSet<_> = pages
        .iter()
        .flat_map(|(page, text)| includes(page, text))
        .filter_map(|(path, _)| path.canonicalize().ok())
        .collect();
    let runners = RUNNERS.map(|path| read(&root.join(path)));
    let mut wrong = Vec::new();
    for program in files(&root.join("examples/book")) {
        let name = program.strip_prefix(root.join("examples")).expect("below");
        if !shown.contains(&program) {
            wrong.push(format!("no page shows {}", name.display()));
        }
        // Whole parts of paths, so that errors.c is not found in errors.cpp.
        let mut words = runners.iter().flat_map(|runner| runner.split([' ', '"', '(', ')', ';', '\n']));
        if !words.any(|word| Path::new(word).ends_with(name)) {
            wrong.push(format!("{} stands in none of {RUNNERS:?}", name.display()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
