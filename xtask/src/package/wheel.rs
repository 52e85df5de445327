//! `carom-<version>-cp310-abi3-<platform>.whl`: wheels for Python 3.10 and later on Linux and Windows. That of this machine is
//! installed and used; what is in the others is looked at.

use super::work::{empty, version};
use crate::platforms::foreign;
use crate::{Project, tools};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use xshell::cmd;

/// A platform: what Rust calls it, how its wheel's name ends, and the native half of the package there.
struct Platform {
    triple: &'static str,
    tag: &'static str,
    native: &'static str,
    /// The first bytes of a file with programs of this platform.
    magic: &'static [u8],
    is_this_machine: bool,
}

const PLATFORMS: [Platform; 3] = [
    Platform {
        triple: "x86_64-unknown-linux-gnu",
        tag: "manylinux2014_x86_64.manylinux_2_17_x86_64",
        native: "carom/_native.abi3.so",
        magic: b"\x7fELF",
        is_this_machine: true,
    },
    Platform {
        triple: "aarch64-unknown-linux-gnu",
        tag: "manylinux2014_aarch64.manylinux_2_17_aarch64",
        native: "carom/_native.abi3.so",
        magic: b"\x7fELF",
        is_this_machine: false,
    },
    Platform {
        triple: "x86_64-pc-windows-gnu",
        tag: "win_amd64",
        native: "carom/_native.pyd",
        magic: b"MZ",
        is_this_machine: false,
    },
];

pub(super) fn make(project: &Project, out: &Path) -> Result<()> {
    let sh = &project.sh;
    tools::ensure(sh, tools::PLATFORM_WINDOWS_X64)?;
    tools::ensure(sh, tools::ZIP)?;
    let work = empty(project, out, "wheel")?;
    let bin = tools::python_environment(sh, &project.target.join("python/packaging"))?;
    let pip = bin.join("pip");
    cmd!(sh, "{pip} install --quiet").args(["maturin>=1.7,<2", "ziglang"]).run()?;
    for platform in &PLATFORMS {
        let wheel = build(project, out, &bin, platform)?;
        look(project, &wheel, &work, platform)?;
        if platform.is_this_machine {
            used(project, &wheel, &work)?;
        }
    }
    Ok(())
}

/// Builds a wheel; returns its place. Zig's linker asks for no newer version of the C library than the wheel's name promises.
fn build(project: &Project, out: &Path, bin: &Path, platform: &Platform) -> Result<PathBuf> {
    let (sh, Platform { triple, tag, .. }) = (&project.sh, platform);
    let (maturin, build) = (bin.join("maturin"), project.target.join("python/build"));
    let _here = sh.push_dir(project.root.join("python"));
    let mut command = cmd!(sh, "{maturin} build --release --locked --out {out} --target {triple}")
        .env("PATH", tools::path_with(sh, bin)?)
        .env("CARGO_TARGET_DIR", build);
    if tag.starts_with("manylinux") {
        command = command.args(["--zig", "--compatibility", "manylinux2014"]);
    }
    if !platform.is_this_machine {
        command = foreign(command, "std,panic_unwind");
    }
    command.run()?;
    Ok(out.join(format!("carom-{}-cp310-abi3-{tag}.whl", version())))
}

/// Looks whether all is in a wheel that belongs there.
fn look(project: &Project, wheel: &Path, work: &Path, platform: &Platform) -> Result<()> {
    let (sh, folder) = (&project.sh, work.join(platform.triple));
    cmd!(sh, "unzip -q {wheel} -d {folder}").run()?;
    for file in ["carom/__init__.py", "carom/py.typed"] {
        sh.read_file(folder.join(file))?;
    }
    let native = sh.read_binary_file(folder.join(platform.native))?;
    ensure!(native.starts_with(platform.magic), "{} is not for {}", platform.native, platform.triple);
    let entry = b"PyInit__native";
    ensure!(native.windows(entry.len()).any(|bytes| bytes == entry), "{} has no entry", platform.native);
    Ok(())
}

/// Installs a wheel into an empty environment, and runs the first program of the book there.
fn used(project: &Project, wheel: &Path, work: &Path) -> Result<()> {
    let (sh, source) = (&project.sh, project.root.join("examples/book/start/start.py"));
    let bin = tools::python_environment(sh, &work.join("environment"))?;
    let (pip, python) = (bin.join("pip"), bin.join("python"));
    cmd!(sh, "{pip} install --quiet {wheel}").run()?;
    let _here = sh.push_dir(work);
    let printed = cmd!(sh, "{python} {source}").read()?;
    let last = printed.lines().last().context("the program prints nothing")?;
    println!("{last}");
    Ok(())
}
