//! `Carom.<version>.nupkg`: the C# classes, compiled, and the shared libraries of several platforms.

use super::native;
use super::work::{LICENCES, classes, empty, version};
use crate::{Project, coreclr, tools};
use anyhow::{Result, bail};
use std::path::Path;
use xshell::cmd;

/// The oldest one whose assemblies Mono's compiler reads.
const FRAMEWORK: &str = "netcoreapp3.1";

const RELATIONSHIPS: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
  <Relationship Type="http://schemas.microsoft.com/packaging/2010/07/manifest" Target="/Carom.nuspec" Id="R1" />
</Relationships>
"#;

const CONTENT_TYPES: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml" />
  <Default Extension="nuspec" ContentType="application/octet" />
  <Default Extension="dll" ContentType="application/octet" />
  <Default Extension="so" ContentType="application/octet" />
  <Default Extension="dylib" ContentType="application/octet" />
  <Default Extension="md" ContentType="application/octet" />
  <Default Extension="txt" ContentType="application/octet" />
</Types>
"#;

const RUNTIME: &str = r#"{"runtimeOptions": {"framework": {"name": "Microsoft.NETCore.App", "version": "8.0.0"},
 "configProperties": {"System.Globalization.Invariant": true}}}
"#;

pub(super) fn make(project: &Project, out: &Path) -> Result<()> {
    let Project { sh, root, .. } = project;
    tools::ensure(sh, tools::BUILD)?;
    tools::ensure(sh, tools::CSHARP_TESTS)?;
    tools::ensure(sh, tools::ZIP)?;
    coreclr::ensure(project)?;
    let work = empty(project, out, "nuget")?;
    let content = work.join("content");
    let library = content.join("lib").join(FRAMEWORK);
    sh.create_dir(&library)?;
    let references = references(project)?;
    compile(project, &references, &library.join("Carom.dll"))?;

    let runtimes = content.join("runtimes");
    native::collect(project, out, |name| Some(runtimes.join(name).join("native")))?;

    sh.write_file(content.join("Carom.nuspec"), nuspec())?;
    sh.write_file(content.join("_rels/.rels"), RELATIONSHIPS)?;
    sh.write_file(content.join("[Content_Types].xml"), CONTENT_TYPES)?;
    sh.copy_file(root.join("README.md"), content.join("README.md"))?;
    for licence in LICENCES {
        sh.copy_file(root.join(licence), content.join(format!("{licence}.txt")))?;
    }
    let file = out.join(format!("Carom.{}.nupkg", version()));
    sh.remove_path(&file)?;
    {
        let _here = sh.push_dir(&content);
        cmd!(sh, "zip --quiet --recurse-paths -X {file} .").run()?;
    }
    check(project, &file, &work, &references)
}

/// The assemblies that the classes are compiled against.
fn references(project: &Project) -> Result<Vec<String>> {
    let folder = project.target.join("dotnet/dotnetcore2/bin/shared/Microsoft.NETCore.App/3.1.23");
    let mut files = project.sh.read_dir(&folder)?;
    files.retain(|file| file.extension().is_some_and(|end| end == "dll"));
    Ok(files.iter().map(|file| format!("-r:{}", file.display())).collect())
}

fn mcs<'a>(project: &'a Project, references: &[String], out: &Path) -> xshell::Cmd<'a> {
    let out = format!("-out:{}", out.display());
    cmd!(
        project.sh,
        "mcs -unsafe -noconfig -nostdlib -sdk:4.5 -langversion:latest -nowarn:1702 -optimize {out}"
    )
    .args(references)
}

fn compile(project: &Project, references: &[String], out: &Path) -> Result<()> {
    Ok(mcs(project, references, out).arg("-target:library").args(classes(project)?).run()?)
}

/// Unpacks the package, and compiles and runs the first C# program of the book with what lies in it.
fn check(project: &Project, file: &Path, work: &Path, references: &[String]) -> Result<()> {
    let Project { sh, root, target } = project;
    let (unpacked, folder) = (work.join("unpacked"), work.join("start"));
    sh.create_dir(&folder)?;
    cmd!(sh, "unzip -q {file} -d {unpacked}").run()?;
    let (classes, program) = (folder.join("Carom.dll"), folder.join("start.dll"));
    sh.copy_file(unpacked.join("lib").join(FRAMEWORK).join("Carom.dll"), &classes)?;
    sh.copy_file(unpacked.join("runtimes/linux-x64/native/libcarom.so"), &folder)?;
    sh.write_file(folder.join("start.runtimeconfig.json"), RUNTIME)?;
    let source = root.join("examples/book/start/Program.cs");
    mcs(project, references, &program).arg(format!("-r:{}", classes.display())).arg(source).run()?;
    let dotnet = target.join("dotnet/dnv/net/runtime/.net/dotnet");
    cmd!(sh, "chmod +x {dotnet}").run()?;
    let _here = sh.push_dir(&folder);
    let printed = cmd!(sh, "{dotnet} start.dll").read()?;
    if !printed.contains("opened: 4 triangles") {
        bail!("the program prints:\n{printed}");
    }
    Ok(())
}

fn nuspec() -> String {
    format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
  <metadata>
    <id>Carom</id>
    <version>{}</version>
    <authors>The carom authors</authors>
    <license type="expression">MIT OR Apache-2.0</license>
    <readme>README.md</readme>
    <description>Collision queries on geometry that stands still</description>
    <tags>collision raycast bvh bsp sdf geometry</tags>
    <dependencies><group targetFramework="{FRAMEWORK}" /></dependencies>
  </metadata>
</package>
"#,
        version()
    )
}
