//! `cargo xtask modules`: the files that use each other, directly or around corners.
//!
//! A file uses another if it names something that the other defines: in a `use`, or by a path in its code.
//! Names are followed through `use`s to the file that defines them, so that a `mod.rs` which only hands on
//! names of its children is used by nobody. A name that a file hands on by `pub use` counts only if its own
//! code says it. Tests under `cfg(test)` do not count. Methods are not seen. Circles are the strongly
//! connected components of the rest.

mod graph;
mod source;
mod tokens;

use crate::Project;
use anyhow::{Result, bail};
use graph::Graph;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The layers: folders or files, each with those above it, which it must not use.
const LAYERS: &[(&str, &[&str])] = &[
    ("src/geometry/", &["src/batch/", "src/blob/", "src/simd/", MESH, BSP, SDF, WORLD, FFI]),
    ("src/batch/", &["src/blob/", MESH, BSP, SDF, WORLD, FFI]),
    ("src/blob/", &["src/simd/", MESH, BSP, SDF, WORLD, FFI]),
    ("src/simd/", &["src/batch/", "src/blob/", MESH, BSP, SDF, WORLD, FFI]),
    (MESH, &[BSP, SDF, WORLD, FFI]),
    ("src/mesh/builder/", &["src/mesh/tree/", "src/mesh/layout/", "src/mesh/query/"]),
    ("src/mesh/tree/", &["src/mesh/builder/", "src/mesh/layout/", "src/mesh/query/", "src/mesh/cooked.rs"]),
    ("src/mesh/layout/", &["src/mesh/query/", "src/mesh/cooked.rs"]),
    ("src/mesh/query/", &["src/mesh/builder/", "src/mesh/layout/"]),
    // Solids and fields may be made of meshes.
    (BSP, &[SDF, WORLD, FFI]),
    (SDF, &[BSP, WORLD, FFI]),
    ("src/sdf/query/", &["src/sdf/generate/", "src/sdf/published/", "src/sdf/sign/"]),
    ("src/sdf/storage/", &["src/sdf/generate/", "src/sdf/query/"]),
    (WORLD, &[MESH, BSP, SDF, FFI]),
];

/// Folders and files that lie on floors, the lowest first: each may use those on lower ones, and none beside it.
const FLOORS: &[&[&[&str]]] = &[&[
    &["src/world/objects/", "src/world/threads.rs"],
    &["src/world/options.rs", "src/world/order/", "src/world/pairs/"],
    &["src/world/structure.rs"],
    &["src/world/packed/", "src/world/published/"],
    &["src/world/any_structure.rs"],
    &["src/world/state.rs"],
    &["src/world/world.rs"],
    &["src/world/query/", "src/world/saved.rs", "src/world/stats.rs"],
]];

const MESH: &str = "src/mesh/";
const BSP: &str = "src/bsp/";
const SDF: &str = "src/sdf/";
const WORLD: &str = "src/world/";
const FFI: &str = "src/ffi/";

pub(crate) fn run(project: &Project) -> Result<()> {
    let graph = workspace(&project.root)?;
    let faults = faults(&graph);
    println!("{} files", graph.files.len());
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    Ok(())
}

/// The uses that must not be.
fn faults(graph: &Graph) -> Vec<String> {
    let mut faults: Vec<String> = graph.circles().iter().map(|circle| describe(graph, circle)).collect();
    for (&(from, to), name) in &graph.uses {
        let (from, to) = (&graph.files[from], &graph.files[to]);
        for (lower, uppers) in LAYERS {
            if from.starts_with(lower) && uppers.iter().any(|upper| to.starts_with(upper)) {
                faults.push(format!("upwards: {from} uses {to} ({name})"));
            }
        }
        for floors in FLOORS {
            if let (Some(lower), Some(upper)) = (room(floors, from), room(floors, to))
                && lower != upper
                && lower.0 <= upper.0
            {
                faults.push(format!("upwards or across: {from} uses {to} ({name})"));
            }
        }
    }
    faults
}

/// The floor that a file is on, and which of the folders and files there it is in.
fn room(floors: &[&[&str]], file: &str) -> Option<(usize, usize)> {
    let rooms =
        floors.iter().enumerate().flat_map(|(floor, rooms)| rooms.iter().map(move |room| (floor, room)));
    rooms.enumerate().find(|(_, (_, room))| file.starts_with(**room)).map(|(i, (floor, _))| (floor, i))
}

fn describe(graph: &Graph, circle: &BTreeSet<usize>) -> String {
    let mut lines = vec![format!("circle of {} files", circle.len())];
    for (&(from, to), name) in &graph.uses {
        if circle.contains(&from) && circle.contains(&to) {
            lines.push(format!("    {} uses {} ({name})", graph.files[from], graph.files[to]));
        }
    }
    lines.join("\n")
}

/// All files of the workspace, and of the packages beside it.
fn workspace(root: &Path) -> Result<Graph> {
    let mut graph = Graph::default();
    for package in ["", "cli", "levels", "peers", "xtask"] {
        let package = root.join(package);
        let mut roots =
            vec![package.join("src/lib.rs"), package.join("src/main.rs"), package.join("build.rs")];
        for folder in ["tests", "benches", "examples"] {
            roots.extend(roots_in(&package.join(folder))?);
        }
        for file in roots.into_iter().filter(|file| file.exists()) {
            graph.add_crate(root, &file)?;
        }
    }
    Ok(graph)
}

/// The crates in a folder of tests, benches or examples: a file each, or a folder each with a `main.rs`.
fn roots_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut roots = Vec::new();
    if folder.is_dir() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            let root = if path.is_dir() { path.join("main.rs") } else { path };
            if root.extension().is_some_and(|extension| extension == "rs") {
                roots.push(root);
            }
        }
    }
    roots.sort();
    Ok(roots)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn no_files_use_each_other() -> Result<()> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask/ lies in the checkout")?;
        let graph = workspace(root)?;
        assert!(graph.files.len() > 150, "{} files", graph.files.len());
        let faults = faults(&graph);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        Ok(())
    }
}
