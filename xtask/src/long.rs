//! `cargo xtask long`: what takes too long for every change. The tests by brute force with many times the questions, the
//! library as it is shipped, and the comparison with all other libraries.

use crate::{Project, package::users, steps::Steps, test, tools};
use anyhow::Result;
use clap::{Args, ValueEnum};
use std::collections::BTreeSet;
use xshell::{Shell, cmd};

#[derive(Args)]
pub(crate) struct Options {
    /// The parts to test: all, if none is named
    #[arg(value_enum)]
    parts: Vec<Part>,
    /// Only parts that changes since this commit may have touched
    #[arg(long, value_name = "COMMIT", conflicts_with = "parts")]
    since: Option<String>,
}

/// A part of the project that is tested at length by itself.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, ValueEnum)]
enum Part {
    /// Triangle meshes, and tests between single shapes
    Mesh,
    /// Convex hulls
    Hull,
    /// Solids
    Bsp,
    /// Signed distance fields
    Sdf,
    /// Moving objects
    World,
    /// The library in the profile `release`, as C, C++ and C# see it, and as another Rust package does
    Shipped,
    /// The package that measures other libraries, with all of them that crates bring
    Peers,
}

use Part::{Bsp, Hull, Mesh, Peers, Sdf, Shipped, World};

impl Part {
    /// The modules of `tests/it` that test it.
    fn modules(self) -> &'static [&'static str] {
        match self {
            Mesh => &[
                "accuracy",
                "blob",
                "boxes",
                "casts",
                "contacts",
                "crossings",
                "delta",
                "extremes",
                "header",
                "large",
                "mesh_pairs",
                "oracle",
                "packets",
                "pieces",
                "scales",
                "short",
                "size",
                "triangle_pairs",
                "triangles",
                "watertight",
            ],
            Hull => &["hull"],
            Bsp => &["bsp"],
            Sdf => &["sdf"],
            World => &["world"],
            Shipped | Peers => &[],
        }
    }

    /// The parts that a change of a file may touch; `path` is relative to the repository.
    fn touched_by(path: &str) -> Vec<Part> {
        let mut names = path.split(['/', '.']);
        match (names.next().unwrap_or_default(), names.next().unwrap_or_default()) {
            // Solids and fields ask the mesh; meshes are asked for hulls. All are measured beside other libraries.
            ("src", "mesh") => vec![Mesh, Bsp, Sdf, Shipped, Peers],
            ("src", "hull") => vec![Hull, Mesh, Shipped, Peers],
            ("src", "bsp") => vec![Bsp, Shipped, Peers],
            ("src", "sdf") => vec![Sdf, Shipped, Peers],
            ("src", "world") => vec![World, Shipped, Peers],
            ("src", "ffi") | ("capi" | "cmake" | "cpp_tests" | "csharp" | "include", _) => vec![Shipped],
            ("CMakeLists" | "CMakePresets", _) => vec![Shipped],
            ("levels", _) => vec![Bsp],
            ("tests", "it") => {
                let module = names.next().unwrap_or_default();
                let tests = |part: &Part| part.modules().contains(&module);
                Part::value_variants().iter().copied().filter(tests).collect()
            }
            ("tests", "common") => vec![Mesh, Hull, Bsp, Sdf, World],
            ("peers", _) => vec![Peers],
            ("src" | "Cargo", _) => Part::value_variants().to_vec(),
            _ => vec![],
        }
    }
}

pub(crate) fn run(project: &Project, options: &Options) -> Result<()> {
    let parts = match &options.since {
        Some(commit) => changed(&project.sh, commit)?,
        None if options.parts.is_empty() => Part::value_variants().iter().copied().collect(),
        None => options.parts.iter().copied().collect(),
    };
    if parts.is_empty() {
        println!("no part has changed that is tested at length");
        return Ok(());
    }
    let mut steps = Steps::default();
    let result = all(project, &parts, &mut steps);
    steps.print();
    result
}

/// The parts that files touch which differ from those of a commit.
fn changed(sh: &Shell, commit: &str) -> Result<BTreeSet<Part>> {
    let files = cmd!(sh, "git diff --name-only {commit} --").read()?;
    Ok(files.lines().flat_map(Part::touched_by).collect())
}

fn all(project: &Project, parts: &BTreeSet<Part>, steps: &mut Steps) -> Result<()> {
    let sh = &project.sh;
    // Modules of that name in other parts come too.
    let filters: Vec<String> =
        parts.iter().flat_map(|part| part.modules()).map(|module| format!("{module}::")).collect();
    if !filters.is_empty() {
        steps.run("Rust tests at length", || {
            let command =
                cmd!(sh, "cargo test --workspace --locked --profile checked --test it -- {filters...}");
            Ok(command.env("CAROM_LONG", "1").run()?)
        })?;
    }
    if parts.contains(&Shipped) {
        steps.run("tools", || {
            tools::ensure(sh, tools::BUILD)?;
            tools::ensure(sh, tools::CPP_TESTS)
        })?;
        test::foreign(project, steps, "release")?;
        steps.run("the book's Rust program in an empty folder", || {
            users::with_cargo(project, &project.root, &project.target.join("dependant"))
        })?;
    }
    if parts.contains(&Peers) {
        steps.run("peers compile", || peers_compile(project))?;
    }
    Ok(())
}

/// Lints the package that measures other libraries: a workspace of its own. None of the C and C++ libraries is needed for
/// this.
fn peers_compile(project: &Project) -> Result<()> {
    let sh = &project.sh;
    let manifest = project.root.join("peers/Cargo.toml");
    cmd!(sh, "cargo fmt --manifest-path {manifest} --check").run()?;
    let command = cmd!(sh, "cargo clippy --locked --manifest-path {manifest} --all-targets -- -D warnings");
    // Where the rest of the project is compiled: what both need, procedural macros above all, is there.
    Ok(command.env("PEERS_CHECK", "1").env("CARGO_TARGET_DIR", &project.target).run()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_of_tests_is_of_one_part() {
        let main = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/it/main.rs");
        let main = std::fs::read_to_string(main).unwrap();
        let mut wanted: Vec<&str> = main.lines().filter_map(|line| line.strip_prefix("mod ")).collect();
        wanted.iter_mut().for_each(|module| *module = module.trim_end_matches(';'));
        wanted.retain(|module| *module != "common");
        let mut found: Vec<_> = Part::value_variants().iter().flat_map(|part| part.modules()).collect();
        found.sort();
        assert!(found.into_iter().eq(&wanted), "{wanted:?}");
    }

    #[test]
    fn changes_touch_what_builds_on_them() {
        assert_eq!(Part::touched_by("src/mesh/query/closest.rs"), [Mesh, Bsp, Sdf, Shipped, Peers]);
        assert_eq!(Part::touched_by("tests/it/world/edits.rs"), [World]);
        assert_eq!(Part::touched_by("tests/it/oracle.rs"), [Mesh]);
        assert_eq!(Part::touched_by("src/geometry/aabb.rs"), Part::value_variants());
        assert_eq!(Part::touched_by("Cargo.lock"), Part::value_variants());
        assert_eq!(Part::touched_by("README.md"), []);
        // Every folder of the library is known or counts for all.
        let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/../src");
        for entry in std::fs::read_dir(sources).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(Part::touched_by(&format!("src/{name}")).contains(&Shipped), "{name}");
        }
    }
}
