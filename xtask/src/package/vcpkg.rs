//! The port for vcpkg, which builds from the archive of the sources. vcpkg itself has not run it: CMake does, with what stands in
//! for vcpkg's functions.

use super::users;
use super::work::{LICENCES, empty, sources, version};
use crate::{Project, tools};
use anyhow::{Result, ensure};
use std::path::Path;
use xshell::cmd;

pub(super) fn make(project: &Project, out: &Path) -> Result<()> {
    let Project { sh, root, .. } = project;
    tools::ensure(sh, tools::BUILD)?;
    tools::ensure(sh, tools::PACKAGE)?;
    let archive = sources(project, out)?;

    let ports = out.join("vcpkg");
    sh.remove_path(&ports)?;
    let port = ports.join("carom");
    project.copy_files(&root.join("packaging/vcpkg"), &port)?;
    let manifest = sh.read_file(port.join("vcpkg.json"))?;
    let wanted = format!("\"version\": \"{}\"", version());
    ensure!(manifest.contains(&wanted), "packaging/vcpkg/vcpkg.json has not {wanted}");
    let sum = cmd!(sh, "sha512sum {archive}").read()?;
    let sum = sum.split_whitespace().next().unwrap_or_default();
    let portfile = sh.read_file(port.join("portfile.cmake"))?;
    // Whoever publishes it puts the address of the archive there.
    let address = format!("file://{}", archive.display());
    sh.write_file(port.join("portfile.cmake"), portfile.replace("@URL@", &address).replace("@SHA512@", sum))?;

    let work = empty(project, out, "vcpkg")?;
    let script = root.join("xtask/src/package/vcpkg.cmake");
    cmd!(sh, "cmake -DPORT_FOLDER={port} -DWORK={work} -P {script}").run()?;
    let prefix = work.join("packages");
    let copyright = sh.read_file(prefix.join("share/carom/copyright"))?;
    for licence in LICENCES {
        ensure!(copyright.contains(&sh.read_file(root.join(licence))?), "{licence} is not in copyright");
    }
    sh.read_file(prefix.join("share/carom/usage"))?;
    users::with_cmake(project, &prefix, &work)?;
    users::with_pkg_config(project, &prefix, "lib", &work)
}
