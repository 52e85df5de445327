//! `cargo xtask demo`: from mesh files to answers in a C++ program, with pictures.

use crate::{Project, tools};
use anyhow::{Context, Result};
use xshell::cmd;

const MESHES: [&str; 3] = ["skull", "ribcage", "forearm"];

pub(crate) fn run(project: &Project) -> Result<()> {
    let Project { sh, root, target } = project;
    tools::ensure(sh, tools::BUILD).context("tools")?;
    let out = target.join("demo");
    sh.create_dir(&out)?;

    let carom = || cmd!(sh, "cargo run --quiet --release --locked --package carom-cli --");
    cmd!(sh, "cargo build --release --locked --package carom-cli").run().context("building the command")?;
    let mut cooked = Vec::new();
    for mesh in MESHES {
        let (input, output) = (root.join(format!("assets/{mesh}.stl")), out.join(format!("{mesh}.carom")));
        carom()
            .arg("cook")
            .arg(input)
            .arg("-o")
            .arg(&output)
            .run()
            .with_context(|| format!("cooking {mesh}"))?;
        cooked.push(output);
    }

    // The way a program of somebody else's finds the library: installed, through find_package.
    let (library, prefix) = (out.join("library"), out.join("prefix"));
    cmd!(sh, "cmake --preset release -B {library} -DCAROM_BUILD_TESTS=OFF").run().context("configuring")?;
    cmd!(sh, "cmake --build {library}").run().context("building the library")?;
    cmd!(sh, "cmake --install {library} --prefix {prefix}").run().context("installing the library")?;
    let (source, build) = (root.join("examples/demo"), out.join("build"));
    cmd!(sh, "cmake -G Ninja -S {source} -B {build} -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH={prefix}")
        .run()
        .context("configuring the C++ program")?;
    cmd!(sh, "cmake --build {build}").run().context("building the C++ program")?;
    for example in ["ray_c", "ray_cpp", "character"] {
        let program = build.join(example);
        cmd!(sh, "{program}").run().with_context(|| format!("example {example}"))?;
    }
    let skull = root.join("assets/skull.stl");
    let mut pictures = Vec::new();
    for example in ["cloth", "marbles"] {
        let (program, folder) = (build.join("examples").join(example), out.join(example));
        cmd!(sh, "{program} {skull} {folder} --every 60")
            .run()
            .with_context(|| format!("example {example}"))?;
        pictures.push(folder);
    }
    let program = build.join("demo");
    cmd!(sh, "{program}").args(&cooked).run().context("the C++ program")?;

    for (mesh, blob) in MESHES.iter().zip(&cooked) {
        let picture = out.join(format!("{mesh}.png"));
        carom()
            .arg("render")
            .arg(blob)
            .arg("-o")
            .arg(&picture)
            .args(["--size", "800x800"])
            .run()
            .with_context(|| format!("drawing {mesh}"))?;
        pictures.push(picture);
    }
    println!("\nPictures:");
    for picture in pictures {
        println!("  {}", picture.display());
    }
    Ok(())
}
