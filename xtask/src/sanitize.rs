//! `cargo xtask sanitize`: the tests under tools that watch memory and threads.

use crate::platforms::foreign;
use crate::{Project, cpp, steps::Steps, tools};
use anyhow::Result;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use xshell::cmd;

#[derive(Args)]
pub(crate) struct Options {
    /// The tools; all of them if none is named
    #[arg(value_enum)]
    watchers: Vec<Watcher>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Watcher {
    /// AddressSanitizer in Rust, C and C++, and UndefinedBehaviorSanitizer in C and C++
    Address,
    /// ThreadSanitizer in Rust, its standard library included
    Thread,
    /// Valgrind's memcheck, below the library as it is shipped
    Valgrind,
}

pub(crate) fn run(project: &Project, options: &Options) -> Result<()> {
    let wanted = if options.watchers.is_empty() { Watcher::value_variants() } else { &options.watchers };
    let mut steps = Steps::default();
    let result = wanted.iter().try_for_each(|watcher| match watcher {
        Watcher::Address => address(project, &mut steps),
        Watcher::Thread => steps.run("threads, in Rust", || thread(project)),
        Watcher::Valgrind => steps.run("memory, as it is shipped", || valgrind(project)),
    });
    steps.print();
    result
}

fn address(project: &Project, steps: &mut Steps) -> Result<()> {
    let sh = &project.sh;
    steps.run("memory, in Rust", || {
        let target = project.target.join("sanitize/address");
        let triple = tools::host(sh)?;
        // For a target by name: build scripts and procedural macros are compiled as ever.
        let command = cmd!(
            sh,
            "cargo test --locked --package carom --lib --test it --profile checked --target {triple} --target-dir {target}"
        );
        // Sanitizers are not yet stable: the compiler takes them from nobody without this.
        Ok(command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address").run()?)
    })?;
    steps.run("memory and undefined behaviour, in C and C++", || {
        let build = build_cpp(project, "asan")?;
        // Failing allocations are those of `carom_faults`, which is not built here.
        let (only, without) = (cpp::TESTS, "^shared\\.faults$");
        let command = cmd!(sh, "ctest --test-dir {build} --output-on-failure --parallel 2");
        Ok(command.args(["--tests-regex", only, "--exclude-regex", without]).run()?)
    })
}

/// What threads share is guarded by the library's locks and the standard library's, which is therefore built anew.
fn thread(project: &Project) -> Result<()> {
    let sh = &project.sh;
    tools::ensure(sh, tools::SANITIZE_THREAD)?;
    let target = project.target.join("sanitize/thread");
    let triple = tools::host(sh)?;
    let command = cmd!(
        sh,
        "cargo test --locked --package carom --lib --test it --test guarantees --profile checked --target {triple}
            --target-dir {target} -- threads pool world::"
    );
    // Debian's compiler brings no runtime of its own, and takes Clang's.
    let clang = tools::CLANG_WITH_RUNTIME;
    let flags =
        format!("-Zsanitizer=thread -Zexternal-clangrt -Clinker={clang} -Clink-arg=-fsanitize=thread");
    Ok(foreign(command, "std,panic_unwind").env("RUSTFLAGS", flags).run()?)
}

fn valgrind(project: &Project) -> Result<()> {
    let sh = &project.sh;
    tools::ensure(sh, tools::VALGRIND)?;
    let build = build_cpp(project, "release")?;
    for name in cpp::PROGRAMS {
        let program = build.join("cpp_tests").join(name);
        // Threads that still run at the end keep what they have.
        let leaks = ["--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite"];
        // On real meshes the same code runs for half an hour.
        let command = cmd!(sh, "valgrind --quiet --error-exitcode=9").args(leaks).arg(program);
        command.env("GTEST_FILTER", "-*Assets*").run()?;
    }
    Ok(())
}

/// Builds the tests in C and C++ by a preset; returns the folder.
fn build_cpp(project: &Project, preset: &str) -> Result<PathBuf> {
    let Project { sh, target, .. } = project;
    tools::ensure(sh, tools::BUILD)?;
    tools::ensure(sh, tools::CPP_TESTS)?;
    let build = target.join("sanitize").join(preset);
    cmd!(sh, "cmake --preset {preset} -B {build}").run()?;
    cmd!(sh, "cmake --build {build} --target").args(cpp::PROGRAMS).arg(cpp::UNLOAD).run()?;
    Ok(build)
}
