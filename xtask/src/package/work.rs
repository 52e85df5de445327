//! What all packages have: a version, and a folder of their own.

use crate::Project;
use anyhow::Result;
use std::path::{Path, PathBuf};

/// The files that each package has a copy of.
pub(super) const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// The version of the workspace, which all packages have.
pub(super) fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// An empty folder for a package's own files.
pub(super) fn empty(project: &Project, out: &Path, name: &str) -> Result<PathBuf> {
    let folder = out.join("work").join(name);
    project.sh.remove_path(&folder)?;
    Ok(project.sh.create_dir(&folder)?)
}

/// The sources of the C# classes.
pub(super) fn classes(project: &Project) -> Result<Vec<PathBuf>> {
    let folder = project.root.join("csharp");
    let mut sources = project.sh.read_dir(folder.join("Carom"))?;
    sources.retain(|file| file.extension().is_some_and(|end| end == "cs"));
    sources.push(folder.join("Carom.Native.cs"));
    Ok(sources)
}
