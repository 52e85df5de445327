//! `cargo xtask test`: everything that must hold before a change is done.

use crate::{Project, coreclr, steps::Steps, tools};
use anyhow::Result;
use xshell::cmd;

const FOREIGN: &str = "C, C++ and C# tests";
const CSHARP: &str = "C# tests";
const CORECLR: &str = "C# tests on CoreCLR";

pub(crate) fn run(project: &Project, quick: bool) -> Result<()> {
    let mut steps = Steps::default();
    let result = all(project, quick, &mut steps);
    steps.print();
    result
}

fn all(project: &Project, quick: bool, steps: &mut Steps) -> Result<()> {
    let sh = &project.sh;
    steps.run("tools", || {
        tools::ensure_component(sh, "fmt", "rustfmt")?;
        tools::ensure_component(sh, "clippy", "clippy")?;
        if !quick {
            tools::ensure(sh, tools::BUILD)?;
            tools::ensure(sh, tools::CPP_TESTS)?;
        }
        Ok(())
    })?;
    let has_mono = quick || tools::ensure(sh, tools::CSHARP_TESTS).map_err(|e| eprintln!("{e:#}")).is_ok();
    let has_doxygen = quick || tools::ensure(sh, tools::REFERENCE).map_err(|e| eprintln!("{e:#}")).is_ok();
    let has_coreclr = !quick && has_mono && coreclr::ensure(project).map_err(|e| eprintln!("{e:#}")).is_ok();
    steps.run("formatting", || Ok(cmd!(sh, "cargo fmt --all --check").run()?))?;
    // By the profile of the tests, so that procedural macros are compiled once.
    steps.run("lints", || {
        let command =
            cmd!(sh, "cargo clippy --workspace --all-targets --locked --profile checked -- -D warnings");
        Ok(command.run()?)
    })?;
    // Optimised, because brute force is the oracle; with assertions, unlike the shipped library.
    steps.run("Rust tests", || Ok(cmd!(sh, "cargo test --workspace --locked --profile checked").run()?))?;
    steps.run("documentation", || {
        let command = cmd!(sh, "cargo doc --no-deps --locked --profile checked");
        Ok(command.env("RUSTDOCFLAGS", "-D warnings").run()?)
    })?;
    if quick {
        steps.leave_out(FOREIGN, "--quick");
        return Ok(());
    }
    // The library as the Rust tests were linked to it, so that it is compiled once.
    foreign(project, steps, "checked")?;
    if !has_mono {
        steps.leave_out(CSHARP, "Mono is missing and could not be installed");
    }
    if !has_doxygen {
        steps.leave_out("reference", "Doxygen is missing and could not be installed");
    }
    if !has_coreclr {
        steps.leave_out(CORECLR, "it is missing and could not be fetched, or there is no compiler");
    }
    Ok(())
}

/// The tests in C, C++ and C#, by a preset of CMake.
pub(crate) fn foreign(project: &Project, steps: &mut Steps, preset: &str) -> Result<()> {
    let sh = &project.sh;
    steps.run(FOREIGN, || {
        let dotnet = project.target.join("dotnet");
        cmd!(sh, "cmake --preset {preset} -DCAROM_DOTNET={dotnet}").run()?;
        cmd!(sh, "cmake --build --preset {preset}").run()?;
        Ok(cmd!(sh, "ctest --preset {preset}").run()?)
    })
}
