//! The recipe for Conan, and the archive of the sources that it builds from.

use super::work::{empty, sources, version};
use crate::{Project, tools};
use anyhow::Result;
use std::path::Path;
use xshell::cmd;

pub(super) fn make(project: &Project, out: &Path) -> Result<()> {
    let Project { sh, root, target } = project;
    tools::ensure(sh, tools::BUILD)?;
    let bin = tools::python_environment(sh, &target.join("conan"))?;
    let (pip, conan) = (bin.join("pip"), bin.join("conan"));
    cmd!(sh, "{pip} install --quiet conan~=2.0").run()?;

    let (file, version) = (sources(project, out)?, version());
    let recipe = out.join("conan");
    sh.remove_path(&recipe)?;
    sh.create_dir(recipe.join("test_package"))?;
    for file in ["conanfile.py", "test_package/conanfile.py"] {
        sh.copy_file(root.join("packaging/conan").join(file), recipe.join(file))?;
    }
    for file in ["CMakeLists.txt", "main.cpp"] {
        sh.copy_file(root.join("examples/book/start").join(file), recipe.join("test_package"))?;
    }
    let sum = cmd!(sh, "sha256sum {file}").read()?;
    let sum = sum.split_whitespace().next().unwrap_or_default();
    // Whoever publishes it puts the address of the archive there.
    let data = format!(
        "sources:\n  \"{version}\":\n    url: \"file://{}\"\n    sha256: \"{sum}\"\n",
        file.display()
    );
    sh.write_file(recipe.join("conandata.yml"), data)?;

    let home = empty(project, out, "conan")?;
    let conan = |arguments: &[&str]| cmd!(sh, "{conan}").args(arguments).env("CONAN_HOME", &home).run();
    conan(&["profile", "detect"])?;
    let recipe = recipe.to_string_lossy();
    Ok(conan(&["create", &recipe, "--version", version, "--no-remote", "--build", "*"])?)
}
