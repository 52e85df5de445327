//! The checkout that the commands work on.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use xshell::Shell;

/// A checkout of the project.
pub(crate) struct Project {
    pub(crate) sh: Shell,
    pub(crate) root: PathBuf,
    /// The folder in which cargo builds: `CARGO_TARGET_DIR`, or `target` in the checkout.
    pub(crate) target: PathBuf,
}

impl Project {
    pub(crate) fn open() -> Result<Project> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask/ lies in the checkout")?;
        let sh = Shell::new()?;
        sh.change_dir(root);
        let target = match sh.var_os("CARGO_TARGET_DIR") {
            // Relative to where the user is, as for cargo; from here on absolute, for cargo and CMake alike.
            Some(directory) => std::path::absolute(directory)?,
            None => root.join("target"),
        };
        if sh.var_os("CARGO_TARGET_DIR").is_some() {
            sh.set_var("CARGO_TARGET_DIR", &target);
        }
        Ok(Project { sh, root: root.to_owned(), target })
    }

    /// The same project, for which cargo builds in a folder of its own inside the other, so that neither waits for the other.
    pub(crate) fn building_in(&self, folder: &str) -> Project {
        let (sh, target) = (self.sh.clone(), self.target.join(folder));
        sh.set_var("CARGO_TARGET_DIR", &target);
        Project { sh, root: self.root.clone(), target }
    }

    /// Copies the files of a folder into another, which is made.
    pub(crate) fn copy_files(&self, from: &Path, to: &Path) -> Result<()> {
        self.sh.create_dir(to)?;
        self.sh.read_dir(from)?.into_iter().try_for_each(|file| Ok(self.sh.copy_file(file, to)?))
    }
}
