//! Real levels: the Debian package `openarena-081-maps`. They are under the GPL, so they are fetched, and nothing of
//! them is part of the project.

use crate::Project;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::path::{Path, PathBuf};
use xshell::cmd;

const PACKAGE: &str = "openarena-081-maps";

/// Where the package keeps its archives.
const ARCHIVES: &str = "usr/share/games/openarena/baseoa";

/// Fetches the levels if they are not there yet; the folder in which they lie as `.bsp` files.
///
/// # Errors
/// Says which step failed: without Debian's tools and sources there are no levels.
pub(crate) fn fetch(project: &Project) -> Result<PathBuf> {
    let sh = &project.sh;
    let folder = project.target.join("levels");
    let (package, maps) = (folder.join("package"), folder.join("maps"));
    if maps.exists() {
        return Ok(maps);
    }
    sh.create_dir(&package)?;
    let is_package = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "deb");
    if !sh.read_dir(&folder)?.iter().any(is_package) {
        let _there = sh.push_dir(&folder);
        cmd!(sh, "apt-get download {PACKAGE}").run().with_context(|| format!("fetching {PACKAGE}"))?;
    }
    let Some(deb) = sh.read_dir(&folder)?.into_iter().find(is_package) else { bail!("no package came") };
    cmd!(sh, "dpkg-deb -x {deb} {package}").run().context("unpacking")?;
    // Under another name until all are there.
    let unfinished = folder.join("unfinished");
    sh.create_dir(&unfinished)?;
    for archive in sh.read_dir(package.join(ARCHIVES))? {
        unpack(&archive, &unfinished).with_context(|| archive.display().to_string())?;
    }
    std::fs::rename(&unfinished, &maps)?;
    Ok(maps)
}

/// Takes the levels out of an archive.
fn unpack(archive: &Path, folder: &Path) -> Result<()> {
    let mut archive = zip::ZipArchive::new(File::open(archive)?)?;
    for i in 0..archive.len() {
        let mut entry = archive.by_index(i)?;
        // The name alone: no path leads out of the folder.
        let Some(path) = entry.enclosed_name().filter(|path| path.extension().is_some_and(|e| e == "bsp"))
        else {
            continue;
        };
        if let Some(name) = path.file_name() {
            std::io::copy(&mut entry, &mut File::create(folder.join(name))?)?;
        }
    }
    Ok(())
}
