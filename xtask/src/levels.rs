//! `cargo xtask levels`: real levels, fetched, cooked and compared with brute force.
//!
//! They are those of OpenArena, from its Debian package: free, but under the GPL, so they stay in `target/`.

use crate::{Project, tools};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use xshell::{Shell, cmd};

const PACKAGE: &str = "openarena-081-maps";

pub(crate) fn run(project: &Project) -> Result<()> {
    let sh = &project.sh;
    let maps = folder(project)?;
    eprintln!("{} levels in {}", levels(sh, &maps).len(), maps.display());
    cmd!(sh, "cargo test --locked --profile checked --test it -- bsp::levels bsp::volume --nocapture")
        .env("CAROM_LEVELS", &maps)
        .run()?;
    Ok(())
}

/// The folder of the `.bsp` files, which are fetched if they are not there.
pub(crate) fn folder(project: &Project) -> Result<PathBuf> {
    let sh = &project.sh;
    let folder = project.target.join("levels");
    let maps = folder.join("maps");
    if levels(sh, &maps).is_empty() {
        fetch(sh, &folder, &maps)?;
    }
    ensure!(!levels(sh, &maps).is_empty(), "{PACKAGE}: there are no .bsp files in it");
    Ok(maps)
}

/// Downloads the package and unpacks its levels.
fn fetch(sh: &Shell, folder: &Path, maps: &Path) -> Result<()> {
    ensure!(
        tools::answers(sh, "apt-get", "--version"),
        "apt-get is missing, which brings the levels on Debian; put .bsp files of Quake 3 into {} instead",
        maps.display()
    );
    tools::ensure(sh, tools::LEVELS)?;
    sh.create_dir(folder)?;
    sh.create_dir(maps)?;
    {
        // It downloads to where it is called.
        let _here = sh.push_dir(folder);
        let advice = || {
            format!(
                "{PACKAGE} cannot be downloaded: apt-get update may help; or put .bsp files into {}",
                maps.display()
            )
        };
        cmd!(sh, "apt-get download {PACKAGE}").run().with_context(advice)?;
    }
    let content = folder.join("content");
    for package in files(sh, folder, "deb") {
        cmd!(sh, "dpkg-deb -x {package} {content}").run()?;
    }
    for archive in files(sh, &content.join("usr/share/games/openarena/baseoa"), "pk3") {
        cmd!(sh, "unzip -q -o -j {archive} maps/*.bsp -d {maps}").run()?;
    }
    sh.remove_path(content)?;
    Ok(())
}

fn levels(sh: &Shell, maps: &Path) -> Vec<PathBuf> {
    files(sh, maps, "bsp")
}

/// The files of a folder with this extension; none if there is no such folder.
fn files(sh: &Shell, folder: &Path, extension: &str) -> Vec<PathBuf> {
    let files = sh.read_dir(folder).unwrap_or_default();
    files.into_iter().filter(|file| file.extension().is_some_and(|found| found == extension)).collect()
}
