//! `libcarom0.1` and `libcarom-dev`, for Debian: the shared library, and what programs are built with.

use super::work::{empty, version};
use super::{native, users};
use crate::{Project, tools};
use anyhow::{Context, Result};
use std::path::Path;
use xshell::cmd;

pub(super) fn make(project: &Project, out: &Path) -> Result<()> {
    let sh = &project.sh;
    tools::ensure(sh, tools::BUILD)?;
    tools::ensure(sh, tools::PACKAGE)?;
    let version = version();
    let compatible = version.rsplit_once('.').context("a version has three numbers")?.0;
    let library_name = format!("libcarom{compatible}");
    let architecture = cmd!(sh, "dpkg --print-architecture").read()?;
    let triple = cmd!(sh, "cc -print-multiarch").read()?;
    let libraries = format!("usr/lib/{triple}");

    let build = native::build(project, out, "/usr")?;
    let work = empty(project, out, "debian")?;
    let (development, library) = (work.join("development"), work.join("library"));
    native::install(project, &build, &development, &libraries)?;
    // What programs load goes into a package of its own, of which several versions can be installed.
    sh.create_dir(library.join(&libraries))?;
    for file in [format!("libcarom.so.{version}"), format!("libcarom.so.{compatible}")] {
        let (from, to) = (development.join(&libraries).join(&file), library.join(&libraries).join(&file));
        cmd!(sh, "mv {from} {to}").run()?;
    }

    let maintainer = env!("CARGO_PKG_AUTHORS");
    let needs =
        dependencies(project, &work, &library.join(&libraries).join(format!("libcarom.so.{version}")))?;
    let common = format!(
        "Version: {version}-1\nArchitecture: {architecture}\nMulti-Arch: same\nMaintainer: {maintainer}\n"
    );
    let control = format!(
        "Package: {library_name}\n{common}Section: libs\nPriority: optional\nDepends: {needs}\n\
         Description: collision queries on geometry that stands still\n \
         Rays, closest points, overlaps, moving shapes and contacts on triangle meshes,\n \
         BSP trees of solids and signed distance fields.\n"
    );
    pack(project, out, &library, &library_name, &control)?;
    let control = format!(
        "Package: libcarom-dev\n{common}Section: libdevel\nPriority: optional\n\
         Depends: {library_name} (= {version}-1), libc6-dev\n\
         Description: collision queries on geometry that stands still: development files\n \
         The headers for C and C++, the static library, and the files by which CMake\n \
         and pkg-config find them.\n"
    );
    pack(project, out, &development, "libcarom-dev", &control)?;

    let root = work.join("root");
    for name in [library_name.as_str(), "libcarom-dev"] {
        let file = out.join(format!("{name}_{version}-1_{architecture}.deb"));
        cmd!(sh, "dpkg-deb -x {file} {root}").run()?;
        sh.read_file(root.join("usr/share/doc").join(name).join("copyright"))?;
    }
    let prefix = root.join("usr");
    let folder = format!("lib/{triple}");
    users::with_cmake(project, &prefix, &work)?;
    users::with_pkg_config(project, &prefix, &folder, &work)
}

/// The packages that the shared library needs, in the form of the field Depends.
fn dependencies(project: &Project, work: &Path, library: &Path) -> Result<String> {
    let sh = &project.sh;
    sh.write_file(work.join("debian/control"), "Source: carom\n\nPackage: libcarom\nArchitecture: any\n")?;
    let _here = sh.push_dir(work);
    let said = cmd!(sh, "dpkg-shlibdeps -O {library}").ignore_stderr().read()?;
    let needs = said.strip_prefix("shlibs:Depends=").context("dpkg-shlibdeps names no dependencies")?;
    Ok(needs.trim().to_owned())
}

/// Adds the licences and the control file to a folder, and makes a package of it.
fn pack(project: &Project, out: &Path, folder: &Path, name: &str, control: &str) -> Result<()> {
    let Project { sh, root, .. } = project;
    let documents = folder.join("usr/share/doc").join(name);
    let mit = sh.read_file(root.join("LICENSE-MIT"))?;
    sh.write_file(documents.join("copyright"), copyright(&mit))?;
    sh.remove_path(folder.join("usr/share/licenses"))?;
    let is_library = !name.ends_with("-dev");
    let own = folder.join("DEBIAN");
    sh.write_file(own.join("control"), control)?;
    if is_library {
        let compatible = name.trim_start_matches("libcarom");
        sh.write_file(own.join("shlibs"), format!("libcarom {compatible} {name}\n"))?;
        sh.write_file(own.join("triggers"), "activate-noawait ldconfig\n")?;
    }
    // Whatever the mask of the user who builds.
    cmd!(sh, "chmod -R u=rwX,go=rX {folder}").run()?;
    Ok(cmd!(sh, "dpkg-deb --root-owner-group --build {folder} {out}").run()?)
}

/// Both licences in Debian's form: the text of the Apache licence is on every Debian system.
fn copyright(mit: &str) -> String {
    let text: String = mit
        .lines()
        .map(|line| if line.trim().is_empty() { " .\n".to_owned() } else { format!(" {}\n", line.trim()) })
        .collect();
    format!(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: carom\n\n\
         Files: *\nCopyright: The carom authors\nLicense: MIT or Apache-2.0\n\nLicense: MIT\n{text}\n\
         License: Apache-2.0\n On Debian systems, the text is in /usr/share/common-licenses/Apache-2.0.\n"
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn empty_lines_of_licences_are_dots() {
        let text = super::copyright("MIT License\n\nPermission\n");
        assert!(
            text.contains("License: MIT\n MIT License\n .\n Permission\n\nLicense: Apache-2.0"),
            "{text}"
        );
    }
}
