//! `cargo xtask view`: the empty page that `carom view` fills, in `target/view/view.html`: the sources in `view/`, three.js
//! from npm and carom as WebAssembly in one file. It is tried in Chromium.

use crate::{Project, platforms, steps::Steps, tools};
use anyhow::{Context, Result};
use clap::Args;
use std::path::{Path, PathBuf};
use xshell::cmd;

#[derive(Args)]
pub(crate) struct Options {
    /// Make the page only, without a test in Chromium
    #[arg(long)]
    no_test: bool,
    /// Write the picture that the README shows
    #[arg(long, conflicts_with = "no_test")]
    bless: bool,
}

pub(crate) fn run(project: &Project, options: &Options) -> Result<()> {
    let mut steps = Steps::default();
    let result = all(project, options, &mut steps);
    steps.print();
    result
}

fn all(project: &Project, options: &Options, steps: &mut Steps) -> Result<()> {
    let Project { sh, target, .. } = project;
    steps.run("tools", || {
        tools::ensure(sh, tools::NPM)?;
        if options.no_test { Ok(()) } else { tools::ensure(sh, tools::CHROMIUM) }
    })?;
    let out = target.join("view");
    sh.create_dir(&out)?;
    let mut module = PathBuf::new();
    steps.run("WebAssembly", || {
        module = platforms::build_wasm(project)?.join("carom.wasm");
        Ok(())
    })?;
    let page = out.join("view.html");
    steps.run("page", || make(project, &out, &module, &page))?;
    if options.no_test {
        return Ok(());
    }
    steps.run("command", || {
        Ok(cmd!(sh, "cargo build --release --locked --package carom-cli --bin carom").run()?)
    })?;
    steps.run("in Chromium", || try_out(project, options, &out, &page))
}

/// Bundles the sources and puts everything into one file.
fn make(project: &Project, out: &Path, module: &Path, page: &Path) -> Result<()> {
    let Project { sh, root, .. } = project;
    let work = out.join("work");
    // Packages of an earlier run stay.
    for folder in ["view/src", "npm/src"] {
        sh.remove_path(work.join(folder))?;
        project.copy_files(&root.join(folder), &work.join(folder))?;
    }
    sh.copy_file(root.join("view/package.json"), &work)?;
    sh.copy_file(root.join("view/tsconfig.json"), work.join("view"))?;
    let script = out.join("view.js");
    {
        let _here = sh.push_dir(&work);
        cmd!(sh, "npm install --silent --no-audit --no-fund --no-package-lock").run()?;
        cmd!(sh, "npx --no-install tsc --project view").run()?;
        cmd!(sh, "npx --no-install esbuild view/src/main.ts --bundle --minify --format=esm --target=es2022")
            .args(["--external:node:fs/promises", "--legal-comments=none", "--log-level=warning"])
            .arg(format!("--outfile={}", script.display()))
            .run()?;
    }
    let three = sh.read_file(work.join("node_modules/three/LICENSE")).context("the licence of three.js")?;
    let carom = sh.read_file(root.join("LICENSE-MIT"))?;
    let text = sh.read_file(root.join("view/page.html"))?;
    let text =
        put(&text, "<!--carom:licences-->", &format!("<!--\ncarom\n\n{carom}\nthree.js\n\n{three}-->"))?;
    let text =
        put(&text, "<!--carom:module-->", cmd!(sh, "base64 --wrap=0 {module}").quiet().read()?.trim())?;
    // What would end the element stands in texts only, where a backslash changes nothing.
    let text = put(&text, "/*carom:script*/", &sh.read_file(&script)?.replace("</script", "<\\/script"))?;
    Ok(sh.write_file(page, text)?)
}

fn put(text: &str, place: &str, what: &str) -> Result<String> {
    let (before, after) = text.split_once(place).with_context(|| format!("view/page.html has no {place}"))?;
    Ok([before, what, after].concat())
}

/// Fills pages and has Chromium show them.
fn try_out(project: &Project, options: &Options, out: &Path, page: &Path) -> Result<()> {
    let Project { sh, root, target } = project;
    let (carom, work) = (target.join("release/carom"), out.join("work"));
    let skull = root.join("assets/skull.stl");
    let large = out.join("large.ply");
    let script = work.join("view.mjs");
    sh.copy_file(root.join("view/test/view.mjs"), &script)?;
    sh.copy_file(root.join("view/test/grid.mjs"), &work)?;
    let grid = work.join("grid.mjs");
    cmd!(sh, "node {grid} {large}").run()?;
    let world = out.join("world.carom");
    cmd!(sh, "cargo run --quiet --release --locked --package carom-cli --example world -- {world}").run()?;
    let _here = sh.push_dir(out);
    cmd!(sh, "{carom} cook --quiet {skull} -o skull.carom").run()?;
    cmd!(sh, "{carom} sdf --quiet {skull} -o skull.sdf --resolution 48").run()?;
    cmd!(sh, "{carom} cook --quiet {large} -o large.carom").run()?;
    let room = root.join("levels/tests/fixtures/room.map");
    cmd!(sh, "{carom} cook --quiet {room} -o room.carom").run()?;
    for name in ["skull.carom", "skull.sdf", "room.carom", "world.carom", "large.carom"] {
        cmd!(sh, "{carom} view {name} -o {name}.html --page {page}").run()?;
    }
    let picture = root.join("docs/view.png");
    let bless = options.bless.then_some("--bless");
    Ok(cmd!(sh, "node {script} {out} {picture} {bless...}").run()?)
}
