//! `cargo xtask python`: the Python package, built as a wheel, installed into an environment of its own, and tested there.

use crate::steps::Steps;
use crate::{Project, tools};
use anyhow::{Context, Result};
use clap::Args;
use std::path::{Path, PathBuf};
use xshell::cmd;

/// What builds, checks and tests the package. trimesh is asked the same questions.
const PACKAGES: &[&str] =
    &["maturin>=1.7,<2", "mypy", "numpy", "pytest", "rtree", "ruff", "scipy", "shapely", "trimesh"];

/// Libraries that are only measured.
const PEERS: &[&str] = &["embreex", "libigl", "open3d-cpu"];

#[derive(Args)]
pub(crate) struct Options {
    /// Also print times beside those of C, trimesh, Open3D and libigl
    #[arg(long)]
    bench: bool,
}

pub(crate) fn run(project: &Project, options: &Options) -> Result<()> {
    let mut steps = Steps::default();
    let result = all(project, options, &mut steps);
    steps.print();
    result
}

fn all(project: &Project, options: &Options, steps: &mut Steps) -> Result<()> {
    let sh = &project.sh;
    let (package, out) = (project.root.join("python"), project.target.join("python"));
    let (wheels, build) = (out.join("wheels"), out.join("build"));
    let bin = out.join("environment/bin");
    let tool = |name: &str| bin.join(name);
    steps.run("tools", || {
        tools::python_environment(sh, &out.join("environment"))?;
        tools::ensure_component(sh, "fmt", "rustfmt")?;
        tools::ensure_component(sh, "clippy", "clippy")?;
        let pip = tool("pip");
        cmd!(sh, "{pip} install --quiet").args(PACKAGES).run()?;
        if options.bench {
            cmd!(sh, "{pip} install --quiet").args(PEERS).run()?;
        }
        Ok(())
    })?;
    sh.change_dir(&package);
    steps.run("formatting and lints", || {
        cmd!(sh, "cargo fmt --check").run()?;
        let python = tool("python");
        cmd!(sh, "cargo clippy --locked -- -D warnings")
            .env("CARGO_TARGET_DIR", &build)
            .env("PYO3_PYTHON", &python)
            .run()?;
        let (ruff, mypy) = (tool("ruff"), tool("mypy"));
        cmd!(sh, "{ruff} check .").run()?;
        cmd!(sh, "{ruff} format --check .").run()?;
        Ok(cmd!(sh, "{mypy} python/carom").run()?)
    })?;
    steps.run("wheel", || {
        // Nothing of an earlier run.
        sh.remove_path(&wheels)?;
        let (maturin, pip, python) = (tool("maturin"), tool("pip"), tool("python"));
        cmd!(sh, "{maturin} build --release --out {wheels} --interpreter {python}")
            .env("CARGO_TARGET_DIR", &build)
            .run()?;
        let wheel = only_file(project, &wheels)?;
        Ok(cmd!(sh, "{pip} install --quiet --force-reinstall --no-deps {wheel}").run()?)
    })?;
    steps.run("tests", || {
        let python = tool("python");
        Ok(cmd!(sh, "{python} -m pytest --quiet -p no:cacheprovider").run()?)
    })?;
    if options.bench {
        steps.run("bench", || {
            cmd!(sh, "cargo build --release --locked --package carom-capi --manifest-path ../Cargo.toml")
                .run()?;
            let (python, library) = (tool("python"), project.target.join("release/libcarom.so"));
            Ok(cmd!(sh, "{python} bench.py {library}").run()?)
        })?;
    }
    Ok(())
}

fn only_file(project: &Project, folder: &Path) -> Result<PathBuf> {
    project.sh.read_dir(folder)?.pop().with_context(|| format!("{} is empty", folder.display()))
}
