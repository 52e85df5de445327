//! What all packages have: a version, and a folder of their own.

use crate::Project;
use anyhow::Result;
use std::path::{Path, PathBuf};
use xshell::cmd;

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

/// Packs a folder's entry `name`; the same files give the same archive.
pub(super) fn pack(project: &Project, file: &Path, folder: &Path, name: &str) -> Result<()> {
    let command = cmd!(project.sh, "tar --create --gzip --file {file} --directory {folder} --sort=name");
    Ok(command.args(["--owner=0", "--group=0", "--numeric-owner", "--mtime=@0", name]).run()?)
}

/// Unpacks an archive into a new folder of a package's own, whose place is returned.
pub(super) fn unpack(project: &Project, file: &Path, work: &Path) -> Result<PathBuf> {
    let unpacked = project.sh.create_dir(work.join("unpacked"))?;
    cmd!(project.sh, "tar --extract --file {file} --directory {unpacked}").run()?;
    Ok(unpacked)
}

/// Packs the sources of the commit that is checked out, for recipes that build from them; returns the archive.
pub(super) fn sources(project: &Project, out: &Path) -> Result<PathBuf> {
    let Project { sh, root, .. } = project;
    let name = format!("carom-{}", version());
    let file = out.join(format!("{name}-source.tar.gz"));
    cmd!(sh, "git -C {root} archive --format=tar.gz --prefix={name}/ --output={file} HEAD").run()?;
    Ok(file)
}

/// The sources of the C# classes.
pub(super) fn classes(project: &Project) -> Result<Vec<PathBuf>> {
    let folder = project.root.join("csharp");
    let mut sources = project.sh.read_dir(folder.join("Carom"))?;
    sources.retain(|file| file.extension().is_some_and(|end| end == "cs"));
    sources.push(folder.join("Carom.Native.cs"));
    Ok(sources)
}
