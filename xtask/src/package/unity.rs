//! `com.carom-<version>.tgz`: a package for Unity, with the C# classes as sources and the shared libraries of several platforms.
//! Nobody has opened it in Unity: it is unpacked, and compiled and run by Mono.

use super::native;
use super::work::{LICENCES, classes, empty, pack, unpack, version};
use crate::{Project, tools};
use anyhow::{Result, bail, ensure};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use uuid::Uuid;
use xshell::{Shell, cmd};

/// What Unity's importer says about a library: the operating system of its editor, the platform of a game, and the processor.
struct Plugin {
    /// What .NET calls the platform.
    runtime: &'static str,
    editor: &'static str,
    player: &'static str,
    processor: &'static str,
}

const PLUGINS: [Plugin; 3] = [
    Plugin { runtime: "linux-x64", editor: "Linux", player: "Linux64", processor: "x86_64" },
    Plugin { runtime: "win-x64", editor: "Windows", player: "Win64", processor: "x86_64" },
    Plugin { runtime: "osx-arm64", editor: "OSX", player: "OSXUniversal", processor: "ARM64" },
];

pub(super) fn make(project: &Project, out: &Path) -> Result<()> {
    let Project { sh, root, .. } = project;
    tools::ensure(sh, tools::BUILD)?;
    tools::ensure(sh, tools::CSHARP_TESTS)?;
    let work = empty(project, out, "unity")?;
    let package = work.join("package");
    let (runtime, plugins) = (package.join("Runtime"), package.join("Plugins"));
    sh.create_dir(&runtime)?;
    let unity = root.join("csharp/Unity");
    sh.copy_file(unity.join("package.json"), &package)?;
    sh.copy_file(root.join("CHANGELOG.md"), &package)?;
    for licence in LICENCES {
        sh.copy_file(root.join(licence), package.join(format!("{licence}.md")))?;
    }
    sh.copy_file(unity.join("Carom.asmdef"), &runtime)?;
    for source in classes(project)? {
        sh.copy_file(source, &runtime)?;
    }
    project.copy_files(&unity.join("NativeArrays"), &runtime.join("NativeArrays"))?;
    let plugin = |runtime: &str| PLUGINS.iter().find(|plugin| plugin.runtime == runtime);
    native::collect(project, out, |runtime| plugin(runtime).map(|plugin| plugins.join(plugin.runtime)))?;
    for path in everything(sh, &package)? {
        let name = path.strip_prefix(&package)?;
        let plugin = name.parent().and_then(Path::file_name).and_then(|folder| plugin(folder.to_str()?));
        let mut meta = path.clone().into_os_string();
        meta.push(".meta");
        sh.write_file(meta, describe(name, path.is_dir(), plugin))?;
    }
    let file = out.join(format!("com.carom-{}.tgz", version()));
    pack(project, &file, &work, "package")?;
    check(project, &file, &work)
}

/// All files and folders below a folder, without those that describe others.
fn everything(sh: &Shell, folder: &Path) -> Result<Vec<PathBuf>> {
    let mut all = sh.read_dir(folder)?;
    all.retain(|path| path.extension().is_none_or(|end| end != "meta"));
    for path in all.clone().iter().filter(|path| path.is_dir()) {
        all.extend(everything(sh, path)?);
    }
    Ok(all)
}

/// The file that describes another to Unity, which takes nothing from a package without one. It knows files by their numbers,
/// which are made of the names, so that they stay the same in each version.
fn describe(name: &Path, is_folder: bool, plugin: Option<&Plugin>) -> String {
    let name = format!("com.carom/{}", name.display());
    let number = Uuid::new_v5(&Uuid::NAMESPACE_URL, name.as_bytes()).simple();
    let mut text = format!("fileFormatVersion: 2\nguid: {number}\n");
    if is_folder {
        text += "folderAsset: yes\nDefaultImporter:\n  externalObjects: {}\n";
    }
    if let Some(Plugin { editor, player, processor, .. }) = plugin {
        text += &format!(
            "PluginImporter:
  serializedVersion: 2
  isPreloaded: 0
  isOverridable: 0
  platformData:
  - first:
      Any:
    second:
      enabled: 0
      settings: {{}}
  - first:
      Editor: Editor
    second:
      enabled: 1
      settings:
        CPU: {processor}
        OS: {editor}
  - first:
      Standalone: {player}
    second:
      enabled: 1
      settings:
        CPU: {processor}
"
        );
    }
    text
}

/// Unpacks the package, looks for what describes each file, and compiles and runs its classes with a program that uses them as
/// scripts in Unity would, against a stub of Unity's arrays.
fn check(project: &Project, file: &Path, work: &Path) -> Result<()> {
    let Project { sh, root, .. } = project;
    let package = unpack(project, file, work)?.join("package");
    let mut numbers = BTreeMap::new();
    let mut sources = vec![root.join("csharp/UnityTests.cs")];
    for path in everything(sh, &package)? {
        let meta = sh.read_file(format!("{}.meta", path.display()))?;
        let number = meta.lines().nth(1).unwrap_or_default().to_owned();
        if let Some(other) = numbers.insert(number, path.clone()) {
            bail!("{} and {} have the same number", other.display(), path.display());
        }
        if path.extension().is_some_and(|end| end == "cs") {
            sources.push(path);
        }
    }
    ensure!(sources.len() > 20, "{} sources in {}", sources.len(), file.display());
    let program = work.join("unity.exe");
    cmd!(sh, "mcs -unsafe -langversion:latest -warn:4 -warnaserror -out:{program}")
        .args(["-r:System.Numerics.dll", "-r:System.Numerics.Vectors.dll"])
        .args(&sources)
        .run()?;
    let library = package.join("Plugins/linux-x64");
    Ok(cmd!(sh, "mono {program}").env("LD_LIBRARY_PATH", library).run()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_and_differ() {
        let folder = describe(Path::new("Runtime"), true, None);
        assert_eq!(folder, describe(Path::new("Runtime"), true, None));
        let number = |text: &str| text.lines().nth(1).unwrap().strip_prefix("guid: ").unwrap().to_owned();
        let library = describe(Path::new("Plugins/win-x64/carom.dll"), false, Some(&PLUGINS[1]));
        assert_ne!(number(&folder), number(&library));
        assert!(number(&library).len() == 32 && library.contains("Standalone: Win64"), "{library}");
    }
}
