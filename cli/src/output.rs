//! Files that appear complete or not at all.
//!
//! Bytes go to a temporary file beside the target, which takes the target's name when all is written.
//! Errors and signals remove the temporary file. A file that was at the target before stays until then. `-` is
//! standard output, and its bytes go there as they are.

use crate::input;
use crate::misuse::{ensure_use, misuse};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use tempfile::TempPath;

/// Temporary files that exist now. Code that ends the process removes them first.
static PENDING: Mutex<Vec<TempPath>> = Mutex::new(Vec::new());

fn pending() -> MutexGuard<'static, Vec<TempPath>> {
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The place of a file to write.
pub(crate) struct Target {
    /// As the user named it, for messages.
    name: PathBuf,
    /// The file itself, symbolic links followed.
    place: PathBuf,
    /// Such as a device or a pipe: nothing that a file could take the place of.
    special: bool,
    /// Standard output, which is special, too.
    standard: bool,
}

impl Target {
    /// Checks, before the work, that `path` can be written and is none of the files that are read.
    pub(crate) fn new(path: &Path, inputs: &[&Path]) -> Result<Target> {
        if input::is_standard(path) {
            let name = PathBuf::from("standard output");
            return Ok(Target { name, place: path.to_path_buf(), special: true, standard: true });
        }
        let name = || path.display().to_string();
        let mut place = path.to_path_buf();
        let mut special = false;
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => bail!("{}: is a directory", name()),
            Ok(data) => {
                place = fs::canonicalize(path).with_context(name)?;
                special = !data.is_file();
                if inputs.iter().any(|input| fs::canonicalize(input).is_ok_and(|input| input == place)) {
                    misuse!("{}: is the input", name());
                }
            }
            Err(_) => {
                let directory = directory_of(path);
                let at = directory.display();
                ensure!(path.file_name().is_some(), "{}: is no name of a file", name());
                ensure!(directory.exists(), "{}: the folder {at} does not exist", name());
                ensure!(directory.is_dir(), "{}: {at} is not a folder", name());
            }
        }
        Ok(Target { name: path.to_path_buf(), place, special, standard: false })
    }

    /// As messages name it.
    pub(crate) fn name(&self) -> std::path::Display<'_> {
        self.name.display()
    }

    /// True for a device, a pipe, and standard output.
    pub(crate) fn is_special(&self) -> bool {
        self.special
    }

    /// Checks that two outputs are not the same file.
    pub(crate) fn differs_from(&self, other: &Target) -> Result<()> {
        let place = |target: &Target| {
            let directory = fs::canonicalize(directory_of(&target.place)).ok()?;
            Some(directory.join(target.place.file_name()?))
        };
        let same = if self.standard { other.standard } else { !self.special && place(self) == place(other) };
        ensure_use!(!same, "{}: is an output already", other.name.display());
        Ok(())
    }

    /// Writes to a device, a pipe or standard output.
    fn write_through(&self, bytes: &[u8]) -> std::io::Result<()> {
        if !self.standard {
            return fs::write(&self.place, bytes);
        }
        let mut out = std::io::stdout().lock();
        out.write_all(bytes)?;
        out.flush()
    }

    /// Writes a temporary file beside the place and adds its path to `written`.
    fn write_temporary(&self, bytes: &[u8], written: &mut Vec<PathBuf>) -> std::io::Result<()> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".carom-").suffix(".tmp");
        #[cfg(unix)]
        {
            // As any new file: the umask takes away from this.
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let mut file = {
            // Locked, so that no signal comes between creating the file and remembering it.
            let mut pending = pending();
            let (file, path) = builder.tempfile_in(directory_of(&self.place)).map_err(plain)?.into_parts();
            written.push(path.to_path_buf());
            pending.push(path);
            file
        };
        file.write_all(bytes)?;
        file.sync_all()
    }
}

/// An error without the path of the temporary file, which means nothing to the user. `tempfile` keeps it in the text
/// alone.
fn plain(error: std::io::Error) -> std::io::Error {
    match error.to_string().rsplit_once(" at path ") {
        Some((told, _)) => std::io::Error::new(error.kind(), told.to_string()),
        None => error,
    }
}

fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Writes these files. Each of them is complete at any time, the old one or the new one. All are written under other names
/// before the first takes its own. If one then cannot take its name, those that were new are removed; those that have
/// replaced older files stay, and are complete.
pub(crate) fn write(files: &[(&Target, &[u8])]) -> Result<()> {
    remove_on_signals();
    let mut temporary = Vec::new();
    let result = write_all(files, &mut temporary);
    pending().retain(|path| !temporary.iter().any(|own| **own == **path));
    result
}

fn write_all(files: &[(&Target, &[u8])], temporary: &mut Vec<PathBuf>) -> Result<()> {
    let name = |target: &Target| target.name.display().to_string();
    let (special, regular): (Vec<_>, Vec<_>) = files.iter().partition(|(target, _)| target.special);
    for (target, bytes) in &regular {
        target.write_temporary(bytes, temporary).with_context(|| name(target))?;
    }
    for (target, bytes) in &special {
        target.write_through(bytes).with_context(|| name(target))?;
    }
    // Locked to the end, so that a signal finds all of them under their names or none.
    let mut pending = pending();
    let mut appeared = Vec::new();
    for ((target, _), path) in regular.iter().zip(temporary.iter()) {
        let Some(at) = pending.iter().position(|other| **other == **path) else { continue };
        let is_new = !target.place.exists();
        if let Err(error) = pending.swap_remove(at).persist(&target.place) {
            for place in appeared {
                let _ = fs::remove_file(place);
            }
            return Err(plain(error.error)).with_context(|| name(target));
        }
        if is_new {
            appeared.push(&target.place);
        }
    }
    Ok(())
}

/// Ctrl-C, termination and hang-up remove half-written files, then end the process.
fn remove_on_signals() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without a handler the signals do the same as ever.
        let _ = ctrlc::set_handler(|| {
            let mut pending = pending();
            pending.clear();
            eprintln!("error: interrupted");
            // The lock is held to the end: no file gets its name any more.
            std::process::exit(130);
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn all_or_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let (a, b) = (Target::new(&path("a"), &[]).unwrap(), Target::new(&path("b"), &[]).unwrap());
        write(&[(&a, b"first"), (&b, b"second")]).unwrap();
        assert_eq!(fs::read(path("a")).unwrap(), b"first");
        assert_eq!(names(directory.path()), ["a", "b"]);

        let input = path("a");
        assert!(Target::new(&path("a"), &[&input]).is_err());
        assert!(Target::new(directory.path(), &[]).is_err());
        assert!(Target::new(&path("none/c"), &[]).is_err());

        // The second cannot take its name, for a directory has come there: neither file appears.
        let (c, d) = (Target::new(&path("c"), &[]).unwrap(), Target::new(&path("d"), &[]).unwrap());
        fs::create_dir_all(path("d/full")).unwrap();
        assert!(write(&[(&c, b"third"), (&d, b"fourth")]).is_err());
        assert_eq!(names(directory.path()), ["a", "b", "d"]);
    }

    #[test]
    fn errors_do_not_name_temporary_files() {
        let directory = tempfile::tempdir().unwrap();
        let gone = directory.path().join("gone");
        fs::create_dir(&gone).unwrap();
        let target = Target::new(&gone.join("a"), &[]).unwrap();
        fs::remove_dir(&gone).unwrap();
        let error = format!("{:#}", write(&[(&target, b"bytes")]).unwrap_err());
        assert!(error.starts_with(&gone.join("a: ").display().to_string()), "{error}");
        assert!(!error.contains(".carom-"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_kept() {
        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("file"), directory.path().join("link"));
        fs::write(&file, b"old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&[(&Target::new(&link, &[]).unwrap(), b"new")]).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let device = Path::new("/dev/null");
        write(&[(&Target::new(device, &[]).unwrap(), b"bytes")]).unwrap();
        assert!(!fs::metadata(device).unwrap().is_file());
    }
}
