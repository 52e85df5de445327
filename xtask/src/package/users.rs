//! Small programs that use an installed package: the first programs of the book, in an empty folder.

use crate::Project;
use anyhow::{Result, bail};
use std::path::Path;
use xshell::cmd;

/// A project that asks for carom on a system that no package of this machine is for.
const FOREIGN: &str = "cmake_minimum_required(VERSION 3.25)
project(foreign LANGUAGES NONE)
find_package(carom CONFIG REQUIRED)
";

/// A package of Rust's before it depends on anything.
const PACKAGE: &str = "[package]
name = \"start\"
edition = \"2024\"

[workspace]
";

/// Builds and runs the program of the book that `find_package` finds carom for.
pub(super) fn with_cmake(project: &Project, prefix: &Path, work: &Path) -> Result<()> {
    let (sh, start) = (&project.sh, project.root.join("examples/book/start"));
    let folder = work.join("cmake");
    sh.create_dir(&folder)?;
    for file in ["CMakeLists.txt", "main.cpp"] {
        sh.copy_file(start.join(file), &folder)?;
    }
    let build = folder.join("build");
    cmd!(sh, "cmake -G Ninja -S {folder} -B {build} -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH={prefix}")
        .run()?;
    let found = sh.read_file(build.join("CMakeCache.txt"))?;
    let expected = format!("carom_DIR:PATH={}", prefix.display());
    if !found.contains(&expected) {
        bail!("another carom was found than that of {}", prefix.display());
    }
    cmd!(sh, "cmake --build {build}").run()?;
    let _here = sh.push_dir(&folder);
    Ok(cmd!(sh, "build/start").run()?)
}

/// Builds the C program with what pkg-config says, with the shared and the static library, and runs both.
pub(super) fn with_pkg_config(
    project: &Project,
    prefix: &Path,
    library_folder: &str,
    work: &Path,
) -> Result<()> {
    let (sh, source) = (&project.sh, project.root.join("examples/book/start/main.c"));
    let folder = work.join("pkg-config");
    let libraries = prefix.join(library_folder);
    sh.create_dir(&folder)?;
    let ask = |arguments: &[&str]| {
        let command = cmd!(sh, "pkg-config carom").args(arguments);
        let said = command.env("PKG_CONFIG_LIBDIR", libraries.join("pkgconfig")).read()?;
        anyhow::Ok(said.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    };
    let _here = sh.push_dir(&folder);

    let flags = ask(&["--cflags", "--libs"])?;
    cmd!(sh, "cc {source} -o shared").args(&flags).run()?;
    cmd!(sh, "./shared").env("LD_LIBRARY_PATH", &libraries).run()?;

    let mut flags = ask(&["--static", "--cflags", "--libs"])?;
    // The linker prefers the shared library of that name.
    for flag in flags.iter_mut().filter(|flag| *flag == "-lcarom") {
        *flag = "-l:libcarom.a".into();
    }
    cmd!(sh, "cc {source} -o static").args(&flags).run()?;
    Ok(cmd!(sh, "./static").run()?)
}

/// Runs the program of the book in a package that depends on the library in `library`, as `cargo add` has it.
pub(crate) fn with_cargo(project: &Project, library: &Path, folder: &Path) -> Result<()> {
    let (sh, program) = (&project.sh, project.root.join("examples/book/start/main.rs"));
    sh.remove_path(folder)?;
    sh.create_dir(folder.join("src"))?;
    // `cargo init` would make it a member of the workspace in whose folder it lies.
    sh.write_file(folder.join("Cargo.toml"), PACKAGE)?;
    sh.copy_file(program, folder.join("src/main.rs"))?;
    let _here = sh.push_dir(folder);
    cmd!(sh, "cargo add --quiet --path {library} carom").run()?;
    Ok(cmd!(sh, "cargo run --quiet --target-dir target").run()?)
}

/// Asks for the package on another system, and wants an error that names both.
pub(super) fn on_another_system(project: &Project, prefix: &Path, work: &Path) -> Result<()> {
    let sh = &project.sh;
    let folder = work.join("foreign");
    sh.write_file(folder.join("CMakeLists.txt"), FOREIGN)?;
    let build = folder.join("build");
    let output = cmd!(sh, "cmake -G Ninja -S {folder} -B {build} -DCMAKE_PREFIX_PATH={prefix}")
        .args(["-DCMAKE_SYSTEM_NAME=Windows", "-DCMAKE_SYSTEM_PROCESSOR=ARM64"])
        .ignore_status()
        .output()?;
    let said = String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    if output.status.success() || !said.contains("built for Linux x86_64, not for Windows aarch64") {
        bail!("Windows on ARM is not refused by name: {said}");
    }
    Ok(())
}
