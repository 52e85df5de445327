//! Platforms for which CMake builds everything: the library by cargo, the hash program and the tests by the platform's
//! compilers, and ctest runs them.

use super::list::{Foreign, Platform, Toolchain};
use super::table::Row;
use super::{hashes, rust, windows};
use crate::tools::GOOGLETEST_FOLDER;
use crate::{Project, cpp};
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};
use xshell::{Cmd, cmd};

pub(super) fn run(
    project: &Project,
    platform: &Platform,
    toolchain: &Toolchain,
    row: &mut Row,
) -> Result<()> {
    let sh = &project.sh;
    let here = Here { project, is_foreign: toolchain.foreign.is_some() };
    let build = configure(&here, platform, toolchain)?;
    let is_windows = platform.name.starts_with("windows");
    if is_windows {
        windows::prepare(project)?;
    }
    let others = ["carom_hashes", cpp::UNLOAD];
    let faults = (!here.is_foreign).then_some("carom_faults");
    // Compiled and run for another platform, all tests take minutes: smaller programs link the static library there.
    let left_out = here.is_foreign.then_some((cpp::STATIC_PROGRAM, cpp::STATIC_TEST));
    let programs =
        cpp::PROGRAMS.iter().filter(|&&program| left_out.is_none_or(|(other, _)| program != other));
    here.with(cmd!(sh, "cmake --build {build} --target").args(programs).args(others).args(faults)).run()?;
    row.built = "yes".into();
    if is_windows {
        windows::link_with_microsofts_names(project, &build.join("lib"))?;
    }
    run_hashes(&here, &build, row)?;
    tests(&here, &build, left_out.map(|(_, test)| test), row)
}

/// Builds the library alone, as for the tests.
pub(super) fn build_library(project: &Project, platform: &Platform, toolchain: &Toolchain) -> Result<()> {
    let here = Here { project, is_foreign: toolchain.foreign.is_some() };
    let build = configure(&here, platform, toolchain)?;
    Ok(here.with(cmd!(project.sh, "cmake --build {build} --target carom_cargo")).run()?)
}

/// Makes the build tree, with GoogleTest for the platform beside it; returns it.
fn configure(here: &Here, platform: &Platform, toolchain: &Toolchain) -> Result<PathBuf> {
    let Project { sh, root, target } = here.project;
    let out = target.join("platforms").join(platform.name);
    let (build, prefix) = (out.join("build"), out.join("prefix"));
    let mut arguments = vec!["-G".to_owned(), "Ninja".to_owned(), "-DCMAKE_BUILD_TYPE=Release".to_owned()];
    if let Some(foreign) = &toolchain.foreign {
        arguments.extend(describe(foreign));
        install_googletest(here, &out.join("googletest"), &prefix, &arguments)?;
        arguments.push(format!("-DCMAKE_PREFIX_PATH={}", prefix.display()));
        arguments.push(format!("-DCAROM_RUST_TARGET={}", platform.triple));
    }
    arguments.push(format!("-DCAROM_CARGO_TARGET_DIR={}", target.display()));
    here.with(cmd!(sh, "cmake -S {root} -B {build}").args(&arguments)).run()?;
    Ok(build)
}

/// How commands are run for the platform.
struct Here<'a> {
    project: &'a Project,
    is_foreign: bool,
}

impl Here<'_> {
    fn with<'a>(&self, command: Cmd<'a>) -> Cmd<'a> {
        let command = if self.is_foreign { rust::foreign(command, "std,panic_unwind") } else { command };
        command.env("WINEPREFIX", windows::prefix(self.project)).env("WINEDEBUG", "-all")
    }
}

fn describe(foreign: &Foreign) -> Vec<String> {
    let mut arguments = vec![
        format!("-DCMAKE_SYSTEM_NAME={}", foreign.system),
        format!("-DCMAKE_SYSTEM_PROCESSOR={}", foreign.processor),
        format!("-DCMAKE_C_COMPILER={}", foreign.c),
        format!("-DCMAKE_CXX_COMPILER={}", foreign.cxx),
    ];
    if !foreign.emulator.is_empty() {
        arguments.push(format!("-DCMAKE_CROSSCOMPILING_EMULATOR={}", foreign.emulator));
    }
    if !foreign.linker_flags.is_empty() {
        arguments.push(format!("-DCMAKE_EXE_LINKER_FLAGS={}", foreign.linker_flags));
    }
    arguments
}

fn install_googletest(here: &Here, build: &Path, prefix: &Path, arguments: &[String]) -> Result<()> {
    let sh = &here.project.sh;
    cmd!(sh, "cmake -S {GOOGLETEST_FOLDER} -B {build} -DBUILD_GMOCK=OFF -DCMAKE_INSTALL_PREFIX={prefix}")
        .args(arguments)
        .run()?;
    cmd!(sh, "cmake --build {build}").run()?;
    Ok(cmd!(sh, "cmake --install {build}").ignore_stdout().run()?)
}

/// The hash program, on every level that the platform has here.
fn run_hashes(here: &Here, build: &Path, row: &mut Row) -> Result<()> {
    let sh = &here.project.sh;
    let command = cmd!(sh, "ctest --test-dir {build} --verbose --tests-regex ^hashes$");
    let output = here.with(command).ignore_status().read()?;
    hashes::note(&output, row)
}

/// The C and C++ tests, but for one that is left out.
fn tests(here: &Here, build: &Path, left_out: Option<&str>, row: &mut Row) -> Result<()> {
    let sh = &here.project.sh;
    let only = cpp::TESTS;
    let without = left_out.map(|test| ["--exclude-regex", test]);
    let command = cmd!(sh, "ctest --test-dir {build} --verbose --parallel 2 --tests-regex {only}");
    let command = command.args(without.into_iter().flatten());
    let output = here.with(command).ignore_status().read()?;
    // The last line that says so: programs may print others.
    let (failed, of) = output.lines().rev().find_map(count).unwrap_or((1, 0));
    if failed > 0 || of == 0 {
        println!("{output}");
        row.tests = format!("{failed} of {of} programs failed");
        bail!("tests failed");
    }
    row.tests = format!("{} passed", passed(&output, of));
    Ok(())
}

/// How many tests passed, if all of so many programs did: those that are counted by GoogleTest, and one for each other program.
fn passed(output: &str, programs: usize) -> usize {
    let counts = output
        .lines()
        .filter_map(|line| line.split_once("[  PASSED  ] ")?.1.split(' ').next()?.parse::<usize>().ok());
    let (counted, tests) = counts.fold((0, 0), |(counted, tests), count| (counted + 1, tests + count));
    tests + programs - counted
}

/// How many failed, and of how many: "100% tests passed, 0 tests failed out of 9".
fn count(summary: &str) -> Option<(usize, usize)> {
    let (_, counts) = summary.split_once("passed, ")?;
    let (failed, of) = counts.split_once(" tests failed out of ")?;
    Some((failed.parse().ok()?, of.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_counted() {
        assert_eq!(count("100% tests passed, 0 tests failed out of 9"), Some((0, 9)));
        assert_eq!(passed("1: [  PASSED  ] 238 tests.\n2: ok\n3: [  PASSED  ] 1 test.\n", 3), 240);
        assert_eq!(passed("", 2), 2);
    }
}
